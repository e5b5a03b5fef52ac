/**
 * The tagger of neural mode: which field each token belongs to, by a conditional random field over the tokens of a page
 * in reading order (the chain of the entity engine). One tag a field, one for the rest.
 */
import { trainChain } from '../../entities/chain/training.ts';
import type { OnProgress } from '../../entities/chain/training.ts';
import type { Chain, TaggedSequence } from '../../entities/chain/chain.ts';
import { Lattice } from '../../entities/chain/lattice.ts';
import type { Grammar } from '../../entities/chain/transitions.ts';
import { Belonging } from '../captions/caption-side.ts';
import { captionWords } from '../captions/reworded-captions.ts';
import type { Learned, Prepared } from './features.ts';
import { contextIn, prepare } from './features.ts';
import type { Form } from '../form/form.ts';
import type { LabelledForm, Tag } from '../form/labelled-form.ts';
import { Vocabulary, counted, heldBy, labelledTokens } from '../captions/vocabulary.ts';

/** For each token and tag how likely it is, rows by token. */
export interface Scores { tags: number; values: Float32Array }

const SETTINGS = { rate: 0.2, penalty: 0.3, commonFrom: 3, dropout: 0.3 };
/** Training visits so many tokens within these passes. */
const VISITS = 120_000;
const LEAST_PASSES = 5;
const MOST_FREE = 100;
const MOST_PASSES = 40;
/** Of so few forms each is also learned from as if it were set anew: where all are set alike, each caption around a value seems to speak for it. */
const MOST_MOVED = 50;

export class FormTagger {
  readonly vocabulary: Vocabulary;
  readonly belonging: Belonging;
  readonly captions: ReadonlyMap<number, number>;
  readonly chain: Chain;
  /** By tag: whether it is one of marks, which words cannot have, nor marks any other. */
  readonly #isMark: readonly boolean[];
  /** By tag: whether no word was ever labelled as one of it, as of signatures that are drawn. */
  readonly #isWordless: readonly boolean[];

  constructor({ vocabulary, belonging, captions }: Learned, chain: Chain, tags: readonly Tag[]) {
    this.#isMark = tags.map(({ type }) => type === 'selectionMark');
    this.#isWordless = tags.map(({ type, isColumn }, tag) => type !== 'selectionMark' && !isColumn && belonging.kinds[tag]!.size === 0);
    this.vocabulary = vocabulary;
    this.belonging = belonging;
    this.captions = captions;
    this.chain = chain;
  }

  prepare(form: Form): Prepared {
    return prepare(form, this);
  }

  scores(form: Form, prepared: Prepared = this.prepare(form)): Scores {
    const tags = this.chain.grammar.tags - 1;
    const values = new Float32Array(form.tokens.length * tags);
    const lattice = new Lattice();
    for (const { tokens, places } of prepared.pages) {
      this.chain.read(places, lattice, (place, tag) => tag === 0 || (!this.#isWordless[tag - 1]! && this.#isMark[tag - 1] === (form.tokens[tokens[place]!]!.state !== undefined)));
      tokens.forEach((token, place) => {
        for (let tag = 0; tag < tags; tag++) values[token * tags + tag] = lattice.probability(place, tag + 1);
      });
    }
    return { tags, values };
  }
}

export function trainFormTagger(forms: readonly LabelledForm[], tags: readonly Tag[], watch?: OnProgress): FormTagger {
  const held = forms.map((labelled) => heldBy(labelled.form, labelledTokens(labelled)));
  const vocabulary = Vocabulary.of(held);
  const seen = forms.map((labelled, i) => ({ labelled, ...contextIn(labelled.form, vocabulary, held[i]) }));
  const belonging = Belonging.learn(seen, tags);
  const words = seen.map(({ labelled, context, printed }) => captionWords(labelled, context, belonging.side(labelled.form, context, printed)));
  const learned: Learned = { vocabulary, belonging, captions: counted(words) };
  const rows = forms.flatMap((labelled, i): TaggedSequence[] => {
    const tagOf = new Uint16Array(labelled.form.tokens.length);
    for (const { tag, tokens } of labelled.labels) for (const token of tokens) tagOf[token] = tag + 1;
    const keeps = (token: number): boolean => tagOf[token] !== 0 && tags[tagOf[token]! - 1]!.isColumn;
    const copies = forms.length > MOST_MOVED ? [undefined] : [undefined, { seed: i + 1, keeps }];
    return copies.flatMap((moved) => prepare(labelled.form, learned, { held: held[i]!, captions: words[i]! }, moved).pages.map(({ tokens, places }) => ({ ...places, tags: Uint16Array.from(tokens, (token) => tagOf[token]!) })));
  });
  const places = rows.reduce((sum, { tags }) => sum + tags.length, 0);
  const passes = Math.min(MOST_PASSES, Math.max(LEAST_PASSES, Math.round(VISITS / Math.max(1, places))));
  return new FormTagger(learned, trainChain(rows, grammarOf(tags.length, rows), { ...SETTINGS, passes }, 1, watch), tags);
}

/** Any tag may follow any other, since forms may be set anew; of very many tags only pairs that were seen, itself and none. */
function grammarOf(tagCount: number, rows: readonly TaggedSequence[]): Grammar {
  const tags = tagCount + 1;
  const seen = new Set<number>();
  for (const row of rows) for (let i = 1; i < row.tags.length; i++) seen.add(row.tags[i]! * tags + row.tags[i - 1]!);
  const pairs: [number, number][] = [];
  for (let to = 0; to < tags; to++) for (let from = 0; from < tags; from++) if (tags <= MOST_FREE || from === 0 || to === 0 || from === to || seen.has(to * tags + from)) pairs.push([from, to]);
  const every = Array.from({ length: tags }, (_, tag) => tag);
  return { tags, pairs, first: every, last: every };
}
