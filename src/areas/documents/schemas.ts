import { Type } from 'typebox';
import { MODEL_ID_PATTERN } from './model.ts';

export const AuthorizeCopyRequest = Type.Object({
  modelId: Type.String({ pattern: MODEL_ID_PATTERN }),
  description: Type.Optional(Type.String({ maxLength: 4096 })),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
});

export const CopyAuthorizationView = Type.Object({
  targetResourceId: Type.String(),
  targetResourceRegion: Type.String(),
  targetModelId: Type.String(),
  targetModelLocation: Type.String(),
  accessToken: Type.String(),
  expirationDateTime: Type.String(),
});
