/**
 * What the tagger sees of each token, as hashed features: its shape, its own word where other forms have it, its
 * neighbours, and the captions around it by whole, by word and by three letters at a time, so that a misread or reworded
 * caption still speaks. Nothing tells where on the page a token stands.
 */
import { heightOf } from '../../layout/model/geometry.ts';
import type { Sequence } from '../../entities/chain/chain.ts';
import { captionKey, captionOn } from '../captions/caption-side.ts';
import type { Belonging, Side } from '../captions/caption-side.ts';
import { withCaptions } from '../captions/reworded-captions.ts';
import { wordShape } from '../../entities/tagging/features.ts';
import { captionAlong, captionLeft, captionRight, contextOf } from '../captions/context.ts';
import type { Context } from '../captions/context.ts';
import type { Form } from '../form/form.ts';
import { runsOf } from '../decoding/runs.ts';
import type { Held, Vocabulary } from '../captions/vocabulary.ts';
import { hashOf, keyOf, pairHash } from '../captions/vocabulary.ts';

const [LEFT, ABOVE, BELOW, RIGHT, MAIN] = [1, 2, 3, 4, 5];
const MOST_WORDS = 6;
/** More words than printed pages have; what the chain needs grows with them and the number of fields. */
const MOST_PLACES = 2000;
const MOST_TRIGRAMS = 24;
/** Tokens of a column that are stepped over on the way up to its heading. */
const COLUMN_STEPS = 60;

export interface Prepared {
  printed: Uint8Array;
  context: Context;
  /** Where most values of the form have their captions. */
  side: Side;
  /** Rows of the chain: the tokens of each page, of very full pages so many at a time. */
  pages: readonly { tokens: readonly number[]; places: Sequence }[];
}

/** `own` is what a training form holds, which must not vouch for itself. */
export function contextIn(form: Form, vocabulary: Vocabulary, own?: Held): { printed: Uint8Array; context: Context } {
  const printed = vocabulary.printed(form, own);
  return { printed, context: contextOf(form, printed) };
}

/** What is known of a training form that must not vouch for itself. */
export interface Own { held: Held; captions: ReadonlySet<number> }

/** What features are made with: printed words, what captions belong to, and by hash their words with how many forms have them. */
export interface Learned { vocabulary: Vocabulary; belonging: Belonging; captions: ReadonlyMap<number, number> }

/** Makes of a training form one that is set anew: the captions on the sides that tell nothing become any others of the form. */
export interface Moved { seed: number; keeps: (token: number) => boolean }

export function prepare(form: Form, { vocabulary, belonging, captions }: Learned, own?: Own, moved?: Moved): Prepared {
  const strict = contextIn(form, vocabulary, own?.held);
  const printed = withCaptions(form, strict.context.rows, strict.printed, captions, own?.captions);
  const context = contextOf(form, printed);
  const side = belonging.side(form, context, printed);
  const seen = new Seen(form, vocabulary, own?.held, printed, context, side, moved);
  const stretches: number[][] = [];
  form.tokens.forEach(({ page }, i) => {
    const last = stretches.at(-1);
    if (last !== undefined && last.length < MOST_PLACES && form.tokens[last[0]!]!.page === page) last.push(i);
    else stretches.push([i]);
  });
  const pages = stretches.map((tokens) => {
    const out: number[] = [];
    const starts = new Int32Array(tokens.length + 1);
    tokens.forEach((token, i) => {
      starts[i] = out.length;
      seen.features(token, out);
    });
    starts[tokens.length] = out.length;
    return { tokens, places: { starts, features: Int32Array.from(out) } };
  });
  return { printed, context, side, pages };
}

/** The words of a caption in hashed forms, made once. */
interface CaptionHashes { whole: number; first: number; last: number; words: readonly number[]; trigrams: readonly number[] }

class Seen {
  readonly #form: Form;
  readonly #printed: Uint8Array;
  readonly #context: Context;
  readonly #shapes: readonly number[];
  /** Hash of the word where another form has it, else 0. */
  readonly #words: readonly number[];
  readonly #captions: readonly CaptionHashes[];
  readonly #captionKeys: readonly number[];
  readonly #side: Side;
  readonly #moved: Moved | undefined;
  /** The first word of a token's run, whose captions are those of the whole run. */
  readonly #head: Int32Array;

