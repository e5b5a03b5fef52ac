/** Faces added since the console was opened: thumbnails, and ids that can still be compared. In memory only. */
import type { SeenFace } from './look.ts';

export interface Added { persistedFaceId: string; account: string; /** The gallery's path. */ gallery: string; personId?: string; face: SeenFace; at: number }

const MOST = 2000;
/** Detected faces are stored for a day. */
const COMPARABLE_MS = 23 * 3_600_000;
const added = new Map<string, Added>();

export function remember(one: Omit<Added, 'at'>): void {
  added.set(one.persistedFaceId, { ...one, at: Date.now() });
  const [oldest] = added.keys();
  if (added.size > MOST) added.delete(oldest!);
}

export function addedFace(persistedFaceId: string): SeenFace | undefined {
  return added.get(persistedFaceId)?.face;
}

/** Those of a gallery that can still be compared. */
export function comparable(account: string, gallery: string): Added[] {
  return [...added.values()].filter((one) => one.account === account && one.gallery === gallery && Date.now() - one.at < COMPARABLE_MS);
}

/** Whether faces were added to a gallery since it was trained; false if it never was. */
export function addedSince(account: string, gallery: string, trainedDateTime: string | undefined): boolean {
  return trainedDateTime !== undefined && comparable(account, gallery).some(({ at }) => at > Date.parse(trainedDateTime));
}

/** Deleted faces are removed here too. */
export function forget(is: (one: Added) => boolean): void {
  for (const [id, one] of added) if (is(one)) added.delete(id);
}
