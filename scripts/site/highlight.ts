/** Colors code at build time: comments, strings, numbers and keywords of the languages that the docs use. */
import { escapeHtml } from './html.ts';

const KEYWORDS: Readonly<Record<string, string>> = {
  js: 'import from const let await async new return for of if else function export default',
  python: 'import from with as for in print return def if else await async not and or',
  csharp: 'var using new await foreach in if else return',
  java: 'var new import for if else return',
  go: 'package import func var if else for return defer range',
  sh: 'export until do done for in if then fi cd npm npx node curl git docker helm kubectl pip',
};
const ALIASES: Readonly<Record<string, string>> = {
  javascript: 'js',
  ts: 'js',
  bash: 'sh',
  shell: 'sh',
  py: 'python',
  cs: 'csharp',
  yml: 'yaml',
};
const HASH_COMMENTS = new Set(['sh', 'python', 'yaml', 'dockerfile', 'ini']);
const SLASH_COMMENTS = new Set(['js', 'csharp', 'java', 'go']);

export function languageOf(info: string | undefined): string {
  const name = (info ?? '').trim().split(/\s/, 1)[0]!.toLowerCase();
  return ALIASES[name] ?? name;
}

export function highlight(code: string, language: string): string {
  const known = KEYWORDS[language];
  if (language === 'json') return paint(code, JSON_TOKENS, new Set(['true', 'false', 'null']));
  if (known === undefined && !HASH_COMMENTS.has(language)) return escapeHtml(code);
  const comment = HASH_COMMENTS.has(language)
    ? String.raw`(?<=^|\s)#[^\n]*`
    : SLASH_COMMENTS.has(language)
      ? String.raw`(?<=^|\s)//[^\n]*`
      : '(?!)';
  const tokens = new RegExp(
    String.raw`(?<comment>${comment})|(?<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])*')|(?<number>${language === 'sh' ? '(?!)' : String.raw`\b\d[\d.]*\b`})|(?<word>[A-Za-z_][\w-]*)`,
    'gm',
  );
  return paint(code, tokens, new Set((known ?? '').split(' ')));
}

const JSON_TOKENS = /(?<name>"(?:\\.|[^"\\])*")(?=\s*:)|(?<string>"(?:\\.|[^"\\])*")|(?<number>-?\b\d[\d.eE+-]*)|(?<word>[a-z]+)/g;
const CLASSES: Readonly<Record<string, string>> = { comment: 'c', string: 's', number: 'n', name: 'k', word: 'w' };

function paint(code: string, tokens: RegExp, keywords: ReadonlySet<string>): string {
  let html = '';
  let end = 0;
  for (const match of code.matchAll(tokens)) {
    const [kind, text] = Object.entries(match.groups!).find(([, value]) => value !== undefined) as [string, string];
    if (kind === 'word' && !keywords.has(text)) continue;
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${CLASSES[kind]!}">${escapeHtml(text)}</span>`;
    end = match.index + text.length;
  }
  return html + escapeHtml(code.slice(end));
}
