/** Understanding: the apps of the account, or the one that the address names. */
import type { JSX } from 'preact';
import type { PageProps } from '../../kit/page.ts';
import { Apps } from './apps.tsx';
import { OneApp } from './app.tsx';

export default function Understanding({ parts: [appId] }: PageProps): JSX.Element {
  return appId === undefined ? <Apps /> : <OneApp key={appId} appId={appId} />;
}
