/** Requests that every page needs first: they are sent while the other scripts are still loaded. */

/** Marks that someone signed in here, so that there may be a session. It contains nothing of it. */
export const SIGNED_IN_KEY = 'perennial-signed-in';
const SIGN_IN_PATH = '/console/sign-in';

/** Proves that the console makes the call: see src/accounts/operators/sessions.ts. */
export const CONSOLE_HEADERS = { 'x-perennial-console': '1' };

const sent = new Map<string, Promise<Response>>();

export function mayHaveSession(): boolean {
  return localStorage.getItem(SIGNED_IN_KEY) !== null && location.pathname !== SIGN_IN_PATH;
}

export function sendEarly(...paths: string[]): void {
  if (!mayHaveSession()) return;
  for (const path of paths) {
    const response = fetch(path, { cache: 'no-store', credentials: 'same-origin', headers: CONSOLE_HEADERS });
    // Whoever takes it sees the error.
    response.catch(() => undefined);
    sent.set(path, response);
  }
}

/** The response to a request that was sent early, once. */
export function takeEarly(path: string): Promise<Response> | undefined {
  const response = sent.get(path);
  sent.delete(path);
  return response;
}
