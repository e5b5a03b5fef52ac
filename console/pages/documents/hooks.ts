/** Models of the account, page images, and results opened in this tab. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../kit/api.ts';
import type { Option } from '../../kit/form.tsx';
import { useLoad } from '../../kit/hooks.ts';
import type { Loaded } from '../../kit/hooks.ts';
import { showFailure } from '../../kit/toast.tsx';
import { isPrebuilt, loadPages, versioned } from './calls.ts';
import { modelLabel } from './gallery.ts';
import type { Model } from './calls.ts';

export function useModels(client: Client): Loaded<Model[]> {
  return useLoad(
    async (signal) => {
      const models = await loadPages<Model>(client, '/documentModels', signal);
      return [...models.filter(({ modelId }) => !isPrebuilt(modelId)), ...models.filter(({ modelId }) => isPrebuilt(modelId))];
    },
    [client],
  );
}

export function modelChoices(models: readonly Model[]): Option[] {
  return models.map(({ modelId }) => ({ value: modelId, label: modelLabel(modelId) }));
}

export type LoadPage = (page: number, signal: AbortSignal) => Promise<Blob>;

const WIDTH = 1400;
const MAX_CACHED = 16;
const SKIP_MS = 60;

/** Of a file or result whose pages the server renders. */
export function pageImages(client: Client, path: string): LoadPage {
  return async (page, signal) =>
    await client.get<Blob>(versioned(`${path}/pages/${page}/image`, { width: String(WIDTH) }), {
      bytes: true,
      quiet: true,
      signal,
    });
}

export function usePageImage(load: LoadPage | undefined, page: number): string | undefined {
  const cache = useRef(new Map<number, string>());
  const [shown, setShown] = useState<{ page: number; url: string }>();
  useEffect(() => {
    const stop = new AbortController();
    const show = async (): Promise<void> => {
      try {
        const url = URL.createObjectURL(await load!(page, stop.signal));
        cache.current.set(page, url);
        const [oldest] = cache.current;
        if (cache.current.size > MAX_CACHED) {
          URL.revokeObjectURL(oldest![1]);
          cache.current.delete(oldest![0]);
        }
        setShown({ page, url });
      } catch (error) {
        if (!stop.signal.aborted) showFailure(error);
      }
    };
    const known = cache.current.get(page);
    if (known !== undefined) setShown({ page, url: known });
    const timer = known === undefined && load ? setTimeout(() => void show(), SKIP_MS) : undefined;
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [load, page]);
  useEffect(
    () => () => {
      for (const url of cache.current.values()) URL.revokeObjectURL(url);
    },
    [],
  );
  return shown?.page === page ? shown.url : undefined;
}

/** Results opened in this tab: the server stores them for a day and cannot list them. */
export interface Recent {
  account: string;
  modelId: string;
  resultId: string;
  name: string;
  at: number;
  /** What the analysis was asked for besides: `pdf`, `figures`. */ outputs?: readonly string[];
}

const KEY = 'perennial-documents';
const MAX_RECENT = 200;

export function recent(account: string): Recent[] {
  return recentResults().filter((one) => one.account === account);
}

export function addRecent(one: Recent): void {
  sessionStorage.setItem(KEY, JSON.stringify([one, ...recentResults()].slice(0, MAX_RECENT)));
}

/** Removes one that failed or was deleted. */
export function removeRecent(resultId: string): void {
  sessionStorage.setItem(KEY, JSON.stringify(recentResults().filter((one) => one.resultId !== resultId)));
}

const recentResults = (): Recent[] => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Recent[];
