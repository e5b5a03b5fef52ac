/** Utterances with inline labels, as in .lu files: `fly to {City:to=rome}`. */
import type { Label } from './labels.ts';

const LABEL = /\{\s*@?([^{}=:]+?)\s*(?::\s*([^{}=:]+?)\s*)?=\s*([^{}]*?)\s*\}/g;

export function parseInlineLabels(line: string): { text: string; labels: Label[] } {
  const labels: Label[] = [];
  let text = '';
  let at = 0;
  for (const match of line.matchAll(LABEL)) {
    const [whole, entity, role, phrase] = match as unknown as [string, string, string | undefined, string];
    text += line.slice(at, match.index);
    at = match.index + whole.length;
    if (phrase !== '') labels.push({ entity, start: text.length, end: text.length + phrase.length, ...role !== undefined && { role } });
    text += phrase;
  }
  return { text: text + line.slice(at), labels };
}
