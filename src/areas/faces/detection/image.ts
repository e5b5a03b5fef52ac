/**
 * Detects the faces in the image of a call. The image is fetched if it is given by URL. Detection runs in a separate process with limits on
 * size, time, memory and the number of images per account.
 */
import type { Static } from 'typebox';
import { fail } from '../../../kernel/failures.ts';
import type { Failure } from '../../../kernel/failures.ts';
import type { Call } from '../../../kernel/operation.ts';
import type { FaceServices } from '../services.ts';
import type { Box, Face, FacesInImage } from '../../../engines/faces/face.ts';
import type { Unreadable } from '../../../engines/documents/reading/model/unreadable-file.ts';
import { TooManyTasks, WorkerEnded } from '../../../kernel/ports/workers.ts';
import { FetchRefused } from '../../../kernel/ports/fetch.ts';
import { faceFailure } from '../failures.ts';
import type { ImageUrl } from '../schemas.ts';

/** Accepted content types; the format is recognized from the bytes. */
export const IMAGE_TYPES = ['application/octet-stream', 'image/*'];
export const MAX_IMAGE_BYTES = 6 * 2 ** 20;
/** Failures of operations that take an image. */
export const IMAGE_FAILURES = ['ImageUrlInvalid', 'ImageUrlFailed', 'ImageUnreadable', 'ImageTooSmall', 'ImageTooLarge'] as const;
/** Failures of operations that need exactly one face of it. */
export const SINGLE_FACE_FAILURES = [
  ...IMAGE_FAILURES,
  'NoFaceInImage',
  'SeveralFacesInImage',
  'TargetFaceInvalid',
  'TargetFaceOutOfRange',
] as const;

const MIN_IMAGE_BYTES = 1024;
const MAX_FACES_RETURNED = 100;
const FETCH_TIMEOUT_MS = 15_000;
const DETECT_CPU_MS = 20_000;
const RETRY_AFTER_SECONDS = 5;
/** Images of one account that may wait for detection. */
const MAX_WAITING = 100;
/** A process can be killed from outside; if it exits twice, the image is the cause. */
const MAX_ATTEMPTS = 2;
const TASK_MODULE = new URL('./detect-task.ts', import.meta.url);

/** The result of the process. */
export type DetectTaskResult = { image: FacesInImage } | { unreadable: Unreadable };

type ImageCall = Pick<Call<unknown, unknown, Uint8Array | Static<typeof ImageUrl>>, 'body' | 'account' | 'signal'>;

/** What to compute for each face besides its place and quality. */
interface WantedOfFaces {
  templates: boolean;
  appearance?: boolean;
}

/** A call that runs again after a conflict does not fetch and process its image again. */
const detections = new WeakMap<ImageCall, Promise<FacesInImage>>();

/** The faces in the image of a call, the largest first; with templates if requested. */
export function detectFaces(call: ImageCall, services: FaceServices, wanted: WantedOfFaces): Promise<FacesInImage> {
  let detection = detections.get(call);
  if (!detection) detections.set(call, (detection = runDetection(call, services, wanted)));
  return detection;
}

/** The only face, or the one that overlaps the target rectangle most. */
export function selectFace({ width, height, faces }: FacesInImage, targetFace: string | undefined): Face {
  if (targetFace === undefined || targetFace === '') {
    if (faces.length > 1) throw faceFailure('SeveralFacesInImage');
    if (!faces[0]) throw faceFailure('NoFaceInImage');
    return faces[0];
  }
  const target = parseBox(targetFace);
  if (target.left + target.width > width || target.top + target.height > height) throw faceFailure('TargetFaceOutOfRange');
  const overlapping = faces.map((face) => ({ face, overlap: boxOverlap(face.box, target) })).filter(({ overlap }) => overlap > 0);
  if (overlapping.length === 0) throw faceFailure('NoFaceInImage');
  return overlapping.reduce((best, other) => (other.overlap > best.overlap ? other : best)).face;
}

