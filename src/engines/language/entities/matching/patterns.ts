/**
 * Patterns: whole utterances as templates with entities in them.
 *
 *   book a flight from {City:from} to {City:to} [please]     [ ] may be left out
 *   (who | which person) wrote {Title}                       ( | ) is a choice
 *
 * A template becomes a small automaton over tokens whose edges only lead forward: a word, an entity (which
 * leads from the start of a found span to its end) or, for a Pattern.Any, any words at all. Matching walks the
 * states along the text once, keeping the cheapest path into each: cost is the number of words that a
 * Pattern.Any had to take. A phrase of a Pattern.Any's explicit list is taken whole and gains; so "the man from
 * nowhere" stays together though "from" is a word of the template. Of equal paths the one whose first
 * Pattern.Any ends first wins.
 *
 * Case and punctuation at the end of an utterance are ignored. Cost: states × tokens, whatever the template; size
 * and depth of a template are bounded.
 */
import { tokenizeFinely } from '../../recognizers/fine-tokens.ts';
import type { FineToken } from '../../recognizers/fine-tokens.ts';
import type { RecognizerLimit } from '../../recognizers/recognize.ts';
import { Trie } from '../../recognizers/trie.ts';

/** Why a template cannot be used; `at` is the offset in it. */
export class InvalidTemplate extends Error {
  readonly at: number;

  constructor(at: number, reason: string) {
    super(`${reason} (at character ${at + 1})`);
    this.name = 'TemplateProblem';
    this.at = at;
  }
}

export type Pattern = { readonly template: string; readonly intent: string };
/** A Pattern.Any entity with the phrases it takes whole. */
export type AnyEntity = { readonly entity: string; readonly explicit?: readonly string[] };
export type PatternSpan = {
  readonly entity: string;
  readonly role?: string;
  readonly start: number;
  readonly end: number;
  readonly any: boolean;
};
/** A template that fits a whole text; `strength` is the share of its tokens that words and entities account for. */
export type PatternMatch = {
  readonly pattern: number;
  readonly intent: string;
  readonly strength: number;
  readonly spans: readonly PatternSpan[];
};
/** An entity in the text, as a template may ask for it. */
export type KnownSpan = { readonly entity: string; readonly role?: string | undefined; readonly start: number; readonly end: number };

type Slot = { readonly entity: string; readonly role?: string };
type Edge = { readonly to: number; readonly word?: string; readonly slot?: Slot };
type Automaton = { readonly edges: readonly (readonly Edge[])[] };
/** The last state is the end. */
type Path = {
  readonly cost: number;
  readonly taken: number;
  readonly before?: Path;
  readonly span?: { readonly slot: Slot; readonly from: number; readonly to: number; readonly any: boolean };
};

const MAX_CHARACTERS = 1000;
const MAX_DEPTH = 20;
const MAX_TOKENS = 400;
const EXPLICIT_GAIN = 1000;
const FINAL_PUNCTUATION = new Set(['.', '!', '?', '。', '！', '？', '؟', '।']);

export class Patterns {
  readonly #patterns: readonly Pattern[];
  readonly #automata: readonly Automaton[];
  readonly #anys: ReadonlyMap<string, Trie & { ends: Set<number> }>;

  /** Throws an InvalidTemplate for a template that cannot be read. */
  constructor(patterns: readonly Pattern[], anys: readonly AnyEntity[] = [], culture?: string) {
    this.#patterns = patterns;
    this.#automata = patterns.map(({ template }) => parseTemplate(template, culture));
    this.#anys = new Map(
      anys.map(({ entity, explicit }) => {
        const trie = Object.assign(new Trie(), { ends: new Set<number>() });
        for (const phrase of explicit ?? []) trie.ends.add(trie.add(tokenizeFinely(phrase, culture).map(({ norm }) => norm)));
        return [entity, trie] as const;
      }),
    );
  }

  /** The templates that fit a text with the entities found in it, the strongest first. Those after a limit was exceeded do not count. */
  match(text: string, known: readonly KnownSpan[], culture?: string, limit?: RecognizerLimit): PatternMatch[] {
    const all = tokenizeFinely(text, culture);
    let count = all.length;
    while (count > 0 && FINAL_PUNCTUATION.has(all[count - 1]!.norm)) count--;
    if (count === 0 || count > MAX_TOKENS) return [];
    const tokens = all.slice(0, count);
    const spansAt = Map.groupBy(
      known.flatMap((span) => alignTemplate(tokens, span)),
      ({ from }) => from,
    );
    const matches: PatternMatch[] = [];
    for (const [pattern, automaton] of this.#automata.entries()) {
      if (limit?.isExceeded()) {
        limit.onSkipped(['patterns']);
        break;
      }
      const way = this.#walk(automaton, tokens, spansAt);
      if (way === undefined) continue;
      const spans: PatternSpan[] = [];
      for (let at: Path | undefined = way; at; at = at.before) {
        if (at.span)
          spans.unshift({ ...at.span.slot, start: tokens[at.span.from]!.start, end: tokens[at.span.to - 1]!.end, any: at.span.any });
      }
      matches.push({ pattern, intent: this.#patterns[pattern]!.intent, strength: 1 - way.taken / count, spans });
    }
    return matches.sort((a, b) => b.strength - a.strength || a.pattern - b.pattern);
  }

  #walk({ edges }: Automaton, tokens: readonly FineToken[], spansAt: ReadonlyMap<number, readonly Alignment[]>): Path | undefined {
    const count = tokens.length;
    const ways: (Path | undefined)[][] = Array.from({ length: count + 1 }, () => []);
    const reach = (at: number, state: number, way: Path): void => {
      const old = ways[at]![state];
      if (old === undefined || way.cost < old.cost) ways[at]![state] = way;
    };
    ways[0]![0] = { cost: 0, taken: 0 };
    for (let at = 0; at <= count; at++) {
      for (let state = 0; state < edges.length; state++) {
        const way = ways[at]![state];
        if (way === undefined) continue;
        for (const { to, word, slot } of edges[state]!) {
          if (slot === undefined) {
            if (word === undefined) reach(at, to, way);
            else if (tokens[at]?.norm === word) reach(at + 1, to, way);
            continue;
          }
          for (const span of spansAt.get(at) ?? []) {
            if (span.entity === slot.entity && (slot.role === undefined || span.role === undefined || span.role === slot.role)) {
              reach(span.to, to, { ...way, before: way, span: { slot, from: at, to: span.to, any: false } });
            }
          }
          const any = this.#anys.get(slot.entity);
          if (any === undefined) continue;
          const explicit = explicitEnds(any, tokens, at);
          for (let end = at + 1; end <= count; end++) {
            const taken = way.taken + end - at;
            reach(end, to, {
              cost: way.cost + end - at - (explicit.has(end) ? EXPLICIT_GAIN : 0),
              taken,
              before: way,
              span: { slot, from: at, to: end, any: true },
            });
          }
        }
      }
    }
    return ways[count]![edges.length - 1];
  }
}

