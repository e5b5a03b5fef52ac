/** Bodies of runtime calls, in the form of the oldest version and of the later ones. */
import type { Static } from 'typebox';
import { Type } from '../../../kernel/schema.ts';
import { Warnings } from '../../../prediction/warnings.ts';
import { Paging } from '../projects/schemas.ts';

const MAX_CHARACTERS = 1000;
const Name = Type.String({ minLength: 1, maxLength: 128 });
const Text = Type.String({ maxLength: MAX_CHARACTERS });
const Language = Type.String({ maxLength: 35 });

/** Parameters for the target of an intent; each kind of target uses those it knows. */
const TargetParameters = Type.Object({
  targetKind: Type.Optional(Type.String()),
  targetProjectKind: Type.Optional(Type.String()),
  apiVersion: Type.Optional(Type.String()),
  query: Type.Optional(Text),
  callingOptions: Type.Optional(
    Type.Object({
      language: Type.Optional(Language),
      verbose: Type.Optional(Type.Boolean()),
      log: Type.Optional(Type.Boolean()),
      isLoggingEnabled: Type.Optional(Type.Boolean()),
      'show-all-intents': Type.Optional(Type.Boolean()),
    }),
  ),
});
export type TargetParameters = Static<typeof TargetParameters>;
const ByTarget = Type.Record(Type.String(), TargetParameters);

export const FormerQuery = Type.Object({ projectName: Name, deploymentName: Name });
export const FormerBody = Type.Object({
  query: Text,
  language: Type.Optional(Language),
  verbose: Type.Optional(Type.Boolean()),
  isLoggingEnabled: Type.Optional(Type.Boolean()),
  directTarget: Type.Optional(Type.String()),
  parameters: Type.Optional(ByTarget),
});

/** `itn` and `lexical` are forms of a transcript: with numbers as digits, and word for word. */
const ConversationItem = Type.Object({
  id: Type.String(),
  participantId: Type.String(),
  text: Type.Optional(Text),
  itn: Type.Optional(Text),
  lexical: Type.Optional(Text),
  language: Type.Optional(Language),
  modality: Type.Optional(Type.Enum(['text', 'transcript'])),
  role: Type.Optional(Type.String()),
});
export type ConversationItem = Static<typeof ConversationItem>;

export const TaskBody = Type.Object({
  kind: Type.String({ maxLength: 100 }),
  analysisInput: Type.Object({
    conversationItem: ConversationItem,
  }),
  parameters: Type.Object({
    projectName: Name,
    deploymentName: Name,
    verbose: Type.Optional(Type.Boolean()),
    isLoggingEnabled: Type.Optional(Type.Boolean()),
    stringIndexType: Type.Optional(Type.String()),
    directTarget: Type.Optional(Type.String()),
    targetProjectParameters: Type.Optional(ByTarget),
  }),
});

const Prediction = Type.Unsafe<object>({ type: 'object', additionalProperties: true });
export const FormerReply = Type.Object({
  query: Type.String(),
  detectedLanguage: Type.Optional(Type.String()),
  prediction: Prediction,
  warnings: Warnings,
});
export const TaskReply = Type.Object({ kind: Type.Literal('ConversationResult'), result: FormerReply });

export const PrebuiltQuery = Type.Object({
  ...Paging.properties,
  language: Type.Optional(Language),
  multilingual: Type.Optional(Type.String({ maxLength: 5 })),
});
export const PrebuiltItem = Type.Object({ category: Type.String(), description: Type.String(), examples: Type.String() });
