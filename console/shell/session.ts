/** Sign-in and sign-out. Only the server knows whether there is a session: its cookie is not readable by scripts. */
import { accounts, forgetKeys, loadAccounts } from '../kit/accounts.ts';
import { CallFailed, Client, manager, recordedCalls, session } from '../kit/api.ts';
import { showFailure } from '../kit/toast.tsx';

/** Marks that someone signed in here, so that there may be a session. It contains nothing of it. */
const SIGNED_IN_KEY = 'perennial-signed-in';
const anyone = new Client('anyone', () => Promise.resolve({ 'x-perennial-console': '1' }));

export async function resume(): Promise<void> {
  if (localStorage.getItem(SIGNED_IN_KEY) === null || location.pathname === '/console/sign-in') return session.set('none');
  try {
    // Listing the accounts proves the session; and the pages need them first.
    await loadAccounts();
    session.set('open');
  } catch (error) {
    session.set('none');
    if (!(error instanceof CallFailed && error.status === 401)) showFailure(error);
  }
}

export async function signIn(shown: { secret: string } | { code: string }): Promise<void> {
  await anyone.post('/sessions', shown, { quiet: true });
  localStorage.setItem(SIGNED_IN_KEY, '1');
  session.set('open');
}

export async function signOut(): Promise<void> {
  await manager.delete('/sessions/current', { quiet: true });
  localStorage.removeItem(SIGNED_IN_KEY);
  // Session storage, such as unsaved labels, belongs to the one who signs out.
  sessionStorage.clear();
  forgetKeys();
  accounts.set([]);
  recordedCalls.set([]);
  session.set('none');
}
