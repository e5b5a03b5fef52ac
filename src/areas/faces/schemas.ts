/** Schemas of requests and replies that several operations share. */
import { Type } from '../../kernel/schema.ts';
import { DEFAULT_DETECTION_MODEL, DETECTION_MODELS, RECOGNITION_MODELS } from './model.ts';

const name = Type.String({ minLength: 1, maxLength: 128 });
const userData = Type.Optional(Type.String({ maxLength: 16_384 }));
const faceUserData = Type.Optional(Type.String({ maxLength: 1024 }));

const recognitionModel = Type.Enum([...RECOGNITION_MODELS]);
export const detectionModel = Type.Enum([...DETECTION_MODELS], { default: DEFAULT_DETECTION_MODEL });

export const CreateGallery = Type.Object({ name, userData, recognitionModel: Type.Optional(recognitionModel) });
export const CreatePerson = Type.Object({ name, userData });
/** For galleries and persons. */
export const UpdateRequest = Type.Object({ name: Type.Optional(name), userData });
export const UpdateFace = Type.Object({ userData: faceUserData });

export const ReturnRecognitionModel = Type.Object({ returnRecognitionModel: Type.Boolean({ default: false }) });
/** Lists continue after the id `start`. */
export const Paging = Type.Object({
  start: Type.String({ maxLength: 64, default: '' }),
  top: Type.Integer({ minimum: 1, maximum: 1000, default: 1000 }),
});
export const ListGalleries = Type.Object({ ...Paging.properties, ...ReturnRecognitionModel.properties });

/** An image by URL; operations also accept the bytes as the body. */
export const ImageUrl = Type.Object({ url: Type.String({ minLength: 1, maxLength: 8192 }) });
export const AddFaceQuery = Type.Object({
  userData: faceUserData,
  targetFace: Type.Optional(Type.String({ maxLength: 128 })),
  detectionModel,
});

export const PersonCreated = Type.Object({ personId: Type.String() });
export const FaceAdded = Type.Object({ persistedFaceId: Type.String() });
export const PersonView = Type.Object({
  personId: Type.String(),
  persistedFaceIds: Type.Array(Type.String()),
  name: Type.String(),
  userData: Type.Optional(Type.String()),
});
export const PersistedFaceView = Type.Object({ persistedFaceId: Type.String(), userData: Type.Optional(Type.String()) });
