/**
 * Hashed features of each token: its shape, its word if other forms have it, its neighbors, and the captions around it as
 * a whole, by word and by trigram, so that a misread or reworded caption still matches. Positions on the page are not
 * used.
 */
import { heightOf } from '../../layout/model/geometry.ts';
import type { Sequence } from '../../../shared/chain/chain.ts';
import { captionHash, captionOnSide } from '../captions/caption-side.ts';
import type { CaptionFields, Side } from '../captions/caption-side.ts';
import { markRewordedCaptions } from '../captions/reworded-captions.ts';
import { wordShape } from '../../../language/entities/tagging/features.ts';
import { findCaptionAlong, findCaptionLeft, findCaptionRight, buildContext } from '../captions/context.ts';
import type { TokenContext } from '../captions/context.ts';
import type { Form } from '../form/form.ts';
import { findRuns } from '../captions/runs.ts';
import type { FormWords, Vocabulary } from '../captions/vocabulary.ts';
import { hashString, wordKey, pairHash } from '../captions/vocabulary.ts';

const [LEFT, ABOVE, BELOW, RIGHT, MAIN] = [1, 2, 3, 4, 5];
const MAX_WORDS = 6;
/** Maximum sequence length; longer pages are split. Memory grows with length and number of fields. */
const MAX_SEQUENCE_LENGTH = 2000;
const MAX_TRIGRAMS = 24;
/** Maximum number of tokens between a column's value and its heading. */
const MAX_COLUMN_STEPS = 60;

export interface TaggerInput {
  printed: Uint8Array;
  context: TokenContext;
  /** Side where most values of the form have their captions. */
  side: Side;
  /** Input sequences: the tokens of each page; very full pages are split. */
  pages: readonly { tokens: readonly number[]; sequence: Sequence }[];
}

/** `own` are the words of a training form, which do not count as evidence for themselves. */
export function buildPrintedContext(form: Form, vocabulary: Vocabulary, own?: FormWords): { printed: Uint8Array; context: TokenContext } {
  const printed = vocabulary.printed(form, own);
  return { printed, context: buildContext(form, printed) };
}

/** Words of a training form that do not count as evidence for themselves. */
export interface OwnWords {
  /** Labeled tokens. */
  values: ReadonlySet<number>;
  held: FormWords;
  captions: ReadonlySet<number>;
  /** Printed words that are known from the labels. */
  printed?: Uint8Array;
}

/** What features are computed with: printed words, caption fields, and caption words with the number of forms that have them. */
export interface TaggerVocabulary {
  vocabulary: Vocabulary;
  captionFields: CaptionFields;
  captions: ReadonlyMap<number, number>;
}

/** Augments a training form: captions on sides other than the form's caption side are replaced by random ones. */
export interface Augmentation {
  seed: number;
  keepsCaptions: (token: number) => boolean;
}

export function prepareInput(
  form: Form,
  { vocabulary, captionFields, captions }: TaggerVocabulary,
  own?: OwnWords,
  augmentation?: Augmentation,
): TaggerInput {
  const strict =
    own?.printed === undefined
      ? buildPrintedContext(form, vocabulary, own?.held)
      : { printed: own.printed, context: buildContext(form, own.printed) };
  const printed = markRewordedCaptions(form, strict.context.rows, strict.printed, captions, own?.captions, own?.values);
  const context = buildContext(form, printed);
  const side = captionFields.side(form, context, printed);
  const seen = new FeatureExtractor(form, vocabulary, own?.held, printed, context, side, augmentation);
  const sequences: number[][] = [];
  form.tokens.forEach(({ page }, i) => {
    const last = sequences.at(-1);
    if (last !== undefined && last.length < MAX_SEQUENCE_LENGTH && form.tokens[last[0]!]!.page === page) last.push(i);
    else sequences.push([i]);
  });
  const pages = sequences.map((tokens) => {
    const out: number[] = [];
    const starts = new Int32Array(tokens.length + 1);
    tokens.forEach((token, i) => {
      starts[i] = out.length;
      seen.features(token, out);
    });
    starts[tokens.length] = out.length;
    return { tokens, sequence: { starts, features: Int32Array.from(out) } };
  });
  return { printed, context, side, pages };
}

/** Hashes of a caption, computed once. */
interface CaptionHashes {
  whole: number;
  first: number;
  last: number;
  words: readonly number[];
  trigrams: readonly number[];
}

