/** The console: the session, then the frame with the page of the URL. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { accounts, loadAccounts } from '../kit/accounts.ts';
import { session } from '../kit/api.ts';
import { useCell } from '../kit/cell.ts';
import { DialogHost } from '../kit/dialog.tsx';
import { Pages } from '../kit/page.ts';
import { Empty, Loading } from '../kit/parts.tsx';
import { Problem } from '../kit/problem.tsx';
import { Toasts } from '../kit/toast.tsx';
import { useLoad } from '../kit/use.ts';
import { pages } from '../pages.ts';
import { Frame } from './frame.tsx';
import { Page, preload } from './page.tsx';
import { resume } from './session.ts';
import { SignIn, SignInAgain } from './sign-in.tsx';

export function App(): JSX.Element {
  const signedIn = useCell(session);
  useEffect(() => {
    preload();
    void resume();
  }, []);
  return <>
    {signedIn === 'unknown' && <div class="sign-in"><Loading /></div>}
    {signedIn === 'none' && <SignIn />}
    {(signedIn === 'open' || signedIn === 'ended') && <Pages.Provider value={pages}><SignedIn /></Pages.Provider>}
    {signedIn === 'ended' && <SignInAgain />}
    <DialogHost /><Toasts />
  </>;
}

function SignedIn(): JSX.Element {
  const loaded = useLoad(async () => accounts.get().length > 0 ? accounts.get() : await loadAccounts(), []);
  const all = useCell(accounts);
  return <Frame>
    {loaded.error && <Problem error={loaded.error} retry={loaded.reload} />}
    {loaded.value && all.length > 0 ? <Page /> : loaded.loading ? <Loading /> : !loaded.error && <Empty icon="accounts" title="No accounts">Create one with <code>npm run perennial -- accounts create</code>.</Empty>}
  </Frame>;
}
