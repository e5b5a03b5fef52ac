/** Conversations with marked personal data, `[name:Ann Lee]`, and how much of it is found. */
import type { PersonalDataKind, Utterance } from '../../../../src/engines/language/personal-data/entity.ts';
import { PERSONAL_DATA_KINDS } from '../../../../src/engines/language/personal-data/entity.ts';
import { findPersonalData } from '../../../../src/engines/language/personal-data/find.ts';

const MARKS: Readonly<Record<string, PersonalDataKind>> = {
  name: 'name',
  phone: 'phoneNumber',
  address: 'address',
  email: 'email',
  id: 'numericIdentifier',
  card: 'creditCard',
  ssn: 'socialSecurityNumber',
};

interface Span {
  kind: PersonalDataKind;
  start: number;
  end: number;
}
interface MarkedUtterance extends Utterance {
  spans: Span[];
}
export type MarkedConversation = MarkedUtterance[];

/** Reads conversations, one utterance in a line with `A:` or `C:` before it, and an empty line between conversations. */
export function parseConversations(text: string): MarkedConversation[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((conversation) => conversation.split('\n').map((line) => parseUtterance(line.slice(3), line.charAt(0))));
}

export function parseUtterance(marked: string, speaker: string): MarkedUtterance {
  const spans: Span[] = [];
  let text = '';
  let at = 0;
  for (const { 0: whole, 1: mark, 2: value, index } of marked.matchAll(/\[(\w+):([^\]]+)\]/g)) {
    text += marked.slice(at, index);
    const kind = MARKS[mark!];
    if (kind === undefined) throw new Error(`Unknown mark ${mark} in: ${marked}`);
    spans.push({ kind, start: text.length, end: text.length + value!.length });
    text += value!;
    at = index + whole.length;
  }
  return { text: text + marked.slice(at), speaker, spans };
}

export interface Count {
  marked: number;
  found: number;
  exact: number;
  /** Found spans of the right kind that share most of their characters with a marked one, and the other way round. */
  near: number;
}

/** Counts by kind. */
export function scoreConversations(
  conversations: readonly MarkedConversation[],
  report?: (line: string) => void,
): Map<PersonalDataKind, Count> {
  const counts = new Map(PERSONAL_DATA_KINDS.map((kind) => [kind, { marked: 0, found: 0, exact: 0, near: 0 }]));
  for (const conversation of conversations) {
    for (const [i, found] of findPersonalData(conversation).entries()) {
      const { text, spans } = conversation[i]!;
      for (const { kind } of spans) counts.get(kind)!.marked++;
      for (const one of found) {
        const count = counts.get(one.kind)!;
        count.found++;
        if (spans.some((span) => span.kind === one.kind && span.start === one.start && span.end === one.end)) count.exact++;
        if (spans.some((span) => span.kind === one.kind && 2 * overlap(span, one) > longest(span, one))) count.near++;
      }
      if (report && !isEqual(spans, found)) report(`${text}\n    found ${describe(found, text)}\n    want  ${describe(spans, text)}`);
    }
  }
  return counts;
}

const overlap = (a: Span, b: Span): number => Math.min(a.end, b.end) - Math.max(a.start, b.start);
const longest = (a: Span, b: Span): number => Math.max(a.end - a.start, b.end - b.start);
const isEqual = (a: readonly Span[], b: readonly Span[]): boolean =>
  a.length === b.length && a.every(({ kind, start, end }, i) => b[i]!.kind === kind && b[i]!.start === start && b[i]!.end === end);
const describe = (spans: readonly Span[], text: string): string =>
  spans.map(({ kind, start, end }) => `${kind}=${text.slice(start, end)}`).join(' | ');

export function f1({ marked, found }: Count, right: number): number {
  return right === 0 ? 0 : (2 * right) / (marked + found);
}
