/** What conversation projects are made of, as they are stored: the newest wire form, offsets in UTF-16. */
import type { AppFields } from './migration/fields.ts';

export const NONE = 'None';

/** Kinds of projects, as the later versions write them. */
export type ProjectKind = 'Conversation' | 'Orchestration';

export type TargetKind = 'Conversation' | 'Luis' | 'QuestionAnswering';

/** Who answers for an intent of an orchestration: the field that its kind names is there. */
export interface Orchestration {
  targetProjectKind: TargetKind;
  conversationOrchestration?: { projectName: string; deploymentName: string };
  luisOrchestration?: { appId: string; appVersion?: string; slotName?: string };
  questionAnsweringOrchestration?: { projectName: string };
}

export interface Intent { category: string; orchestration?: Orchestration }

export type CompositionSetting = 'returnLongestOverlap' | 'requireExactOverlap' | 'separateComponents' | 'combineComponents';

export interface Synonyms { language?: string; values: string[] }
export interface Sublist { listKey: string; synonyms: Synonyms[] }
export interface Expression { regexKey: string; language?: string; regexPattern: string }

export interface Entity {
  category: string;
  compositionSetting?: CompositionSetting;
  list?: { sublists: Sublist[] };
  prebuilts?: { category: string }[];
  regex?: { expressions: Expression[] };
  requiredComponents?: ('learned' | 'list' | 'prebuilts' | 'regex')[];
}

export interface Label { category: string; offset: number; length: number }
export interface Utterance { text: string; language?: string; intent: string; dataset?: string; entities: Label[] }

/** With what a project that came from an app has beside them. */
export interface ConversationAssets extends AppFields { projectKind: ProjectKind; intents: Intent[]; entities: Entity[]; utterances: Utterance[] }

/** What a deployment of an orchestration must know: who answers for which intent. */
export interface Facts { targets: { intent: string; target: Orchestration }[] }
