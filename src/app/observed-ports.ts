/** Ports that report the work that they do: each wraps another one. What is not reported, such as reads of records, is passed on. */
import { Conflict } from '../kernel/change.ts';
import { Failure } from '../kernel/failures.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';
import type { GuardedFetch } from '../kernel/ports/fetch.ts';
import type { Store } from '../kernel/ports/store.ts';
import { epochMs } from '../kernel/ports/telemetry.ts';
import type { Report, Work } from '../kernel/ports/telemetry.ts';
import { wrap } from '../shared/wrap.ts';

function reported<T>(report: Report, running: Promise<T>, describe: (result: T | undefined, error?: unknown) => Work): Promise<T> {
  const startedAt = epochMs();
  return running.then(
    (result) => {
      report(describe(result), startedAt, epochMs());
      return result;
    },
    (error: unknown) => {
      report(describe(undefined, error), startedAt, epochMs());
      throw error;
    },
  );
}

const COMMITTED: Work = { work: 'commit', outcome: 'committed' };

export function observedStore(store: Store, report: Report): Store {
  return wrap(store, {
    commit: (change) =>
      reported(report, store.commit(change), (_, error) =>
        error === undefined
          ? COMMITTED
          : { work: 'commit', outcome: error instanceof Conflict || error instanceof Failure ? 'conflict' : 'failed' },
      ),
  });
}

export function observedBlobs(blobs: Blobs, adapter: string, report: Report): Blobs {
  const work = (operation: Extract<Work, { work: 'blob' }>['operation'], bytes: number, error: unknown): Work => ({
    work: 'blob',
    adapter,
    operation,
    bytes,
    outcome: outcomeOf(error),
  });
  return wrap(blobs, {
    put(account, content) {
      // Whoever receives the bytes may move them elsewhere.
      const passed = { bytes: content instanceof Uint8Array ? content.length : 0 };
      const putting = blobs.put(account, content instanceof Uint8Array ? content : counted(content, passed));
      return reported(report, putting, (_, error) => work('put', passed.bytes, error));
    },
    get: (account, id) => reported(report, blobs.get(account, id), (bytes, error) => work('get', bytes?.length ?? 0, error)),
    // From the request to the last chunk; what is not read to its end counts as far as it was read.
    async read(account, id) {
      const startedAt = epochMs();
      const passed = { bytes: 0 };
      const end = (error?: unknown): void => report(work('read', passed.bytes, error), startedAt, epochMs());
      try {
        const stream = await blobs.read(account, id);
        if (!stream) end();
        return stream && { ...stream, chunks: counted(stream.chunks, passed, end) };
      } catch (error) {
        end(error);
        throw error;
      }
    },
    delete: (account, ...ids) => reported(report, blobs.delete(account, ...ids), (_, error) => work('delete', 0, error)),
    erase: (account) => reported(report, blobs.erase(account), (_, error) => work('erase', 0, error)),
  });
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
    reported(report, fetch(url, options), (response, error) => ({
      work: 'fetch',
      method: options.method ?? 'GET',
      ...(response && { status: response.status }),
      outcome: outcomeOf(error),
    }));
}

function outcomeOf(error: unknown): 'done' | 'failed' {
  return error === undefined ? 'done' : 'failed';
}
