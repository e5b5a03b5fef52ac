/** Faces added since the console was opened: thumbnails, and ids that can still be compared. In memory only. */
import type { ImageFace } from './look.ts';

export interface AddedFace { persistedFaceId: string; account: string; /** The gallery's path. */ gallery: string; personId?: string; face: ImageFace; at: number }

const MAX_REMEMBERED = 2000;
/** Detected faces are stored for a day. */
const COMPARABLE_MS = 23 * 3_600_000;
const addedFaces = new Map<string, AddedFace>();

export function rememberFace(one: Omit<AddedFace, 'at'>): void {
  addedFaces.set(one.persistedFaceId, { ...one, at: Date.now() });
  const [oldest] = addedFaces.keys();
  if (addedFaces.size > MAX_REMEMBERED) addedFaces.delete(oldest!);
}

export function addedFace(persistedFaceId: string): ImageFace | undefined {
  return addedFaces.get(persistedFaceId)?.face;
}

/** Those of a gallery that can still be compared. */
export function comparableFaces(account: string, gallery: string): AddedFace[] {
  return [...addedFaces.values()].filter((one) => one.account === account && one.gallery === gallery && Date.now() - one.at < COMPARABLE_MS);
}

/** Whether faces were added to a gallery since it was trained; false if it never was. */
export function hasAddedSince(account: string, gallery: string, trainedDateTime: string | undefined): boolean {
  return trainedDateTime !== undefined && comparableFaces(account, gallery).some(({ at }) => at > Date.parse(trainedDateTime));
}

/** Deleted faces are removed here too. */
export function forgetFaces(is: (one: AddedFace) => boolean): void {
  for (const [id, one] of addedFaces) if (is(one)) addedFaces.delete(id);
}
