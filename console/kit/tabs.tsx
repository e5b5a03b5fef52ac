/** Tabs; the open one is part of the URL, so that each has a link. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { setQuery, tabTitle, useRoute } from './router.tsx';

export interface Tab {
  id: string;
  title: string;
  content: () => ComponentChildren;
}

/** `name` is the query parameter of the open tab; the first one needs none. */
export function Tabs({ tabs, name = 'tab', label }: { tabs: readonly Tab[]; name?: string; label: string }) {
  const open = useRoute().query.get(name);
  const current = tabs.find(({ id }) => id === open) ?? tabs[0]!;
  const title = current === tabs[0] ? undefined : current.title;
  useEffect(() => {
    tabTitle.set(title);
    return () => tabTitle.set(undefined);
  }, [title]);
  const select = (id: string): void => setQuery({ [name]: id === tabs[0]!.id ? undefined : id }, { replace: false });
  return (
    <TabBar tabs={tabs} current={current.id} onSelect={select} label={label}>
      {current.content()}
    </TabBar>
  );
}

/** The same without a URL, for small choices within a page. */
export function TabBar({
  tabs,
  current,
  onSelect,
  label,
  children,
}: {
  tabs: readonly Pick<Tab, 'id' | 'title'>[];
  current: string;
  onSelect: (id: string) => void;
  label: string;
  children: ComponentChildren;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // In a narrow window the open tab may be scrolled out of view. Only the bar scrolls, never the page.
    const bar = list.current!;
    const tab = bar.querySelector('[aria-selected=true]')!.getBoundingClientRect();
    const { left, right } = bar.getBoundingClientRect();
    bar.scrollLeft += Math.min(0, tab.left - left) + Math.max(0, tab.right - right);
  }, [current]);
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.id === current);
    const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: (at - 1 + tabs.length) % tabs.length, Home: 0, End: tabs.length - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    onSelect(tabs[to]!.id);
    (list.current!.children[to] as HTMLElement).focus();
  };
  return (
    <div class="stack">
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} class="stack">
        {children}
      </div>
    </div>
  );
}
