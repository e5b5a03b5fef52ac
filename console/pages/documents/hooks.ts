/** Models of the account, page images, and results of the last day. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Client } from '../../kit/api.ts';
import { getDraft, putDraft, type Memo } from '../../kit/drafts.ts';
import type { Option } from '../../kit/form.tsx';
import { useLoad, type Loaded } from '../../kit/hooks.ts';
import { showFailure } from '../../kit/toast.tsx';
import { isPrebuilt, loadPages, versioned, type Model } from './calls.ts';
import { modelLabel } from './gallery.ts';

export function useModels(client: Client): Loaded<Model[]> {
  return useLoad(
    async (signal) => {
      const models = await loadPages<Model>(client, '/documentModels', signal, { quiet: true });
      return [...models.filter(({ modelId }) => !isPrebuilt(modelId)), ...models.filter(({ modelId }) => isPrebuilt(modelId))];
    },
    [client],
    { follows: ['documents.build', 'documents.copy'] },
  );
}

export function modelChoices(models: readonly Model[]): Option[] {
  return models.map(({ modelId }) => ({ value: modelId, label: modelLabel(modelId) }));
}

export type LoadPage = (page: number, signal: AbortSignal) => Promise<Blob>;

const WIDTH = 1400;
/** A decoded page takes about ten megabytes. */
const MAX_DECODED = 6;
/** Pages that are left sooner are not loaded. */
const SKIP_MS = 60;

/** Of a file or result whose pages the server renders. */
export function pageImages(client: Client, path: string): LoadPage {
  return async (page, signal) =>
    await client.get<Blob>(versioned(`${path}/pages/${page}/image`, { width: String(WIDTH) }), { bytes: true, quiet: true, signal });
}

/** Decoded images of pages: the last ones that were shown, and those loaded ahead. */
class PageImages {
  readonly #load: LoadPage;
  readonly #stop = new AbortController();
  readonly #images = new Map<number, ImageBitmap>();
  readonly #loading = new Map<number, Promise<void>>();

  constructor(load: LoadPage) {
    this.#load = load;
  }

  get(page: number): ImageBitmap | undefined {
    const image = this.#images.get(page);
    if (image) this.#keep(page, image);
    return image;
  }

  async load(page: number): Promise<void> {
    if (this.#images.has(page)) return;
    if (!this.#loading.has(page))
      this.#loading.set(
        page,
        this.#decode(page).finally(() => this.#loading.delete(page)),
      );
    await this.#loading.get(page);
  }

  close(): void {
    this.#stop.abort();
    for (const image of this.#images.values()) image.close();
    this.#images.clear();
  }

  async #decode(page: number): Promise<void> {
    const image = await createImageBitmap(await this.#load(page, this.#stop.signal));
    if (this.#stop.signal.aborted) return image.close();
    this.#keep(page, image);
    const [oldest] = this.#images;
    if (this.#images.size <= MAX_DECODED) return;
    this.#images.delete(oldest![0]);
    oldest![1].close();
  }

  /** As the last one used. */
  #keep(page: number, image: ImageBitmap): void {
    this.#images.delete(page);
    this.#images.set(page, image);
  }
}

/** The image of a page, as `BoxedImage` takes it; that of the `next` one is loaded ahead. */
export function usePageImage(load: LoadPage | undefined, page: number, next?: number): { source?: ImageBitmap; isLoading: boolean } {
  const images = useMemo(() => load && new PageImages(load), [load]);
  const [, redraw] = useState({});
  const [failed, setFailed] = useState<number>();
  useEffect(() => () => images?.close(), [images]);
  useEffect(() => {
    if (!images) return undefined;
    let hasLeft = false;
    const show = async (): Promise<void> => {
      if (!images.get(page)) {
        await images.load(page);
        if (hasLeft) return;
        redraw({});
      }
      // A failure is shown when the page itself is.
      if (next !== undefined) await images.load(next).catch(() => undefined);
    };
    const onFailure = (error: unknown): void => {
      if (hasLeft) return;
      setFailed(page);
      showFailure(error);
    };
    const timer = setTimeout(() => void show().catch(onFailure), SKIP_MS);
    return () => {
      hasLeft = true;
      clearTimeout(timer);
    };
  }, [images, page, next]);
  const source = images?.get(page);
  return { source, isLoading: images !== undefined && !source && failed !== page };
}

/** A result that was asked for in this browser: the server stores it for a day and cannot list them. */
export interface Recent {
  account: string;
  modelId: string;
  resultId: string;
  name: string;
  at: number;
  /** What the analysis was asked for besides: `pdf`, `figures`. */ outputs?: readonly string[];
}

const ANALYSES: Memo = 'analyses';
const MAX_RECENT = 200;
/** Results are deleted after a day. */
const STORED_MS = 24 * 3600_000;

export function recent(account: string): Recent[] {
  return recentResults().filter((one) => one.account === account && Date.now() - one.at < STORED_MS);
}

export function addRecent(one: Recent): void {
  putDraft(ANALYSES, [one, ...recentResults()].slice(0, MAX_RECENT));
}

/** Removes one that failed or was deleted. */
export function removeRecent(resultId: string): void {
  putDraft(
    ANALYSES,
    recentResults().filter((one) => one.resultId !== resultId),
  );
}

const recentResults = (): readonly Recent[] => getDraft<readonly Recent[]>(ANALYSES) ?? [];
