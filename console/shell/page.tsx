/** The page of the URL, loaded when first opened; an error in it stays in it. */
import type { ComponentType, JSX } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { accounts, shortName, useAccount } from '../kit/accounts.ts';
import { useCell } from '../kit/cell.ts';
import { Button, ButtonLink, Empty, Loading, PageHeader } from '../kit/parts.tsx';
import { Problem } from '../kit/problem.tsx';
import { currentRoute, setQuery, useRoute } from '../kit/router.tsx';
import { useLoad } from '../kit/use.ts';
import { canUseArea } from '../kit/page.ts';
import type { PageEntry, PageProps } from '../kit/page.ts';
import { pages } from '../pages.ts';

const loaded = new Map<string, ComponentType<PageProps>>();

function findEntry([first = '']: readonly string[]): PageEntry | undefined {
  return pages.find(({ path }) => path === first);
}

async function loadPage({ path, load }: PageEntry): Promise<void> {
  if (!loaded.has(path)) loaded.set(path, (await load()).default);
}

/** Starts loading the page while the session is checked; a failure is shown when the page is rendered. */
export function preload(): void {
  const entry = findEntry(currentRoute().parts);
  if (entry) loadPage(entry).catch(() => undefined);
}

export function Page(): JSX.Element {
  const { parts } = useRoute();
  const entry = findEntry(parts);
  const { account } = useAccount();
  if (!entry) return <PageHeader title="Page not found" about="The URL may be mistyped, or of another version." actions={<ButtonLink to="/">Home</ButtonLink>} />;
  if (!canUseArea(entry, account.kind)) return <WrongAccountKind entry={entry} />;
  return <ErrorBoundary key={`${entry.path} ${entry.kinds ? account.id : ''}`} entry={entry} />;
}

function ErrorBoundary({ entry }: { entry: PageEntry }): JSX.Element {
  const [error, again] = useErrorBoundary();
  const { parts, query } = useRoute();
  const found = loaded.get(entry.path);
  const loading = useLoad(() => loadPage(entry), [entry]);
  const Shown = found ?? loaded.get(entry.path);
  if (error) return <Problem error={error as Error} retry={again} />;
  if (loading.error) return <Empty icon="warning" title="The page could not be loaded" actions={<Button icon="refresh" onClick={() => location.reload()}>Reload</Button>}>The server does not respond, or was updated since this tab was opened.</Empty>;
  return Shown ? <div class="stack"><Shown parts={parts.slice(1)} query={query} /></div> : <Loading />;
}

/** The account's keys cannot use the area: lists the accounts that can. */
function WrongAccountKind({ entry }: { entry: PageEntry }): JSX.Element {
  const { account } = useAccount();
  const others = useCell(accounts).filter(({ kind }) => canUseArea(entry, kind));
  return <Empty icon="key" title={`Account ${account.name} does not include ${entry.title.toLowerCase()}`} actions={others.slice(0, 5).map((other) => <Button onClick={() => setQuery({ account: shortName(other) })}>Use {other.name}</Button>)}>
    It is of the kind {account.kind}. {others.length === 0 && 'Create an account of another kind to use this page.'}
  </Empty>;
}
