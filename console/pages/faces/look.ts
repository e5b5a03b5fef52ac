/** Detects the faces of an image; thumbnails are cut out here, since the server stores no images. */
import type { Client } from '../../kit/api.ts';
import { BASE, asBytes, detectQuery } from './calls.ts';
import type { DetectedFace, Rectangle } from './calls.ts';

export interface ImageFace extends DetectedFace { thumb: string }
export interface DetectedImage { file: File; /** As displayed; `width` and `height` are those of the whole image. */ image: ImageBitmap; width: number; height: number; faces: ImageFace[] }

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
  const image = scale < 1 ? await createImageBitmap(whole, { resizeWidth: Math.round(width * scale), resizeHeight: Math.round(height * scale), resizeQuality: 'medium' }) : whole;
  if (image !== whole) whole.close();
  return { file, image, width, height, faces: seen };
}

function cutOut(image: ImageBitmap, { left, top, width, height }: Rectangle): string {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [THUMB_SIZE, THUMB_SIZE];
  const side = Math.max(width, height) * (1 + 2 * MARGIN);
  canvas.getContext('2d')!.drawImage(image, left + width / 2 - side / 2, top + height / 2 - side / 2, side, side, 0, 0, THUMB_SIZE, THUMB_SIZE);
  return canvas.toDataURL('image/jpeg', 0.8);
}
