/** The differences between two answers to the same question, counted by intent and by the names of their parts. */
import type { Answer, Part } from './answers.ts';

export interface Compared {
  /** The text of a query, or the name of a document. */
  question: string;
  before: Answer;
  /** Absent where this server did not answer, with the reason. */
  now?: Answer;
  problem?: string;
}

export interface Count {
  total: number;
  same: number;
}
export interface Difference {
  question: string;
  what: string;
  before?: string;
  now?: string;
}
export interface Report {
  questions: Count;
  intents: Record<string, Count>;
  parts: Record<string, Count & { added: number }>;
  differences: Difference[];
}

export function compareAnswers(all: readonly Compared[]): Report {
  const report: Report = {
    questions: { total: all.length, same: 0 },
    intents: Object.create(null) as Report['intents'],
    parts: Object.create(null) as Report['parts'],
    differences: [],
  };
  for (const compared of all) {
    const found = compared.now
      ? differencesOf(compared, compared.now, report)
      : [{ question: compared.question, what: 'answer', now: compared.problem ?? 'none' }];
    if (found.length === 0) report.questions.same++;
    report.differences.push(...found);
  }
  return report;
}

function differencesOf({ question, before }: Compared, now: Answer, report: Report): Difference[] {
  const found: Difference[] = [];
  if (before.intent !== undefined) {
    const count = (report.intents[before.intent] ??= { total: 0, same: 0 });
    count.total++;
    if (now.intent === before.intent) count.same++;
    else found.push({ question, what: 'intent', before: before.intent, ...(now.intent !== undefined && { now: now.intent }) });
  }
  const left = Map.groupBy(now.parts, keyOf);
  for (const part of before.parts) {
    const count = countOf(report, part.name);
    count.total++;
    if (left.get(keyOf(part))?.pop()) count.same++;
    else found.push({ question, what: part.name, before: part.value });
  }
  for (const part of [...left.values()].flat()) {
    const missing = found.find((one) => one.what === part.name && one.before !== undefined && one.now === undefined);
    if (missing) missing.now = part.value;
    else {
      countOf(report, part.name).added++;
      found.push({ question, what: part.name, now: part.value });
    }
  }
  return found;
}

function countOf(report: Report, name: string): Count & { added: number } {
  return (report.parts[nameOf(name)] ??= { total: 0, same: 0, added: 0 });
}

/** Items of a list count together. */
function nameOf(name: string): string {
  return name.replace(/\[\d+\]/g, '[]');
}

function keyOf({ name, value }: Part): string {
  return JSON.stringify([name, value]);
}

export function reportLines({ questions, intents, parts, differences }: Report, shown: number): string[] {
  const share = ({ same, total }: Count): string => `${same} of ${total}`;
  const table = (title: string, rows: [string, string][]): string[] => {
    if (rows.length === 0) return [];
    const width = Math.max(...rows.map(([name]) => name.length));
    return ['', title, ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)];
  };
  const byName = <T>(counts: Record<string, T>): [string, T][] => Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    `Answered alike: ${share(questions)}`,
    ...table(
      'Intents',
      byName(intents).map(([name, count]) => [name, share(count)]),
    ),
    ...table(
      'Entities and fields',
      byName(parts).map(([name, count]) => [name, `${share(count)}${count.added > 0 ? `, ${count.added} added` : ''}`]),
    ),
    ...table(
      differences.length > shown ? `Differences (${shown} of ${differences.length}; --json lists all)` : 'Differences',
      differences
        .slice(0, shown)
        .map(({ question, what, before, now }) => [`${what}:`, `${before ?? '–'} → ${now ?? '–'}   in ${JSON.stringify(question)}`]),
    ),
  ];
}
