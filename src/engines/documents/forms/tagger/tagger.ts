/**
 * The tagger assigns each token to a field with a conditional random field over the tokens of a page in reading order
 * (the chain of the entity engine): one tag per field and one for none.
 */
import { trainChain } from '../../../shared/chain/training.ts';
import type { OnProgress } from '../../../shared/chain/training.ts';
import type { Chain, TaggedSequence } from '../../../shared/chain/chain.ts';
import { Lattice } from '../../../shared/chain/lattice.ts';
import type { Grammar } from '../../../shared/chain/transitions.ts';
import { CaptionFields } from '../captions/caption-side.ts';
import { CaptionMatcher } from '../captions/caption-matcher.ts';
import { collectCaptionWords } from '../captions/reworded-captions.ts';
import type { OwnWords, TaggerVocabulary, TaggerInput } from './features.ts';
import { buildPrintedContext, prepareInput } from './features.ts';
import type { Form } from '../form/form.ts';
import type { Scores } from '../form/scores.ts';
import type { LabeledForm, Tag } from '../labels/labeled-form.ts';
import { buildContext } from '../captions/context.ts';
import type { TokenContext } from '../captions/context.ts';
import { markLabelCaptions } from '../captions/label-captions.ts';
import { findRuns } from '../captions/runs.ts';
import { findLinesAbove } from '../captions/lines-above.ts';
import { Vocabulary, countOccurrences, collectWords, labeledTokens } from '../captions/vocabulary.ts';

const SETTINGS = { rate: 0.2, penalty: 0.3, commonFrom: 3, dropout: 0.3 };
/** Total number of token visits in training. */
const TOKEN_VISITS = 120_000;
const MIN_PASSES = 5;
const MAX_UNRESTRICTED_TAGS = 100;
const MAX_PASSES = 40;
/**
 * Up to this many forms, each is also learned from in an augmented copy: if all forms look alike, every caption around a
 * value seems to identify it.
 */
const MAX_AUGMENTED_FORMS = 50;

export class FormTagger {
  readonly vocabulary: Vocabulary;
  readonly captionFields: CaptionFields;
  readonly captions: ReadonlyMap<number, number>;
  readonly chain: Chain;
  /** Absent in models that were stored before it was learned. */
  readonly matcher: CaptionMatcher | undefined;
  /** By tag: whether it is a selection mark; words cannot have such a tag, nor marks any other. */
  readonly #isMark: readonly boolean[];
  /** By tag: whether no word was ever labeled with it, as for drawn signatures. */
  readonly #isWordless: readonly boolean[];

  constructor({ vocabulary, captionFields, captions }: TaggerVocabulary, chain: Chain, tags: readonly Tag[], matcher?: CaptionMatcher) {
    this.matcher = matcher;
    this.#isMark = tags.map(({ type }) => type === 'selectionMark');
    this.#isWordless = tags.map(
      ({ type, isColumn }, tag) => type !== 'selectionMark' && !isColumn && captionFields.shapes[tag]!.size === 0,
    );
    this.vocabulary = vocabulary;
    this.captionFields = captionFields;
    this.captions = captions;
    this.chain = chain;
  }

  prepareInput(form: Form): TaggerInput {
    return prepareInput(form, this);
  }

  scores(form: Form, prepared: TaggerInput = this.prepareInput(form)): Scores {
    const tags = this.chain.grammar.tags - 1;
    const values = new Float32Array(form.tokens.length * tags);
    const lattice = new Lattice();
    for (const { tokens, sequence } of prepared.pages) {
      this.chain.read(
        sequence,
        lattice,
        (place, tag) =>
          tag === 0 || (!this.#isWordless[tag - 1]! && this.#isMark[tag - 1] === (form.tokens[tokens[place]!]!.state !== undefined)),
      );
      tokens.forEach((token, place) => {
        for (let tag = 0; tag < tags; tag++) values[token * tags + tag] = lattice.probability(place, tag + 1);
      });
    }
    return { tags, values };
  }
}

