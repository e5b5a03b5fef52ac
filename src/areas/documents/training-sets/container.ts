/** Training files in a blob container: at the URL that a build names, with its signature, or in the storage that the account has linked. */
import type { Failure } from '../../../kernel/failures.ts';
import type { BlobContainer } from '../../../kernel/ports/blobs.ts';
import { FetchRefused } from '../../../kernel/ports/fetch.ts';
import type { GuardedFetch } from '../../../kernel/ports/fetch.ts';
import { parseFetched } from '../../../shared/parse-fetched.ts';
import { documentFailure } from '../failures.ts';
import { fieldsFilesIn, fieldsFilesForList, parseFileList, withByteLimit } from './files.ts';
import type { TrainingFiles } from './files.ts';
import type { DocumentServices } from '../services.ts';

export interface ContainerSource {
  containerUrl: string;
  prefix?: string;
  fileList?: string;
}

const CONTAINER = /^(?:\$(?:root|web|logs)|[a-z0-9-]{1,63})$/;
const MAX_LIST_BYTES = 4 * 2 ** 20;
const MAX_FILES = 20_000;
const FILES_MODULE = new URL('./files.ts', import.meta.url);

interface ContainerAddress {
  endpoint: string;
  container: string;
  signature: string;
}

/** Throws when the URL cannot be that of a container. */
export function parseContainerUrl(containerUrl: string, field = 'containerUrl'): ContainerAddress {
  const invalid = (details: string): Failure => documentFailure('InvalidContentSourceFormat', { details });
  const url = URL.parse(containerUrl);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw invalid(`${field} is not an http or https URL.`);
  if (url.username !== '' || url.password !== '') throw invalid(`${field} must not have a user name or password.`);
  const path = url.pathname.replace(/\/+$/, '');
  const at = path.lastIndexOf('/');
  if (!CONTAINER.test(path.slice(at + 1))) throw invalid('Source Uri must include container path');
  // Semicolons separate the parts of a connection string.
  if (`${url.pathname}${url.search}`.includes(';')) throw invalid(`${field} must not have a semicolon.`);
  return { endpoint: `${url.origin}${path.slice(0, at)}`, container: path.slice(at + 1), signature: url.search.slice(1) };
}

/** Maps rejections by the storage, or by the guarded fetch, to failures of the interface. */
function withStorageFailures(fetch: GuardedFetch): GuardedFetch {
  return async (url, options) => {
    try {
      const response = await fetch(url, options);
      if (response.status === 401 || response.status === 403) {
        const code = response.headers['x-ms-error-code'];
        throw documentFailure('InvalidSasToken', {
          details: `the storage rejects it (${response.status}${code === undefined ? '' : ` ${String(code).slice(0, 100)}`}).`,
        });
      }
      return response;
    } catch (error) {
      if (error instanceof FetchRefused && ['address', 'port'].includes(error.reason)) throw documentFailure('OutboundAccessForbidden');
      throw error;
    }
  };
}

/** A URL without a signature opens the container of that name in the linked storage, if the account has linked one. */
export async function openContainer(
  containerUrl: string,
  account: string,
  { fetch, containerAt, linkedContainer }: DocumentServices,
): Promise<BlobContainer> {
  const { endpoint, container, signature } = parseContainerUrl(containerUrl);
  const linked = signature === '' ? await linkedContainer(account, container) : undefined;
  const connection = `BlobEndpoint=${endpoint}${signature === '' ? '' : `;SharedAccessSignature=${signature}`}`;
  return (
    linked ??
    containerAt(connection, container, {
      account,
      fetch: withStorageFailures(fetch),
      refused: (details) => documentFailure('ContentSourceNotAccessible', { details }),
    })
  );
}

export async function containerFiles(
  { containerUrl, prefix = '', fileList }: ContainerSource,
  account: string,
  maxBytes: number,
  services: DocumentServices,
  signal: AbortSignal,
): Promise<TrainingFiles> {
  const container = await openContainer(containerUrl, account, services);
  if (fileList !== undefined) {
    const names = await readFileList(fileList, container, account, services, signal);
    if (!names) throw documentFailure('TrainingContentMissing', { details: `there is no file list ${fileList}.` });
    if (names.length > MAX_FILES) throw tooManyFiles(names.length);
    return {
      names,
      fields: fieldsFilesForList(fileList, names),
      get: withByteLimit(maxBytes, (name, leftBytes) => container.get(name, { maxBytes: leftBytes, signal })),
    };
  }
  const names = (await container.list(prefix, { signal })).map(({ name }) => name);
  if (names.length > MAX_FILES) throw tooManyFiles(names.length);
  const existing = new Set(names);
  return {
    names,
    fields: fieldsFilesIn(names),
    get: withByteLimit(maxBytes, async (name, leftBytes) =>
      existing.has(name) ? await container.get(name, { maxBytes: leftBytes, signal }) : undefined,
    ),
  };
}

/** The names in a file list; undefined when there is no such list. */
export async function readFileList(
  fileList: string,
  container: BlobContainer,
  account: string,
  { threads }: Pick<DocumentServices, 'threads'>,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const list = await container.get(fileList, { maxBytes: MAX_LIST_BYTES, signal });
  if (!list) return undefined;
  const found = await parseFetched(list, { account, parse: parseFileList, module: FILES_MODULE, signal }, threads);
  if ('names' in found) return found.names;
  throw documentFailure('InvalidContentSourceFormat', { details: `line ${found.badLine} of the file list is not {"file": "…"}.` });
}

function tooManyFiles(count: number): Failure {
  return documentFailure('ModelBuildError', { details: `there are ${count} files; the maximum is ${MAX_FILES}.` });
}
