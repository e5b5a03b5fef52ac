/** The picture of a call, and the faces in it: fetched where it comes by address, looked at in a process of its own, under caps on size, time, memory and on what an account may have under way. */
import type { Static } from 'typebox';
import { fail } from '../../../kernel/failures.ts';
import type { Failure } from '../../../kernel/failures.ts';
import type { Call } from '../../../kernel/operation.ts';
import type { FaceServices } from '../services.ts';
import type { Box, Face, FacesInImage } from '../../../engines/faces/face.ts';
import type { Unreadable } from '../../../engines/reading/model/unreadable-file.ts';
import { ProcessEnded } from '../../../kernel/ports/workers.ts';
import { FetchRefused } from '../../../kernel/ports/fetch.ts';
import { faceFailure } from '../failures.ts';
import type { ImageUrl } from '../schemas.ts';

/** Types under which a picture may be sent; what it is, its bytes say. */
export const PICTURE_TYPES = ['application/octet-stream', 'image/*'];
export const MOST_PICTURE_BYTES = 6 * 2 ** 20;
/** How a call that brings a picture may fail. */
export const PICTURE_FAILS = ['ImageUrlInvalid', 'ImageUrlFailed', 'PictureUnreadable', 'PictureTooSmall', 'PictureTooBig'] as const;
/** And one that needs a certain face in it. */
export const ONE_FACE_FAILS = [...PICTURE_FAILS, 'NoFaceInPicture', 'SeveralFacesInPicture', 'TargetFaceInvalid', 'TargetFaceOutOfRange'] as const;

const LEAST_PICTURE_BYTES = 1024;
const MOST_FACES_TOLD = 100;
const FETCH_MS = 15_000;
const FIND_MS = 20_000;
const RETRY_AFTER_SECONDS = 5;
/** A process may be ended from outside; one that ends twice was ended by the picture. */
const TRIES = 2;
const TASK = new URL('./detect-task.ts', import.meta.url);

/** What the process answers. */
export type Found = { picture: FacesInImage } | { unreadable: Unreadable };

type PictureCall = Pick<Call<unknown, unknown, Uint8Array | Static<typeof ImageUrl>>, 'body' | 'account' | 'signal'>;

/** A call whose change meets another's runs again: its picture is fetched and looked at once. */
const looked = new WeakMap<PictureCall, Promise<FacesInImage>>();

/** The faces in the picture of a call, the largest first; with what they are recognised by where that is wanted. */
export function facesIn(call: PictureCall, services: FaceServices, wanted: { templates: boolean }): Promise<FacesInImage> {
  let found = looked.get(call);
  if (!found) looked.set(call, found = look(call, services, wanted));
  return found;
}

/** The face that is meant: the only one, or the one at the place that the caller has named. */
export function meantFace({ width, height, faces }: FacesInImage, targetFace: string | undefined): Face {
  if (targetFace === undefined || targetFace === '') {
    if (faces.length > 1) throw faceFailure('SeveralFacesInPicture');
    if (!faces[0]) throw faceFailure('NoFaceInPicture');
    return faces[0];
  }
  const target = boxIn(targetFace);
  if (target.left + target.width > width || target.top + target.height > height) throw faceFailure('TargetFaceOutOfRange');
  const near = faces.map((face) => ({ face, overlap: overlapOf(face.box, target) })).filter(({ overlap }) => overlap > 0);
  if (near.length === 0) throw faceFailure('NoFaceInPicture');
  return near.reduce((best, one) => one.overlap > best.overlap ? one : best).face;
}

async function look({ body, account, signal }: PictureCall, services: FaceServices, wanted: { templates: boolean }): Promise<FacesInImage> {
  const bytes = body instanceof Uint8Array ? body : await fetched(body.url, services.fetch);
  if (bytes.length < LEAST_PICTURE_BYTES) throw faceFailure('PictureTooSmall');
  if (bytes.length > MOST_PICTURE_BYTES) throw faceFailure('PictureTooBig');
  const { weights, queue } = services.detection;
  const input = { bytes, wanted, maxFaces: MOST_FACES_TOLD, ...weights !== undefined && { weights } };
  const found = await queue.run(account.id, {
    signal, refused: () => fail('RateExceeded', { retryAfter: RETRY_AFTER_SECONDS }), work: () => inProcess(input, services, signal),
  });
  if ('unreadable' in found) throw unreadable(found.unreadable);
  return found.picture;
}

async function inProcess(input: object, { detection: { processes } }: FaceServices, signal: AbortSignal): Promise<Found> {
  for (let attempt = 1; ; attempt++) {
    const overdue = AbortSignal.timeout(FIND_MS);
    try {
      return await processes.run<Found>({ module: TASK, function: 'find', input, signal: AbortSignal.any([signal, overdue]) });
    } catch (problem) {
      if (overdue.aborted && !signal.aborted) throw faceFailure('PictureTooBig');
      if (!(problem instanceof ProcessEnded)) throw problem;
      if (problem.isOutOfMemory) throw faceFailure('PictureTooBig');
      if (attempt === TRIES) throw faceFailure('PictureUnreadable');
    }
  }
}

function unreadable(reason: Unreadable): Failure {
  switch (reason) {
    case 'tooSmall': return faceFailure('PictureTooSmall');
    case 'tooLarge':
    case 'dimensions': return faceFailure('PictureTooBig');
    default: return faceFailure('PictureUnreadable');
  }
}

async function fetched(url: string, fetch: FaceServices['fetch']): Promise<Uint8Array> {
  try {
    const { status, bytes } = await fetch(url, { maxBytes: MOST_PICTURE_BYTES, timeMs: FETCH_MS });
    if (status < 200 || status > 299) throw faceFailure('ImageUrlFailed', { details: `${status}` });
    return bytes;
  } catch (error) {
    if (error instanceof FetchRefused) throw refused(error);
    throw error;
  }
}

function refused({ reason, message }: FetchRefused): Failure {
  switch (reason) {
    case 'address':
    case 'port':
    case 'scheme':
    case 'credentials':
    case 'url': return faceFailure('ImageUrlInvalid');
    case 'size': return faceFailure('PictureTooBig');
    default: return faceFailure('ImageUrlFailed', { details: message });
  }
}

const TARGET = /^\s*(\d{1,6})\s*,\s*(\d{1,6})\s*,\s*(\d{1,6})\s*,\s*(\d{1,6})\s*$/;

function boxIn(text: string): Box {
  const [left, top, width, height] = (TARGET.exec(text) ?? []).slice(1).map(Number);
  if (!width || !height) throw faceFailure('TargetFaceInvalid');
  return { left: left!, top: top!, width, height };
}

/** The share that two boxes have in common of what both cover. */
function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  const common = Math.max(0, width) * Math.max(0, height);
  return common / (a.width * a.height + b.width * b.height - common);
}
