/**
 * Finds what is asked in running text. A value of the kind that a name asks for is a candidate by the words of the name, or of what it
 * means in other languages (`clause-words.json`), in its clause, near it and in the heading above; by meaning, the surroundings of a
 * value are compared with the name.
 */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { ConfidenceEvidence } from '../confidence.ts';
import { cleanName } from '../contract/party-names.ts';
import { SPANS, definitionsIn, spansIn, statementIn } from './clause-values.ts';
import type { Definition, SpanKind } from './clause-values.ts';
import words from './clause-words.json' with { type: 'json' };
import { KIND_WORDS, compareWords, contentWords, keysOf } from './names.ts';
import type { AskedName } from './names.ts';
import { clausesOf } from './running-text.ts';
import type { Clause, TextRange } from './running-text.ts';

export interface ClauseValue {
  items: readonly number[];
  /** Of the value; its items may have more letters, as in Japanese. */
  text: string;
  page: number;
  evidence: ConfidenceEvidence;
  /** The surroundings of the value, for the encoder of meaning. */
  around: string;
}

const MIN_SENTENCE = 25;
const ENGLISH = new Set(['the', 'of', 'and', 'to', 'by', 'shall', 'or', 'this']);
const MIN_ENGLISH = 0.1;
const [MAX_SPANS, MAX_VALUES, MAX_DISTANCE] = [400, 12, 140];
/** Words such as `date` or `amount` say what is asked, not which. */
const KIND_WEIGHT = 0.4;
const RELATED = 0.6;

interface Concept {
  keys: ReadonlySet<string>;
  names: readonly (readonly string[])[];
  cues: readonly string[];
}

let known: readonly Concept[] | undefined;

const concepts = (): readonly Concept[] =>
  (known ??= Object.values(words.concepts).map(([names, cues]) => {
    const list = names!.split('|');
    return {
      keys: new Set(list.flatMap(keysOf)),
      names: list.map(contentWords),
      cues: cues === '' ? [] : cues!.split('|').map((cue) => cue.toLowerCase()),
    };
  }));

/** How much two words have in common, for endings, compounds and derived words. */
function relation(asked: string, word: string): number {
  if (asked === word) return 1;
  const [short, long] = asked.length < word.length ? [asked, word] : [word, asked];
  const isLatin = /^\p{Script=Latin}/u.test(short);
  if (short.length >= (isLatin ? 5 : 2) && (long.endsWith(short) || (isLatin && long.startsWith(short)))) return 0.75;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  const share = same / long.length;
  return isLatin && same >= 4 && share >= RELATED ? share : 0;
}

interface Span extends TextRange {
  clause: Clause;
  kind: SpanKind;
}

export class ClauseFinder {
  readonly #layout: DocumentLayout;
  readonly #locale: string | undefined;
  readonly #spans = new Map<SpanKind, readonly Span[]>();
  #clauses: readonly Clause[] | undefined;
  #statements: readonly { clause: Clause; statement: NonNullable<ReturnType<typeof statementIn>> }[] | undefined;
  #definitions: readonly (Definition & { clause: Clause; words: readonly string[] })[] | undefined;

  constructor(layout: DocumentLayout, locale: string | undefined) {
    this.#layout = layout;
    this.#locale = locale;
  }

