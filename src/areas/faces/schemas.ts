import { Type } from 'typebox';
import { GROUP_ID_PATTERN, RECOGNITION_MODELS } from './model.ts';

const name = Type.String({ minLength: 1, maxLength: 128 });
const userData = Type.Optional(Type.String({ maxLength: 16_384 }));
const recognitionModel = Type.Enum([...RECOGNITION_MODELS]);

export const NewPersonGroupPath = Type.Object({ personGroupId: Type.String({ pattern: GROUP_ID_PATTERN }) });
/** An id that cannot exist is answered like one that does not. */
export const PersonGroupPath = Type.Object({ personGroupId: Type.String() });

export const CreatePersonGroup = Type.Object({ name, userData, recognitionModel: Type.Optional(recognitionModel) });
export const UpdatePersonGroup = Type.Object({ name: Type.Optional(name), userData });

export const ReturnRecognitionModel = Type.Object({ returnRecognitionModel: Type.Boolean({ default: false }) });
export const ListPersonGroups = Type.Object({
  start: Type.String({ maxLength: 64, default: '' }),
  top: Type.Integer({ minimum: 1, maximum: 1000, default: 1000 }),
  returnRecognitionModel: Type.Boolean({ default: false }),
});

export const PersonGroupView = Type.Object({
  personGroupId: Type.String(),
  name: Type.String(),
  userData: Type.Optional(Type.String()),
  recognitionModel: Type.Optional(Type.String()),
});
export const PersonGroupList = Type.Array(PersonGroupView);
