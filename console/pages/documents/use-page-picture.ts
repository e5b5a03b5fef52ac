/** Images of pages while they are viewed; recent ones are cached, pages that are skipped are not fetched. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../kit/api.ts';
import { showFailure } from '../../kit/toast.tsx';
import { versioned } from './calls.ts';

export type LoadPage = (page: number, signal: AbortSignal) => Promise<Blob>;

const WIDTH = 1400;
const MAX_CACHED = 16;
const SKIP_MS = 60;

/** Of a file or result whose pages the server renders. */
export function pageImages(client: Client, path: string): LoadPage {
  return async (page, signal) => await client.get<Blob>(versioned(`${path}/pages/${page}/image`, { width: String(WIDTH) }), { bytes: true, quiet: true, signal });
}

export function usePageImage(load: LoadPage | undefined, page: number): string | undefined {
  const kept = useRef(new Map<number, string>());
  const [shown, setShown] = useState<{ page: number; url: string }>();
  useEffect(() => {
    const stop = new AbortController();
    const show = async (): Promise<void> => {
      try {
        const url = URL.createObjectURL(await load!(page, stop.signal));
        kept.current.set(page, url);
        const [oldest] = kept.current;
        if (kept.current.size > MAX_CACHED) {
          URL.revokeObjectURL(oldest![1]);
          kept.current.delete(oldest![0]);
        }
        setShown({ page, url });
      } catch (error) {
        if (!stop.signal.aborted) showFailure(error);
      }
    };
    const known = kept.current.get(page);
    if (known !== undefined) setShown({ page, url: known });
    const timer = known === undefined && load ? setTimeout(() => void show(), SKIP_MS) : undefined;
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [load, page]);
  useEffect(() => () => {
    for (const url of kept.current.values()) URL.revokeObjectURL(url);
  }, []);
  return shown?.page === page ? shown.url : undefined;
}
