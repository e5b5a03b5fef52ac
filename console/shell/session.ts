/**
 * Sign-in and sign-out. Only the server knows whether there is a session: its cookie is not readable by scripts. All tabs of a browser
 * share it, so that what ends or opens it in one does so in all.
 */
import { accounts, loadAccounts } from '../kit/accounts.ts';
import { CallFailed, Client, manager, operator, recordedCalls, session, type Operator } from '../kit/api.ts';
import { watchConnection } from '../kit/connection.ts';
import { closeDrafts, openDrafts, prepareDrafts } from '../kit/drafts.ts';
import { CONSOLE_HEADERS, mayHaveSession, SIGNED_IN_KEY } from '../kit/early.ts';
import { showFailure } from '../kit/toast.tsx';

const CHECK_AGAIN_MS = 60_000;
const anyone = new Client('anyone', () => Promise.resolve(CONSOLE_HEADERS));

const otherTabs = new BroadcastChannel('perennial-session');

/** Follows what other tabs do, and the end of the session. */
export function watchSession(): void {
  watchConnection();
  otherTabs.onmessage = ({ data }: MessageEvent<'signedIn' | 'signedOut'>) => {
    if (data === 'signedOut' && session.get() === 'open') session.set('ended');
    if (data === 'signedIn' && session.get() !== 'open') void open().catch(showFailure);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  operator.watch((current) => {
    clearTimeout(timer);
    if (current?.expirationDateTime === undefined) return;
    const leftMs = new Date(current.expirationDateTime).getTime() - Date.now();
    // It is over by this machine's clock, but not by the server's.
    timer = setTimeout(check, leftMs > 0 ? leftMs : CHECK_AGAIN_MS);
  });
  // Timers stand still while the machine sleeps.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
}

/** The server answers 401 when the session has ended, which the client notices. */
function check(): void {
  if (session.get() !== 'open') return;
  manager.get<Operator>('/sessions/current', { quiet: true }).then(
    (current) => operator.set(current),
    () => undefined,
  );
}

export async function resume(): Promise<void> {
  if (!mayHaveSession()) return session.set('none');
  try {
    await open();
  } catch (error) {
    session.set('none');
    if (!(error instanceof CallFailed && error.status === 401)) showFailure(error);
  }
}

/** Shows the pages to whom the session belongs. A page that another operator has left starts anew. */
async function open(): Promise<void> {
  const before = operator.get();
  prepareDrafts();
  // The pages need the accounts first.
  const [current] = await Promise.all([manager.get<Operator>('/sessions/current', { quiet: true }), loadAccounts()]);
  if (before && before.subject !== current.subject) return location.reload();
  void openDrafts(current.draftKey);
  operator.set(current);
  session.set('open');
}

/** What is shown to sign in with. */
export type Credential =
  | { secret: string }
  | { code: string }
  | { name: string; password: string }
  | { invitation: string; password: string };

export interface SignInOptions {
  password: boolean;
  oidc: boolean;
}

export async function signInOptions(): Promise<SignInOptions> {
  return await anyone.get<SignInOptions>('/sessions/options', { quiet: true });
}

export async function signIn(shown: Credential): Promise<void> {
  await anyone.post('/sessions', shown, { quiet: true });
  await takeUp();
}

/** Opens the console with the session that this browser has just got. */
export async function takeUp(): Promise<void> {
  localStorage.setItem(SIGNED_IN_KEY, '1');
  await open();
  otherTabs.postMessage('signedIn');
}

export async function signOut(): Promise<void> {
  await manager.delete('/sessions/current', { quiet: true });
  otherTabs.postMessage('signedOut');
  localStorage.removeItem(SIGNED_IN_KEY);
  // Session storage, such as unsaved labels, belongs to the one who signs out.
  sessionStorage.clear();
  await closeDrafts();
  accounts.set([]);
  recordedCalls.set([]);
  operator.set(undefined);
  session.set('none');
}
