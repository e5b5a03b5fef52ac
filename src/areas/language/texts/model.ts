/** What text projects are made of. Offsets are UTF-16, lengths count from them. */

export const SINGLE = 'CustomSingleLabelClassification';
export const MULTI = 'CustomMultiLabelClassification';
export const ENTITIES = 'CustomEntityRecognition';

/** The kinds of text projects, and of the tasks that ask them. */
export type TextKind = typeof SINGLE | typeof MULTI | typeof ENTITIES;

export interface EntityLabel { category: string; offset: number; length: number }

/** A stretch of a document whose entities are all labelled. */
export interface Region { regionOffset: number; regionLength: number; labels: EntityLabel[] }

export interface TextDocument {
  /** Its name in the container; beside `text`, a name only. */
  location: string;
  language?: string;
  dataset?: 'Train' | 'Test';
  /** Where it was imported with its text; otherwise the text is in the container. */
  text?: string;
  class?: { category: string };
  classes?: { category: string }[];
  entities?: Region[];
}

/** What a text project holds. */
export interface TextAssets {
  projectKind: TextKind;
  classes?: { category: string }[];
  entities?: { category: string }[];
  documents: TextDocument[];
}

/** What was learned of a project is asked by its kind, whatever the project became since. */
export interface TextFacts { kind: TextKind }

/** Documents that no label says anything of are kept, and not learned from. */
export function isLabelled({ class: one, classes = [], entities = [] }: TextDocument): boolean {
  return one !== undefined || classes.length > 0 || entities.length > 0;
}

/** The classes that a document is labelled with. */
export function classesOf({ class: one, classes = [] }: TextDocument): string[] {
  return [...one ? [one] : [], ...classes].map(({ category }) => category);
}

export const MAX_DOCUMENT_CHARACTERS = 125_000;