  /** The share of the text that is sentences, not captions, names and cells. */
  prose(): number {
    this.#clauses ??= clausesOf(this.#layout);
    const length = (clauses: readonly Clause[]): number => clauses.reduce((sum, { text }) => sum + text.length, 0);
    return (
      length(this.#clauses.filter(({ text }) => text.length >= MIN_SENTENCE && /[.;。]$/u.test(text))) / Math.max(1, length(this.#clauses))
    );
  }

  isEnglish(): boolean {
    this.#clauses ??= clausesOf(this.#layout);
    const tokens = this.#clauses.flatMap((clause) => clause.tokens);
    return tokens.filter(({ folded }) => ENGLISH.has(folded)).length > MIN_ENGLISH * tokens.length;
  }

  /** The values that words of a name lead to, the best first, and others of its kind without such words. */
  find(name: AskedName, pages: ReadonlySet<number> | undefined): { worded: ClauseValue[]; others: ClauseValue[] } {
    const own = concepts().filter(({ keys }) => name.keys.some((key) => keys.has(key)));
    const kinds = SPANS[name.kind ?? 'any'];
    const isOn = ({ clause }: { clause: Clause }): boolean => pages?.has(clause.page) ?? true;
    const found = [
      ...kinds.flatMap((kind) =>
        this.#spansOf(kind)
          .filter(isOn)
          .map((span) => this.#spanValue(span, name, own)),
      ),
      ...this.#defined(name, own)
        .filter(isOn)
        .map((one) => this.#toValue(one.clause, one, one.evidence)),
      ...(name.kind === undefined
        ? this.#stated(name)
            .filter(isOn)
            .map((one) => this.#toValue(one.clause, one, one.evidence))
        : []),
    ].filter(({ items }) => items.length > 0);
    const score = ({ evidence }: ClauseValue): number =>
      Math.max(evidence['clause near'] ?? 0, evidence['clause defined'] ?? 0, evidence['clause stated'] ?? 0);
    const worded = found
      .filter((one) => score(one) > 0)
      .sort((a, b) => score(b) - score(a))
      .slice(0, MAX_VALUES);
    // How much better the best is than the next one that says something else.
    const tops = worded.map((one, i) => {
      const best = worded.find((other) => other.items.join() !== one.items.join());
      return {
        ...one,
        evidence: {
          ...one.evidence,
          'clause first': Number(i === 0),
          'clause ahead': Math.max(0, score(one) - (best === undefined ? 0 : score(best))),
        },
      };
    });
    return { worded: tops, others: found.filter((one) => score(one) === 0) };
  }

  #spansOf(kind: SpanKind): readonly Span[] {
    let spans = this.#spans.get(kind);
    if (spans === undefined) {
      this.#clauses ??= clausesOf(this.#layout);
      const all: Span[] = [];
      for (const clause of this.#clauses) {
        if (all.length >= MAX_SPANS) break;
        for (const { start, end } of spansIn(clause, kind, this.#locale)) all.push({ clause, kind, start, end });
      }
      this.#spans.set(kind, (spans = all));
    }
    return spans;
  }

  #spanValue({ clause, kind, ...range }: Span, name: AskedName, own: readonly Concept[]): ClauseValue {
    const [near, headed] = [nearness(name, own, clause, range), headedness(name, own, clause)];
    const isAsked = name.kind !== undefined;
    return this.#toValue(clause, range, {
      clause: 1,
      'clause near': near.share,
      'clause headed': headed,
      'clause concept': near.concept,
      [`clause ${kind}`]: 1,
      ...(!isAsked && { 'clause unasked': 1 }),
    });
  }

  #defined(name: AskedName, own: readonly Concept[]): (TextRange & { clause: Clause; evidence: ConfidenceEvidence })[] {
    this.#clauses ??= clausesOf(this.#layout);
    this.#definitions ??= this.#clauses
      .flatMap((clause) => definitionsIn(clause).map((definition) => ({ ...definition, clause, words: contentWords(definition.term) })))
      .slice(0, MAX_SPANS);
    return this.#definitions.flatMap(({ clause, words: term, at, start, end }) => {
      const alike = Math.max(
        alikeness(name.words, term),
        0.95 * Math.max(0, ...own.flatMap(({ names }) => names.map((one) => alikeness(one, term)))),
      );
      if (alike < 0.7) return [];
      const kinds: readonly SpanKind[] = name.kind === undefined ? ['date'] : SPANS[name.kind];
      const typed = kinds.flatMap((kind) => spansIn(clause, kind, this.#locale)).find((span) => span.end <= at && at - span.end < 4);
      if (typed === undefined && name.kind !== undefined && name.kind !== 'id') return [];
      const evidence = { clause: 1, 'clause defined': alike, [typed ? 'clause typed' : 'clause name']: 1 };
      return [{ clause, ...(typed ?? { start, end }), evidence }];
    });
  }

  #stated(name: AskedName): (TextRange & { clause: Clause; evidence: ConfidenceEvidence })[] {
    this.#statements ??= (this.#clauses ?? []).flatMap((clause) => {
      const statement = statementIn(clause);
      return statement === undefined ? [] : [{ clause, statement }];
    });
    return this.#statements.flatMap(({ clause, statement }) => {
      const own = clause.tokens.filter(({ end }) => end <= statement.subject.end).slice(-10);
      const share =
        name.words.reduce((sum, word) => sum + Math.max(0, ...own.map(({ folded }) => relation(word, folded))), 0) / name.words.length;
      if (share < 0.8) return [];
      const evidence = { clause: 1, 'clause stated': share * Math.min(1, (2 * name.words.length) / own.length) };
      return [{ clause, start: statement.start, end: statement.end, evidence }];
    });
  }

  #toValue(clause: Clause, { start, end }: TextRange, evidence: ConfidenceEvidence): ClauseValue {
    const items = clause.words.filter((word) => word.start < end && word.end > start).map(({ item }) => item);
    const around = `${clause.heading} ${clause.text.slice(Math.max(0, start - 90), end + 40)}`.trim().toLowerCase();
    return { items, text: cleanName(clause.text.slice(start, end)), page: clause.page, evidence, around };
  }
}

