/** What the pages of the docs do in the browser: menu, theme, tabs, copying, the table of contents, and search on demand. */
import { startTabs } from './tabs.ts';

const root = document.documentElement;
const find = <T extends HTMLElement>(selector: string): T => document.querySelector<T>(selector)!;

startTabs();
startTheme();
startMenu();
startCopying();
startContents();
startSearch();

function startTheme(): void {
  const button = find<HTMLButtonElement>('#theme');
  const isDark = (): boolean =>
    root.dataset.theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : root.dataset.theme === 'dark';
  const show = (): void => button.setAttribute('aria-label', isDark() ? 'Use the light theme' : 'Use the dark theme');
  button.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark';
    root.dataset.theme = next;
    localStorage.setItem('perennial-theme', next);
    show();
  });
  show();
}

function startMenu(): void {
  const button = find<HTMLButtonElement>('#menu');
  const toggle = (isOpen: boolean): void => {
    root.classList.toggle('menu-open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  button.addEventListener('click', () => toggle(!root.classList.contains('menu-open')));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && root.classList.contains('menu-open')) {
      toggle(false);
      button.focus();
    }
  });
  const current = document.querySelector<HTMLElement>('#nav [aria-current]');
  if (current && current.offsetTop > find('#nav').clientHeight / 2) find('#nav').scrollTop = current.offsetTop - 120;
}

function startCopying(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(block.querySelector('pre')!.textContent).then(
        () => announce(button, 'Copied'),
        () => announce(button, 'Press Ctrl+C'),
      );
    });
    block.append(button);
  }
}

function announce(button: HTMLButtonElement, text: string): void {
  button.textContent = text;
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}

/** Marks the section that is being read. */
function startContents(): void {
  const links = new Map([...document.querySelectorAll<HTMLAnchorElement>('.toc a')].map((link) => [link.hash.slice(1), link]));
  if (links.size === 0) return;
  const headings = [...links.keys()].map((id) => document.getElementById(id)!).filter(Boolean);
  const mark = (): void => {
    const current = headings.findLast((heading) => heading.getBoundingClientRect().top < 120) ?? headings[0];
    for (const [id, link] of links) link.classList.toggle('current', id === current?.id);
  };
  document.addEventListener('scroll', mark, { passive: true });
  mark();
}

function startSearch(): void {
  let opened: Promise<() => void> | undefined;
  const open = (): void => {
    opened ??= import('./search.ts').then(({ createSearch }) => createSearch(root.dataset.search!));
    void opened.then((show) => show());
  };
  find('#search-open').addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if ((event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      open();
    }
  });
}
