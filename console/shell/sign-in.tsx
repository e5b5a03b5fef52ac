/** Sign-in with the one-time link printed on first start, or with the admin secret. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CallFailed } from '../kit/api.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/form.tsx';
import { Button, Loading } from '../kit/parts.tsx';
import { currentRoute, navigate } from '../kit/router.tsx';
import { Brand } from './frame.tsx';
import { signIn } from './session.ts';

type Credential = { secret: string } | { code: string };

/** Tries to sign in; resolves to the error message. */
function useSignIn(): { enter: (shown: Credential) => Promise<void>; busy: boolean; error: string | undefined } {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const enter = async (shown: Credential): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await signIn(shown);
      if (currentRoute().parts[0] === 'sign-in') navigate('/', { replace: true });
    } catch (failure) {
      const isWrongSecret = failure instanceof CallFailed && failure.status === 401 && 'secret' in shown;
      if (isWrongSecret) setError('The secret is wrong.');
      else setError(failure instanceof CallFailed ? [failure.message, failure.remedy].filter(Boolean).join(' ') : String(failure));
      setBusy(false);
    }
  };
  return { enter, busy, error };
}

export function SignIn(): JSX.Element {
  const [code, setCode] = useState(() => (currentRoute().parts[0] === 'sign-in' ? location.hash.slice(1) : ''));
  const entry = useSignIn();
  useEffect(() => {
    document.title = 'Sign in · Perennial';
    if (code === '') return;
    // Used or not, the code must not stay in the URL.
    history.replaceState(null, '', location.pathname);
    void entry.enter({ code }).finally(() => setCode(''));
  }, []);
  if (code !== '')
    return (
      <main class="sign-in">
        <Loading what="Signing in" />
      </main>
    );
  return (
    <main class="sign-in">
      <div class="card">
        <Brand />
        <div>
          <h1>Sign in</h1>
          <p class="soft">Use the admin secret of this server.</p>
        </div>
        <SecretForm {...entry} />
        <p class="soft small">
          The secret is in the data folder at <code>secrets/admin.secret</code>, or set by <code>PERENNIAL_ADMIN_SECRET</code>. The first
          start also prints a one-time sign-in link.
        </p>
      </div>
    </main>
  );
}

/** Over the page, which stays as it is: nothing typed there is lost. */
export function SignInAgain(): JSX.Element {
  return (
    <Dialog title="Session expired" onClose={() => undefined}>
      <div class="dialog-body">
        <p class="soft">Sign in to continue.</p>
        <SecretForm {...useSignIn()} />
      </div>
    </Dialog>
  );
}

function SecretForm({ enter, busy, error }: ReturnType<typeof useSignIn>): JSX.Element {
  const [secret, setSecret] = useState('');
  return (
    <Form onSubmit={() => void enter({ secret: secret.trim() })}>
      <TextField
        label="Admin secret"
        type="password"
        value={secret}
        onInput={setSecret}
        error={error}
        autoFocus
        autoComplete="current-password"
        required
      />
      <Button type="submit" kind="primary" busy={busy} disabled={secret.trim() === ''}>
        Sign in
      </Button>
    </Form>
  );
}