async function runDetection(call: ImageCall, services: FaceServices, wanted: WantedOfFaces): Promise<FacesInImage> {
  const { body, account } = call;
  const detect = (bytes: Uint8Array): Promise<FacesInImage> => detectInBytes(bytes, call, services, wanted);
  return body instanceof Uint8Array ? await detect(body) : await useImage(account.id, body.url, services, detect);
}

async function detectInBytes(
  bytes: Uint8Array,
  { account, signal }: ImageCall,
  services: FaceServices,
  wanted: WantedOfFaces,
): Promise<FacesInImage> {
  if (bytes.length < MIN_IMAGE_BYTES) throw faceFailure('ImageTooSmall');
  if (bytes.length > MAX_IMAGE_BYTES) throw faceFailure('ImageTooLarge');
  const { weights } = services.detection;
  const input = { bytes, wanted, maxFaces: MAX_FACES_RETURNED, ...(weights !== undefined && { weights }) };
  const result = await detectInProcess(account.id, input, services, signal);
  if ('unreadable' in result) throw unreadableFailure(result.unreadable);
  return result.image;
}

async function detectInProcess(
  account: string,
  input: object,
  { detection: { processes } }: FaceServices,
  signal: AbortSignal,
): Promise<DetectTaskResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await processes.run<DetectTaskResult>({
        account,
        maxWaiting: MAX_WAITING,
        module: TASK_MODULE,
        function: 'detect',
        input,
        cpu: { totalMs: DETECT_CPU_MS },
        signal,
      });
    } catch (problem) {
      if (problem instanceof TooManyTasks) throw fail('RateExceeded', { retryAfter: RETRY_AFTER_SECONDS });
      if (!(problem instanceof WorkerEnded)) throw problem;
      if (problem.isOutOfMemory || problem.isOutOfTime) throw faceFailure('ImageTooLarge');
      if (attempt === MAX_ATTEMPTS) throw faceFailure('ImageUnreadable');
    }
  }
}

function unreadableFailure(reason: Unreadable): Failure {
  switch (reason) {
    case 'tooSmall':
      return faceFailure('ImageTooSmall');
    case 'tooLarge':
    case 'dimensions':
      return faceFailure('ImageTooLarge');
    default:
      return faceFailure('ImageUnreadable');
  }
}

async function useImage<T>(account: string, url: string, { fetchFile }: FaceServices, use: (bytes: Uint8Array) => Promise<T>): Promise<T> {
  try {
    return await fetchFile(url, { account, maxBytes: MAX_IMAGE_BYTES, timeMs: FETCH_TIMEOUT_MS }, async (file) => {
      if (file.status < 200 || file.status > 299) throw faceFailure('ImageUrlFailed', { details: `${file.status}` });
      return await use(await file.bytes());
    });
  } catch (error) {
    if (error instanceof FetchRefused) throw fetchFailure(error);
    throw error;
  }
}

function fetchFailure({ reason, message }: FetchRefused): Failure {
  switch (reason) {
    case 'address':
    case 'port':
    case 'scheme':
    case 'credentials':
    case 'url':
      return faceFailure('ImageUrlInvalid');
    case 'size':
      return faceFailure('ImageTooLarge');
    default:
      return faceFailure('ImageUrlFailed', { details: message });
  }
}

const TARGET_FACE = /^\s*(\d{1,6})\s*,\s*(\d{1,6})\s*,\s*(\d{1,6})\s*,\s*(\d{1,6})\s*$/;

function parseBox(text: string): Box {
  const [left, top, width, height] = (TARGET_FACE.exec(text) ?? []).slice(1).map(Number);
  if (!width || !height) throw faceFailure('TargetFaceInvalid');
  return { left: left!, top: top!, width, height };
}

/** Intersection over union. */
function boxOverlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  const common = Math.max(0, width) * Math.max(0, height);
  return common / (a.width * a.height + b.width * b.height - common);
}
