/** One app: the version in the URL, and its tabs. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { SelectField } from '../../kit/form.tsx';
import { PageHeader } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { useLoad } from '../../kit/use.ts';
import { AppSettings } from './app-settings.tsx';
import { BatchTab } from './batch.tsx';
import { loadPages } from '../../language/apps.ts';
import type { App } from '../../language/apps.ts';
import { appPath } from './calls.ts';
import type { VersionInfo } from './calls.ts';
import { Evaluation } from './evaluation.tsx';
import { Features } from './features.tsx';
import { Playground } from './playground.tsx';
import { Review } from './review.tsx';
import { Train } from './train.tsx';
import { UtterancesTab } from './utterances.tsx';
import { useLoadedVersion, VersionContext } from './version.ts';
import { Versions } from './versions.tsx';

export function AppPage({ appId }: { appId: string }): JSX.Element {
  const { client } = useAccount();
  const app = useLoad((signal) => client.get<App>(appPath(appId), { signal, quiet: true }), [client, appId]);
  const wanted = useRoute().query.get('version');
  return <Async of={app}>{(value) => <VersionTabs key={wanted ?? value.activeVersion} app={value} reloadApp={app.reload} name={wanted ?? value.activeVersion} />}</Async>;
}

function VersionTabs({ app, reloadApp, name }: { app: App; reloadApp: () => void; name: string }): JSX.Element {
  const { client } = useAccount();
  const versions = useLoad((signal) => loadPages<VersionInfo>(client, `${appPath(app.id)}/versions`, signal), [client, app]);
  const { content, version } = useLoadedVersion(client, app, reloadApp, name);
  return <VersionContext.Provider value={version}>
    <PageHeader title={app.name} about={`${app.culture}${app.description === '' ? '' : ` · ${app.description}`}`} actions={<>
      <SelectField bare label="Version" value={name} options={(versions.value ?? [{ version: name }]).map((one) => ({ value: one.version, label: `Version ${one.version}` }))} onInput={(chosen) => setQuery({ version: chosen === app.activeVersion ? undefined : chosen, at: undefined }, { replace: false })} />
      {version && <Train />}
    </>} />
    <Async of={content}>{() => version && <Tabs label="App" tabs={[
      { id: 'utterances', title: 'Utterances', content: () => <UtterancesTab /> },
      { id: 'playground', title: 'Playground', content: () => <Playground /> },
      { id: 'review', title: 'Review', content: () => <Review /> },
      { id: 'evaluation', title: 'Evaluation', content: () => <Evaluation /> },
      { id: 'batch', title: 'Batch test', content: () => <BatchTab /> },
      { id: 'features', title: 'Features', content: () => <Features /> },
      { id: 'versions', title: 'Versions', content: () => <Versions /> },
      { id: 'settings', title: 'Settings', content: () => <AppSettings /> },
    ]} />}</Async>
  </VersionContext.Provider>;
}
