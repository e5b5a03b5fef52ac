/** The lexical parts of .lu files: words, lists, and utterances with their labels. read.ts describes the format. */
const TAB_WIDTH = 4;
const MAX_DEPTH = 20;

export interface Item {
  text: string;
  indent: number;
  line: number;
}

export function measureIndent(raw: string): number {
  let indent = 0;
  for (const character of raw) {
    if (character === ' ' || character === '\u00a0') indent++;
    else if (character === '\t') indent += TAB_WIDTH;
    else break;
  }
  return indent;
}

export interface Word {
  text: string;
  isQuoted: boolean;
}

/** Splits words at white space and commas, except in quotes. */
export function splitWords(text: string): Word[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|[^\s,]+/g)].map(([word, double, single]) => ({
    text: double ?? single ?? word,
    isQuoted: double !== undefined || single !== undefined,
  }));
}

/** Splits names at commas, except in quotes. Brackets around the list are optional. */
export function splitNames(text: string): string[] {
  const names = text.replace(/^\[(.*)\]$/, '$1').match(/(?:"[^"]*"|[^,"]|")+/g) ?? [];
  return names.map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2')).filter((name) => name !== '');
}

/** Splits a definition at the first = outside of quotes. */
export function splitDefinition(text: string): { head: string; body: string | undefined } {
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if ((character === '"' || character === "'") && (i === 0 || /[\s,]/.test(text[i - 1]!))) quote = character;
    else if (character === '=') return { head: text.slice(0, i), body: text.slice(i + 1).trim() };
  }
  return { head: text, body: undefined };
}

/** Splits the values of an item at semicolons if there are any, otherwise at commas. */
export function splitValues(text: string): string[] {
  const hasSemicolons = /^(?:\\.|[^\\;])*;/s.test(text);
  return [...text.matchAll(hasSemicolons ? /(?:\\.|[^\\;]|\\$)+/gs : /(?:\\.|[^\\,]|\\$)+/gs)]
    .map(([value]) => unescapeValue(value))
    .filter((value) => value !== '');
}

function unescapeValue(text: string): string {
  return text.trim().replace(/\\([\\,;:])/g, '$1');
}

/** Canonical forms end with a colon. If none does, they are the least indented items. */
export function parseSubLists(items: readonly Item[]): { canonicalForm: string; list: string[] }[] {
  const hasColons = items.some(({ text }) => isCanonical(text));
  const minIndent = Math.min(...items.map(({ indent }) => indent));
  const subLists: { canonicalForm: string; list: string[] }[] = [];
  for (const { text, indent } of items) {
    if (hasColons ? isCanonical(text) : indent === minIndent) {
      subLists.push({ canonicalForm: unescapeValue(hasColons ? text.slice(0, -1) : text), list: [] });
    } else if (subLists.length > 0) subLists.at(-1)!.list.push(...splitValues(text));
    else subLists.push({ canonicalForm: unescapeValue(text), list: [] });
  }
  return subLists;
}

function isCanonical(text: string): boolean {
  if (!text.endsWith(':')) return false;
  let slashes = 0;
  while (text[text.length - 2 - slashes] === '\\') slashes++;
  return slashes % 2 === 0;
}

/** Patterns have an optional part or a choice. */
export function isPattern(source: string): boolean {
  const plain = source.replace(/\\./g, '');
  const hasInOrder = (...characters: string[]): boolean =>
    characters.reduce((at, character) => (at < 0 ? -1 : plain.indexOf(character, at) + 1 || -1), 0) >= 0;
  return hasInOrder('[', ']') || hasInOrder('(', '|', ')');
}

export interface ParsedLabel {
  name: string;
  start: number;
  end: number;
  within: ParsedLabel[];
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Parses an utterance into its text, its labels with their positions, and the number of entities without a value. */
export function parseUtterance(source: string, fail: (details: string) => Error): { text: string; labels: ParsedLabel[]; slots: number } {
  let at = 0;
  let text = '';
  let slots = 0;
  const read = (depth: number): ParsedLabel[] => {
    const labels: ParsedLabel[] = [];
    while (at < source.length && source[at] !== '}') {
      const character = source[at]!;
      const next = source[at + 1];
      if (character === '\\' && next !== undefined && '\\{}[]()|nrt'.includes(next)) {
        text += ESCAPED[next] ?? next;
        at += 2;
      } else if (character === '{') labels.push(...readLabel(depth));
      else {
        text += character;
        at++;
      }
    }
    return labels;
  };
  const readLabel = (depth: number): ParsedLabel[] => {
    if (depth === MAX_DEPTH) throw fail('labels are nested too deeply.');
    const close = source.slice(at + 1).search(/[{}=]/) + at + 1;
    if (close === at || source[close] === '{') throw fail('a label has the form {@entity=text}.');
    const name = source
      .slice(at + 1, close)
      .trim()
      .replace(/^@\s*/, '');
    if (name === '') throw fail('a label has no entity.');
    at = close + 1;
    if (source[close] === '}') {
      slots++;
      return [];
    }
    while (/\s/.test(source[at] ?? '')) at++;
    const start = text.length;
    const within = read(depth + 1);
    if (source[at] !== '}') throw fail('a { is not closed.');
    at++;
    text = text.slice(0, start) + text.slice(start).trimEnd();
    if (text.length === start && slots === 0) throw fail(`the label ${name} covers no text.`);
    return [{ name, start, end: text.length, within }];
  };
  const labels = read(0);
  if (at < source.length) throw fail('a } has no {.');
  return { text, labels, slots };
}
