/** A URL that leads to another one, replacing it in the history. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Loading } from './parts.tsx';
import { go } from './router.tsx';

export function Elsewhere({ to }: { to: string }): JSX.Element {
  useEffect(() => go(to, { replace: true }), [to]);
  return <Loading />;
}
