/** The search dialog. The index is made with the site; nothing is sent anywhere. */
import MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { SEARCH_FIELDS, SEARCH_OPTIONS } from '../search-options.ts';

const MAX_RESULTS = 12;

interface Found extends SearchResult {
  url: string;
  title: string;
  where: string;
  method?: string;
}

/** Resolves with the function that opens the dialog. */
export async function createSearch(indexUrl: string): Promise<() => void> {
  const dialog = document.createElement('dialog');
  dialog.className = 'search';
  dialog.setAttribute('aria-label', 'Search the docs');
  dialog.innerHTML =
    '<input type="search" role="combobox" aria-expanded="true" aria-controls="results" aria-autocomplete="list" aria-label="Search the docs" placeholder="An operation, a setting, a name of the vendor…" autocomplete="off" spellcheck="false"><div id="results" role="listbox" aria-label="Results" tabindex="-1"></div><p class="search-state" role="status"></p>';
  document.body.append(dialog);
  const input = dialog.querySelector('input')!;
  const list = dialog.querySelector<HTMLElement>('#results')!;
  const state = dialog.querySelector<HTMLElement>('.search-state')!;
  let selected = 0;

  const open = (): void => {
    if (!dialog.open) dialog.showModal();
    input.select();
  };
  open();
  state.textContent = 'Loading the index…';
  const response = await fetch(indexUrl);
  const index = MiniSearch.loadJSON<Found>(await response.text(), { fields: [...SEARCH_FIELDS], ...SEARCH_OPTIONS });

  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=option]')];
  const select = (next: number): void => {
    const all = options();
    if (all.length === 0) return;
    selected = (next + all.length) % all.length;
    for (const [i, option] of all.entries()) option.setAttribute('aria-selected', String(i === selected));
    all[selected]!.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', all[selected]!.id);
  };
  const search = (): void => {
    const query = input.value.trim();
    const found = query === '' ? [] : (index.search(query) as Found[]);
    list.replaceChildren(...found.slice(0, MAX_RESULTS).map(row));
    state.textContent =
      query === ''
        ? 'Type to search. Vendor’s names work too: LUIS, Form Recognizer, Personalizer.'
        : found.length === 0
          ? `Nothing found for “${query}”.`
          : '';
    input.removeAttribute('aria-activedescendant');
    select(0);
  };
  input.addEventListener('input', search);
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      select(selected + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter') options()[selected]?.click();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  search();
  return open;
}

function row({ url, title, where, method }: Found, i: number): HTMLElement {
  const option = document.createElement('a');
  option.href = url;
  option.id = `result-${i}`;
  option.tabIndex = -1;
  option.setAttribute('role', 'option');
  const name = document.createElement('span');
  name.className = 'result-title';
  if (method !== undefined) {
    const mark = document.createElement('span');
    mark.className = `method ${method.toLowerCase()}`;
    mark.textContent = method;
    name.append(mark, ' ');
  }
  name.append(title);
  const place = document.createElement('span');
  place.className = 'result-where';
  place.textContent = where;
  option.append(name, place);
  option.addEventListener('click', () => option.closest('dialog')!.close());
  return option;
}
