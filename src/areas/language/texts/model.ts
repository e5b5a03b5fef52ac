/** Stored assets of text projects. Offsets and lengths are in UTF-16. */

export const SINGLE = 'CustomSingleLabelClassification';
export const MULTI = 'CustomMultiLabelClassification';
export const ENTITIES = 'CustomEntityRecognition';

/** Kinds of text projects, and of the tasks that use them. */
export type TextKind = typeof SINGLE | typeof MULTI | typeof ENTITIES;

/** Lists of prebuilt tasks in the runtime of text analytics. */
export const PREBUILT_LISTS: readonly string[] = [
  'entityRecognitionTasks',
  'entityRecognitionPiiTasks',
  'keyPhraseExtractionTasks',
  'entityLinkingTasks',
  'sentimentAnalysisTasks',
  'extractiveSummarizationTasks',
];

export interface EntityLabel {
  category: string;
  offset: number;
  length: number;
}

/** A span of a document in which all entities are labeled. */
export interface Region {
  regionOffset: number;
  regionLength: number;
  labels: EntityLabel[];
}

export interface TextDocument {
  /** The blob in the container; with `text`, only a name. */
  location: string;
  language?: string;
  dataset?: 'Train' | 'Test';
  /** Set if the text was imported; otherwise it is in the container. */
  text?: string;
  class?: { category: string };
  classes?: { category: string }[];
  entities?: Region[];
}

/** The assets of a text project. */
export interface TextAssets {
  projectKind: TextKind;
  classes?: { category: string }[];
  entities?: { category: string }[];
  documents: TextDocument[];
}

/** Stored with a model: the kind it was trained for, which the project may no longer have. */
export interface TextFacts {
  kind: TextKind;
}

/** Documents without labels are stored, but not trained on. */
export function isLabeled({ class: one, classes = [], entities = [] }: TextDocument): boolean {
  return one !== undefined || classes.length > 0 || entities.length > 0;
}

/** The labeled classes of a document. */
export function classesOf({ class: one, classes = [] }: TextDocument): string[] {
  return [...(one ? [one] : []), ...classes].map(({ category }) => category);
}

export const MAX_DOCUMENT_CHARACTERS = 125_000;
