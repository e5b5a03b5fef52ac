/**
 * Finds fields that the caller names, on any document. A name is compared with what the prebuilt models know (names, descriptions and
 * captions of their fields in many languages), with the captions of the document by words, and, for names that are not found so, with its
 * captions by meaning. The candidate that is most probably right wins; without a probable one the field is absent.
 */
import weights from '../../../../../weights/fields/query.json' with { type: 'json' };
import type { DocumentLayout } from '../../layout/model/structure.ts';
import { arrayField } from '../captions/build-field.ts';
import { confidenceOf } from '../confidence.ts';
import type { ConfidenceEvidence } from '../confidence.ts';
import { isFieldModel } from '../extract.ts';
import type { Field, FoundDocument } from '../field.ts';
import { documentLocale } from '../text/document-locale.ts';
import { segmentText } from '../text/segmented-text.ts';
import { ClauseFinder } from './clause-finder.ts';
import type { ClauseValue } from './clause-finder.ts';
import { findCaptionedValues } from './captioned-values.ts';
import type { CaptionedValue } from './captioned-values.ts';
import { compareWords, contentWords, parseName } from './names.ts';
import type { AskedName, Kind } from './names.ts';
import { CONTRACT_MODEL, findPrebuilt } from './prebuilt.ts';
import { flattenField, typeValue } from './typed-values.ts';

/** Vectors of length 1; those of texts that mean the same are similar. */
export type EncodeMeaning = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

export interface QueryOptions {
  /** Of the model that analyzed the document: its fields are used, or those of any model for a layout. */
  modelId: string;
  locale?: string;
  /** Without it, captions are compared by words alone. */
  encode?: EncodeMeaning;
}

/** A possible value with what speaks for it. */
export interface QueryCandidate {
  field: Field;
  evidence: ConfidenceEvidence;
}

type Fields = Record<string, Field>;
type SaidValues = ReturnType<ClauseFinder['find']>;

const SPAN_KINDS = ['date', 'money', 'duration', 'percent', 'phone', 'email', 'count', 'id', 'address', 'place'] as const;

const MIN_CONFIDENCE = 0.3;
const MIN_SURE = 0.6;
const MAX_CAPTIONS = 3000;
/** Each takes about a millisecond to encode. */
const MAX_ENCODED_CAPTIONS = 80;
const MAX_ENCODED_CLAUSES = 40;
/** Captions whose values are read, for each name. */
const MAX_SIMILAR = 30;
const MIN_WORDED = 0.5;
/** A caption has the words of the name and no others. */
const EXACT = 0.95;
const MIN_MEANING = 0.5;
const MIN_MEANT = 0.3;
/** Texts of sentences are read as such, whatever captions they seem to have. */
const MIN_PROSE = 0.5;

export class FieldQuery {
  readonly #layout: DocumentLayout;
  readonly #options: QueryOptions;
  readonly #locale: string | undefined;
  readonly #captions: readonly (CaptionedValue & { words: readonly string[] })[];
  readonly #clauses: ClauseFinder;

  constructor(layout: DocumentLayout, options: QueryOptions) {
    this.#layout = layout;
    this.#options = options;
    const segmented = segmentText(layout, true);
    this.#locale = documentLocale(segmented, [], options.locale);
    this.#clauses = new ClauseFinder(layout, this.#locale);
    this.#captions = findCaptionedValues(segmented)
      .slice(0, MAX_CAPTIONS)
      .map((value) => ({ ...value, words: contentWords(value.caption) }));
  }

  /** The fields that are found, by name; on the pages of a document that the model found, or on all pages. */
  async find(asked: readonly string[], document?: FoundDocument): Promise<Fields> {
    const found = [...(await this.candidates(asked, document))].flatMap(([name, candidates]) => {
      const best = mostProbable(candidates);
      return best !== undefined && best.confidence >= MIN_CONFIDENCE ? [[name, best] as const] : [];
    });
    return Object.fromEntries(found);
  }

