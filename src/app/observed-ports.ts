/**
 * Reports what the ports do. Their methods are replaced on the objects themselves, so that everyone who has them is seen, and what is
 * not reported, such as reads of records, costs nothing.
 */
import { Conflict } from '../kernel/change.ts';
import { Failure } from '../kernel/failures.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';
import type { GuardedFetch } from '../kernel/ports/fetch.ts';
import type { Store } from '../kernel/ports/store.ts';
import { epochMs } from '../kernel/ports/telemetry.ts';
import type { Report, Work } from '../kernel/ports/telemetry.ts';

async function reported<T>(report: Report, run: () => Promise<T>, describe: (result: T | undefined, error?: unknown) => Work): Promise<T> {
  const startedAt = epochMs();
  let work: Work | undefined;
  try {
    const result = await run();
    work = describe(result);
    return result;
  } catch (error) {
    work = describe(undefined, error);
    throw error;
  } finally {
    if (work) report(work, startedAt, epochMs());
  }
}

export function observeCommits(store: Pick<Store, 'commit'>, report: Report): void {
  const commit = store.commit.bind(store);
  store.commit = (change) =>
    reported(
      report,
      () => commit(change),
      (_, error) => ({
        work: 'commit',
        outcome: error === undefined ? 'committed' : error instanceof Conflict || error instanceof Failure ? 'conflict' : 'failed',
      }),
    );
}

export function observeBlobs(blobs: Blobs, adapter: string, report: Report): void {
  const { put, get, read, erase } = blobs;
  const remove = blobs.delete.bind(blobs);
  const work = (operation: Extract<Work, { work: 'blob' }>['operation'], bytes: number, error: unknown): Work => ({
    work: 'blob',
    adapter,
    operation,
    bytes,
    outcome: error === undefined ? 'done' : 'failed',
  });
  blobs.put = (account, content) => {
    // Whoever receives the bytes may move them elsewhere.
    const passed = { bytes: content instanceof Uint8Array ? content.length : 0 };
    return reported(
      report,
      () => put.call(blobs, account, content instanceof Uint8Array ? content : counted(content, passed)),
      (_, error) => work('put', passed.bytes, error),
    );
  };
  blobs.get = (account, id) =>
    reported(
      report,
      () => get.call(blobs, account, id),
      (bytes, error) => work('get', bytes?.length ?? 0, error),
    );
  // From the request to the last chunk; what is not read to its end counts as far as it was read.
  blobs.read = async (account, id) => {
    const startedAt = epochMs();
    const passed = { bytes: 0 };
    const end = (error?: unknown): void => report(work('read', passed.bytes, error), startedAt, epochMs());
    try {
      const stream = await read.call(blobs, account, id);
      if (!stream) end();
      return stream && { ...stream, chunks: counted(stream.chunks, passed, end) };
    } catch (error) {
      end(error);
      throw error;
    }
  };
  blobs.delete = (account, ...ids) =>
    reported(
      report,
      () => remove(account, ...ids),
      (_, error) => work('delete', 0, error),
    );
  blobs.erase = (account) =>
    reported(
      report,
      () => erase.call(blobs, account),
      (_, error) => work('erase', 0, error),
    );
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  passed: { bytes: number },
  onEnd?: (error?: unknown) => void,
): AsyncIterable<Uint8Array> {
  let problem: unknown;
  try {
    for await (const chunk of chunks) {
      passed.bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    problem = error;
    throw error;
  } finally {
    onEnd?.(problem);
  }
}

export function observedFetch(fetch: GuardedFetch, report: Report): GuardedFetch {
  return (url, options) =>
    reported(
      report,
      () => fetch(url, options),
      (response, error) => ({
        work: 'fetch',
        method: options.method ?? 'GET',
        ...(response && { status: response.status }),
        outcome: error === undefined ? 'done' : 'failed',
      }),
    );
}
