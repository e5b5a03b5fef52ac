/** The small parts of .lu files: words, lists, and utterances with their labels (see lu.ts for the whole). */
const TAB_WIDTH = 4;
const MAX_DEPTH = 20;

export interface Item { text: string; indent: number; line: number }

export function measureIndent(raw: string): number {
  let indent = 0;
  for (const sign of raw) {
    if (sign === ' ' || sign === '\u00a0') indent++;
    else if (sign === '\t') indent += TAB_WIDTH;
    else break;
  }
  return indent;
}

export interface Word { text: string; isQuoted: boolean }

/** Words apart by white space and commas; those in quotes hold either. */
export function splitWords(text: string): Word[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|[^\s,]+/g)].map(([word, double, single]) => ({ text: double ?? single ?? word, isQuoted: double !== undefined || single !== undefined }));
}

/** Names apart by commas, in brackets or not; those in quotes may hold commas. */
export function splitNames(text: string): string[] {
  const names = text.replace(/^\[(.*)\]$/, '$1').match(/(?:"[^"]*"|[^,"]|")+/g) ?? [];
  return names.map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2')).filter((name) => name !== '');
}

/** What stands before and after the first = outside of quotes. */
export function splitDefinition(text: string): { head: string; body: string | undefined } {
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if ((sign === '"' || sign === "'") && (i === 0 || /[\s,]/.test(text[i - 1]!))) quote = sign;
    else if (sign === '=') return { head: text.slice(0, i), body: text.slice(i + 1).trim() };
  }
  return { head: text, body: undefined };
}

/** Values of one item: apart by semicolons where there are any, else by commas. */
export function splitValues(text: string): string[] {
  const hasSemicolons = /^(?:\\.|[^\\;])*;/s.test(text);
  return [...text.matchAll(hasSemicolons ? /(?:\\.|[^\\;]|\\$)+/gs : /(?:\\.|[^\\,]|\\$)+/gs)].map(([value]) => plainValue(value)).filter((value) => value !== '');
}

function plainValue(text: string): string {
  return text.trim().replace(/\\([\\,;:])/g, '$1');
}

/** Normalised values end with a colon; where none does, they are those that are indented least. */
export function parseSubLists(items: readonly Item[]): { canonicalForm: string; list: string[] }[] {
  const hasColons = items.some(({ text }) => isCanonical(text));
  const least = Math.min(...items.map(({ indent }) => indent));
  const subLists: { canonicalForm: string; list: string[] }[] = [];
  for (const { text, indent } of items) {
    if (hasColons ? isCanonical(text) : indent === least) subLists.push({ canonicalForm: plainValue(hasColons ? text.slice(0, -1) : text), list: [] });
    else if (subLists.length > 0) subLists.at(-1)!.list.push(...splitValues(text));
    else subLists.push({ canonicalForm: plainValue(text), list: [] });
  }
  return subLists;
}

function isCanonical(text: string): boolean {
  if (!text.endsWith(':')) return false;
  let slashes = 0;
  while (text[text.length - 2 - slashes] === '\\') slashes++;
  return slashes % 2 === 0;
}

/** Patterns have something that may be left out, or a choice. */
export function isPattern(source: string): boolean {
  const plain = source.replace(/\\./g, '');
  const has = (...signs: string[]): boolean => signs.reduce((at, sign) => at < 0 ? -1 : plain.indexOf(sign, at) + 1 || -1, 0) >= 0;
  return has('[', ']') || has('(', '|', ')');
}

export interface ParsedLabel { name: string; start: number; end: number; within: ParsedLabel[] }

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The text of an utterance, its labels by where they are in it, and the number of entities without a value. */
export function parseUtterance(source: string, invalid: (details: string) => Error): { text: string; labels: ParsedLabel[]; slots: number } {
  let at = 0;
  let text = '';
  let slots = 0;
  const read = (depth: number): ParsedLabel[] => {
    const labels: ParsedLabel[] = [];
    while (at < source.length && source[at] !== '}') {
      const sign = source[at]!;
      const next = source[at + 1];
      if (sign === '\\' && next !== undefined && '\\{}[]()|nrt'.includes(next)) {
        text += ESCAPED[next] ?? next;
        at += 2;
      } else if (sign === '{') labels.push(...readLabel(depth));
      else {
        text += sign;
        at++;
      }
    }
    return labels;
  };
  const readLabel = (depth: number): ParsedLabel[] => {
    if (depth === MAX_DEPTH) throw invalid('labels lie too deep.');
    const close = source.slice(at + 1).search(/[{}=]/) + at + 1;
    if (close === at || source[close] === '{') throw invalid('a label is written {@entity=text}.');
    const name = source.slice(at + 1, close).trim().replace(/^@\s*/, '');
    if (name === '') throw invalid('a label names no entity.');
    at = close + 1;
    if (source[close] === '}') {
      slots++;
      return [];
    }
    while (/\s/.test(source[at] ?? '')) at++;
    const start = text.length;
    const within = read(depth + 1);
    if (source[at] !== '}') throw invalid('a { is not closed.');
    at++;
    text = text.slice(0, start) + text.slice(start).trimEnd();
    if (text.length === start && slots === 0) throw invalid(`the label ${name} covers no text.`);
    return [{ name, start, end: text.length, within }];
  };
  const labels = read(0);
  if (at < source.length) throw invalid('a } has no {.');
  return { text, labels, slots };
}
