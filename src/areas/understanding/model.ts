/** Language-understanding apps: versions, intents, entities, features, patterns and examples. Types and rules only. */

/** The kinds of models of a version, with their type id and name on the wire. */
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
  /** A part of a learned entity: v3.0-preview has a name of its own for it, with the type id of a simple entity. */
  part: { typeId: 1, readableType: 'Child Entity Extractor' },
} as const;
export type EntityKind = Exclude<keyof typeof KINDS, 'intent' | 'hierarchicalChild' | 'part'>;

/** A phrase list or another model that helps to find a model. */
export interface FeatureRelation {
  modelName?: string;
  featureName?: string;
  isRequired?: boolean;
}

/** The prebuilt domain that a model was added from. */
export interface DomainOrigin {
  domainName: string;
  modelName: string;
}

export interface Intent {
  id: string;
  name: string;
  origin?: DomainOrigin;
  features?: FeatureRelation[];
}

export interface Role {
  id: string;
  name: string;
}
/** A child of a hierarchical entity, a reference to an entity in a composite, or a part of a learned entity. */
export interface Child {
  id: string;
  name: string;
  instanceOf?: string;
  children?: Child[];
  features?: FeatureRelation[];
  roles?: Role[];
}
export interface SubList {
  id: number;
  canonicalForm: string;
  list: string[];
}
export interface ExplicitItem {
  id: number;
  explicitListItem: string;
}

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

export interface PhraseList {
  id: number;
  name: string;
  /** Comma-separated, unchanged from the request. */
  phrases: string;
  isExchangeable: boolean;
  isActive: boolean;
  enabledForAllModels?: boolean;
}
export interface PatternFeature {
  id: number;
  name: string;
  pattern: string;
  isActive: boolean;
}
export interface PatternRule {
  id: string;
  pattern: string;
  intent: string;
}

/** Everything that authors define in a version except its examples. */
export interface Schema {
  intents: Intent[];
  entities: Entity[];
  phraseLists: PhraseList[];
  patternFeatures: PatternFeature[];
  patterns: PatternRule[];
  /** The vendor's tokenizer version, stored for exports. */
  tokenizerVersion?: string;
}

export interface Version {
  /** Identifies its examples and its training, which keep their keys when the version is renamed. */
  uid: string;
  version: string;
  createdAt: number;
  modifiedAt: number;
  publishedAt?: number;
  settings: { name: string; value: string }[];
  externalKeys: Record<string, string>;
  schema: Schema;
  /** Incremented by every edit that requires training. */
  revision: number;
  /** The last id given to an example, phrase list or pattern feature. */
  lastNumber: number;
  /** The number of its examples. */
  exampleCount: number;
}

/** A setting of versions: training learns from the logged queries of the app too. */
const LEARN_FROM_QUERIES = 'LearnFromQueries';

export function learnsFromQueries({ settings }: Pick<Version, 'settings'>): boolean {
  return settings.some(({ name, value }) => name === LEARN_FROM_QUERIES && value.toLowerCase() === 'true');
}

/** A labeled span of an utterance, by UTF-16 index, end exclusive. For parts, entityId is the whole entity and childId the part. */
export interface Label {
  entityId: string;
  start: number;
  end: number;
  roleId?: string;
  childId?: string;
  children?: Label[];
}

export interface Example {
  id: number;
  text: string;
  intentId: string;
  labels: Label[];
}

export type SlotName = 'production' | 'staging';

/** The entities that must be found within an entity or part for it to be found, by full name. */
export type Requirements = Readonly<Record<string, readonly string[]>>;

/** A trained version that is published at a slot. */
export interface Published {
  version: string;
  uid: string;
  blob: string;
  requirements?: Requirements;
  publishedAt: number;
}

/** An account by the names of interface section 4.6. */
export interface CloudAccount {
  cloudSubscriptionId: string;
  resourceGroup: string;
  accountName: string;
}

/** An account that an app is assigned to. Version 0.1.0 stored no account id. */
export interface AssignedAccount extends CloudAccount {
  accountId?: string;
}

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
  /** E-mail addresses of people with permissions, as the interface lists them. They grant nothing here: keys do. */
  collaborators: string[];
  assigned: AssignedAccount[];
}

/** The training status of one model of a version. */
export interface ModelTraining {
  modelId: string;
  status: 'Success' | 'UpToDate' | 'Fail' | 'InProgress' | 'Queued';
  exampleCount: number;
  trainedAt?: number;
  failureReason?: string;
}

/** The prediction of an example by intents that were trained without it. */
export interface HeldOutIntent {
  id: number;
  text: string;
  intentLabel: string;
  predictedIntent: string;
  score: number;
}

/** A span of a text with the full name of its entity, by UTF-16 index, end exclusive. */
export interface EntitySpan {
  entity: string;
  start: number;
  end: number;
}
/** The labels of learned entities in an example, and the entities that a model trained without it finds. */
export interface HeldOutEntities {
  id: number;
  labels: EntitySpan[];
  found: EntitySpan[];
}

/** The state of a version's training. */
export interface Training {
  jobId: string;
  /** The revision that was trained or is being trained. */
  revision: number;
  startedAt: number;
  models: ModelTraining[];
  /** The last training that succeeded. */
  trained?: {
    blob: string;
    /** A blob with the cross-validation of intents; older trainings have none. */
    evaluation?: string;
    /** A blob with the cross-validation of entities, if it was requested. */
    entities?: string;
    requirements?: Requirements;
    revision: number;
    at: number;
    models: ModelTraining[];
  };
  /** The last evaluation of entities of the last training. */
  evaluating?: { jobId: string };
}

/** The versions of the authoring interface. */
export const VERSION2 = 'v2.0';
export const VERSION3 = 'v3.0-preview';

export const NONE_INTENT = 'None';
export const MAX_QUERY_CHARACTERS = 500;
/** Limits of a version: those of the vendor's service or higher. */
export const VERSION_LIMITS = {
  intents: 500,
  entities: 1000,
  patterns: 5000,
  phraseLists: 500,
  patternFeatures: 500,
  utterances: 15_000,
} as const;
/** A schema is part of one record, which is read and written as a whole. */
export const MAX_SCHEMA_CHARACTERS = 16 * 2 ** 20;

/** Status ids of trainings on the wire. */
export const TRAINING_STATUS = { Success: 0, Fail: 1, UpToDate: 2, InProgress: 3, Queued: 9 } as const;

export function createSchema(noneId: string): Schema {
  return { intents: [{ id: noneId, name: NONE_INTENT }], entities: [], phraseLists: [], patternFeatures: [], patterns: [] };
}

export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
