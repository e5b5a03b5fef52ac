/** Signing in and out. Whether there is a session only the server knows: its cookie is out of reach of scripts. */
import { accounts, forgetKeys, loadAccounts } from '../kit/accounts.ts';
import { CallFailed, Client, manager, madeCalls, session } from '../kit/api.ts';
import { tellFailure } from '../kit/toast.tsx';

/** That somebody signed in here, so that there may be a session to ask for. It holds nothing of it. */
const MARK = 'perennial-signed-in';
const anyone = new Client('anyone', () => Promise.resolve({ 'x-perennial-console': '1' }));

export async function resume(): Promise<void> {
  if (localStorage.getItem(MARK) === null || location.pathname === '/console/sign-in') return session.set('none');
  try {
    // Whoever may list the accounts is signed in; and they are what the pages need first.
    await loadAccounts();
    session.set('open');
  } catch (error) {
    session.set('none');
    if (!(error instanceof CallFailed && error.status === 401)) tellFailure(error);
  }
}

export async function signIn(shown: { secret: string } | { code: string }): Promise<void> {
  await anyone.post('/sessions', shown, { quiet: true });
  localStorage.setItem(MARK, '1');
  session.set('open');
}

export async function signOut(): Promise<void> {
  await manager.delete('/sessions/current', { quiet: true });
  localStorage.removeItem(MARK);
  // What pages keep for this tab, such as the labels of a form, is of the one who leaves.
  sessionStorage.clear();
  forgetKeys();
  accounts.set([]);
  madeCalls.set([]);
  session.set('none');
}
