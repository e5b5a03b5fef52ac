/** What intents are trained from, and the options of training. */
import type { FoundSpan, PhraseList } from '../../../shared/classifier/features.ts';

/** A labeled text; more than one intent only where labels are many. */
export interface IntentExample extends UnlabeledText {
  readonly intents: readonly string[];
}

export interface UnlabeledText {
  readonly text: string;
  readonly culture?: string | undefined;
  /** Tokens that the caller has for the text. */
  readonly hints?: readonly string[] | undefined;
  /** What the caller found in the text, such as entities. */
  readonly spans?: readonly FoundSpan[] | undefined;
}

export interface TrainingOptions {
  /** Intents that exist, with examples or without; those of the examples are added. */
  readonly intents?: readonly string[] | undefined;
  /** A text may have any number of labels. */
  readonly multiLabel?: boolean | undefined;
  readonly phraseLists?: readonly PhraseList[] | undefined;
  /** Computes the sentence vectors of texts; without it only words are used. */
  readonly embed?: ((texts: readonly string[]) => Promise<readonly Float32Array[]>) | undefined;
  /** Whether texts will be asked in languages without examples: only sentence vectors say anything about those. */
  readonly isMultilingual?: boolean | undefined;
  /** The texts are documents of pages: how often a word occurs counts by its logarithm, and hints only where they help. */
  readonly areDocuments?: boolean | undefined;
  /** The intent for texts out of scope; without it every text gets one of the others. */
  readonly noneIntent?: string | undefined;
  /** Texts without labels that may teach too: see unlabeled.ts. */
  readonly unlabeled?: readonly UnlabeledText[] | undefined;
  /** Share of in-scope texts that None must not take; 1 leaves None to its own examples. */
  readonly keepInScope?: number | undefined;
  /** Called with the completed share. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Called between steps; true stops the training with a TrainingStopped. */
  readonly isStopped?: (() => boolean) | undefined;
}

/** The caller stopped the training. */
export class TrainingStopped extends Error {
  constructor() {
    super('training was stopped');
    this.name = 'TrainingStopped';
  }
}

export const KEEP_IN_SCOPE = 0.98;
/** With fewer texts a class, those that are left in cross-validation tell nothing: vectors have their usual weight. */
export const FEW_ROWS = 2;
