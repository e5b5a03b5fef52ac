/** Bodies of conversation jobs. */
import type { Static } from 'typebox';
import { Type } from '../../../../kernel/schema.ts';
import { JobStatus } from '../../projects/schemas.ts';
import { REDACTION_CHARACTERS, SUMMARY_LENGTHS, TRANSCRIPT_FORMS } from './model.ts';

const Text = Type.String();
const Ticks = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Timing = { offset: Type.Optional(Ticks), duration: Type.Optional(Ticks) };
const WordTimings = Type.Array(Type.Object({ word: Type.Optional(Type.String({ maxLength: 500 })), ...Timing }));

/** An item of either modality; `audioTimings` is the oldest name of `wordLevelTimings`. */
const Item = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 512 }),
  participantId: Type.String({ maxLength: 512 }),
  text: Type.Optional(Text),
  itn: Type.Optional(Text),
  maskedItn: Type.Optional(Text),
  lexical: Type.Optional(Text),
  language: Type.Optional(Type.String({ maxLength: 35 })),
  modality: Type.Optional(Type.Enum(['text', 'transcript'])),
  role: Type.Optional(Type.String({ maxLength: 100 })),
  wordLevelTimings: Type.Optional(WordTimings),
  audioTimings: Type.Optional(WordTimings),
  conversationItemLevelTiming: Type.Optional(Type.Object(Timing)),
});
export type RequestedItem = Static<typeof Item>;

const Conversation = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 512 }),
  language: Type.String({ maxLength: 35 }),
  modality: Type.Enum(['text', 'transcript']),
  domain: Type.Optional(Type.String({ maxLength: 100 })),
  conversationItems: Type.Array(Item),
});
export type RequestedConversation = Static<typeof Conversation>;

const Names = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 });

/** The parameters of every kind of task; each kind uses those it knows. */
const Parameters = Type.Object({
  modelVersion: Type.Optional(Type.String({ maxLength: 60 })),
  loggingOptOut: Type.Optional(Type.Boolean()),
  stringIndexType: Type.Optional(Type.String({ maxLength: 35 })),
  summaryAspects: Type.Optional(Names),
  sentenceCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  summaryLength: Type.Optional(Type.Enum([...SUMMARY_LENGTHS])),
  instruction: Type.Optional(Type.String({ maxLength: 10_000 })),
  piiCategories: Type.Optional(Names),
  excludePiiCategories: Type.Optional(Names),
  includeAudioRedaction: Type.Optional(Type.Boolean()),
  redactAudioTiming: Type.Optional(Type.Boolean()),
  redactionSource: Type.Optional(Type.Enum([...TRANSCRIPT_FORMS])),
  redactionCharacter: Type.Optional(Type.Enum([...REDACTION_CHARACTERS])),
  redactionPolicy: Type.Optional(
    Type.Object({
      policyKind: Type.Enum(['noMask', 'characterMask', 'entityMask']),
      redactionCharacter: Type.Optional(Type.Enum([...REDACTION_CHARACTERS])),
    }),
  ),
});
export type RequestedParameters = Static<typeof Parameters>;

const Task = Type.Object({
  kind: Type.String({ maxLength: 60 }),
  taskName: Type.Optional(Type.String({ maxLength: 500 })),
  parameters: Type.Optional(Parameters),
});
export type RequestedTask = Static<typeof Task>;

export const JobRequest = Type.Object({
  displayName: Type.Optional(Type.String({ maxLength: 500 })),
  analysisInput: Type.Object({ conversations: Type.Array(Conversation) }),
  tasks: Type.Array(Task),
});
export const JobQuery = Type.Object({ showStats: Type.Boolean({ default: false }) });

const DateTime = Type.String({ format: 'date-time' });
const Count = Type.Integer();
const Failed = Type.Object({
  code: Type.String(),
  message: Type.String(),
  target: Type.Optional(Type.String()),
  innererror: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
});
const Summary = Type.Object({
  aspect: Type.String(),
  text: Type.String(),
  contexts: Type.Optional(Type.Array(Type.Object({ conversationItemId: Type.String(), offset: Count, length: Count }))),
});
const RedactedItem = Type.Object({
  id: Type.String(),
  redactedContent: Type.Object({
    text: Type.Optional(Type.String()),
    itn: Type.Optional(Type.String()),
    maskedItn: Type.Optional(Type.String()),
    lexical: Type.Optional(Type.String()),
    audioTimings: Type.Optional(Type.Array(Type.Object({ offset: Count, duration: Count }))),
  }),
  entities: Type.Array(
    Type.Object({ text: Type.String(), category: Type.String(), offset: Count, length: Count, confidenceScore: Type.Number() }),
  ),
});
const ConversationResult = Type.Object({
  id: Type.String(),
  summaries: Type.Optional(Type.Array(Summary)),
  conversationItems: Type.Optional(Type.Array(RedactedItem)),
  warnings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
  statistics: Type.Optional(Type.Object({ transactionsCount: Count })),
});
const RequestStatistics = Type.Object({
  documentsCount: Count,
  validDocumentsCount: Count,
  erroneousDocumentsCount: Count,
  transactionsCount: Count,
});
const TaskResult = Type.Object({
  kind: Type.String(),
  taskName: Type.Optional(Type.String()),
  lastUpdateDateTime: DateTime,
  status: Type.String(),
  results: Type.Object({
    conversations: Type.Array(ConversationResult),
    errors: Type.Array(Type.Object({ id: Type.String(), error: Failed })),
    statistics: Type.Optional(RequestStatistics),
    modelVersion: Type.String(),
  }),
});
export const JobState = Type.Object({
  jobId: Type.String(),
  displayName: Type.Optional(Type.String()),
  createdDateTime: DateTime,
  lastUpdatedDateTime: DateTime,
  expirationDateTime: DateTime,
  status: JobStatus,
  errors: Type.Array(Failed),
  statistics: Type.Optional(
    Type.Object({
      ...RequestStatistics.properties,
      conversationsCount: Count,
      validConversationsCount: Count,
      erroneousConversationsCount: Count,
    }),
  ),
  tasks: Type.Object({ completed: Count, failed: Count, inProgress: Count, total: Count, items: Type.Array(TaskResult) }),
});
