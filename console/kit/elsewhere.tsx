/** A URL that leads to another one, replacing it in the history. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Loading } from './parts.tsx';
import { navigate } from './router.tsx';

export function Redirect({ to }: { to: string }): JSX.Element {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return <Loading />;
}
