/** A trained model of forms. */
import type { DecodeSettings } from './evidence.ts';
import type { Tag } from './labels/labeled-form.ts';
import type { AccuracyCounts } from './confidence/field-accuracy.ts';
import type { Schema } from './files/fields-file.ts';
import type { SignatureModel } from './signatures/candidates.ts';
import type { WordFingerprint } from './similarity.ts';
import type { Variant } from './template/slots.ts';
import type { FormTagger } from './tagger/tagger.ts';

export type Mode = 'template' | 'neural';

export interface FormsModel {
  mode: Mode;
  schema: Schema;
  /** Tags of the schema, in its order. */
  tags: readonly Tag[];
  variants: readonly Variant[];
  tagger: FormTagger;
  signatures: SignatureModel;
  decodeSettings: DecodeSettings;
  /** By tag: shapes of the labeled values. */
  shapes: readonly ReadonlySet<string>[];
  /** By tag: cross-validation results. */
  accuracyCounts: readonly AccuracyCounts[];
  /** By tag: smoothed accuracy, derived from the counts. */
  accuracy: readonly number[];
  /** Weights of value-confidence.ts. */
  confidence: readonly number[];
  /** Page count of the longest training form. */
  pages: number;
  fingerprints: readonly WordFingerprint[];
  /** Number of adjacent pages with labels and the fingerprints of these pages, if training forms have other pages too. */
  labeledPages?: { count: number; fingerprints: readonly WordFingerprint[] };
  /** Typical similarity between training forms. */
  trainingSimilarity: number;
}
