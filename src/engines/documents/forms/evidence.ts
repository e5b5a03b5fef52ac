/** Collects what the parts of a model say about a form and decodes it into values. */
import { decode } from './decoding/decode.ts';
import type { FoundValue, TableShape } from './decoding/decode.ts';
import type { Form } from './form/form.ts';
import { raiseExpected } from './decoding/expected-values.ts';
import { fuseScores, mixScores } from './decoding/fusion.ts';
import type { Tag } from './labels/labeled-form.ts';
import { propagateToContinuations } from './decoding/continuation-lines.ts';
import { findLinesAbove } from './captions/lines-above.ts';
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
  /** What the captions around the runs say; absent if the model has none or does not use them. */
  captions?: Scores & { isScored: Uint8Array };
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
  const lineAbove = findLinesAbove(form, prepared.context, printed, runs);
  const captions = tagger.matcher?.scores({ form, context: prepared.context, side: prepared.side, runs, lineAbove }, tags.length);
  const evidence: Evidence = {
    form,
    printed,
    context: prepared.context,
    runs,
    tagger: tagger.scores(form, prepared),
    lineAbove,
    ...(captions === undefined ? {} : { captions }),
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
  /** Weight of the captions compared one by one, relative to the tagger. */
  captionWeight: number;
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
  /** By tag: whether its most likely words are taken if nothing else was found. */
  expected: readonly boolean[];
  tables: ReadonlyMap<string, TableShape>;
}

export function decodeValues(evidence: Evidence, settings: DecodeSettings, tags: readonly Tag[]): FoundValue[] {
  const { form, context, runs, lineAbove } = evidence;
  const scores = combineScores(evidence, settings, tags);
  const likely = decode(form, scores, tags, settings.tables, settings.partDistances);
  const raised = raiseExpected(scores, likely, runs, lineAbove, settings);
  const found = raised === undefined ? likely : decode(form, raised, tags, settings.tables, settings.partDistances);
  const adjusted = adjustEdges(form, context, found, settings.edges, tags);
  return [...adjusted, ...findUnreadMarks(evidence, adjusted, tags)];
}

function combineScores(
  { form, tagger, captions, template, runs, lineAbove }: Evidence,
  { templateWeights, captionWeight, hasWholeRuns, continuationRates, patterns }: DecodeSettings,
  tags: readonly Tag[],
): Scores {
  const mixed = captions === undefined || captionWeight === 0 ? tagger : mixScores(tagger, captions, captionWeight);
  const words = hasWholeRuns ? applyPatterns(form, smoothScores(mixed, runs), runs, patterns, tags) : mixed;
  const lines = propagateToContinuations(words, runs, lineAbove, continuationRates);
  if (template === undefined) return hasWholeRuns ? smoothScores(lines, runs) : lines;
  const parts = splitBySlots(form, runs, template.scores);
  const slots = { ...template.scores, ...applyPatterns(form, template.scores, parts, patterns, tags) };
  const scores = fuseScores({ ...template, scores: slots }, lines, templateWeights);
  return hasWholeRuns ? smoothScores(scores, parts) : scores;
}
