/** Tests for a batch: utterances with what should be understood, from a file. */
import type { Label, LabelledText } from './labels.ts';
import { writtenUtterance } from './written.ts';

const MOST = 10_000;

interface FileLabel { entity?: unknown; startPos?: unknown; endPos?: unknown }

/**
 * From JSON: a list of `{ text, intent, entities: [{ entity, startPos, endPos }] }`, the same under
 * `LabeledTestSetUtterances`, or the utterances of an exported app. From text: a line each, the intent, a tab, the
 * utterance, in which labels may be written as `{City=rome}`. Throws what is wrong, and where.
 */
export function readTests(content: string): LabelledText[] {
  const tests = /^\s*[[{]\s*["{\]}]/.test(content) ? fromJson(JSON.parse(content)) : fromLines(content);
  if (tests.length === 0) throw new Error('The file has no utterances.');
  if (tests.length > MOST) throw new Error(`The file has ${tests.length} utterances; ${MOST} can be tested at once.`);
  return tests;
}

function fromJson(value: unknown): LabelledText[] {
  const { LabeledTestSetUtterances, utterances } = (value ?? {}) as { LabeledTestSetUtterances?: unknown; utterances?: unknown };
  const list = Array.isArray(value) ? value : LabeledTestSetUtterances ?? utterances;
  if (!Array.isArray(list)) throw new Error('A test file is a list of utterances, or an exported app.');
  return list.map((one: { text?: unknown; intent?: unknown; entities?: unknown } | null, i) => {
    if (typeof one?.text !== 'string' || typeof one.intent !== 'string') throw new Error(`Utterance ${i + 1} has no text or no intent.`);
    const labels = Array.isArray(one.entities) ? one.entities as FileLabel[] : [];
    return { text: one.text, intent: one.intent, labels: labels.map((label) => labelOf(label, i)) };
  });
}

function labelOf({ entity, startPos, endPos }: FileLabel, at: number): Label {
  if (typeof entity !== 'string' || typeof startPos !== 'number' || typeof endPos !== 'number') throw new Error(`An entity of utterance ${at + 1} has no name or no place.`);
  return { entity, start: startPos, end: endPos + 1 };
}

function fromLines(content: string): LabelledText[] {
  return content.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === '') return [];
    const tab = line.indexOf('\t');
    if (tab < 0) throw new Error(`Line ${i + 1} has no tab between intent and utterance.`);
    return [{ intent: line.slice(0, tab).trim(), ...writtenUtterance(line.slice(tab + 1).trim()) }];
  });
}