class FeatureExtractor {
  readonly #form: Form;
  readonly #printed: Uint8Array;
  readonly #context: TokenContext;
  readonly #shapes: readonly number[];
  /** Hash of the word if another form has it, else 0. */
  readonly #words: readonly number[];
  readonly #captions: readonly CaptionHashes[];
  readonly #captionKeys: readonly number[];
  readonly #side: Side;
  readonly #augmentation: Augmentation | undefined;
  /** First token of a token's run; the whole run shares its captions. */
  readonly #head: Int32Array;

  constructor(
    form: Form,
    vocabulary: Vocabulary,
    own: FormWords | undefined,
    printed: Uint8Array,
    context: TokenContext,
    side: Side,
    augmentation: Augmentation | undefined,
  ) {
    this.#side = side;
    this.#augmentation = augmentation;
    this.#head = Int32Array.from(form.tokens, (_, i) => i);
    for (const run of findRuns(form, context, printed)) for (const token of run) this.#head[token] = run[0]!;
    this.#captionKeys = context.captions.map((_, caption) => captionHash(form, context, caption));
    this.#form = form;
    this.#printed = printed;
    this.#context = context;
    this.#shapes = form.tokens.map((token) => hashString(token.state === undefined ? wordShape(token.text) : '\u2610'));
    this.#words = form.tokens.map((token) => {
      const hash = hashString(wordKey(token));
      return vocabulary.knows(hash, own) ? hash : 0;
    });
    this.#captions = context.captions.map(({ tokens }) => captionHashes(tokens.map((token) => wordKey(form.tokens[token]!))));
  }

  features(token: number, out: number[]): void {
    const { tokens } = this.#form;
    const { rows, rowOf, indexInRow, above } = this.#context;
    const add = (template: number, slot: number, value: number): void => {
      out.push(pairHash(template * 64 + slot + 1, value));
    };
    const isPrinted = this.#printed[token]!;
    const shape = this.#shapes[token]!;
    const { text, box } = tokens[token]!;
    add(0, isPrinted, 0);
    add(1, isPrinted, shape);
    if (this.#words[token] !== 0) add(2, isPrinted, this.#words[token]!);
    add(3, Math.min(12, text.length), isPrinted);
    add(3, 20, hashString(text.slice(0, 2).toLowerCase()));
    add(3, 21, hashString(text.slice(-2).toLowerCase()));
    const row = rows[rowOf[token]!]!;
    const place = indexInRow[token]!;
    for (const step of [-2, -1, 1, 2]) {
      const other = row[place + step];
      const slot = step + 2;
      if (other === undefined) {
        add(4, slot, 0);
        continue;
      }
      const gap = step < 0 ? box.left - tokens[other]!.box.right : tokens[other]!.box.left - box.right;
      const isFar = Math.abs(step) === 1 && gap > 1.5 * heightOf(box) ? 1 : 0;
      if (Math.abs(step) === 1) {
        add(5, slot * 2 + isFar, this.#printed[other]!);
        add(6, slot, this.#shapes[other]!);
        add(7, slot, pairHash(shape, this.#shapes[other]!));
      }
      if (this.#words[other] !== 0) add(8, slot * 2 + isFar, this.#words[other]!);
    }
    if (isPrinted === 1) add(9, 0, this.#captions[this.#context.captionOf[token]!]!.whole);
    if (tokens[token]!.state !== undefined) {
      this.#mark(token, add);
      return;
    }
    const head = this.#head[token]!;
    add(21, isPrinted, token === head ? 1 : 0);
    const isDetailed = isPrinted === 0;
    const left = this.#captionOrRandom(0, head, findCaptionLeft(this.#context, head), isDetailed);
    const up = findCaptionAlong(this.#context, above, head, MAX_COLUMN_STEPS);
    up.caption = this.#captionOrRandom(1, head, up.caption, isDetailed);
    const down = findCaptionAlong(this.#context, this.#context.below, head, 3);
    down.caption = this.#captionOrRandom(2, head, down.caption, isDetailed);
    const right = this.#captionOrRandom(3, head, findCaptionRight(this.#context, token), isDetailed);
    if (left >= 0) this.#caption(LEFT, left, Math.min(3, indexInRow[head]!), shape, isDetailed, add);
    else add(10, LEFT, 0);
    if (up.caption >= 0) {
      this.#caption(ABOVE, up.caption, Math.min(2, up.steps), shape, isDetailed, add);
      const over = findCaptionAlong(this.#context, above, this.#context.captions[up.caption]!.tokens[0]!, 3).caption;
      if (over >= 0) add(18, 0, pairHash(this.#captions[up.caption]!.whole, this.#captions[over]!.first));
    } else add(10, ABOVE, 0);
    if (left >= 0 && up.caption >= 0) add(18, 1, pairHash(this.#captions[left]!.last, this.#captions[up.caption]!.first));
    if (left >= 0) {
      const over = findCaptionAlong(this.#context, above, this.#context.captions[left]!.tokens[0]!, 3).caption;
      if (over >= 0) add(18, 2, pairHash(this.#captions[left]!.whole, this.#captions[over]!.whole));
    }
    if (down.caption >= 0) this.#caption(BELOW, down.caption, Math.min(1, down.steps), shape, false, add);
    if (right >= 0) this.#caption(RIGHT, right, 0, shape, false, add);
    const main = captionOnSide(this.#context, head, this.#side);
    if (main < 0) add(10, MAIN, isPrinted);
    else {
      this.#caption(MAIN, main, isPrinted, shape, isDetailed, add);
      add(19, isPrinted, this.#captionKeys[main]!);
    }
    for (const caption of new Set([left, up.caption, down.caption, right]))
      if (caption >= 0) add(20, isPrinted, this.#captionKeys[caption]!);
  }

  #captionOrRandom(side: Side, head: number, caption: number, isDetailed: boolean): number {
    if (this.#augmentation === undefined || !isDetailed || side === this.#side || this.#augmentation.keepsCaptions(head)) return caption;
    const count = this.#captions.length + 1;
    return ((pairHash(this.#augmentation.seed * 4 + side + 1, head + 1) >>> 0) % count) - 1;
  }

  /** Features of a selection mark: the nearest caption beside it, and the captions on both sides. */
  #mark(token: number, add: (template: number, slot: number, value: number) => void): void {
    const { tokens } = this.#form;
    const [left, right] = [findCaptionLeft(this.#context, token), findCaptionRight(this.#context, token)];
    const { box } = tokens[token]!;
    const gap = (caption: number, isLeft: boolean): number => {
      if (caption < 0) return Infinity;
      const own = this.#context.captions[caption]!.tokens;
      return isLeft ? box.left - tokens[own.at(-1)!]!.box.right : tokens[own[0]!]!.box.left - box.right;
    };
    const isLeft = gap(left, true) < gap(right, false);
    const nearest = isLeft ? left : right;
    if (nearest >= 0) {
      add(24, 0, this.#captionKeys[nearest]!);
      add(24, 1, this.#captions[nearest]!.first);
      for (const word of this.#captions[nearest]!.words) add(24, 2, word);
      for (const trigram of this.#captions[nearest]!.trigrams) add(24, 3, trigram);
    }
    if (left >= 0) add(25, 0, this.#captionKeys[left]!);
    if (right >= 0) add(25, 1, this.#captionKeys[right]!);
  }

  #caption(
    side: number,
    caption: number,
    distance: number,
    shape: number,
    isDetailed: boolean,
    add: (template: number, slot: number, value: number) => void,
  ): void {
    const { whole, first, last, words, trigrams } = this.#captions[caption]!;
    add(11, side * 4 + distance, whole);
    add(12, side, whole);
    add(13, side, first);
    add(14, side, last);
    add(15, side, pairHash(whole, shape));
    if (!isDetailed) return;
    for (const word of words) add(16, side, word);
    for (const trigram of trigrams) add(17, side, trigram);
  }
}

function captionHashes(words: readonly string[]): CaptionHashes {
  const kept = words.length > MAX_WORDS * 2 ? [...words.slice(0, MAX_WORDS), ...words.slice(-MAX_WORDS)] : words;
  const letters = ` ${kept.join(' ')} `;
  const trigrams = new Set<number>();
  for (let i = 0; i + 3 <= letters.length && trigrams.size < MAX_TRIGRAMS; i++) trigrams.add(hashString(letters.slice(i, i + 3)));
  return {
    whole: hashString(kept.join(' ')),
    first: hashString(kept.slice(0, 2).join(' ')),
    last: hashString(kept.slice(-2).join(' ')),
    words: [...new Set(kept.map((word) => hashString(word)))],
    trigrams: [...trigrams],
  };
}
