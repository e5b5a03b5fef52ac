/** The frame of every page: header, navigation, contents of the page, and the pages before and after. */
import { escapeHtml as text } from './html.ts';
import type { Heading } from './markdown.ts';

export interface NavLink {
  title: string;
  url: string;
  isCurrent: boolean;
  /** Below it, such as the groups of a family and the operations of the current group. */
  links?: readonly NavLink[];
  method?: string;
}

export interface NavSection {
  title: string;
  links: readonly NavLink[];
}

export interface PageFrame {
  title: string;
  /** For search engines of hosted docs, and for people who look at results. */
  description: string;
  /** Classes of the body. */
  kind: 'home' | 'guide' | 'reference' | 'operation';
  content: string;
  headings: readonly Heading[];
  navigation: readonly NavSection[];
  previous?: { title: string; url: string };
  next?: { title: string; url: string };
}

export interface SiteAddresses {
  home: string;
  reference: string;
  script: string;
  themeScript: string;
  style: string;
  icon: string;
  searchIndex: string;
  version: string;
}

/** In the page itself, because a host of static files may send no header; the server sends it as one too. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'";

const LOGO =
  '<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#136f52"/><path d="M16 27V14" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/><path d="M16 17c-6 0-9-3-9-9 6 0 9 3 9 9Zm0 3c0-5.400 3-8.400 9-8.400 0 5.400-3 8.400-9 8.400Z" fill="#fff"/></svg>';
const SEARCH_ICON =
  '<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"><circle cx="9" cy="9" r="5.500"/><path d="m13.500 13.500 3.500 3.500"/></svg>';
const THEME_ICON =
  '<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6"><circle cx="10" cy="10" r="6.500"/><path d="M10 3.500a6.500 6.500 0 0 1 0 13Z" fill="currentColor"/></svg>';
const MENU_ICON =
  '<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"><path d="M3 6h14M3 10h14M3 14h14"/></svg>';

export function renderPage(page: PageFrame, site: SiteAddresses): string {
  const { title, description, kind, content, headings, navigation, previous, next } = page;
  const name = kind === 'home' ? 'Perennial documentation' : `${title} · Perennial`;
  return `<!doctype html>
<html lang="en" data-search="${site.searchIndex}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
<title>${text(name)}</title><meta name="description" content="${text(description)}">
<link rel="icon" href="${site.icon}"><link rel="stylesheet" href="${site.style}"><script src="${site.themeScript}"></script><script type="module" src="${site.script}"></script></head>
<body class="${kind}"><a class="skip" href="#content">Skip to the content</a>
<header class="top"><button type="button" id="menu" class="icon" aria-label="Menu" aria-controls="nav" aria-expanded="false">${MENU_ICON}</button><a class="brand" href="${site.home}">${LOGO}<span>Perennial</span></a><button type="button" id="search-open">${SEARCH_ICON}<span>Search</span><kbd>/</kbd></button><nav class="links" aria-label="Sections"><a href="${site.home}">Guides</a><a href="${site.reference}">Reference</a></nav><button type="button" id="theme" class="icon" aria-label="Use the dark theme">${THEME_ICON}</button></header>
<div class="frame"><nav id="nav" aria-label="Pages">${navigation.map(navSection).join('')}</nav>
<main id="content" tabindex="-1"><article>${content}</article>${pager(previous, next)}<footer><p>Perennial ${text(site.version)} · MIT license</p></footer></main>${contents(headings)}</div></body></html>
`;
}

function navSection({ title, links }: NavSection): string {
  return `<p class="nav-title">${text(title)}</p><ul>${links.map(navLink).join('')}</ul>`;
}

function navLink({ title, url, isCurrent, links, method }: NavLink): string {
  const mark = method === undefined ? '' : `<span class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span> `;
  return `<li><a href="${url}"${isCurrent ? ' aria-current="page"' : ''}>${mark}${text(title)}</a>${links && links.length > 0 ? `<ul>${links.map(navLink).join('')}</ul>` : ''}</li>`;
}

/** Of guides with several sections. */
function contents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  return `<nav class="toc" aria-label="On this page"><p class="nav-title">On this page</p><ul>${shown.map(({ level, id, html }) => `<li class="level-${level}"><a href="#${id}">${html}</a></li>`).join('')}</ul></nav>`;
}

function pager(previous: PageFrame['previous'], next: PageFrame['next']): string {
  if (!previous && !next) return '';
  const link = (target: { title: string; url: string } | undefined, rel: string, label: string): string =>
    target ? `<a class="${rel}" rel="${rel}" href="${target.url}"><span>${label}</span>${text(target.title)}</a>` : '<span></span>';
  return `<nav class="pager" aria-label="Previous and next page">${link(previous, 'prev', 'Previous')}${link(next, 'next', 'Next')}</nav>`;
}
