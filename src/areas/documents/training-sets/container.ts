/** Training files in a container of blobs: the address that a build names, with its signature, or the storage that the account has linked. */
import type { Failure } from '../../../kernel/failures.ts';
import type { Services } from '../../../kernel/ports.ts';
import type { BlobContainer } from '../../../kernel/ports/blobs.ts';
import type { FetchRefused, GuardedFetch } from '../../../kernel/ports/fetch.ts';
import { documentFailure } from '../failures.ts';
import { fieldsFilesIn, fieldsFilesForList, parseFileList, withByteLimit } from './files.ts';
import type { TrainingFiles } from './files.ts';

export interface ContainerSource { containerUrl: string; prefix?: string; fileList?: string }

const MAX_LIST_BYTES = 4 * 2 ** 20;
const MAX_FILES = 20_000;

interface ContainerAddress { endpoint: string; container: string; signature: string }

/** Throws where the address cannot be that of a container. */
export function parseContainerUrl(containerUrl: string, field = 'containerUrl'): ContainerAddress {
  const invalid = (details: string): Failure => documentFailure('InvalidContentSourceFormat', { details });
  const url = URL.parse(containerUrl);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw invalid(`${field} is not an http or https address.`);
  if (url.username !== '' || url.password !== '') throw invalid(`${field} must not carry a user name or password.`);
  const path = url.pathname.replace(/\/+$/, '');
  const at = path.lastIndexOf('/');
  if (path.length - at <= 1) throw invalid(`${field} names no container.`);
  // The parts of a connection string are parted by semicolons.
  if (`${url.pathname}${url.search}`.includes(';')) throw invalid(`${field} has a semicolon.`);
  return { endpoint: `${url.origin}${path.slice(0, at)}`, container: path.slice(at + 1), signature: url.search.slice(1) };
}

/** What the storage, or the way there, refuses in words of the interface. */
function withStorageFailures(fetch: GuardedFetch): GuardedFetch {
  return async (url, options) => {
    try {
      const answer = await fetch(url, options);
      if (answer.status === 401 || answer.status === 403) throw documentFailure('InvalidSasToken', { details: `the storage refuses it (${answer.status}${answer.headers['x-ms-error-code'] === undefined ? '' : ` ${String(answer.headers['x-ms-error-code']).slice(0, 100)}`}).` });
      return answer;
    } catch (error) {
      if (error instanceof Error && error.name === 'FetchRefused' && ['address', 'port'].includes((error as FetchRefused).reason)) throw documentFailure('OutboundAccessForbidden');
      throw error;
    }
  };
}

/** The linked storage's container of the name where the address carries no signature, if the account has linked one. */
export async function openContainer(containerUrl: string, account: string, { fetch, containerAt, linkedContainer }: Services): Promise<BlobContainer> {
  const { endpoint, container, signature } = parseContainerUrl(containerUrl);
  const linked = signature === '' ? await linkedContainer(account, container) : undefined;
  const connection = `BlobEndpoint=${endpoint}${signature === '' ? '' : `;SharedAccessSignature=${signature}`}`;
  return linked ?? containerAt(connection, container, { through: withStorageFailures(fetch), refused: (details) => documentFailure('ContentSourceNotAccessible', { details }) });
}

export async function containerFiles({ containerUrl, prefix = '', fileList }: ContainerSource, account: string, mostBytes: number, services: Services, signal: AbortSignal): Promise<TrainingFiles> {
  const container = await openContainer(containerUrl, account, services);
  if (fileList !== undefined) {
    const names = await readFileList(fileList, container, signal);
    if (!names) throw documentFailure('TrainingContentMissing', { details: `there is no file list ${fileList}.` });
    if (names.length > MAX_FILES) throw tooManyFiles(names.length);
    return { names, fields: fieldsFilesForList(fileList, names), get: withByteLimit(mostBytes, (name, maxBytes) => container.get(name, { maxBytes, signal })) };
  }
  const names = (await container.list(prefix, { signal })).map(({ name }) => name);
  if (names.length > MAX_FILES) throw tooManyFiles(names.length);
  const there = new Set(names);
  return {
    names, fields: fieldsFilesIn(names),
    get: withByteLimit(mostBytes, async (name, maxBytes) => there.has(name) ? await container.get(name, { maxBytes, signal }) : undefined),
  };
}

/** What a file list names; nothing where there is no such list. */
export async function readFileList(fileList: string, container: BlobContainer, signal: AbortSignal): Promise<string[] | undefined> {
  const list = await container.get(fileList, { maxBytes: MAX_LIST_BYTES, signal });
  return list && parseFileList(Buffer.from(list).toString('utf8'));
}

function tooManyFiles(count: number): Failure {
  return documentFailure('ModelBuildError', { details: `there are ${count} files, and ${MAX_FILES} are taken at most.` });
}
