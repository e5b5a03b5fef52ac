/**
 * Trains a forms model from labeled forms. Cross-validation determines the template weight, the accuracy of each field,
 * and the confidence weights.
 */
import type { OnProgress } from '../../shared/chain/training.ts';
import { TrainingStopped } from '../../shared/chain/training.ts';
import { fitConfidence } from './confidence/value-confidence.ts';
import type { FoundValue } from './decoding/decode.ts';
import type { Evidence, ModelParts, DecodeSettings } from './evidence.ts';
import { collectEvidence, decodeValues } from './evidence.ts';
import { learnContinuationRates } from './decoding/continuation-lines.ts';
import { CAPTION_WEIGHTS, TEMPLATE_WEIGHTS } from './decoding/fusion.ts';
import { collectConfidenceInputs } from './confidence/confidence-inputs.ts';
import type { LabeledForm, PlacedLabel, Tag } from './labels/labeled-form.ts';
import { tagsFromSchema } from './labels/labeled-form.ts';
import { countLabeledPages, keepLabeledPages } from './labels/labeled-pages.ts';
import { smoothedAccuracy, countAccuracy } from './confidence/field-accuracy.ts';
import type { FormsModel, Mode } from './model.ts';
import { FormsError } from './problem.ts';
import type { Schema } from './files/fields-file.ts';
import { locateSignatures } from './signatures/signatures.ts';
import type { SignaturePlacement } from './signatures/signatures.ts';
import { labelRegion } from './signatures/caption-offsets.ts';
import { isSameRegion, learnSignatures } from './signatures/candidates.ts';
import { sampleFingerprints, typicalSimilarity } from './similarity.ts';
import { countWholeRuns } from './captions/runs.ts';
import { learnSlots } from './template/slots.ts';
import { learnTableShapes } from './decoding/table-shape.ts';
import { trainFormTagger } from './tagger/tagger.ts';
import { learnValueEdges } from './decoding/value-edges.ts';
import { learnExpected } from './decoding/expected-values.ts';
import { learnPartDistances } from './decoding/value-parts.ts';
import { learnPatterns } from './decoding/value-patterns.ts';
import { valueShape, sameText, valueText } from './form/value-text.ts';
import type { ShapeSet } from './form/value-text.ts';
import { findVariants } from './template/variants.ts';

export interface TrainOptions {
  /** Minimum number of labeled forms; the interface requires 5. */
  minForms?: number;
  /** Called with the completed share of the work; returning true stops the training, which then throws `TrainingStopped`. */
  onProgress?: OnProgress;
}

const MIN_FORMS = 5;
/** Up to this many forms, each is its own fold; otherwise there are FOLD_COUNT folds. */
const MAX_LEAVE_ONE_OUT = 8;
const FOLD_COUNT = 5;
/** Preferred when weights perform equally well. */
const DEFAULT_TEMPLATE_WEIGHT = 0.6;
/** Weight of the accuracy of all fields when the template weight of one is chosen, in values. */
const OVERALL_WEIGHT = 20;
/** What a wrong value costs, relative to what a correct one gains. */
const FALSE_VALUE_COST = 0.5;

/** Share of labeled runs that must be a single value for runs to be decoded as a whole. */
const MIN_WHOLE_SHARE = 0.8;

