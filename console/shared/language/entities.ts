/** Entities in a text, as values: labels with roles and nested parts, words to select, inline labels and resolved values. */

export interface Label extends Span {
  entity: string;
  role?: string;
  children?: readonly Label[];
}

export interface LabeledText {
  text: string;
  intent: string;
  labels: readonly Label[];
}

/** An entity that can be labeled. */
export interface EntityChoice {
  name: string;
  roles?: readonly string[];
  /** Its child entities. */
  parts?: readonly EntityChoice[];
  /** Spans other labels, as composites do. */
  over?: boolean;
}

/** One way to label a span. */
export interface LabelChoice {
  title: string;
  entity: string;
  role?: string;
  /** The label it becomes a child of. */ within?: Label;
}

export interface Nested {
  label: Label;
  depth: number;
  /** The outermost label around it. */ top: Label;
}

/** All labels including nested ones, each after its parent. */
export function flattenLabels(labels: readonly Label[], depth = 0, top?: Label): Nested[] {
  return labels.flatMap((label) => [{ label, depth, top: top ?? label }, ...flattenLabels(label.children ?? [], depth + 1, top ?? label)]);
}

const covers = (outer: Span, inner: Span): boolean => outer.start <= inner.start && outer.end >= inner.end;
const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** How a span may be labeled: as a child of its parent label first, then as any entity in any of its roles. */
export function choicesFor(span: Span, labels: readonly Label[], entities: readonly EntityChoice[]): LabelChoice[] {
  return [...partChoices(span, labels, entities), ...entities.flatMap((entity) => choicesInRoles(entity))];
}

function partChoices(span: Span, labels: readonly Label[], entities: readonly EntityChoice[]): LabelChoice[] {
  return labels
    .filter((label) => covers(label, span))
    .flatMap((label) => {
      const parts = entities.find(({ name }) => name === label.entity)?.parts ?? [];
      return [...partChoices(span, label.children ?? [], parts), ...parts.flatMap((part) => choicesInRoles(part, label))];
    });
}

function choicesInRoles({ name, roles = [] }: EntityChoice, within?: Label): LabelChoice[] {
  const title = within ? `${within.entity} › ${name}` : name;
  return [
    { title, entity: name, ...(within && { within }) },
    ...roles.map((role) => ({ title: `${title} : ${role}`, entity: name, role, ...(within && { within }) })),
  ];
}

/** With the span labeled; overlapping labels of the same level are removed. */
export function addLabel(
  labels: readonly Label[],
  { start, end }: Span,
  { entity, role, within }: LabelChoice,
  entities: readonly EntityChoice[],
): Label[] {
  const added: Label = { entity, start, end, ...(role !== undefined && { role }) };
  if (within)
    return replaceLabel(labels, within, (label) => [
      { ...label, children: sortLabels([...(label.children ?? []).filter((child) => !overlaps(child, added)), added]) },
    ]);
  const over = new Set(entities.filter((one) => one.over).map(({ name }) => name));
  return sortLabels([...labels.filter((label) => over.has(label.entity) !== over.has(entity) || !overlaps(label, added)), added]);
}

export function removeLabel(labels: readonly Label[], gone: Label): Label[] {
  return replaceLabel(labels, gone, () => []);
}

function replaceLabel(labels: readonly Label[], target: Label, by: (label: Label) => readonly Label[]): Label[] {
  return labels.flatMap((label) =>
    label === target ? by(label) : label.children ? [{ ...label, children: replaceLabel(label.children, target, by) }] : [label],
  );
}

function sortLabels(labels: readonly Label[]): Label[] {
  return [...labels].sort((a, b) => a.start - b.start || b.end - a.end);
}

const COLORS = 6;

/** The color number of an entity, the same everywhere. */
export function colorOf(name: string, entities: readonly Pick<EntityChoice, 'name'>[]): number {
  const at = entities.findIndex((entity) => entity.name === name);
  return at < 0 ? 0 : (at % COLORS) + 1;
}

/** Words of a text, as people select them. */

export interface Span {
  start: number;
  end: number;
}

const segmenters = new Map<string, Intl.Segmenter>();

function getSegmenter(language: string): Intl.Segmenter {
  const known = segmenters.get(language) ?? new Intl.Segmenter(Intl.getCanonicalLocales(language), { granularity: 'word' });
  segmenters.set(language, known);
  return known;
}

/** Everything but whitespace, split at word boundaries and at `cuts`: an imported label may end within a word. */
export function splitWords(text: string, language = 'en', cuts: readonly number[] = []): Span[] {
  const words: Span[] = [];
  for (const { segment, index } of getSegmenter(language).segment(text)) {
    if (segment.trim() === '') continue;
    const ends = [...new Set(cuts)].filter((at) => at > index && at < index + segment.length).sort((a, b) => a - b);
    let start = index;
    for (const end of [...ends, index + segment.length]) {
      words.push({ start, end });
      start = end;
    }
  }
  return words;
}

/** Locates words that came without positions: searched in order, ignoring case. */
export function locateWords(text: string, words: readonly string[]): Span[] {
  const lower = text.toLowerCase();
  // Lower case may have another length; then the original text is searched.
  const within = lower.length === text.length ? lower : text;
  let from = 0;
  return words.map((word) => {
    const found = within.indexOf(lower.length === text.length ? word.toLowerCase() : word, from);
    const start = found < 0 ? from : found;
    from = Math.min(text.length, start + word.length);
    return { start, end: from };
  });
}

const LABEL = /\{\s*@?([^{}=:]+?)\s*(?::\s*([^{}=:]+?)\s*)?=\s*([^{}]*?)\s*\}/g;

/** Utterances with inline labels, as in .lu files: `fly to {City:to=rome}`. */
export function parseInlineLabels(line: string): { text: string; labels: Label[] } {
  const labels: Label[] = [];
  let text = '';
  let at = 0;
  for (const match of line.matchAll(LABEL)) {
    const [whole, entity, role, phrase] = match as unknown as [string, string, string | undefined, string];
    text += line.slice(at, match.index);
    at = match.index + whole.length;
    if (phrase !== '') labels.push({ entity, start: text.length, end: text.length + phrase.length, ...(role !== undefined && { role }) });
    text += phrase;
  }
  return { text: text + line.slice(at), labels };
}

/** The resolved value of an entity in short: dates, amounts and list names as people write them, anything else as JSON. */

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Alternatives without duplicates: a weekday may be the last or the next. */
function joinAlternatives(values: readonly unknown[]): string {
  return [...new Set(values.map(formatResolution))].join(' or ');
}

export function formatResolution(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return joinAlternatives(value);
  if (!isObject(value)) return JSON.stringify(value) ?? '';
  if (Array.isArray(value['values'])) return joinAlternatives(value['values']);
  if (Array.isArray(value['resolution'])) return joinAlternatives(value['resolution']);
  const { start, end, number, units, unit } = value;
  if (typeof start === 'string' || typeof end === 'string') return `${String(start ?? '…')} to ${String(end ?? '…')}`;
  if (typeof number === 'number') return [number, units ?? unit].filter((part) => part !== undefined && part !== null).join(' ');
  return typeof value['value'] === 'string' || typeof value['value'] === 'number'
    ? [value['value'], unit].filter((part) => part !== undefined).join(' ')
    : JSON.stringify(value);
}