/** `isLayoutFree`: forms may have different layouts, and captions that no other form has. */
export function trainFormTagger(
  forms: readonly LabeledForm[],
  tags: readonly Tag[],
  isLayoutFree: boolean,
  onProgress?: OnProgress,
): FormTagger {
  const held = forms.map((labeled) => collectWords(labeled.form, labeledTokens(labeled)));
  const vocabulary = Vocabulary.of(held);
  const strict = forms.map((labeled, i) => ({ labeled, ...buildPrintedContext(labeled.form, vocabulary, held[i]) }));
  const seen = isLayoutFree ? addLabelCaptions(strict, tags) : strict;
  const captionFields = CaptionFields.learn(seen, tags);
  const words = seen.map(({ labeled, context, printed }) =>
    collectCaptionWords(labeled, context, captionFields.side(labeled.form, context, printed)),
  );
  const learned: TaggerVocabulary = { vocabulary, captionFields, captions: countOccurrences(words) };
  const ownWords = seen.map(({ printed }, i): OwnWords => ({
    held: held[i]!,
    captions: words[i]!,
    values: labeledTokens(forms[i]!),
    ...(isLayoutFree && { printed }),
  }));
  const inputs = forms.map(({ form }, i) => prepareInput(form, learned, ownWords[i]));
  const rows = forms.flatMap((labeled, i): TaggedSequence[] => {
    const tagOf = new Uint16Array(labeled.form.tokens.length);
    for (const { tag, tokens } of labeled.labels) for (const token of tokens) tagOf[token] = tag + 1;
    const keepsCaptions = (token: number): boolean => tagOf[token] !== 0 && tags[tagOf[token]! - 1]!.isColumn;
    const augmented =
      forms.length > MAX_AUGMENTED_FORMS ? [] : [prepareInput(labeled.form, learned, ownWords[i], { seed: i + 1, keepsCaptions })];
    return [inputs[i]!, ...augmented].flatMap(({ pages }) =>
      pages.map(({ tokens, sequence }) => ({ ...sequence, tags: Uint16Array.from(tokens, (token) => tagOf[token]!) })),
    );
  });
  const sequence = rows.reduce((sum, { tags }) => sum + tags.length, 0);
  const passes = Math.min(MAX_PASSES, Math.max(MIN_PASSES, Math.round(TOKEN_VISITS / Math.max(1, sequence))));
  const chain = trainChain(rows, createGrammar(tags.length, rows), { ...SETTINGS, passes }, 1, onProgress);
  const seenRuns = inputs.map(({ printed, context, side }, i) => {
    const runs = findRuns(forms[i]!.form, context, printed);
    return {
      labeled: forms[i]!,
      form: forms[i]!.form,
      context,
      side,
      runs,
      lineAbove: findLinesAbove(forms[i]!.form, context, printed, runs),
    };
  });
  return new FormTagger(learned, chain, tags, CaptionMatcher.learn(seenRuns, tags));
}

interface SeenForm {
  labeled: LabeledForm;
  printed: Uint8Array;
  context: TokenContext;
}

function addLabelCaptions(forms: readonly SeenForm[], tags: readonly Tag[]): SeenForm[] {
  const captionFields = CaptionFields.learn(forms, tags);
  return forms.map(({ labeled, printed, context }) => {
    const extended = markLabelCaptions(labeled, context, printed, captionFields.side(labeled.form, context, printed), tags);
    return { labeled, printed: extended, context: buildContext(labeled.form, extended) };
  });
}

/** Any tag may follow any other, because layouts vary; with very many tags, only observed pairs, the same tag and none. */
function createGrammar(tagCount: number, rows: readonly TaggedSequence[]): Grammar {
  const tags = tagCount + 1;
  const seen = new Set<number>();
  for (const row of rows) for (let i = 1; i < row.tags.length; i++) seen.add(row.tags[i]! * tags + row.tags[i - 1]!);
  const pairs: [number, number][] = [];
  for (let to = 0; to < tags; to++)
    for (let from = 0; from < tags; from++)
      if (tags <= MAX_UNRESTRICTED_TAGS || from === 0 || to === 0 || from === to || seen.has(to * tags + from)) pairs.push([from, to]);
  const every = Array.from({ length: tags }, (_, tag) => tag);
  return { tags, pairs, first: every, last: every };
}
