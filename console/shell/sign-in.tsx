/** Sign-in with a name and password, the admin secret, an OIDC issuer, an invitation, or the one-time link printed on first start. */
import { useEffect, useState } from 'preact/hooks';
import { rich, t } from '../i18n/messages.ts';
import { CallFailed } from '../kit/api.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/form.tsx';
import { useLoad } from '../kit/hooks.ts';
import { Button, Loading } from '../kit/parts.tsx';
import { currentRoute, navigate } from '../kit/router.tsx';
import { Brand } from './frame.tsx';
import { signIn, signInOptions, takeUp, type Credential } from './session.ts';

const MIN_PASSWORD_LENGTH = 10;

interface Entry {
  enter: (act: () => Promise<void>) => Promise<void>;
  busy: boolean;
  error: string | undefined;
}

/** Tries to sign in, and has the error message. */
function useEntry(): Entry {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const enter = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await act();
      if (currentRoute().parts[0] === 'sign-in') navigate('/', { replace: true });
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  };
  return { enter, busy, error };
}

function messageOf(failure: unknown): string {
  if (!(failure instanceof CallFailed)) return String(failure);
  if (failure.code === 'WrongSecret') return t('The secret is wrong.');
  if (failure.code === 'PasswordWrong') return t('The name or password is wrong.');
  return [failure.message, failure.remedy].filter(Boolean).join(' ');
}

/** What the link that opened the page brings, after its `#`. */
function readLink(): { code?: string; invitation?: string; isSignedIn?: boolean } {
  if (currentRoute().parts[0] !== 'sign-in') return {};
  const hash = location.hash.slice(1);
  if (hash === 'signed-in') return { isSignedIn: true };
  if (hash.startsWith('invitation=')) return { invitation: hash.slice('invitation='.length) };
  return hash === '' ? {} : { code: hash };
}

export function SignIn() {
  const [link, setLink] = useState(readLink);
  const entry = useEntry();
  const { code, invitation, isSignedIn } = link;
  useEffect(() => {
    document.title = t('Sign in · Perennial');
    // Used or not, a secret must not stay in the URL.
    if (location.hash !== '') history.replaceState(null, '', location.pathname);
    if (isSignedIn) void entry.enter(takeUp).finally(() => setLink({}));
    else if (code !== undefined) void entry.enter(() => signIn({ code })).finally(() => setLink({}));
  }, []);
  if (code !== undefined || isSignedIn)
    return (
      <main class="sign-in">
        <Loading what={t('Signing in')} />
      </main>
    );
  return (
    <main class="sign-in">
      <div class="card">
        <Brand />
        {invitation === undefined ? (
          <>
            <h1>{t('Sign in')}</h1>
            <SignInForm {...entry} />
          </>
        ) : (
          <>
            <h1>{t('Welcome')}</h1>
            <InvitationForm invitation={invitation} {...entry} />
          </>
        )}
      </div>
    </main>
  );
}

/** Over the page, which is hidden but stays loaded: nothing typed there is lost. */
export function SignInAgain() {
  return (
    <Dialog title={t('The session has ended')} class="sign-in-again" onClose={() => undefined}>
      <div class="dialog-body">
        <p class="soft">{t('Sign in to continue. What you typed on this page is kept.')}</p>
        <SignInForm {...useEntry()} />
      </div>
    </Dialog>
  );
}

/** What the server offers; the admin secret always. */
function SignInForm(entry: Entry) {
  const options = useLoad(signInOptions, []);
  const [isAdmin, setAdmin] = useState(false);
  const { password = false, oidc = false } = options.value ?? {};
  if (options.loading) return <Loading />;
  return (
    <>
      {oidc && (
        <a class="button primary" href="/sessions/oidc">
          {t('Sign in with your organization')}
        </a>
      )}
      {password && !isAdmin ? <PasswordForm {...entry} /> : (!oidc || isAdmin) && <SecretForm {...entry} />}
      {(password || oidc) && (
        <Button kind="quiet" onClick={() => setAdmin(!isAdmin)} text={isAdmin ? t('Sign in as an operator') : t('Use the admin secret')} />
      )}
    </>
  );
}

function PasswordForm({ enter, busy, error }: Entry) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const shown: Credential = { name: name.trim(), password };
  return (
    <Form onSubmit={() => void enter(() => signIn(shown))}>
      <TextField label={t('Name')} value={name} onInput={setName} autoFocus autoComplete="username" required />
      <TextField
        label={t('Password')}
        type="password"
        value={password}
        onInput={setPassword}
        error={error}
        autoComplete="current-password"
        required
      />
      <Button needs="view" type="submit" kind="primary" busy={busy} disabled={shown.name === '' || password === ''} text={t('Sign in')} />
    </Form>
  );
}

function InvitationForm({ invitation, enter, busy, error }: Entry & { invitation: string }) {
  const [password, setPassword] = useState('');
  return (
    <Form onSubmit={() => void enter(() => signIn({ invitation, password }))}>
      <TextField
        label={t('Choose a password')}
        hint={t('At least {count} characters. You sign in with it and the name you were invited under.', { count: MIN_PASSWORD_LENGTH })}
        type="password"
        value={password}
        onInput={setPassword}
        error={error}
        autoFocus
        autoComplete="new-password"
        required
      />
      <Button needs="view" type="submit" kind="primary" busy={busy} disabled={password.length < MIN_PASSWORD_LENGTH} text={t('Sign in')} />
    </Form>
  );
}

function SecretForm({ enter, busy, error }: Entry) {
  const [secret, setSecret] = useState('');
  return (
    <>
      <Form onSubmit={() => void enter(() => signIn({ secret: secret.trim() }))}>
        <TextField
          label={t('Admin secret')}
          type="password"
          value={secret}
          onInput={setSecret}
          error={error}
          autoFocus
          autoComplete="current-password"
          required
        />
        <Button needs="view" type="submit" kind="primary" busy={busy} disabled={secret.trim() === ''} text={t('Sign in')} />
      </Form>
      <p class="soft small">
        {rich('The secret is in the data folder at {code}, or set by {code2}. The first start also prints a one-time sign-in link.', {
          code: <code>secrets/admin.secret</code>,
          code2: <code>PERENNIAL_ADMIN_SECRET</code>,
        })}
      </p>
    </>
  );
}