  constructor(form: Form, vocabulary: Vocabulary, own: Held | undefined, printed: Uint8Array, context: Context, side: Side, moved: Moved | undefined) {
    this.#side = side;
    this.#moved = moved;
    this.#head = Int32Array.from(form.tokens, (_, i) => i);
    for (const run of runsOf(form, context, printed)) for (const token of run) this.#head[token] = run[0]!;
    this.#captionKeys = context.captions.map((_, caption) => captionKey(form, context, caption));
    this.#form = form;
    this.#printed = printed;
    this.#context = context;
    this.#shapes = form.tokens.map((token) => hashOf(token.state === undefined ? wordShape(token.text) : '\u2610'));
    this.#words = form.tokens.map((token) => {
      const hash = hashOf(keyOf(token));
      return vocabulary.knows(hash, own) ? hash : 0;
    });
    this.#captions = context.captions.map(({ tokens }) => captionHashes(tokens.map((token) => keyOf(form.tokens[token]!))));
  }

  features(token: number, out: number[]): void {
    const { tokens } = this.#form;
    const { rows, rowOf, placeInRow, above } = this.#context;
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
    add(3, 20, hashOf(text.slice(0, 2).toLowerCase()));
    add(3, 21, hashOf(text.slice(-2).toLowerCase()));
    const row = rows[rowOf[token]!]!;
    const place = placeInRow[token]!;
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
    const rich = isPrinted === 0;
    const left = this.#beside(0, head, captionLeft(this.#context, head), rich);
    const up = captionAlong(this.#context, above, head, COLUMN_STEPS);
    up.caption = this.#beside(1, head, up.caption, rich);
    const down = captionAlong(this.#context, this.#context.below, head, 3);
    down.caption = this.#beside(2, head, down.caption, rich);
    const right = this.#beside(3, head, captionRight(this.#context, token), rich);
    if (left >= 0) this.#caption(LEFT, left, Math.min(3, placeInRow[head]!), shape, rich, add);
    else add(10, LEFT, 0);
    if (up.caption >= 0) {
      this.#caption(ABOVE, up.caption, Math.min(2, up.steps), shape, rich, add);
      const over = captionAlong(this.#context, above, this.#context.captions[up.caption]!.tokens[0]!, 3).caption;
      if (over >= 0) add(18, 0, pairHash(this.#captions[up.caption]!.whole, this.#captions[over]!.first));
    } else add(10, ABOVE, 0);
    if (left >= 0 && up.caption >= 0) add(18, 1, pairHash(this.#captions[left]!.last, this.#captions[up.caption]!.first));
    if (left >= 0) {
      const over = captionAlong(this.#context, above, this.#context.captions[left]!.tokens[0]!, 3).caption;
      if (over >= 0) add(18, 2, pairHash(this.#captions[left]!.whole, this.#captions[over]!.whole));
    }
    if (down.caption >= 0) this.#caption(BELOW, down.caption, Math.min(1, down.steps), shape, false, add);
    if (right >= 0) this.#caption(RIGHT, right, 0, shape, false, add);
    const main = captionOn(this.#context, head, this.#side);
    if (main < 0) add(10, MAIN, isPrinted);
    else {
      this.#caption(MAIN, main, isPrinted, shape, rich, add);
      add(19, isPrinted, this.#captionKeys[main]!);
    }
    for (const caption of new Set([left, up.caption, down.caption, right])) if (caption >= 0) add(20, isPrinted, this.#captionKeys[caption]!);
  }

  #beside(side: Side, head: number, caption: number, rich: boolean): number {
    if (this.#moved === undefined || !rich || side === this.#side || this.#moved.keeps(head)) return caption;
    const count = this.#captions.length + 1;
    return (pairHash(this.#moved.seed * 4 + side + 1, head + 1) >>> 0) % count - 1;
  }

  /** A mark belongs to the caption that stands closest beside it, or to the one on the side that others of the form have theirs. */
  #mark(token: number, add: (template: number, slot: number, value: number) => void): void {
    const { tokens } = this.#form;
    const [left, right] = [captionLeft(this.#context, token), captionRight(this.#context, token)];
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

  #caption(side: number, caption: number, distance: number, shape: number, rich: boolean, add: (template: number, slot: number, value: number) => void): void {
    const { whole, first, last, words, trigrams } = this.#captions[caption]!;
    add(11, side * 4 + distance, whole);
    add(12, side, whole);
    add(13, side, first);
    add(14, side, last);
    add(15, side, pairHash(whole, shape));
    if (!rich) return;
    for (const word of words) add(16, side, word);
    for (const trigram of trigrams) add(17, side, trigram);
  }
}

function captionHashes(words: readonly string[]): CaptionHashes {
  const few = words.length > MOST_WORDS * 2 ? [...words.slice(0, MOST_WORDS), ...words.slice(-MOST_WORDS)] : words;
  const letters = ` ${few.join(' ')} `;
  const trigrams = new Set<number>();
  for (let i = 0; i + 3 <= letters.length && trigrams.size < MOST_TRIGRAMS; i++) trigrams.add(hashOf(letters.slice(i, i + 3)));
  return { whole: hashOf(few.join(' ')), first: hashOf(few.slice(0, 2).join(' ')), last: hashOf(few.slice(-2).join(' ')), words: [...new Set(few.map((word) => hashOf(word)))], trigrams: [...trigrams] };
}
