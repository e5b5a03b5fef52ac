/**
 * A real app with the answers that the vendor's service gave to queries of it: the app is imported, trained and published over HTTP, the
 * same queries are asked, and what we answer is compared: the top intent, and each entity with its name, type, role, model type, place,
 * origin and resolution. The files are not part of this repository: FOLDER/luis-recordings/{app.json,v2/*.json,v3/*.json}.
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAIN, startServer } from '../../http/servers.ts';
import type { RunningServer } from '../../http/servers.ts';
import { compareInstances, instancesOf2, instancesOf3, isInOrder } from './instances.ts';
import type { Comparison, Prediction2 } from './instances.ts';

/** Shares that a change must not fall below. */
const MIN_INTENTS = 0.94;
const MIN_INSTANCES = 0.9;

interface Options3 {
  includeAllIntents?: boolean;
  includeInstanceData?: boolean;
  preferExternalEntities?: boolean;
  datetimeReference?: string;
  externalEntities?: object[];
  dynamicLists?: object[];
}
interface Answer3 {
  query: string;
  prediction: { topIntent: string; entities: Record<string, unknown> };
}
type Answer2 = Prediction2 & { query: string; topScoringIntent: { intent: string } };
interface Recording {
  name: string;
  v2?: Answer2;
  v3?: { options: Options3; response: Answer3 };
}
interface Compared extends Comparison {
  name: string;
  intents: [recorded: string, ours: string];
  isInOrder: boolean;
}
type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export async function recorded(folder: string, isVerbose: boolean): Promise<void> {
  const home = join(folder, 'luis-recordings');
  if (!existsSync(join(home, 'app.json'))) {
    console.log(`skipped: no recorded app in ${home}`);
    return;
  }
  const data = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const server = await startServer([MAIN, 'serve', '--port', '0', '--data', data, '--json', '--log-level', 'warn']);
  try {
    const call = caller(server);
    const appId = await publish(call, JSON.parse(readFileSync(join(home, 'app.json'), 'utf8')));
    console.log('\nA real app and the recorded answers of the vendor’s service');
    const compared3 = [];
    for (const { name, v3 } of readRecordings(home, 'v3')) compared3.push(await compare3(call, appId, name, v3!));
    report('v3.0', compared3, isVerbose);
    const compared2 = [];
    for (const { name, v2 } of readRecordings(home, 'v2')) compared2.push(await compare2(call, appId, name, v2!));
    report('v2.0', compared2, isVerbose);
  } finally {
    server.child.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}

function readRecordings(home: string, version: 'v2' | 'v3'): Recording[] {
  const names = existsSync(join(home, version)) ? readdirSync(join(home, version)).sort() : [];
  return names
    .map((name) => ({ name, ...(JSON.parse(readFileSync(join(home, version, name), 'utf8')) as object) }) as Recording)
    .filter((one) => one[version] !== undefined);
}

function caller({ port, key }: RunningServer): Call {
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'ocp-apim-subscription-key': key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
}

async function publish(call: Call, app: { versionId: string; name: string }): Promise<string> {
  const authoring = '/luis/authoring/v3.0-preview/apps';
  const appId = await call<string>('POST', `${authoring}/import?appName=recorded`, app);
  const version = `${authoring}/${appId}/versions/${encodeURIComponent(app.versionId)}`;
  await call('POST', `${version}/train`);
  for (let isTraining = true; isTraining; await sleep(200)) {
    const statuses = await call<{ details: { status: string; failureReason?: string } }[]>('GET', `${version}/train`);
    const failed = statuses.find(({ details }) => details.status === 'Fail');
    if (failed) throw new Error(failed.details.failureReason);
    isTraining = statuses.some(({ details }) => details.status === 'Queued' || details.status === 'InProgress');
  }
  await call('POST', `${authoring}/${appId}/publish`, { versionId: app.versionId, isStaging: false });
  return appId;
}

async function compare3(call: Call, appId: string, name: string, { options, response }: NonNullable<Recording['v3']>): Promise<Compared> {
  const { includeInstanceData = false, includeAllIntents = false, externalEntities, dynamicLists } = options;
  const query = `verbose=${includeInstanceData}&show-all-intents=${includeAllIntents}`;
  const ours = await call<Answer3>('POST', `/luis/prediction/v3.0/apps/${appId}/slots/production/predict?${query}`, {
    query: response.query,
    options: { preferExternalEntities: options.preferExternalEntities, datetimeReference: options.datetimeReference },
    ...(externalEntities && { externalEntities }),
    ...(dynamicLists && { dynamicLists }),
  });
  const instances = instancesOf3(response.prediction.entities);
  return {
    name,
    intents: [response.prediction.topIntent, ours.prediction.topIntent],
    isInOrder: isInOrder(ours.prediction.entities),
    ...compareInstances(instances, instancesOf3(ours.prediction.entities)),
  };
}

async function compare2(call: Call, appId: string, name: string, answer: Answer2): Promise<Compared> {
  const ours = await call<Answer2>('GET', `/luis/v2.0/apps/${appId}?verbose=true&q=${encodeURIComponent(answer.query)}`);
  const instances = instancesOf2(answer);
  return {
    name,
    intents: [answer.topScoringIntent.intent, ours.topScoringIntent.intent],
    isInOrder: true,
    ...compareInstances(instances, instancesOf2(ours)),
  };
}

function report(version: string, all: readonly Compared[], isVerbose: boolean): void {
  if (all.length === 0) return;
  const count = (size: (one: Compared) => number): number => all.reduce((sum, one) => sum + size(one), 0);
  const intents = all.filter(({ intents: [wanted, ours] }) => wanted === ours).length;
  const instances = count((one) => one.recorded);
  const equal = instances - count(({ missing }) => missing.length);
  const bar = (share: number, min: number): string => (share >= min ? 'met   ' : 'MISSED');
  console.log(`${bar(intents / all.length, MIN_INTENTS)} ${version}: top intent ${intents} of ${all.length}`);
  console.log(
    `${bar(equal / instances, MIN_INSTANCES)} ${version}: entities ${equal} of ${instances} (${(equal / instances).toFixed(3)}, at least ${MIN_INSTANCES}); ${count(({ extra }) => extra.length)} that were not recorded, ${count(({ moved }) => moved)} in another composite`,
  );
  const disordered = all.filter((one) => !one.isInOrder);
  if (disordered.length > 0) console.log(`MISSED ${version}: not in order: ${disordered.map(({ name }) => name).join(', ')}`);
  if (!isVerbose) return;
  for (const {
    name,
    intents: [wanted, ours],
    missing,
    extra,
  } of all) {
    if (wanted !== ours) console.log(`  ${name}: intent ${ours}, recorded ${wanted}`);
    for (const one of missing) console.log(`  ${name}: missing ${JSON.stringify(one)}`);
    for (const one of extra) console.log(`  ${name}: not recorded ${JSON.stringify(one)}`);
  }
}
