/** The frame around pages: navigation, account, API calls. */
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { chooseLanguage, language, LANGUAGES, type Language } from '../i18n/language.ts';
import { t } from '../i18n/messages.ts';
import { accounts, selectAccount, isDefault, shortName } from '../kit/accounts.ts';
import { useActions } from '../kit/actions.ts';
import { operator, recordedCalls } from '../kit/api.ts';
import { useCell } from '../kit/cell.ts';
import { useAction, useLater } from '../kit/hooks.ts';
import { areDraftsRead } from '../kit/drafts.ts';
import { Icon } from '../kit/icons.tsx';
import { Button } from '../kit/parts.tsx';
import { roleTitle, useRole } from '../kit/roles.ts';
import { joinPath, Link, navigate, pageTitle, setQuery, tabTitle, useRoute } from '../kit/router.tsx';
import { addVisit } from '../kit/visits.ts';
import { density, themeChoice, type ThemeChoice } from '../kit/theme.ts';
import { pathInAccount } from '../kit/sample-account.ts';
import { pages } from '../pages.ts';
import { Palette, ShortcutHelp } from './palette.tsx';
import { signOut } from './session.ts';
import { WorkTray } from './work-tray.tsx';

const NEXT_THEME: Readonly<Record<ThemeChoice, ThemeChoice>> = { auto: 'light', light: 'dark', dark: 'auto' };
const THEME_TITLES: Readonly<Record<ThemeChoice, string>> = { auto: t('Theme: system'), light: t('Theme: light'), dark: t('Theme: dark') };

function toggleDensity(): void {
  density.set(density.get() === 'compact' ? 'comfortable' : 'compact');
}