/** Throws `FormsError`, and `TrainingStopped` if the caller stopped it. */
export function trainForms(
  forms: readonly LabeledForm[],
  schema: Schema,
  mode: Mode,
  { minForms = MIN_FORMS, onProgress }: TrainOptions = {},
): FormsModel {
  const tags = tagsFromSchema(schema);
  const whole = forms.filter(({ labels }) => labels.some(({ boxes }) => boxes.length > 0));
  if (whole.length < Math.max(1, minForms))
    throw new FormsError('tooFewForms', '', `expected at least ${minForms} labeled forms, found ${whole.length}`);
  if (tags.length === 0) throw new FormsError('nothingLabeled', 'fields', 'there are no fields');
  const pages = Math.max(...whole.map(({ form }) => form.pages.length));
  const count = countLabeledPages(whole);
  const labeled = whole.map((one) => keepLabeledPages(one, count));
  const folds = createFolds(labeled.length);
  const parts = folds.length + 1;
  const progressOf = (part: number): OnProgress | undefined => onProgress && ((share) => onProgress((part + share) / parts));
  const tables = learnTableShapes(labeled, tags);
  const heldOut = folds.flatMap((fold, i) => {
    const rest = labeled.filter((_, form) => !fold.includes(form));
    if (rest.length === 0) return [];
    const model = trainParts(rest, tags, mode, progressOf(i));
    const labeledTags = new Set(rest.flatMap(({ labels }) => labels.filter(({ boxes }) => boxes.length > 0).map(({ tag }) => tag)));
    return fold.map((form): HeldOutForm => ({
      labeled: labeled[form]!,
      labeledTags,
      evidence: collectEvidence(labeled[form]!.form, model, tags),
    }));
  });
  const lines = heldOut.map(({ labeled: own, evidence: { runs, lineAbove, context } }) => ({ labeled: own, runs, lineAbove, context }));
  const plain: DecodeSettings = {
    templateWeights: tags.map(() => 0),
    captionWeight: 0,
    hasWholeRuns: areRunsWhole(heldOut),
    continuationRates: learnContinuationRates(lines, tags),
    patterns: learnPatterns(lines, tags),
    edges: learnValueEdges(lines, tags),
    partDistances: learnPartDistances(labeled, tags),
    expected: mode === 'neural' ? learnExpected(labeled, tags) : tags.map(() => false),
    tables,
  };
  const captioned = mode === 'neural' ? { ...plain, captionWeight: chooseCaptionWeight(heldOut, tags, plain) } : plain;
  const decodeSettings = { ...captioned, templateWeights: chooseTemplateWeights(heldOut, tags, captioned) };
  const shapes = collectShapes(labeled, tags);
  const shapesOfOthers = collectShapesOfOthers(labeled, tags);
  const judged = heldOut.flatMap((one) => judge(one, decodeSettings, tags));
  const accuracyCounts = countAccuracy(judged, tags);
  const accuracy = smoothedAccuracy(accuracyCounts);
  const confidence = fitConfidence(
    judged.flatMap(({ found, isRight, evidence, labeled: own }) =>
      found === undefined ? [] : [{ inputs: collectConfidenceInputs(found, evidence, tags, accuracy, shapesOfOthers(own)), isRight }],
    ),
  );
  const fingerprints = sampleFingerprints(whole.map(({ form }) => form));
  return {
    mode,
    schema,
    tags,
    ...trainParts(labeled, tags, mode, progressOf(folds.length)),
    decodeSettings,
    shapes,
    accuracyCounts,
    accuracy,
    confidence,
    pages,
    fingerprints,
    ...(count < pages && { labeledPages: { count, fingerprints: sampleFingerprints(labeled.map(({ form }) => form)) } }),
    trainingSimilarity: typicalSimilarity(fingerprints),
  };
}

function trainParts(forms: readonly LabeledForm[], tags: readonly Tag[], mode: Mode, onProgress: OnProgress | undefined): ModelParts {
  if (onProgress?.(0) === true) throw new TrainingStopped();
  const tagger = trainFormTagger(forms, tags, mode === 'neural', onProgress);
  return {
    tagger,
    variants: findVariants(forms).map((draft) => learnSlots(draft, tags)),
    signatures: learnSignatures(forms, tagger, tags),
  };
}

function createFolds(count: number): number[][] {
  const folds: number[][] = Array.from({ length: count <= MAX_LEAVE_ONE_OUT ? count : FOLD_COUNT }, () => []);
  for (let i = 0; i < count; i++) folds[i % folds.length]!.push(i);
  return folds;
}

/** A held-out form, the evidence from a model of the other forms, and the tags that those have labels of. */
interface HeldOutForm {
  labeled: LabeledForm;
  labeledTags: ReadonlySet<number>;
  evidence: Evidence;
}

/** A labeled value and what was found for it, or a value found without a label. */
interface JudgedValue {
  tag: number;
  isLabeled: boolean;
  found?: FoundValue;
  isRight: boolean;
  evidence: Evidence;
  labeled: LabeledForm;
}

/** Whether adjacent words are nearly always one value. */
function areRunsWhole(heldOut: readonly HeldOutForm[]): boolean {
  const counts = heldOut.map(({ labeled, evidence }) => countWholeRuns(labeled, evidence.runs));
  return counts.reduce((sum, { whole }) => sum + whole, 0) >= MIN_WHOLE_SHARE * counts.reduce((sum, { all }) => sum + all, 0);
}

/** The weight with the most correct values on forms of which the template says nothing. */
function chooseCaptionWeight(heldOut: readonly HeldOutForm[], tags: readonly Tag[], plain: DecodeSettings): number {
  const gain = (captionWeight: number): number =>
    heldOut
      .flatMap((one) => judge(one, { ...plain, captionWeight }, tags))
      .reduce((sum, { isRight, found }) => sum + (isRight ? 1 : found === undefined ? 0 : -FALSE_VALUE_COST), 0);
  const gains = CAPTION_WEIGHTS.map(gain);
  return CAPTION_WEIGHTS[gains.indexOf(Math.max(...gains))]!;
}

