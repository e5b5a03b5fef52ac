/** Texts without the personal data in them. */

interface RedactedSpan {
  start: number;
  end: number;
  label: string;
}

export type RedactionMask = { kind: 'none' } | { kind: 'entity' } | { kind: 'character'; character: string };

/** Masks spans; with a character, the text keeps its length in the characters that a reader counts. */
export function redact(text: string, spans: readonly RedactedSpan[], mask: RedactionMask): string {
  if (mask.kind === 'none') return text;
  const result: string[] = [];
  let at = 0;
  for (const { start, end, label } of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    result.push(text.slice(at, from));
    if (mask.kind === 'character') result.push(mask.character.repeat(countCharacters(text.slice(from, end))));
    else if (from === start) result.push(`[${label}]`);
    at = end;
  }
  return result.join('') + text.slice(at);
}

function countCharacters(text: string): number {
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].length;
}
