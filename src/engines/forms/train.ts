/**
 * A model of forms from labelled ones. Each form is also found by a model of the others (cross-validation): that says
 * how much the template counts against the tagger, how right each field is, and what confidences are worth.
 */
import type { OnProgress } from '../entities/chain/training.ts';
import { TrainingStopped } from '../entities/chain/training.ts';
import { fitConfidence } from './confidence/value-confidence.ts';
import type { Found } from './decoding/decode.ts';
import type { Evidence, Parts, Reading } from './decoding/evidence.ts';
import { evidenceOf, valuesOf } from './decoding/evidence.ts';
import { goesOn } from './decoding/continuation-lines.ts';
import { SHARES } from './decoding/fusion.ts';
import { knownOf } from './confidence/confidence-inputs.ts';
import type { LabelledForm, PlacedLabel, Tag } from './form/labelled-form.ts';
import { tagsOf } from './form/labelled-form.ts';
import { heldAccuracy, measuresOf } from './confidence/field-accuracy.ts';
import type { FormsModel, Mode } from './model.ts';
import { FormsProblem } from './problem.ts';
import type { Schema } from './files/fields-file.ts';
import { signaturePlaces } from './signatures/signatures.ts';
import type { Place } from './signatures/signatures.ts';
import { regionOf } from './signatures/caption-offsets.ts';
import { isSamePlace, learnSignatures } from './signatures/candidates.ts';
import { printsOf, typicalLikeness } from './form/similarity.ts';
import { wholeness } from './decoding/runs.ts';
import { learnSlots } from './template/slots.ts';
import { tableShapes } from './decoding/table-shape.ts';
import { trainFormTagger } from './tagger/tagger.ts';
import { learnTraits } from './decoding/value-patterns.ts';
import { kindOf, sameText, valueText } from './form/value-text.ts';
import type { Kinds } from './form/value-text.ts';
import { findVariants } from './template/variants.ts';

export interface TrainOptions {
  /** Forms with labels that there must be; 5 as the interface says. */
  leastForms?: number;
  /** Called with the share of the work that is done; returning true stops the training, which then throws `Stopped`. */
  watch?: OnProgress;
}

export const LEAST_FORMS = 5;
/** Up to so many forms each is left out alone; more are left out in so many groups. */
const MOST_FOLDS = 8;
const FOLDS = 5;
/** Where shares do equally well. */
const USUAL_SHARE = 0.6;

/** Share of labelled runs that must be one value for words to be judged by their run. */
const WHOLE = 0.8;

/** Throws `FormsProblem`, and `Stopped` where the caller stopped it. */
export function trainForms(forms: readonly LabelledForm[], schema: Schema, mode: Mode, { leastForms = LEAST_FORMS, watch }: TrainOptions = {}): FormsModel {
  const tags = tagsOf(schema);
  const labelled = forms.filter(({ labels }) => labels.some(({ boxes }) => boxes.length > 0));
  if (labelled.length < Math.max(1, leastForms)) throw new FormsProblem('tooFewForms', '', `${labelled.length} forms have labels, and ${leastForms} are needed`);
  if (tags.length === 0) throw new FormsProblem('nothingLabelled', 'fields', 'no field is named');
  const folds = foldsOf(labelled.length);
  const parts = folds.length + 1;
  const watched = (part: number): OnProgress | undefined => watch && ((share) => watch((part + share) / parts));
  const tables = tableShapes(labelled, tags);
  const held = folds.flatMap((fold, i) => {
    const rest = labelled.filter((_, form) => !fold.includes(form));
    if (rest.length === 0) return [];
    const model = trainParts(rest, tags, mode, watched(i));
    const known = new Set(rest.flatMap(({ labels }) => labels.filter(({ boxes }) => boxes.length > 0).map(({ tag }) => tag)));
    return fold.map((form): Held => ({ labelled: labelled[form]!, known, evidence: evidenceOf(labelled[form]!.form, model, tags) }));
  });
  const lines = held.map(({ labelled: own, evidence: { runs, under } }) => ({ labelled: own, runs, under }));
  const plain: Reading = { share: 0, wholeRuns: areRunsWhole(held), goesOn: goesOn(lines, tags), traits: learnTraits(lines, tags), tables };
  const reading = mode === 'neural' ? plain : { ...plain, share: bestShare(held, tags, plain) };
  const kinds = kindsOf(labelled, tags);
  const otherKinds = kindsOfOthers(labelled, tags);
  const judged = held.flatMap((one) => judge(one, reading, tags));
  const measures = measuresOf(judged, tags);
  const accuracy = heldAccuracy(measures);
  const confidence = fitConfidence(judged.flatMap(({ found, isRight, evidence, labelled: own }) => (found === undefined ? [] : [{ known: knownOf(found, evidence, tags, accuracy, otherKinds(own)), isRight }])));
  const prints = printsOf(labelled.map(({ form }) => form));
  return {
    mode, schema, tags, ...trainParts(labelled, tags, mode, watched(folds.length)), reading, kinds, measures, accuracy, confidence,
    pages: Math.max(...labelled.map(({ form }) => form.pages.length)), prints, typical: typicalLikeness(prints),
  };
}