/** Names of roles with the same beginning are others: employer and employee. */
const alikeness = (name: readonly string[], term: readonly string[]): number => {
  const alike = compareWords(name, term);
  const isOther = name.some((word) => term.some((other) => /(?:er|or|geber)(?:in)?$/u.test(word) && /(?:ee|nehmer)(?:in)?$/u.test(other)));
  const isReverse = name.some((word) =>
    term.some((other) => /(?:ee|nehmer)(?:in)?$/u.test(word) && /(?:er|or|geber)(?:in)?$/u.test(other) && !other.includes(word)),
  );
  return isOther || isReverse ? 0 : alike;
};

const weightOf = (word: string): number => (KIND_WORDS.has(word) ? KIND_WEIGHT : 1);

/** The share of a name that is near a range of a clause; the nearest of several ranges gets most. */
function nearness(name: AskedName, own: readonly Concept[], clause: Clause, range: TextRange): { share: number; concept: number } {
  const total = name.words.reduce((sum, word) => sum + weightOf(word), 0);
  let share = 0;
  for (const word of name.words) {
    let best = 0;
    for (const token of tokensLike(clause, word)) best = Math.max(best, token.alike * decay(token, range));
    share += weightOf(word) * best;
  }
  const lower = clause.text.toLowerCase();
  let concept = 0;
  for (const { cues } of own)
    for (const cue of cues)
      for (let at = lower.indexOf(cue); at >= 0; at = lower.indexOf(cue, at + cue.length))
        concept = Math.max(concept, decay({ start: at, end: at + cue.length }, range));
  return { share: Math.max(share / total, concept), concept: Number(concept > 0) };
}

/** What precedes a value counts more than what follows it. */
function decay(at: TextRange, range: TextRange): number {
  if (at.start < range.end && at.end > range.start) return 0;
  const distance = at.end <= range.start ? range.start - at.end : 1.5 * (at.start - range.end) + 10;
  return Math.max(0, 1 - distance / MAX_DISTANCE);
}

function tokensLike(clause: Clause, word: string): (TextRange & { alike: number })[] {
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) {
    const at = clause.text.indexOf(word);
    return at < 0 ? [] : [{ start: at, end: at + word.length, alike: 1 }];
  }
  return clause.tokens.flatMap(({ start, end, folded }) => {
    const alike = relation(word, folded);
    return alike > 0 ? [{ start, end, alike }] : [];
  });
}

function headedness(name: AskedName, own: readonly Concept[], { heading }: Clause): number {
  if (heading === '') return 0;
  const lower = heading.toLowerCase();
  if (
    own.some(
      ({ cues, names }) => cues.some((cue) => lower.includes(cue)) || names.some((one) => one.length === 1 && lower.includes(one[0]!)),
    )
  )
    return 1;
  const folded = contentWords(heading);
  return name.words.reduce((sum, word) => sum + Math.max(0, ...folded.map((other) => relation(word, other))), 0) / name.words.length;
}
