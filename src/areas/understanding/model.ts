/** Language-understanding apps: versions, intents, entities, features, patterns, labelled utterances. Types and rules only. */

/** The kinds of models of a version, with their number and name on the wire. */
export const KINDS = {
  intent: { typeId: 0, readableType: 'Intent Classifier' },
  simple: { typeId: 1, readableType: 'Entity Extractor' },
  prebuilt: { typeId: 2, readableType: 'Prebuilt Entity Extractor' },
  hierarchical: { typeId: 3, readableType: 'Hierarchical Entity Extractor' },
  composite: { typeId: 4, readableType: 'Composite Entity Extractor' },
  closedList: { typeId: 5, readableType: 'Closed List Entity Extractor' },
  hierarchicalChild: { typeId: 6, readableType: 'Hierarchical Child Entity Extractor' },
  patternAny: { typeId: 7, readableType: 'Pattern.Any Entity Extractor' },
  regex: { typeId: 8, readableType: 'Regex Entity Extractor' },
  /** A part of a learned entity: v3.0-preview has a name for it, and the number of what it is. */
  part: { typeId: 1, readableType: 'Child Entity Extractor' },
} as const;
export type EntityKind = Exclude<keyof typeof KINDS, 'intent' | 'hierarchicalChild' | 'part'>;

/** A model that another is told to look at: a phrase list, or another entity. */
export interface FeatureRelation { modelName?: string; featureName?: string; isRequired?: boolean }

/** Where a model of a prebuilt domain comes from. */
export interface DomainOrigin { domainName: string; modelName: string }

export interface Intent { id: string; name: string; origin?: DomainOrigin; features?: FeatureRelation[] }

export interface Role { id: string; name: string }
/** Of a hierarchical entity: its own; of a composite: the entity of that name; of a learned entity: a part of it. */
export interface Child { id: string; name: string; instanceOf?: string; children?: Child[]; features?: FeatureRelation[]; roles?: Role[] }
export interface SubList { id: number; canonicalForm: string; list: string[] }
export interface ExplicitItem { id: number; explicitListItem: string }

export interface Entity {
  id: string;
  name: string;
  kind: EntityKind;
  roles: Role[];
  /** Hierarchical, composite, and learned entities with parts. */
  children?: Child[];
  subLists?: SubList[];
  regexPattern?: string;
  explicitList?: ExplicitItem[];
  origin?: DomainOrigin;
  features?: FeatureRelation[];
}

export interface PhraseList { id: number; name: string; /** Comma-separated, as it came. */ phrases: string; isExchangeable: boolean; isActive: boolean; enabledForAllModels?: boolean }
export interface PatternFeature { id: number; name: string; pattern: string; isActive: boolean }
export interface PatternRule { id: string; pattern: string; intent: string }

/** What an author has made of a version, but for its utterances. */
export interface Schema {
  intents: Intent[];
  entities: Entity[];
  phraseLists: PhraseList[];
  patternFeatures: PatternFeature[];
  patterns: PatternRule[];
  /** How the original cut the texts when they were labelled; kept for those who export again. */
  tokenizerVersion?: string;
}

export interface Version {
  /** Keeps its utterances and its training together when it is renamed. */
  uid: string;
  version: string;
  createdAt: number;
  modifiedAt: number;
  publishedAt?: number;
  settings: { name: string; value: string }[];
  externalKeys: Record<string, string>;
  schema: Schema;
  /** Counts the edits that training sees. */
  revision: number;
  /** The last number given to an utterance, feature, sub-list or exception. */
  lastNumber: number;
  /** How many utterances it has. */
  exampleCount: number;
}

/** A labelled part of an utterance, by UTF-16 index, end exclusive. Labels of parts have the id of the whole entity and, as childId, of the part. */
export interface Label { entityId: string; start: number; end: number; roleId?: string; childId?: string; children?: Label[] }

export interface Example { id: number; text: string; intentId: string; labels: Label[] }

export type SlotName = 'production' | 'staging';

/** By the full names of entities and parts: what must be found within them for them to be found. */
export type Requirements = Readonly<Record<string, readonly string[]>>;

/** A trained version that answers. */
export interface Published { version: string; uid: string; blob: string; requirements?: Requirements; publishedAt: number }

/** The names by which interface section 4.6 knows an account. */
export interface CloudAccount { cloudSubscriptionId: string; resourceGroup: string; accountName: string }

export interface App {
  id: string;
  name: string;
  description: string;
  culture: string;
  usageScenario: string;
  domain: string;
  createdAt: number;
  activeVersion: string;
  settings: { public: boolean };
  publishSettings: { sentimentAnalysis: boolean; speech: boolean; spellChecker: boolean };
  slots: Partial<Record<SlotName, Published>>;
  /** E-mail addresses of people who may see it, as the interface lists them; keys decide who does. */
  collaborators: string[];
  assigned: CloudAccount[];
}

/** How the training of one model of a version ended. */
export interface ModelTraining { modelId: string; status: 'Success' | 'UpToDate' | 'Fail' | 'InProgress' | 'Queued'; exampleCount: number; trainedAt?: number; failureReason?: string }

/** What was said of an utterance by intents that were trained without it. */
export interface HeldOutIntent { id: number; text: string; intentLabel: string; predictedIntent: string; score: number }

/** A stretch of a text that is an entity, by its full name; by UTF-16 index, end exclusive. */
export interface EntitySpan { entity: string; start: number; end: number }
/** The learned entities that an utterance is labelled with, and those that were found in it without having been taught by it. */
export interface HeldOutEntities { id: number; labels: EntitySpan[]; found: EntitySpan[] }

/** The state of a version's training; one record a version, by its uid. */
export interface Training {
  jobId: string;
  /** The revision that is trained, or being trained. */
  revision: number;
  startedAt: number;
  models: ModelTraining[];
  /** The last training that succeeded. */
  trained?: { blob: string; /** What cross-validation said of each utterance; older trainings have none. */ evaluation?: string; /** The same of its entities, where that was asked for. */ entities?: string; requirements?: Requirements; revision: number; at: number; models: ModelTraining[] };
  /** The evaluation of entities that was begun last, of what was trained last. */
  evaluating?: { jobId: string };
}

/** The versions of the authoring interface. */
export const VERSION2 = 'v2.0';
export const VERSION3 = 'v3.0-preview';

export const NONE_INTENT = 'None';
export const MAX_QUERY_CHARACTERS = 500;
/** What a version may have of each: what the original allowed, or more. */
export const VERSION_LIMITS = { intents: 500, entities: 1000, patterns: 5000, phraseLists: 500, patternFeatures: 500, utterances: 15_000 } as const;
/** All of a version but its utterances is one record, read and written whole. */
export const MAX_SCHEMA_CHARACTERS = 16 * 2 ** 20;

/** Wire numbers of training states. */
export const TRAINING_STATUS = { Success: 0, Fail: 1, UpToDate: 2, InProgress: 3, Queued: 9 } as const;

export function createSchema(noneId: string): Schema {
  return { intents: [{ id: noneId, name: NONE_INTENT }], entities: [], phraseLists: [], patternFeatures: [], patterns: [] };
}

export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
