/** Stored assets of conversation projects: the newest wire form, offsets in UTF-16. */
import type { AppFields } from './app-fields.ts';

export const NONE = 'None';

/** Kinds of projects in the later versions. */
export type ProjectKind = 'Conversation' | 'Orchestration';

export type TargetKind = 'Conversation' | 'Luis' | 'QuestionAnswering';

/** The target of an intent of an orchestration; the field for its kind is set. */
export interface Orchestration {
  targetProjectKind: TargetKind;
  conversationOrchestration?: { projectName: string; deploymentName: string };
  luisOrchestration?: { appId: string; appVersion?: string; slotName?: string };
  questionAnsweringOrchestration?: { projectName: string };
}

export interface Intent {
  category: string;
  description?: string;
  associatedEntities?: { category: string }[];
  orchestration?: Orchestration;
}

export type CompositionSetting = 'returnLongestOverlap' | 'requireExactOverlap' | 'separateComponents' | 'combineComponents';

export interface Synonyms {
  language?: string;
  values: string[];
}
export interface Sublist {
  listKey: string;
  synonyms: Synonyms[];
}
export interface Expression {
  regexKey: string;
  language?: string;
  regexPattern: string;
}

export interface Entity {
  category: string;
  description?: string;
  compositionSetting?: CompositionSetting;
  list?: { sublists: Sublist[] };
  prebuilts?: { category: string }[];
  regex?: { expressions: Expression[] };
  requiredComponents?: ('learned' | 'list' | 'prebuilts' | 'regex')[];
}

export interface Label {
  category: string;
  offset: number;
  length: number;
}
export interface Utterance {
  text: string;
  language?: string;
  intent: string;
  dataset?: string;
  entities: Label[];
}

/** Including the fields of a project that was migrated from an app. */
export interface ConversationAssets extends AppFields {
  projectKind: ProjectKind;
  intents: Intent[];
  entities: Entity[];
  utterances: Utterance[];
}

/** Stored with a deployment: the targets of an orchestration's intents. */
export interface Facts {
  targets: { intent: string; target: Orchestration }[];
}
