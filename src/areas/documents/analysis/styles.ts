/** What letters look like: which are written by hand, and with `styleFont` their family, weight, slant and colour. */
import type { Content, DocumentLayout, Span, TextLine } from '../../../engines/layout/model/structure.ts';
import type { Style } from './result.ts';

const BY_HAND = 0.5;
/** What a file says of its own fonts is so; of a scan only weight and slant are seen. */
const STATED = 1;

/** Families that fonts of the same make are put down as, with what stands in for them. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/courier|mono|consol|typewriter/i, 'Courier New, monospace'],
  [/times|serif(?!.*sans)|georgia|garamond|cambria|roman|minion|palatino/i, 'Times New Roman, serif'],
  [/arial|helvetica|sans|calibri|verdana|segoe|liberation|roboto|tahoma/i, 'Arial, sans-serif'],
];

export function findStyles({ lines }: DocumentLayout, content: Content, fonts: boolean): Style[] {
  const handwritten = lines.flatMap((line, n) => (line.handwritten ?? 0) >= BY_HAND ? [{ n, confidence: line.handwritten! }] : []);
  const styles: Style[] = handwritten.length === 0 ? [] : [{
    isHandwritten: true, spans: together(handwritten.flatMap(({ n }) => content.lines[n]!)), confidence: handwritten.reduce((sum, { confidence }) => sum + confidence, 0) / handwritten.length,
  }];
  return fonts ? [...styles, ...fontStyles(lines, content)] : styles;
}

/** One style for each value of each property, over all lines that have it. */
function fontStyles(lines: readonly TextLine[], content: Content): Style[] {
  const found = new Map<string, { properties: object; spans: Span[] }>();
  for (const [n, { font }] of lines.entries()) {
    if (!font) continue;
    const family = font.name === undefined ? undefined : FAMILIES.find(([pattern]) => pattern.test(font.name!))?.[1];
    for (const properties of [
      family !== undefined && { similarFontFamily: family }, { fontStyle: font.italic ? 'italic' : 'normal' }, { fontWeight: font.bold ? 'bold' : 'normal' }, font.color !== undefined && { color: font.color },
    ]) {
      if (!properties) continue;
      const key = JSON.stringify(properties);
      const style = found.get(key) ?? { properties, spans: [] };
      style.spans.push(...content.lines[n]!);
      found.set(key, style);
    }
  }
  return [...found.values()].map(({ properties, spans }) => ({ ...properties, spans: together(spans), confidence: STATED }));
}

/** Spans in the order of the content, those that stand at most one character apart as one. */
function together(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { offset, length } of spans.toSorted((one, other) => one.offset - other.offset)) {
    const last = joined.at(-1);
    if (last && offset <= last.offset + last.length + 1) last.length = Math.max(last.length, offset + length - last.offset);
    else joined.push({ offset, length });
  }
  return joined;
}