function trainParts(forms: readonly LabelledForm[], tags: readonly Tag[], mode: Mode, watch: OnProgress | undefined): Parts {
  if (watch?.(0) === true) throw new TrainingStopped();
  const tagger = trainFormTagger(forms, tags, watch);
  return { tagger, variants: mode === 'neural' ? [] : findVariants(forms).map((draft) => learnSlots(draft, tags)), signatures: learnSignatures(forms, tagger, tags) };
}

function foldsOf(count: number): number[][] {
  const folds: number[][] = Array.from({ length: count <= MOST_FOLDS ? count : FOLDS }, () => []);
  for (let i = 0; i < count; i++) folds[i % folds.length]!.push(i);
  return folds;
}

/** A form, what a model of others says of it, and the tags that those have labels of. */
interface Held { labelled: LabelledForm; known: ReadonlySet<number>; evidence: Evidence }

/** A labelled value and what was found for it, or what was found without a label. */
interface Judged { tag: number; isLabelled: boolean; found?: Found; isRight: boolean; evidence: Evidence; labelled: LabelledForm }

/** Whether the words that stand together are nearly always one value. */
function areRunsWhole(held: readonly Held[]): boolean {
  const counts = held.map(({ labelled, evidence }) => wholeness(labelled, evidence.runs));
  return counts.reduce((sum, { whole }) => sum + whole, 0) >= WHOLE * counts.reduce((sum, { all }) => sum + all, 0);
}

/** The share of the template with which most values are right. */
function bestShare(held: readonly Held[], tags: readonly Tag[], plain: Reading): number {
  const right = SHARES.map((share) => {
    const judged = held.flatMap((one) => judge(one, { ...plain, share }, tags));
    return { share, right: judged.filter(({ isRight }) => isRight).length / Math.max(1, judged.length) - 1e-3 * Math.abs(share - USUAL_SHARE) };
  });
  return right.reduce((best, one) => (one.right > best.right ? one : best)).share;
}

/** A label that no other form has one like cannot be found by a model of the others, which says nothing of the field. */
function judge({ labelled, known, evidence }: Held, reading: Reading, tags: readonly Tag[]): Judged[] {
  const all = valuesOf(evidence, reading, tags);
  const left = new Set(all);
  const signed = signaturePlaces(evidence, all, tags);
  const judged: Judged[] = [];
  for (const label of labelled.labels) {
    if (label.boxes.length === 0 || !known.has(label.tag)) continue;
    if (tags[label.tag]!.type === 'signature') {
      judged.push({ tag: label.tag, isLabelled: true, isRight: isAt(signed.get(label.tag), label), evidence, labelled });
      continue;
    }
    const found = all.find(({ tag, row }) => tag === label.tag && row === label.row);
    if (found !== undefined) left.delete(found);
    judged.push({ tag: label.tag, isLabelled: true, ...(found === undefined ? {} : { found }), isRight: found !== undefined && isSame(labelled, found, label, tags[label.tag]!), evidence, labelled });
  }
  for (const found of left) if (tags[found.tag]!.type !== 'signature') judged.push({ tag: found.tag, isLabelled: false, found, isRight: false, evidence, labelled });
  return judged;
}

/** Of signatures it is only looked at whether they are found where they were drawn. */
function isAt(place: Place | undefined, label: PlacedLabel): boolean {
  const region = regionOf(label);
  return place !== undefined && region !== undefined && place.page === region.page && isSamePlace(place.box, region.box);
}

/** The same words or the same text; of marks the same state. */
function isSame({ form }: LabelledForm, found: Found, label: { tokens: readonly number[]; text: string }, tag: Tag): boolean {
  if (tag.type === 'selectionMark') return label.tokens.length === 0 ? form.tokens[found.tokens[0]!]!.state === label.text : found.tokens[0] === label.tokens[0];
  return found.tokens.join(' ') === label.tokens.join(' ') || sameText(valueText(form, found.tokens), label.text);
}

function kindsOf(forms: readonly LabelledForm[], tags: readonly Tag[]): Set<string>[] {
  const kinds = tags.map(() => new Set<string>());
  for (const { labels } of forms) for (const { tag, text } of labels) if (text !== '') kinds[tag]!.add(kindOf(text));
  return kinds;
}

/** For a form, the kinds of values that the others have: its own must not vouch for themselves. */
function kindsOfOthers(forms: readonly LabelledForm[], tags: readonly Tag[]): (form: LabelledForm) => Kinds[] {
  const own = new Map(forms.map((form) => [form, kindsOf([form], tags)]));
  const counts = tags.map(() => new Map<string, number>());
  for (const kinds of own.values()) kinds.forEach((set, tag) => set.forEach((kind) => counts[tag]!.set(kind, (counts[tag]!.get(kind) ?? 0) + 1)));
  return (form) => {
    const held = own.get(form)!;
    return tags.map((_, tag) => ({ has: (kind) => (counts[tag]!.get(kind) ?? 0) > (held[tag]!.has(kind) ? 1 : 0) }));
  };
}
