/** Understanding: the apps of the account, the one named in the URL, or the import. */
import type { JSX } from 'preact';
import type { PageProps } from '../../kit/page.ts';
import { Apps } from './apps.tsx';
import { AppPage } from './app.tsx';
import { ImportApp } from './import.tsx';

export default function Understanding({ parts: [appId] }: PageProps): JSX.Element {
  if (appId === 'import') return <ImportApp />;
  return appId === undefined ? <Apps /> : <AppPage key={appId} appId={appId} />;
}
