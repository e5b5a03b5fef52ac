/** The console: the session, then the frame with the page of the URL. */
import type { ComponentType } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { loadMessages, rich, t } from '../i18n/messages.ts';
import { accounts, loadAccounts, shortName, useAccount } from '../kit/accounts.ts';
import { session } from '../kit/api.ts';
import { Problem } from '../kit/async.tsx';
import { useCell } from '../kit/cell.ts';
import { isOnline } from '../kit/connection.ts';
import { DialogHost } from '../kit/dialog.tsx';
import { areDraftsRead } from '../kit/drafts.ts';
import { useLoad } from '../kit/hooks.ts';
import { Button, ButtonLink, Empty, Loading, PageHeader } from '../kit/parts.tsx';
import { useServerRole } from '../kit/roles.ts';
import { canUseArea, currentRoute, Pages, setQuery, useRoute, type PageEntry, type PageProps } from '../kit/router.tsx';
import { Toasts } from '../kit/toast.tsx';
import { pages } from '../pages.ts';
import { Frame } from './frame.tsx';
import { SignIn, SignInAgain } from './sign-in.tsx';

export function App() {
  const signedIn = useCell(session);
  const online = useCell(isOnline);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-locked', signedIn === 'ended');
    document.documentElement.toggleAttribute('data-offline', !online);
  }, [signedIn, online]);
  return (
    <>
      {signedIn === 'unknown' && (
        <div class="sign-in">
          <Loading />
        </div>
      )}
      {signedIn === 'none' && <SignIn />}
      {(signedIn === 'open' || signedIn === 'ended') && (
        <Pages.Provider value={pages}>
          <SignedIn />
        </Pages.Provider>
      )}
      {signedIn === 'ended' && <SignInAgain />}
      {!online && (
        <p class="offline" role="status">
          {t('Offline. What you change is kept here and sent when the connection is back.')}
        </p>
      )}
      <DialogHost />
      <Toasts />
    </>
  );
}

function SignedIn() {
  const loaded = useLoad(async () => (accounts.get().length > 0 ? accounts.get() : await loadAccounts()), []);
  const all = useCell(accounts);
  const none = useServerRole() === 'none';
  return (
    <Frame>
      {loaded.error && <Problem error={loaded.error} retry={loaded.reload} />}
      {all.length > 0 ? (
        <Page />
      ) : loaded.loading ? (
        <Loading />
      ) : (
        !loaded.error && (
          <Empty icon="accounts" title={t('No accounts')}>
            {none
              ? t('Ask an operator with the role Manage to give you a role in an account.')
              : rich('Create one with {code}.', { code: <code>npx perennial accounts create</code> })}
          </Empty>
        )
      )}
    </Frame>
  );
}

const loaded = new Map<string, ComponentType<PageProps>>();

function findEntry([first = '']: readonly string[]): PageEntry | undefined {
  return pages.find(({ path }) => path === first);
}

async function loadPage({ path, load }: PageEntry): Promise<void> {
  if (loaded.has(path)) return;
  await loadMessages(path === '' ? 'home' : path);
  loaded.set(path, (await load()).default);
}

/** Starts loading the page while the session is checked; a failure is shown when the page is rendered. */
export function preload(): void {
  const entry = findEntry(currentRoute().parts);
  if (entry) loadPage(entry).catch(() => undefined);
}

function Page() {
  const { parts } = useRoute();
  const entry = findEntry(parts);
  const { account } = useAccount();
  if (!entry)
    return (
      <>
        <PageHeader title={t('Page not found')} />
        <Empty icon="search" title={`/${parts.join('/')}`} actions={<ButtonLink kind="primary" to="/" text={t('Home')} />}>
          {t('The URL may be mistyped, or of another version.')}
        </Empty>
      </>
    );
  if (!canUseArea(entry, account.kind)) return <WrongAccountKind entry={entry} />;
  return <ErrorBoundary key={`${entry.path} ${entry.kinds ? account.id : ''}`} entry={entry} />;
}

function ErrorBoundary({ entry }: { entry: PageEntry }) {
  const [error, again] = useErrorBoundary();
  const { parts, query } = useRoute();
  const found = loaded.get(entry.path);
  const loading = useLoad(() => loadPage(entry), [entry]);
  // The pages of areas show drafts immediately.
  const isReady = useCell(areDraftsRead) || !entry.kinds;
  const Shown = found ?? loaded.get(entry.path);
  if (error) return <Problem error={error as Error} retry={again} />;
  if (loading.error)
    return (
      <Empty
        icon="warning"
        title={t('The page could not be loaded')}
        actions={<Button icon="refresh" onClick={() => location.reload()} text={t('Reload')} />}
      >
        {t('The server does not respond, or was updated since this tab was opened.')}
      </Empty>
    );
  return Shown && isReady ? (
    <div class="stack">
      <Shown parts={parts.slice(1)} query={query} />
    </div>
  ) : (
    <Loading />
  );
}

/** The account's keys cannot use the area: lists the accounts that can. */
function WrongAccountKind({ entry }: { entry: PageEntry }) {
  const { account } = useAccount();
  const others = useCell(accounts).filter(({ kind }) => canUseArea(entry, kind));
  return (
    <Empty
      icon="key"
      title={t('Account {name} does not include {title}', { name: account.name, title: entry.title.toLowerCase() })}
      actions={others.slice(0, 5).map((other) => (
        <Button onClick={() => setQuery({ account: shortName(other) })}>{t('Use {name}', { name: other.name })}</Button>
      ))}
    >
      {others.length === 0
        ? t('It is of the kind {kind}. Create an account of another kind to use this page.', { kind: account.kind })
        : t('It is of the kind {kind}.', { kind: account.kind })}
    </Empty>
  );
}
