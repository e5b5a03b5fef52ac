/**
 * Things of every area that hold one text each and are created, changed, read and deleted over HTTP, so that one ledger can check all of
 * them after a fault.
 */
export interface Target {
  address: string;
  key: string;
  /** A bearer token of the management plane. */
  token: string;
}

export interface Reply {
  status: number;
  text: string;
  /** The address of the work that the call has started. */
  location?: string;
  retryAfter?: string;
}

export interface Register {
  name: string;
  /** Creates it, or changes it when it exists. */
  put(target: Target, id: string, value: string, exists: boolean): Promise<Reply>;
  delete?(target: Target, id: string): Promise<Reply>;
  /** Everything that is stored, by id; throws when a thing is only half there. */
  read(target: Target): Promise<Map<string, string>>;
}

/** A frozen process does not answer; the caller then does not know the outcome. */
const ANSWER_MS = 8000;

export async function send(
  { address, key, token }: Target,
  route: string,
  body?: object | string | Uint8Array<ArrayBuffer>,
  contentType = 'application/json',
): Promise<Reply> {
  const [method, path] = route.split(' ', 2) as [string, string];
  const response = await fetch(address + path, {
    method,
    headers: {
      ...(path.startsWith('/subscriptions') || path === '/accounts'
        ? { authorization: `Bearer ${token}` }
        : { 'ocp-apim-subscription-key': key }),
      ...(body !== undefined && { 'content-type': contentType }),
    },
    body: typeof body === 'object' && !(body instanceof Uint8Array) ? JSON.stringify(body) : body,
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return {
    status: response.status,
    text: await response.text(),
    location: response.headers.get('operation-location') ?? undefined,
    retryAfter: response.headers.get('retry-after') ?? undefined,
  };
}

async function read<T>(target: Target, route: string): Promise<T> {
  const { status, text } = await send(target, route);
  if (status !== 200) throw new Error(`${route}: ${status} ${text}`);
  return JSON.parse(text) as T;
}

const GROUPS = '/face/v1.0/persongroups';
const groups: Register = {
  name: 'faces',
  put: (target, id, value, exists) => send(target, `${exists ? 'PATCH' : 'PUT'} ${GROUPS}/${id}`, { name: id, userData: value }),
  delete: (target, id) => send(target, `DELETE ${GROUPS}/${id}`),
  async read(target) {
    const found = await read<{ personGroupId: string; name: string; userData?: string }[]>(target, `GET ${GROUPS}?top=1000`);
    for (const { personGroupId, name } of found) if (name !== personGroupId) throw new Error(`${personGroupId} has the name ${name}`);
    return new Map(found.map(({ personGroupId, userData = '' }) => [personGroupId, userData]));
  },
};

function projects(area: 'conversations' | 'text', kind: string): Register {
  const base = `/language/authoring/analyze-${area}/projects`;
  const version = 'api-version=2023-04-01';
  return {
    name: area === 'text' ? 'texts' : 'conversations',
    put: (target, id, value) =>
      send(
        target,
        `PATCH ${base}/${id}?${version}`,
        {
          projectName: id,
          projectKind: kind,
          language: 'en',
          description: value,
          ...(area === 'text' && { storageInputContainerName: 'files' }),
        },
        'application/merge-patch+json',
      ),
    delete: (target, id) => send(target, `DELETE ${base}/${id}?${version}`),
    async read(target) {
      const { value } = await read<{ value: { projectName: string; description?: string }[] }>(target, `GET ${base}?${version}&top=1000`);
      return new Map(value.map(({ projectName, description = '' }) => [projectName, description]));
    },
  };
}

const APPS = '/luis/api/v2.0/apps';
type App = { id: string; name: string; description: string };
const listApps = (target: Target): Promise<App[]> => read(target, `GET ${APPS}/?take=500`);
const apps: Register = {
  name: 'understanding',
  async put(target, id, value, exists) {
    if (!exists) return await send(target, `POST ${APPS}/`, { name: id, culture: 'en-us', description: value });
    const app = (await listApps(target)).find(({ name }) => name === id);
    return app ? await send(target, `PUT ${APPS}/${app.id}`, { name: id, description: value }) : { status: 404, text: 'not listed' };
  },
  async delete(target, id) {
    const app = (await listApps(target)).find(({ name }) => name === id);
    return app ? await send(target, `DELETE ${APPS}/${app.id}`) : { status: 404, text: 'not listed' };
  },
  async read(target) {
    return new Map((await listApps(target)).map(({ name, description }) => [name, description]));
  },
};

const SETS = '/documentanalysis/trainingSets';
const DOCUMENTS = 'api-version=2024-11-30';
/** Files of one training set: its record counts them, and their content is in blobs. */
const files: Register = {
  name: 'documents',
  put: (target, id, value) =>
    send(target, `PUT ${SETS}/soak/files/${id}.pdf?${DOCUMENTS}`, value.padEnd(3000, '.'), 'application/octet-stream'),
  delete: (target, id) => send(target, `DELETE ${SETS}/soak/files/${id}.pdf?${DOCUMENTS}`),
  async read(target) {
    const { status, text } = await send(target, `GET ${SETS}/soak?${DOCUMENTS}`);
    if (status === 404) return new Map();
    const set = JSON.parse(text) as { fileCount?: number; files: { name: string }[] };
    if (set.fileCount !== undefined && set.fileCount !== set.files.length)
      throw new Error(`the training set counts ${set.fileCount} files and lists ${set.files.length}`);
    const found = new Map<string, string>();
    for (const { name } of set.files) {
      const file = await send(target, `GET ${SETS}/soak/files/${name}?${DOCUMENTS}`);
      found.set(name.slice(0, -4), file.status === 200 ? file.text.replace(/\.+$/, '') : `${file.status}`);
    }
    return found;
  },
};

const ACCOUNTS = '/subscriptions/soak/resourceGroups/soak/accounts';
const accounts: Register = {
  name: 'accounts',
  put: (target, id, value) =>
    send(target, `PUT ${ACCOUNTS}/${id}`, {
      location: 'local',
      kind: 'Face',
      properties: { limits: { callsPerMonth: Number(value.slice(1)) + 1 } },
    }),
  delete: (target, id) => send(target, `DELETE ${ACCOUNTS}/${id}`),
  async read(target) {
    const { value } = await read<{ value: { name: string; properties: { limits: { callsPerMonth: number } } }[] }>(
      target,
      `GET ${ACCOUNTS}`,
    );
    return new Map(value.map(({ name, properties }) => [name, `v${properties.limits.callsPerMonth - 1}`]));
  },
};

/** Two records that one change writes. Only test/faults/server.ts has them. */
export const pairs: Register = {
  name: 'pairs',
  put: (target, id, value) => send(target, `PUT /faults/pairs/${id}`, { n: Number(value.slice(1)) }),
  async read(target) {
    const found = new Map<string, string>();
    for (let writer = 0; writer < 8; writer++) {
      const { left, right } = await read<{ left: number; right: number }>(target, `GET /faults/pairs/w${writer}`);
      if (left !== right) throw new Error(`pair w${writer} is half changed: ${left} and ${right}`);
      if (left >= 0) found.set(`w${writer}`, `v${left}`);
    }
    return found;
  },
};

export const registers: readonly Register[] = [
  groups,
  projects('conversations', 'Conversation'),
  projects('text', 'CustomSingleLabelClassification'),
  apps,
  files,
  accounts,
];
