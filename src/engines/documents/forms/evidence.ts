/** Collects what the parts of a model say about a form and decodes it into values. */
import { decode } from './decoding/decode.ts';
import type { FoundValue, TableShape } from './decoding/decode.ts';
import type { Form } from './form/form.ts';
import { fuseScores } from './decoding/fusion.ts';
import type { Tag } from './labels/labeled-form.ts';
import { findLinesAbove, propagateToContinuations } from './decoding/continuation-lines.ts';
import type { TokenContext } from './captions/context.ts';
import { findRuns, smoothScores, splitBySlots } from './captions/runs.ts';
import { findCandidates } from './signatures/candidates.ts';
import type { SignatureCandidate, SignatureModel } from './signatures/candidates.ts';
import { findUnreadMarks } from './decoding/unread-marks.ts';
import { adjustEdges } from './decoding/value-edges.ts';
import type { ValueEdges } from './decoding/value-edges.ts';
import { applyPatterns } from './decoding/value-patterns.ts';
import type { ValuePattern } from './decoding/value-patterns.ts';
import type { Variant } from './template/slots.ts';
import type { Scores } from './form/scores.ts';
import type { FormTagger } from './tagger/tagger.ts';
import { matchTemplate, scoreSlots } from './template/template.ts';
import type { MatchedTemplate } from './template/template.ts';

export interface Evidence {
  form: Form;
  tagger: Scores;
  runs: readonly (readonly number[])[];
  /** For each run the run above that it may continue, or -1. */
  lineAbove: Int32Array;
  template?: MatchedTemplate;
  printed: Uint8Array;
  context: TokenContext;
  /** Possible signature regions by the captions around them. */
  signatures: readonly SignatureCandidate[];
}

/** The trained parts of a model. */
export interface ModelParts {
  tagger: FormTagger;
  variants: readonly Variant[];
  signatures: SignatureModel;
}

/** Share of printed words found from which on the template decides which words are printed, instead of the vocabulary. */
const MIN_TEMPLATE_FIT = 0.75;

export function collectEvidence(form: Form, { tagger, variants, signatures }: ModelParts, tags: readonly Tag[]): Evidence {
  const prepared = tagger.prepareInput(form);
  const match = matchTemplate(form, variants);
  const printed = match !== undefined && match.fit >= MIN_TEMPLATE_FIT ? match.isPrinted : prepared.printed;
  const runs = findRuns(form, prepared.context, printed);
  const evidence: Evidence = {
    form,
    printed,
    context: prepared.context,
    runs,
    tagger: tagger.scores(form, prepared),
    lineAbove: findLinesAbove(form, prepared.context, printed, runs),
    signatures: findCandidates({ form, ...prepared }, signatures),
  };
  if (match === undefined) return evidence;
  const variant = variants[match.variant]!;
  return { ...evidence, template: { match, fit: match.fit, variant, scores: scoreSlots(form, match, variant, tags, prepared.printed) } };
}

/** How evidence becomes values; chosen in training. */
export interface DecodeSettings {
  /** By tag: weight of the template relative to the tagger. */
  templateWeights: readonly number[];
  /** Whether a run of words is usually a single value. */
  hasWholeRuns: boolean;
  /** By tag: probability that a line below its value continues it. */
  continuationRates: readonly number[];
  /** By tag: what its values look like. */
  patterns: readonly ValuePattern[];
  /** By tag: symbols beside its values. */
  edges: readonly ValueEdges[];
  /** By tag: how far apart the parts of its values are. */
  partDistances: readonly number[];
  tables: ReadonlyMap<string, TableShape>;
}

export function decodeValues(evidence: Evidence, settings: DecodeSettings, tags: readonly Tag[]): FoundValue[] {
  const { form, context } = evidence;
  const found = decode(form, combineScores(evidence, settings, tags), tags, settings.tables, settings.partDistances);
  const adjusted = adjustEdges(form, context, found, settings.edges, tags);
  return [...adjusted, ...findUnreadMarks(evidence, adjusted, tags)];
}

function combineScores(
  { form, tagger, template, runs, lineAbove }: Evidence,
  { templateWeights, hasWholeRuns, continuationRates, patterns }: DecodeSettings,
  tags: readonly Tag[],
): Scores {
  const words = hasWholeRuns ? applyPatterns(form, smoothScores(tagger, runs), runs, patterns, tags) : tagger;
  const lines = propagateToContinuations(words, runs, lineAbove, continuationRates);
  if (template === undefined) return hasWholeRuns ? smoothScores(lines, runs) : lines;
  const parts = splitBySlots(form, runs, template.scores);
  const slots = { ...template.scores, ...applyPatterns(form, template.scores, parts, patterns, tags) };
  const scores = fuseScores({ ...template, scores: slots }, lines, templateWeights);
  return hasWholeRuns ? smoothScores(scores, parts) : scores;
}