  /** All candidates of each name; names that words find with less than `minSure` are compared by meaning too. */
  async candidates(asked: readonly string[], document?: FoundDocument, minSure = MIN_SURE): Promise<Map<string, QueryCandidate[]>> {
    const names = asked.map(parseName);
    const pages = document && new Set(document.pages);
    const captions = this.#captions.filter(({ page }) => pages?.has(page) ?? true);
    const { found: prebuilt, judged } = findPrebuilt(
      names,
      this.#layout,
      { modelId: this.#options.modelId, document },
      this.#options.locale,
    );
    const prose = this.#clauses.prose();
    const strange = isFieldModel(this.#options.modelId) ? 0 : Math.max(0, 2 * prose - 1);
    const found = new Map<string, QueryCandidate[]>();
    for (const name of names) {
      const known = prebuilt.get(name);
      const similar = nearest(captions, ({ words }) => compareWords(name.words, words), MIN_WORDED);
      const candidates = similar.flatMap(([caption, worded]) =>
        this.#captionedField(name, caption, { worded, exact: Number(worded > EXACT) }),
      );
      if (known !== undefined) {
        const field = flattenField(this.#layout, known.field);
        candidates.push({
          field,
          evidence: {
            prebuilt: 1,
            indirect: 1 - known.weight,
            logit: logit(field.confidence),
            strange: known.modelId === CONTRACT_MODEL ? 0 : strange,
          },
        });
      }
      found.set(name.name, candidates);
    }
    const isUnsure = ({ name }: AskedName): boolean => (mostProbable(found.get(name)!)?.confidence ?? 0) < minSure;
    const isEnglish = judged.size > 0 && this.#clauses.isEnglish();
    const isSaid = (name: AskedName): boolean => !(isEnglish && judged.has(name)) && (prose >= MIN_PROSE || isUnsure(name));
    const clause = new Map(names.filter(isSaid).map((name) => [name, this.#clauses.find(name, pages)]));
    for (const [name, { worded }] of clause) found.get(name.name)!.push(...worded.flatMap((value) => this.#saidField(name, value)));
    await this.#addByMeaning(names.filter(isUnsure), captions, clause, found);
    return found;
  }

  async #addByMeaning(
    names: readonly AskedName[],
    captions: readonly CaptionedValue[],
    clause: ReadonlyMap<AskedName, SaidValues>,
    found: ReadonlyMap<string, QueryCandidate[]>,
  ): Promise<void> {
    const { encode } = this.#options;
    if (encode === undefined || names.length === 0) return;
    const values = names.flatMap((name) => clause.get(name)?.others ?? []);
    const texts = [
      ...[...new Set(captions.map(({ caption }) => caption.toLowerCase()))].slice(0, MAX_ENCODED_CAPTIONS),
      ...[...new Set(values.map(({ around }) => around))].slice(0, MAX_ENCODED_CLAUSES),
    ];
    if (texts.length === 0) return;
    const vectors = await encode([...names.map(({ phrase }) => phrase), ...texts]);
    const byText = new Map(texts.map((text, i) => [text, vectors[names.length + i]!]));
    for (const [i, name] of names.entries()) {
      const meaningOf = (text: string): number => {
        const vector = byText.get(text);
        return vector === undefined ? 0 : dot(vectors[i]!, vector);
      };
      const similar = nearest(captions, ({ caption }) => meaningOf(caption.toLowerCase()), MIN_MEANING);
      const meant = nearest(clause.get(name)?.others ?? [], ({ around }) => meaningOf(around), MIN_MEANT);
      found
        .get(name.name)!
        .push(
          ...similar.flatMap(([caption, meaning]) => this.#captionedField(name, caption, { meant: 1, meaning })),
          ...meant.flatMap(([value, meaning], at) =>
            this.#saidField(name, value, { 'clause meant': 1, 'clause meaning': meaning, ...(at === 0 && { 'clause first': 1 }) }),
          ),
        );
    }
  }

  #saidField(name: AskedName, { items, text, evidence }: ClauseValue, more: ConfidenceEvidence = {}): QueryCandidate[] {
    const typed = typeValue(this.#layout, items, kindOfSpan(evidence) ?? name.kind, this.#locale);
    if (typed === undefined || typed.fits === false) return [];
    const all = { ...evidence, ...more, reading: 1 - typed.reading };
    const value = typed.value.type === 'string' ? { type: 'string' as const, value: text } : typed.value;
    const content = value.type === 'string' ? text : typed.content;
    const field: Field = { ...value, items: typed.items, content, confidence: confidenceOf(weights, all) };
    return [{ field, evidence: all }];
  }

  #captionedField(name: AskedName, { route, values }: CaptionedValue, similarity: ConfidenceEvidence): QueryCandidate[] {
    const entries = values.flatMap((items) => typeValue(this.#layout, items, name.kind, this.#locale) ?? []);
    const [first] = entries;
    if (first === undefined) return [];
    const evidence = {
      ...similarity,
      [`route ${route}`]: 1,
      reading: 1 - Math.min(...entries.map(({ reading }) => reading)),
      ...(first.fits !== undefined && { [entries.every(({ fits }) => fits) ? 'fits' : 'unfit']: 1 }),
    };
    const confidence = confidenceOf(weights, evidence);
    const fields = entries.map(({ value, items, content }): Field => ({ ...value, items, ...(content !== '' && { content }), confidence }));
    return [{ field: fields.length > 1 ? arrayField(fields) : fields[0]!, evidence }];
  }
}

/** Those that are similar enough, the most similar first. */
function nearest<T>(values: readonly T[], similarity: (value: T) => number, min: number): [T, number][] {
  return values
    .map((value): [T, number] => [value, similarity(value)])
    .filter(([, similar]) => similar >= min)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_SIMILAR);
}

function mostProbable(candidates: readonly QueryCandidate[]): Field | undefined {
  let best: Field | undefined;
  for (const { field, evidence } of candidates) {
    const confidence = confidenceOf(weights, evidence);
    if (best === undefined || confidence > best.confidence) best = { ...field, confidence };
  }
  return best;
}

/** Values in clauses are read as what they were found as, whatever else is asked. */
const kindOfSpan = (evidence: ConfidenceEvidence): Kind | undefined => SPAN_KINDS.find((kind) => evidence[`clause ${kind}`] === 1);

const logit = (confidence: number): number => Math.log(Math.max(confidence, 0.001) / (1 - Math.min(confidence, 0.999)));

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!;
  return sum;
}