export function Frame({ children }: { children: ComponentChildren }) {
  const [over, setOver] = useState<'palette' | 'keys'>();
  const [tour, setTour] = useState<{ Tour: ComponentType<{ onClose: () => void }> }>();
  const startTour = useAction(async () => setTour({ Tour: (await import('./tour.tsx')).Tour }));
  const [calls, setCalls] = useState(false);
  const Calls = useLater('calls', () => import('./calls.tsx'));
  const [menu, setMenu] = useState(false);
  const { parts } = useRoute();
  const content = useRef<HTMLElement>(null);
  const leave = useAction(signOut);
  const theme = useCell(themeChoice);
  const isCompact = useCell(density) === 'compact';
  useActions([
    ...pages.map(({ path: to, title, vendor, keys }) => ({
      title,
      words: vendor,
      keys,
      group: t('Go to'),
      run: () => navigate(joinPath(to)),
    })),
    ...Object.entries(LANGUAGES).map(([tag, name]) => ({
      title: t('Language: {name}', { name }),
      words: 'language sprache idioma',
      group: t('Console'),
      run: () => chooseLanguage(tag as Language),
    })),
    { title: t('Search everything'), keys: 'Ctrl+k', group: t('Console'), run: () => setOver('palette') },
    { title: t('Keyboard shortcuts'), keys: '?', group: t('Console'), run: () => setOver('keys') },
    { title: t('Take the tour'), words: 'help intro', group: t('Console'), run: () => void startTour.run() },
    { title: t('Show API calls'), keys: 'Ctrl+.', group: t('Console'), run: () => setCalls((shown) => !shown) },
    { title: t('Change theme'), group: t('Console'), run: () => themeChoice.set(NEXT_THEME[themeChoice.get()]) },
    { title: t('Change density'), words: 'compact comfortable', group: t('Console'), run: toggleDensity },
    { title: t('Sign out'), group: t('Console'), run: () => void leave.run() },
  ]);
  const page = parts[0] ?? '';
  const first = useRef(true);
  useEffect(() => {
    const isFirst = first.current;
    first.current = false;
    if (isFirst) return;
    setMenu(false);
    content.current?.focus({ preventScroll: true });
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
        {t('Skip to content')}
      </a>
      <div class="shell">
        <div class={`side ${menu ? 'open' : ''}`} onKeyDown={(event) => event.key === 'Escape' && setMenu(false)}>
          <nav aria-label={t('Pages')}>
            <Link to="/" class="brand" aria-label={t('Perennial, home')}>
              <Brand />
            </Link>
            <NavList entries={pages.filter(({ kinds, isUnlisted }) => kinds === undefined && isUnlisted === undefined)} page={page} />
            <div>
              <h2>{t('Areas')}</h2>
              <NavList entries={pages.filter(({ kinds }) => kinds !== undefined)} page={page} />
            </div>
          </nav>
          <footer>
            <SignedIn />
            <LanguagePicker />
            <Button kind="quiet" icon={theme} label={THEME_TITLES[theme]} onClick={() => themeChoice.set(NEXT_THEME[theme])} />
            <Button kind="quiet" icon="rows" label={t('Compact')} pressed={isCompact} onClick={toggleDensity} />
            <a class="button quiet" href="/docs">
              {t('API')}
            </a>
            <Button kind="quiet" icon="leave" label={t('Sign out')} does={leave} />
          </footer>
        </div>
        <div class="main" onClick={() => setMenu(false)}>
          <div class="top" role="banner">
            <Button
              class="menu-button"
              kind="quiet"
              icon="menu"
              label={t('Pages')}
              expanded={menu}
              onClick={(event) => {
                event.stopPropagation();
                setMenu(!menu);
              }}
            />
            <Breadcrumbs parts={parts} />
            <AccountPicker />
            <WorkTray />
            <Button class="search" icon="search" keys="Control+K" onClick={() => setOver('palette')}>
              <span>{t('Search')}</span>
              <kbd>Ctrl K</kbd>
            </Button>
            <CallsButton shown={calls} onClick={() => setCalls(!calls)} />
          </div>
          <main class="content" id="content" tabIndex={-1} ref={content}>
            {children}
          </main>
          {calls && Calls && <Calls onClose={() => setCalls(false)} />}
        </div>
      </div>
      {tour && <tour.Tour onClose={() => setTour(undefined)} />}
      {over === 'palette' && <Palette onClose={() => setOver(undefined)} />}
      {over === 'keys' && <ShortcutHelp onClose={() => setOver(undefined)} />}
    </>
  );
}

function NavList({ entries, page }: { entries: readonly (typeof pages)[number][]; page: string }) {
  return (
    <ul>
      {entries.map(({ path: to, title, vendor, vendorInShort = vendor, icon }) => (
        <li>
          <Link to={joinPath(to)} aria-current={to === page ? 'page' : undefined}>
            <Icon name={icon} />
            <span>
              {title} {vendorInShort !== undefined && <small>{vendorInShort}</small>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Breadcrumbs({ parts }: { parts: readonly string[] }) {
  const page = pages.find(({ path: to }) => to === (parts[0] ?? ''));
  const shown = useCell(pageTitle);
  const tab = useCell(tabTitle);
  const steps =
    parts.length < 2
      ? [page?.title ?? parts[0]!]
      : [page?.title ?? parts[0]!, ...parts.slice(1, -1).map((part) => page?.words?.[part] ?? part), shown ?? parts.at(-1)!];
  useEffect(() => {
    document.title = [...(tab === undefined ? [] : [tab]), ...steps.slice(1).reverse(), page?.title ?? t('Not found'), 'Perennial'].join(
      ' · ',
    );
  });
  const { query } = useRoute();
  const account = selectAccount(useCell(accounts), query.get('account'));
  const isRead = useCell(areDraftsRead);
  useEffect(() => {
    if (!isRead || !account || !page?.kinds || parts.length < 2 || shown === undefined) return;
    addVisit({ to: pathInAccount(joinPath(...parts), account), title: shown, area: page.path, account: account.name, at: Date.now() });
  }, [isRead, account?.id, shown, parts.join('/')]);
  return (
    <nav class="grow" aria-label={t('Breadcrumbs')}>
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

function CallsButton({ shown, onClick }: { shown: boolean; onClick: () => void }) {
  const { length } = useCell(recordedCalls);
  return (
    <Button
      class="calls-button"
      icon="calls"
      label={t('API calls: {count}', { count: length })}
      pressed={shown}
      keys="Control+."
      onClick={onClick}
    >
      <span>{t('Calls')}</span>
    </Button>
  );
}

/** Selects the account. It is part of the URL, so that links lead to the same data. */
function AccountPicker() {
  const id = useId();
  const all = useCell(accounts);
  const account = selectAccount(all, useRoute().query.get('account'));
  if (!account) return null;
  const names = Map.groupBy(all, ({ name }) => name);
  return (
    <div class={`account ${all.length === 1 ? 'alone' : ''}`}>
      <label for={id}>{t('Account')}</label>
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

/** Who is signed in, with the role; leads to the profile. */
function SignedIn() {
  const current = useCell(operator);
  const role = roleTitle(useRole());
  if (!current) return null;
  return (
    <Link class="signed-in" to="/profile" title={t('Signed in as {name}, role {role}', { name: current.subject, role })}>
      <Icon name="accounts" />
      <span class="ellipsis">{current.subject}</span>
      <span class="soft small">{role}</span>
    </Link>
  );
}

/** Beside the theme. The page is loaded again in the chosen language. */
function LanguagePicker() {
  return (
    <select
      class="input"
      aria-label={t('Language')}
      value={language}
      onInput={(event) => chooseLanguage(event.currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The drawing of icon.svg, here without a request and an image of its own. */
export function Brand() {
  return (
    <span class="brand">
      <svg viewBox="0 0 32 32" width={22} height={22} aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" fill="#136f52" />
        <path d="M16 27V14" stroke="#fff" stroke-width="2.6" stroke-linecap="round" />
        <path d="M16 17c-6 0-9-3-9-9 6 0 9 3 9 9Zm0 3c0-5.400 3-8.400 9-8.400 0 5.400-3 8.400-9 8.400Z" fill="#fff" />
      </svg>
      Perennial
    </span>
  );
}
