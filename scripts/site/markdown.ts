/**
 * Markdown to HTML. Links between files become links between pages, code is colored, and neighboring blocks of code in several languages
 * become tabs. The sources are ours, so HTML in them is passed on; the content security policy forbids scripts in it.
 */
import { dirname, join, normalize } from 'node:path/posix';
import { Marked } from 'marked';
import type { Token, Tokens } from 'marked';
import { highlight, languageOf } from './highlight.ts';
import { escapeHtml, slugOf, textOf } from './html.ts';

export interface Heading {
  level: number;
  id: string;
  /** As HTML without links. */
  html: string;
}

export interface RenderedMarkdown {
  title: string;
  html: string;
  headings: readonly Heading[];
  /** The text under each heading of the second level, and before the first. */
  sections: readonly { id: string; title: string; text: string }[];
}

export interface LinkTargets {
  /** The page that a file of the repository, or a part of it with this anchor, has become; undefined if it is none. */
  page(file: string, anchor?: string): { url: string; title: string } | undefined;
  /** The address of an image of the docs. */
  image(file: string): string;
}

/** Code of up to this many characters is not broken into lines. */
const SHORT_CODE = 24;
const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  python: 'Python',
  csharp: '.NET',
  java: 'Java',
  go: 'Go',
  json: 'JSON',
  yaml: 'YAML',
};

/** Renders a file of the repository, whose path decides what relative links mean. */
export function renderMarkdown(source: string, file: string, targets: LinkTargets): RenderedMarkdown {
  const headings: Heading[] = [];
  const used = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const plain = slugOf(textOf(html)) || 'section';
        const count = used.get(plain) ?? 0;
        used.set(plain, count + 1);
        const id = count === 0 ? plain : `${plain}-${count}`;
        headings.push({ level: depth, id, html: html.replace(/<\/?a[^>]*>/g, '') });
        const anchor = depth === 1 ? '' : `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
        return `<h${depth} id="${id}">${html}${anchor}</h${depth}>\n`;
      },
      code: ({ text, lang }) => codeBlock(text, languageOf(lang)),
      codespan: ({ text }) => `<code${text.length <= SHORT_CODE ? ' class="short"' : ''}>${escapeHtml(text)}</code>`,
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        const target = resolveLink(href, file, targets);
        if (target === undefined) return html.startsWith('<code') ? html : `<span class="file">${html}</span>`;
        // On the site a page has a title, not a file name.
        const shown = target.title !== undefined && /^[\w/.-]+\.md$/.test(textOf(html)) ? escapeHtml(target.title) : html;
        return `<a href="${escapeHtml(target.url)}"${/^https?:/.test(target.url) ? ' rel="noreferrer"' : ''}>${shown}</a>`;
      },
      image: ({ href, text }) =>
        `<a class="image" href="${escapeHtml(targets.image(pathFrom(file, href)))}"><img src="${escapeHtml(targets.image(pathFrom(file, href)))}" alt="${escapeHtml(text)}" loading="lazy"></a>`,
      table(token) {
        return tableOf(
          token.header.map((cell) => this.parser.parseInline(cell.tokens)),
          token.rows.map((row) => row.map((cell) => this.parser.parseInline(cell.tokens))),
        );
      },
    },
  });
  const html = marked.parser(groupCode(marked.lexer(source.replace(/^<!--[\s\S]*?-->\s*/, ''))));
  const title = textOf(headings.find(({ level }) => level === 1)?.html ?? file);
  return { title, html, headings, sections: sectionsOf(html, title) };
}

export function codeBlock(text: string, language: string): string {
  return `<div class="code" data-language="${escapeHtml(LANGUAGE_NAMES[language] ?? language)}"><pre tabindex="0"><code>${highlight(text.replace(/\n$/, ''), language)}</code></pre></div>\n`;
}

/** Blocks of code of which a reader needs one: shown one at a time once the script has run. */
export function codeTabs(blocks: readonly { label: string; html: string }[]): string {
  return `<div class="tabs">${blocks.map(({ label, html }) => `<section data-tab="${escapeHtml(label)}"><p class="tab-label">${escapeHtml(label)}</p>${html}</section>`).join('')}</div>\n`;
}

export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = header.some((cell) => cell !== '')
    ? `<thead><tr>${header.map((cell) => (cell === '' ? '<td></td>' : `<th scope="col">${cell}</th>`)).join('')}</tr></thead>`
    : '';
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>\n`;
}

function pathFrom(file: string, href: string): string {
  return normalize(join(dirname(file), decodeURI(href)));
}

/** Undefined for files of the repository that are not part of the site. */
function resolveLink(href: string, file: string, targets: LinkTargets): { url: string; title?: string } | undefined {
  if (/^(https?:|mailto:|\/)/.test(href)) return { url: href };
  const [path, anchor] = href.split('#', 2) as [string, string?];
  if (path === '') return { url: targets.page(file, anchor)?.url ?? href };
  return targets.page(pathFrom(file, path), anchor);
}

/** Makes tabs of neighboring blocks of code in different languages, and shows those that are folded away on code hosts. */
function groupCode(tokens: Token[]): Token[] {
  const grouped: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const run = codeRun(tokens, i);
    if (run.blocks.length > 1) {
      const tabs = run.blocks.map(({ text, lang }) => {
        const language = languageOf(lang);
        return { label: LANGUAGE_NAMES[language] ?? language, html: codeBlock(text, language) };
      });
      grouped.push({ type: 'html', raw: '', text: codeTabs(tabs), block: true } as Tokens.HTML);
      i = run.end - 1;
    } else grouped.push(tokens[i]!);
  }
  return grouped.filter(
    (token) =>
      !(
        token.type === 'html' &&
        /^<details>\s*<summary>JavaScript, Python[^<]*<\/summary>\s*$|^<\/details>\s*$/.test(token.raw) &&
        hasTabs(grouped)
      ),
  );
}

function hasTabs(tokens: readonly Token[]): boolean {
  return tokens.some((token) => token.type === 'html' && (token as Tokens.HTML).text.startsWith('<div class="tabs">'));
}

/** Blocks of code from here on, each in another language, with nothing but space between them. */
function codeRun(tokens: readonly Token[], start: number): { blocks: Tokens.Code[]; end: number } {
  const blocks: Tokens.Code[] = [];
  const seen = new Set<string>();
  let end = start;
  for (let i = start; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.type === 'space') continue;
    if (token.type !== 'code' || seen.has(languageOf((token as Tokens.Code).lang)) || languageOf((token as Tokens.Code).lang) === '') break;
    seen.add(languageOf((token as Tokens.Code).lang));
    blocks.push(token as Tokens.Code);
    end = i + 1;
  }
  return { blocks, end };
}

function sectionsOf(html: string, title: string): { id: string; title: string; text: string }[] {
  const parts = html.split(/(?=<h2 id=")/);
  return parts.map((part) => {
    const heading = /^<h2 id="([^"]+)">([\s\S]*?)<\/h2>/.exec(part);
    const name = heading ? textOf(heading[2]!.replace(/<a class="anchor"[\s\S]*?<\/a>/, '')) : title;
    return {
      id: heading?.[1] ?? '',
      title: name,
      text: textOf(part.replace(/<h[12][\s\S]*?<\/h[12]>/, '').replace(/<a class="anchor"[\s\S]*?<\/a>/g, '')),
    };
  });
}
