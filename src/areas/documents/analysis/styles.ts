/** Text styles: handwriting, and with `styleFont` the family, weight, slant and color of fonts. */
import type { Content, DocumentLayout, Span, TextLine } from '../../../engines/documents/layout/model/structure.ts';
import type { Style } from './result.ts';

const MIN_HANDWRITTEN = 0.5;
/** Fonts that a file declares are certain; of scans only weight and slant are detected. */
const FONT_CONFIDENCE = 1;

/** Common families that similar fonts are reported as, with a fallback. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/courier|mono|consol|typewriter/i, 'Courier New, monospace'],
  [/times|serif(?!.*sans)|georgia|garamond|cambria|roman|minion|palatino/i, 'Times New Roman, serif'],
  [/arial|helvetica|sans|calibri|verdana|segoe|liberation|roboto|tahoma/i, 'Arial, sans-serif'],
];

export function findStyles({ lines }: DocumentLayout, content: Content, fonts: boolean): Style[] {
  const handwritten = lines.flatMap((line, n) =>
    (line.handwritten ?? 0) >= MIN_HANDWRITTEN ? [{ n, confidence: line.handwritten! }] : [],
  );
  const styles: Style[] =
    handwritten.length === 0
      ? []
      : [
          {
            isHandwritten: true,
            spans: joinSpans(handwritten.flatMap(({ n }) => content.lines[n]!)),
            confidence: handwritten.reduce((sum, { confidence }) => sum + confidence, 0) / handwritten.length,
          },
        ];
  return fonts ? [...styles, ...fontStyles(lines, content)] : styles;
}

/** One style per property value, with the spans of all lines that have it. */
function fontStyles(lines: readonly TextLine[], content: Content): Style[] {
  const byProperties = new Map<string, { properties: object; spans: Span[] }>();
  for (const [n, { font }] of lines.entries()) {
    if (!font) continue;
    const family = font.name === undefined ? undefined : FAMILIES.find(([pattern]) => pattern.test(font.name!))?.[1];
    for (const properties of [
      family !== undefined && { similarFontFamily: family },
      { fontStyle: font.italic ? 'italic' : 'normal' },
      { fontWeight: font.bold ? 'bold' : 'normal' },
      font.color !== undefined && { color: font.color },
    ]) {
      if (!properties) continue;
      const key = JSON.stringify(properties);
      const style = byProperties.get(key) ?? { properties, spans: [] };
      style.spans.push(...content.lines[n]!);
      byProperties.set(key, style);
    }
  }
  return [...byProperties.values()].map(({ properties, spans }) => ({
    ...properties,
    spans: joinSpans(spans),
    confidence: FONT_CONFIDENCE,
  }));
}

/** Sorts spans and joins those that are at most one character apart. */
function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { offset, length } of spans.toSorted((a, b) => a.offset - b.offset)) {
    const last = joined.at(-1);
    if (last && offset <= last.offset + last.length + 1) last.length = Math.max(last.length, offset + length - last.offset);
    else joined.push({ offset, length });
  }
  return joined;
}