/**
 * By tag, the template weight with the most correct values: of the tag, and of all tags with the weight of a few values,
 * because a tag has only as many values as there are forms.
 */
function chooseTemplateWeights(heldOut: readonly HeldOutForm[], tags: readonly Tag[], plain: DecodeSettings): number[] {
  const candidates = TEMPLATE_WEIGHTS.map((weight) => {
    const judged = heldOut.flatMap((one) => judge(one, { ...plain, templateWeights: tags.map(() => weight) }, tags));
    const gains = tags.map(() => 0);
    for (const { tag, isRight, found } of judged) gains[tag]! += isRight ? 1 : found === undefined ? 0 : -FALSE_VALUE_COST;
    const overall = judged.filter(({ isRight }) => isRight).length / Math.max(1, judged.length);
    return { weight, gains, prior: OVERALL_WEIGHT * overall - 1e-3 * Math.abs(weight - DEFAULT_TEMPLATE_WEIGHT) };
  });
  return tags.map((_, tag) => {
    const score = ({ gains, prior }: (typeof candidates)[number]): number => gains[tag]! + prior;
    return candidates.reduce((best, one) => (score(one) > score(best) ? one : best)).weight;
  });
}

/** Labels of tags that no other form has are skipped: a model of the others cannot find them. */
function judge({ labeled, labeledTags, evidence }: HeldOutForm, decodeSettings: DecodeSettings, tags: readonly Tag[]): JudgedValue[] {
  const all = decodeValues(evidence, decodeSettings, tags);
  const left = new Set(all);
  const signed = locateSignatures(evidence, all, tags);
  const judged: JudgedValue[] = [];
  for (const label of labeled.labels) {
    if (label.boxes.length === 0 || !labeledTags.has(label.tag)) continue;
    if (tags[label.tag]!.type === 'signature') {
      judged.push({ tag: label.tag, isLabeled: true, isRight: isPlacedAtLabel(signed.get(label.tag), label), evidence, labeled });
      continue;
    }
    const found = all.find(({ tag, row }) => tag === label.tag && row === label.row);
    if (found !== undefined) left.delete(found);
    judged.push({
      tag: label.tag,
      isLabeled: true,
      ...(found === undefined ? {} : { found }),
      isRight: found !== undefined && matchesLabel(labeled, found, label, tags[label.tag]!),
      evidence,
      labeled,
    });
  }
  for (const found of left)
    if (tags[found.tag]!.type !== 'signature') judged.push({ tag: found.tag, isLabeled: false, found, isRight: false, evidence, labeled });
  return judged;
}

/** Signatures are only checked for their position. */
function isPlacedAtLabel(place: SignaturePlacement | undefined, label: PlacedLabel): boolean {
  const region = labelRegion(label);
  return place !== undefined && region !== undefined && place.page === region.page && isSameRegion(place.box, region.box);
}

/** Same tokens or same text; for marks, the same state. */
function matchesLabel({ form }: LabeledForm, found: FoundValue, label: { tokens: readonly number[]; text: string }, tag: Tag): boolean {
  if (tag.type === 'selectionMark')
    return label.tokens.length === 0
      ? (found.state ?? form.tokens[found.tokens[0]!]!.state) === label.text
      : found.tokens[0] === label.tokens[0];
  return found.tokens.join(' ') === label.tokens.join(' ') || sameText(valueText(form, found.tokens), label.text);
}

function collectShapes(forms: readonly LabeledForm[], tags: readonly Tag[]): Set<string>[] {
  const shapes = tags.map(() => new Set<string>());
  for (const { labels } of forms) for (const { tag, text } of labels) if (text !== '') shapes[tag]!.add(valueShape(text));
  return shapes;
}

/** Shapes of the values of all other forms. */
function collectShapesOfOthers(forms: readonly LabeledForm[], tags: readonly Tag[]): (form: LabeledForm) => ShapeSet[] {
  const own = new Map(forms.map((form) => [form, collectShapes([form], tags)]));
  const counts = tags.map(() => new Map<string, number>());
  for (const shapes of own.values())
    shapes.forEach((set, tag) => set.forEach((kind) => counts[tag]!.set(kind, (counts[tag]!.get(kind) ?? 0) + 1)));
  return (form) => {
    const heldOut = own.get(form)!;
    return tags.map((_, tag) => ({ has: (kind) => (counts[tag]!.get(kind) ?? 0) > (heldOut[tag]!.has(kind) ? 1 : 0) }));
  };
}
