/** Blocks of code in several languages, shown one at a time. The choice holds for all of them, on other pages too. */
const STORAGE_KEY = 'perennial-docs-language';

export function startTabs(): void {
  for (const [index, group] of [...document.querySelectorAll<HTMLElement>('.tabs')].entries()) makeTabs(group, index);
  const chosen = localStorage.getItem(STORAGE_KEY);
  if (chosen !== null) select(chosen);
}

function makeTabs(group: HTMLElement, index: number): void {
  const panels = [...group.querySelectorAll<HTMLElement>('section')];
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language of the example');
  const tabs = panels.map((panel, i) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `tab-${index}-${i}`;
    tab.textContent = panel.dataset.tab!;
    tab.setAttribute('role', 'tab');
    panel.id = `panel-${index}-${i}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => {
      const before = tab.getBoundingClientRect().top;
      localStorage.setItem(STORAGE_KEY, panel.dataset.tab!);
      select(panel.dataset.tab!);
      scrollBy(0, tab.getBoundingClientRect().top - before);
    });
    tab.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      const next = tabs[(i + step + tabs.length) % tabs.length]!;
      if (step !== 0) {
        next.focus();
        next.click();
      }
    });
    return tab;
  });
  list.append(...tabs);
  group.prepend(list);
  show(group, panels[0]!.dataset.tab!);
}

/** Groups that do not have the language keep theirs. */
function select(language: string): void {
  for (const group of document.querySelectorAll<HTMLElement>('.tabs')) {
    if (group.querySelector(`section[data-tab="${CSS.escape(language)}"]`)) show(group, language);
  }
}

function show(group: HTMLElement, language: string): void {
  for (const panel of group.querySelectorAll<HTMLElement>('section')) {
    const isShown = panel.dataset.tab === language;
    panel.hidden = !isShown;
    const tab = document.getElementById(panel.getAttribute('aria-labelledby')!)!;
    tab.setAttribute('aria-selected', String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
  }
}
