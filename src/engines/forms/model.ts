/** A trained model of forms. */
import type { Reading } from './decoding/evidence.ts';
import type { Tag } from './form/labelled-form.ts';
import type { Measure } from './confidence/field-accuracy.ts';
import type { Schema } from './files/fields-file.ts';
import type { Signatures } from './signatures/candidates.ts';
import type { Print } from './form/similarity.ts';
import type { Variant } from './template/slots.ts';
import type { FormTagger } from './tagger/tagger.ts';

export type Mode = 'template' | 'neural';

export interface FormsModel {
  mode: Mode;
  schema: Schema;
  /** Of the schema, in its order. */
  tags: readonly Tag[];
  /** None in neural mode. */
  variants: readonly Variant[];
  tagger: FormTagger;
  signatures: Signatures;
  reading: Reading;
  /** By tag: kinds of values that were labelled. */
  kinds: readonly ReadonlySet<string>[];
  /** By tag: what cross-validation counted. */
  measures: readonly Measure[];
  /** By tag: the accuracy that confidences are made with, which follows from the measures. */
  accuracy: readonly number[];
  /** Weights of confidence.ts. */
  confidence: readonly number[];
  /** Pages of the longest training form. */
  pages: number;
  prints: readonly Print[];
  /** How like training forms are to each other. */
  typical: number;
}
