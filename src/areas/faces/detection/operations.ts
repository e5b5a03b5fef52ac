/** Detection: rectangles, landmarks and attributes of the faces in an image, and temporary ids for recognition. */
import type { FaceServices } from '../services.ts';
import { Type } from '../../../kernel/schema.ts';
import { reply } from '../../../kernel/operation.ts';
import { operation } from '../services.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Box, FacesInImage } from '../../../engines/faces/face.ts';
import { Change } from '../../../kernel/change.ts';
import { measureAttributes, needsAppearance, parseAttributes } from './attributes.ts';
import type { AttributeNames } from './attributes.ts';
import { saveDetectedFaces } from './detected-faces.ts';
import { IMAGE_INPUT, faceFailure } from '../failures.ts';
import { LANDMARK_NAMES, toLandmarks } from './landmarks.ts';
import { DEFAULT_RECOGNITION_MODEL, RECOGNITION_MODELS } from '../model.ts';
import { MAX_IMAGE_BYTES, IMAGE_FAILURES, IMAGE_TYPES, detectFaces } from './image.ts';
import { ImageUrl, detectionModel } from '../schemas.ts';
import { getVersion } from '../versions.ts';

const DAY_SECONDS = 86_400;

const DetectQuery = Type.Object({
  returnFaceId: Type.Boolean({ default: true }),
  returnFaceLandmarks: Type.Boolean({ default: false }),
  returnFaceAttributes: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  recognitionModel: Type.Enum([...RECOGNITION_MODELS], { default: DEFAULT_RECOGNITION_MODEL }),
  returnRecognitionModel: Type.Boolean({ default: false }),
  detectionModel,
  faceIdTimeToLive: Type.Integer({ minimum: 60, maximum: DAY_SECONDS, default: DAY_SECONDS }),
});

const number = Type.Number();
const Rectangle = Type.Object({ top: Type.Integer(), left: Type.Integer(), width: Type.Integer(), height: Type.Integer() });
const Landmarks = Type.Object(Object.fromEntries(LANDMARK_NAMES.map((name) => [name, Type.Object({ x: number, y: number })])));
const Attributes = Type.Partial(
  Type.Object({
    headPose: Type.Object({ pitch: number, roll: number, yaw: number }),
    blur: Type.Object({ blurLevel: Type.String(), value: number }),
    exposure: Type.Object({ exposureLevel: Type.String(), value: number }),
    noise: Type.Object({ noiseLevel: Type.String(), value: number }),
    qualityForRecognition: Type.String(),
    glasses: Type.String(),
    occlusion: Type.Object({ foreheadOccluded: Type.Boolean(), eyeOccluded: Type.Boolean(), mouthOccluded: Type.Boolean() }),
    accessories: Type.Array(Type.Object({ type: Type.String(), confidence: number })),
    mask: Type.Object({ type: Type.String(), noseAndMouthCovered: Type.Boolean() }),
  }),
);
const DetectedFaces = Type.Array(
  Type.Object({
    faceId: Type.Optional(Type.String()),
    recognitionModel: Type.Optional(Type.String()),
    faceRectangle: Rectangle,
    faceLandmarks: Type.Optional(Landmarks),
    faceAttributes: Type.Optional(Attributes),
  }),
);

/** Whole pixels inside the image, so that the rectangle can be sent back as a target. */
function toRectangle(box: Box, { width, height }: FacesInImage): Box {
  const [left, top] = [Math.max(0, Math.round(box.left)), Math.max(0, Math.round(box.top))];
  const [right, bottom] = [Math.min(width, Math.round(box.left + box.width)), Math.min(height, Math.round(box.top + box.height))];
  return { left, top, width: right - left, height: bottom - top };
}

const detect = operation({
  id: 'faces.detect',
  summary: 'Detect the faces in an image',
  route: 'POST /detect',
  query: DetectQuery,
  body: ImageUrl,
  accepts: 'jsonOrBytes',
  mediaTypes: IMAGE_TYPES,
  maxBytes: MAX_IMAGE_BYTES,
  replies: { 200: DetectedFaces },
  fails: [...IMAGE_FAILURES, 'AttributesInvalid', 'AttributesUnsupported', 'LandmarksUnsupported'],
  badInput: IMAGE_INPUT,
  example: { query: { returnFaceLandmarks: 'true' }, body: { url: 'https://images.invalid/family.jpg' } },
  async run(call, services) {
    const { account, version, query } = call;
    const { recognitionModel, returnFaceId } = query;
    const attributes = parseAttributes(query.returnFaceAttributes, query);
    if (query.returnFaceLandmarks && query.detectionModel === 'detection_02')
      throw faceFailure('LandmarksUnsupported', { detectionModel: query.detectionModel });
    const image = await detectFaces(call, services, { templates: returnFaceId, appearance: needsAppearance(attributes) });
    const change = new Change();
    const expiresAt = services.clock.now() + query.faceIdTimeToLive * 1000;
    const ids = returnFaceId
      ? await saveDetectedFaces(
          change,
          account.id,
          image.faces.map(({ template }) => template!),
          { recognitionModel, expiresAt },
          services,
        )
      : [];
    const { capitalizesLevels, headwear } = getVersion(version);
    const names: AttributeNames = { level: (level) => (capitalizesLevels ? level[0]!.toUpperCase() + level.slice(1) : level), headwear };
    const body = image.faces.map((face, i) => ({
      ...(returnFaceId && { faceId: ids[i] }),
      ...(query.returnRecognitionModel && { recognitionModel }),
      faceRectangle: toRectangle(face.box, image),
      ...(query.returnFaceLandmarks && { faceLandmarks: toLandmarks(face.points) }),
      ...(attributes.length > 0 && { faceAttributes: measureAttributes(face, attributes, names) }),
    }));
    return reply(200, body, ids.length > 0 ? { change } : {});
  },
});

export const detectionOperations: Operation<FaceServices>[] = [detect];