type Alignment = { readonly entity: string; readonly role?: string | undefined; readonly from: number; readonly to: number };

/** A span in tokens; nothing where its ends are not those of tokens. */
function alignTemplate(tokens: readonly FineToken[], { entity, role, start, end }: KnownSpan): Alignment[] {
  const from = tokens.findIndex((token) => token.start === start);
  const to = tokens.findIndex((token) => token.end === end) + 1;
  return from >= 0 && to > from ? [{ entity, role, from, to }] : [];
}

function explicitEnds(trie: Trie & { ends: Set<number> }, tokens: readonly FineToken[], at: number): Set<number> {
  const ends = new Set<number>();
  for (let i = at, node = 0; i < tokens.length; i++) {
    node = trie.step(node, trie.word(tokens[i]!.norm));
    if (node < 0) break;
    if (trie.ends.has(node)) ends.add(i + 1);
  }
  return ends;
}

/** Reads a template; throws an InvalidTemplate where it cannot be read. */
export function parseTemplate(template: string, culture?: string): Automaton {
  if (template.length > MAX_CHARACTERS)
    throw new InvalidTemplate(MAX_CHARACTERS, `a pattern may have at most ${MAX_CHARACTERS} characters`);
  const edges: Edge[][] = [[]];
  const state = (): number => edges.push([]) - 1;
  let at = 0;

  /** Reads alternatives up to a closing sign; all lead from `from` to the state that is returned. */
  const choice = (from: number, close: string, depth: number, optional: boolean): number => {
    const opened = at - 1;
    if (depth > MAX_DEPTH) throw new InvalidTemplate(opened, 'the pattern is nested too deeply');
    const ends: number[] = [];
    do {
      const start = state();
      edges[from]!.push({ to: start });
      ends.push(sequence(start, depth));
    } while (template[at] === '|' && close !== '' && ++at > 0);
    if (close !== '' && template[at] !== close) throw new InvalidTemplate(opened, `the ${close === ')' ? '(' : '['} is not closed`);
    if (close !== '') at++;
    const end = state();
    for (const one of ends) edges[one]!.push({ to: end });
    if (optional) edges[from]!.push({ to: end });
    return end;
  };

  const sequence = (from: number, depth: number): number => {
    let here = from;
    while (at < template.length) {
      const sign = template[at]!;
      if (sign === '|' || sign === ')' || sign === ']') {
        if (depth === 0) throw new InvalidTemplate(at, `the ${sign} stands outside of a group`);
        break;
      }
      if (sign === '(' || sign === '[') {
        at++;
        here = choice(here, sign === '(' ? ')' : ']', depth + 1, sign === '[');
      } else if (sign === '{') {
        const close = template.indexOf('}', at);
        if (close < 0) throw new InvalidTemplate(at, 'the { is not closed');
        const [entity, role, ...more] = template
          .slice(at + 1, close)
          .split(/(?<!:):(?!:)/)
          .map((part) => part.trim());
        if (!entity || role === '' || more.length > 0) throw new InvalidTemplate(at, 'an entity is written {name} or {name:role}');
        const next = state();
        edges[here]!.push({
          to: next,
          slot: role === undefined ? { entity: entity.replace(/^@/, '') } : { entity: entity.replace(/^@/, ''), role },
        });
        here = next;
        at = close + 1;
      } else {
        const start = at;
        while (at < template.length && !'{[(|)]'.includes(template[at]!)) {
          if (template[at] === '}') throw new InvalidTemplate(at, 'the } has no {');
          at++;
        }
        for (const { norm } of tokenizeFinely(template.slice(start, at), culture)) {
          const next = state();
          edges[here]!.push({ to: next, word: norm }, ...(isFinalPunctuation(norm) ? [{ to: next }] : []));
          here = next;
        }
      }
    }
    return here;
  };

  const end = choice(0, '', 0, false);
  if (edges.every((list) => list.every(({ word, slot }) => word === undefined && slot === undefined)))
    throw new InvalidTemplate(0, 'the pattern is empty');
  if (end !== edges.length - 1) throw new InvalidTemplate(at, 'the pattern cannot be read');
  return { edges };
}

/** Final punctuation of a template need not be in the text, nor that of a text in the template. */
function isFinalPunctuation(norm: string): boolean {
  return FINAL_PUNCTUATION.has(norm);
}
