/** Dropped images with their detected faces, and faces added in this visit. */
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import type { Client } from '../../kit/api.ts';
import { useLoad, type Loaded } from '../../kit/hooks.ts';
import { asBytes, BASE, detectQuery, type DetectedFace, type Rectangle } from './calls.ts';

export interface ImageFace extends DetectedFace {
  thumb: string;
}
export interface DetectedImage {
  file: File;
  /** As displayed; `width` and `height` are those of the whole image. */ image: ImageBitmap;
  width: number;
  height: number;
  faces: ImageFace[];
}

const MAX_SIDE = 1600;
const THUMB_SIZE = 96;
/** Margin around the face, relative to its width. */
const MARGIN = 0.25;

export const ACCEPTED = '.jpg,.jpeg,.png,.gif,.bmp';

export async function detectFaces(client: Client, file: File, model: string, signal?: AbortSignal): Promise<DetectedImage> {
  const faces = await client.post<DetectedFace[]>(`${BASE}/detect`, undefined, { file: asBytes(file), query: detectQuery(model), signal });
  const whole = await createImageBitmap(file);
  const { width, height } = whole;
  const seen = faces.map((face) => ({ ...face, thumb: cutOut(whole, face.faceRectangle) }));
  const scale = MAX_SIDE / Math.max(width, height);
  const image =
    scale < 1
      ? await createImageBitmap(whole, {
          resizeWidth: Math.round(width * scale),
          resizeHeight: Math.round(height * scale),
          resizeQuality: 'medium',
        })
      : whole;
  if (image !== whole) whole.close();
  return { file, image, width, height, faces: seen };
}

function cutOut(image: ImageBitmap, { left, top, width, height }: Rectangle): string {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [THUMB_SIZE, THUMB_SIZE];
  const side = Math.max(width, height) * (1 + 2 * MARGIN);
  canvas
    .getContext('2d')!
    .drawImage(image, left + width / 2 - side / 2, top + height / 2 - side / 2, side, side, 0, 0, THUMB_SIZE, THUMB_SIZE);
  return canvas.toDataURL('image/jpeg', 0.8);
}

export interface AddedFace {
  persistedFaceId: string;
  account: string;
  /** The gallery's path. */ gallery: string;
  personId?: string;
  face: ImageFace;
  at: number;
}

const MAX_REMEMBERED = 2000;
/** Detected faces are stored for a day. */
const COMPARABLE_MS = 23 * 3_600_000;
const addedFaces = new Map<string, AddedFace>();

/** What can still be compared, without the image: kept for this tab, over reloads. */
interface ComparableFace extends Omit<AddedFace, 'face'> {
  faceId: string;
}
const STORED = 'perennial-added-faces';
let comparable = JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as ComparableFace[];

function storeComparable(faces: readonly ComparableFace[]): void {
  comparable = faces.slice(-MAX_REMEMBERED);
  sessionStorage.setItem(STORED, JSON.stringify(comparable));
}

/** Faces added since the console was opened: thumbnails, in memory only, and ids that can still be compared. */
export function rememberFace({ face, ...one }: Omit<AddedFace, 'at'>): void {
  const at = Date.now();
  addedFaces.set(one.persistedFaceId, { ...one, face, at });
  storeComparable([...comparable, { ...one, at, faceId: face.faceId }]);
  const [oldest] = addedFaces.keys();
  if (addedFaces.size > MAX_REMEMBERED) addedFaces.delete(oldest!);
}

export function addedFace(persistedFaceId: string): ImageFace | undefined {
  return addedFaces.get(persistedFaceId)?.face;
}

/** Those of a gallery that can still be compared. */
export function comparableFaces(account: string, gallery: string): ComparableFace[] {
  return comparable.filter((one) => one.account === account && one.gallery === gallery && Date.now() - one.at < COMPARABLE_MS);
}

/** Whether faces were added to a gallery since it was trained; false if it never was. */
export function hasAddedSince(account: string, gallery: string, trainedDateTime: string | undefined): boolean {
  return trainedDateTime !== undefined && comparableFaces(account, gallery).some(({ at }) => at > Date.parse(trainedDateTime));
}

/** Deleted faces are removed here too. */
export function forgetFaces(is: (one: Omit<AddedFace, 'face'>) => boolean): void {
  for (const [id, one] of addedFaces) if (is(one)) addedFaces.delete(id);
  storeComparable(comparable.filter((one) => !is(one)));
}

export interface DroppedImage {
  file: File | undefined;
  drop: (file: File | undefined) => void;
  seen: Loaded<DetectedImage | null>;
  selected: number;
  select: (at: number) => void;
  face: ImageFace | undefined;
}

/** Detects again for another recognition model. */
export function useDroppedImage(model: string): DroppedImage {
  const { client } = useAccount();
  const [file, setFile] = useState<File>();
  const [selected, select] = useState(0);
  const seen = useLoad(async (signal) => (file ? await detectFaces(client, file, model, signal) : null), [client, file, model]);
  const drop = (next: File | undefined): void => {
    select(0);
    setFile(next);
  };
  return { file, drop, seen, selected, select, face: seen.value?.faces[selected] };
}
