/** The frame around pages: navigation, account, API calls. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { accounts, selectAccount, isDefault, shortName } from '../kit/accounts.ts';
import { useActions } from '../kit/actions.ts';
import { ApiCallCode } from '../kit/api-call.tsx';
import { recordedCalls } from '../kit/api.ts';
import { pathAndQuery } from '../kit/call.ts';
import { useCell } from '../kit/cell.ts';
import { useAction } from '../kit/hooks.ts';
import { Icon } from '../kit/icons.tsx';
import { Button } from '../kit/parts.tsx';
import { joinPath, Link, navigate, pageTitle, setQuery, useRoute } from '../kit/router.tsx';
import { themeChoice } from '../kit/theme.ts';
import type { ThemeChoice } from '../kit/theme.ts';
import { pages } from '../pages.ts';
import { Palette, ShortcutHelp } from './palette.tsx';
import { signOut } from './session.ts';

const NEXT_THEME: Readonly<Record<ThemeChoice, ThemeChoice>> = { auto: 'light', light: 'dark', dark: 'auto' };
const THEME_TITLES: Readonly<Record<ThemeChoice, string>> = { auto: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' };

export function Frame({ children }: { children: ComponentChildren }): JSX.Element {
  const [over, setOver] = useState<'palette' | 'keys'>();
  const [calls, setCalls] = useState(false);
  const [menu, setMenu] = useState(false);
  const { parts } = useRoute();
  const content = useRef<HTMLElement>(null);
  const leave = useAction(signOut);
  const theme = useCell(themeChoice);
  useActions([
    ...pages.map(({ path: to, title, keys }) => ({ title, keys, group: 'Go to', run: () => navigate(joinPath(to)) })),
    { title: 'Search pages and actions', keys: 'Ctrl+k', group: 'Console', run: () => setOver('palette') },
    { title: 'Keyboard shortcuts', keys: '?', group: 'Console', run: () => setOver('keys') },
    { title: 'Show API calls', keys: 'Ctrl+.', group: 'Console', run: () => setCalls((shown) => !shown) },
    { title: 'Change theme', group: 'Console', run: () => themeChoice.set(NEXT_THEME[themeChoice.get()]) },
    { title: 'Sign out', group: 'Console', run: () => void leave.run() },
  ]);
  const page = parts[0] ?? '';
  const first = useRef(true);
  useEffect(() => {
    setMenu(false);
    // A new page starts at its top, unless a link points into it.
    if (!first.current) content.current?.focus({ preventScroll: true });
    first.current = false;
    scrollTo(0, 0);
  }, [page]);
  return (
    <>
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          content.current?.focus();
        }}
      >
        Skip to content
      </a>
      <div class="shell">
        <div class={`side ${menu ? 'open' : ''}`} onKeyDown={(event) => event.key === 'Escape' && setMenu(false)}>
          <Link to="/" class="brand" aria-label="Perennial, home">
            <Brand />
          </Link>
          <nav aria-label="Pages">
            <NavList entries={pages.filter(({ kinds }) => kinds === undefined)} page={page} />
            <div>
              <h2>Areas</h2>
              <NavList entries={pages.filter(({ kinds }) => kinds !== undefined)} page={page} />
            </div>
          </nav>
          <footer>
            <Button kind="quiet" icon={theme} label={THEME_TITLES[theme]} onClick={() => themeChoice.set(NEXT_THEME[theme])} />
            <a class="button quiet" href="/docs">
              API
            </a>
            <Button kind="quiet" icon="leave" label="Sign out" busy={leave.busy} onClick={() => void leave.run()} />
          </footer>
        </div>
        <div class="main" onClick={() => setMenu(false)}>
          <div class="top" role="banner">
            <Button
              class="menu-button"
              kind="quiet"
              icon="menu"
              label="Pages"
              expanded={menu}
              onClick={(event) => {
                event.stopPropagation();
                setMenu(!menu);
              }}
            />
            <Breadcrumbs parts={parts} />
            <AccountPicker />
            <Button class="search" icon="search" keys="Control+K" onClick={() => setOver('palette')}>
              <span>Search</span>
              <kbd>Ctrl K</kbd>
            </Button>
            <CallsButton shown={calls} onClick={() => setCalls(!calls)} />
          </div>
          <main class="content" id="content" tabIndex={-1} ref={content}>
            {children}
          </main>
          {calls && <Calls onClose={() => setCalls(false)} />}
        </div>
      </div>
      {over === 'palette' && <Palette onClose={() => setOver(undefined)} />}
      {over === 'keys' && <ShortcutHelp onClose={() => setOver(undefined)} />}
    </>
  );
}

function NavList({ entries, page }: { entries: readonly (typeof pages)[number][]; page: string }): JSX.Element {
  return (
    <ul>
      {entries.map(({ path: to, title, icon }) => (
        <li>
          <Link to={joinPath(to)} aria-current={to === page ? 'page' : undefined}>
            <Icon name={icon} />
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Breadcrumbs. */
function Breadcrumbs({ parts }: { parts: readonly string[] }): JSX.Element {
  const page = pages.find(({ path: to }) => to === (parts[0] ?? ''));
  const shown = useCell(pageTitle);
  const steps =
    parts.length < 2
      ? [page?.title ?? parts[0]!]
      : [page?.title ?? parts[0]!, ...parts.slice(1, -1).map((part) => page?.words?.[part] ?? part), shown ?? parts.at(-1)!];
  useEffect(() => {
    document.title = [...steps.slice(1).reverse(), page?.title ?? 'Not found', 'Perennial'].join(' · ');
  });
  return (
    <nav class="grow" aria-label="Breadcrumbs">
      <ol class="trail">
        {steps.map((step, i) => (
          <li>
            {i === steps.length - 1 ? (
              <span aria-current="location" class="ellipsis">
                {step}
              </span>
            ) : (
              <Link to={joinPath(...parts.slice(0, i + 1))} class="ellipsis">
                {step}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CallsButton({ shown, onClick }: { shown: boolean; onClick: () => void }): JSX.Element {
  const { length } = useCell(recordedCalls);
  return (
    <Button class="calls-button" icon="calls" label={`API calls: ${length}`} pressed={shown} keys="Control+." onClick={onClick}>
      <span>Calls</span>
    </Button>
  );
}

/** Selects the account. It is part of the URL, so that links lead to the same data. */
function AccountPicker(): JSX.Element | null {
  const id = useId();
  const all = useCell(accounts);
  const account = selectAccount(all, useRoute().query.get('account'));
  if (!account) return null;
  const names = Map.groupBy(all, ({ name }) => name);
  return (
    <div class={`account ${all.length === 1 ? 'alone' : ''}`}>
      <label for={id} class="for-readers">
        Account
      </label>
      <select
        id={id}
        class="input"
        value={shortName(account)}
        onInput={(event) => {
          const next = all.find((one) => shortName(one) === event.currentTarget.value)!;
          setQuery({ account: isDefault(next) ? undefined : shortName(next) }, { replace: false });
        }}
      >
        {all.map((one) => (
          <option value={shortName(one)}>{names.get(one.name)!.length > 1 ? shortName(one) : one.name}</option>
        ))}
      </select>
    </div>
  );
}

/** The icon is the page's own, whose name contains a hash. */
export function Brand(): JSX.Element {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')!.href;
  return (
    <span class="brand">
      <img src={icon} alt="" width={22} height={22} />
      Perennial
    </span>
  );
}

/** The API calls made by this page, newest first, ready to copy. */
function Calls({ onClose }: { onClose: () => void }): JSX.Element {
  const all = useCell(recordedCalls);
  const [selected, setSelected] = useState<number>();
  const shown = all.find(({ id }) => id === selected) ?? all[0];
  return (
    <aside class="calls" aria-label="API calls">
      <header>
        <h2>API calls of this page</h2>
        <Button kind="quiet" icon="close" label="Close" onClick={onClose} />
      </header>
      {!shown ? (
        <p class="empty">No calls yet. Calls made by this page are listed here.</p>
      ) : (
        <div>
          <ol>
            {all.map(({ id, call, status, ms }) => (
              <li>
                <button type="button" aria-pressed={id === shown.id} onClick={() => setSelected(id)}>
                  <span class={status >= 400 ? 'tag danger' : ''}>{status}</span>
                  <span>{call.method}</span>
                  <span class="ellipsis">{pathAndQuery(call)}</span>
                  <span class="soft">{Math.round(ms)} ms</span>
                </button>
              </li>
            ))}
          </ol>
          <section aria-label="Selected call">
            <ApiCallCode key={shown.id} call={shown.call} caller={shown.caller} />
          </section>
        </div>
      )}
    </aside>
  );
}
