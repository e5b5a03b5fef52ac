/** One app: the version in the URL, and its tabs. */
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { Async, AsyncPage } from '../../kit/async.tsx';
import { SelectField } from '../../kit/form.tsx';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { NextSteps } from '../../kit/next-steps.tsx';
import { PageHeader } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { useTried } from '../../kit/visits.ts';
import { loadPages, type App } from '../../shared/language/apps.ts';
import { appPath, type VersionInfo } from './calls.ts';
import { Evaluation } from './evaluation.tsx';
import { Features } from './features.tsx';
import { BatchTab, QueryTab } from './playground.tsx';
import { Review } from './review.tsx';
import { AppSettings } from './settings.tsx';
import { Train } from './train.tsx';
import { UtterancesTab } from './utterances.tsx';
import { useLoadedVersion, useVersion, VersionContext } from './version.ts';
import { Versions } from './versions.tsx';

export function AppPage({ appId }: { appId: string }) {
  const { client } = useAccount();
  const app = useLoad((signal) => client.get<App>(appPath(appId), { signal, quiet: true }), [client, appId], {
    follows: ['understanding.apps'],
  });
  const requested = useRoute().query.get('version');
  return (
    <AsyncPage of={app} list={{ to: '/understanding', title: t('Apps') }}>
      {(value) => (
        <VersionTabs key={requested ?? value.activeVersion} app={value} reloadApp={app.reload} name={requested ?? value.activeVersion} />
      )}
    </AsyncPage>
  );
}

function VersionTabs({ app, reloadApp, name }: { app: App; reloadApp: () => void; name: string }) {
  const { client } = useAccount();
  const versions = useLoad((signal) => loadPages<VersionInfo>(client, `${appPath(app.id)}/versions`, signal), [client, app]);
  const { content, version } = useLoadedVersion(client, app, reloadApp, name);
  return (
    <VersionContext.Provider value={version}>
      <PageHeader
        title={app.name}
        about={`${app.culture}${app.description === '' ? '' : ` · ${app.description}`}`}
        actions={
          <>
            <SelectField
              bare
              label={t('Version')}
              value={name}
              options={(versions.value ?? [{ version: name }]).map((one) => ({
                value: one.version,
                label: t('Version {version}', { version: one.version }),
              }))}
              onInput={(version) =>
                setQuery({ version: version === app.activeVersion ? undefined : version, at: undefined }, { replace: false })
              }
            />
            {version && <Train />}
          </>
        }
        steps={version && <VersionSteps />}
      />
      <Async of={content}>
        {() =>
          version && (
            <Tabs
              label={t('App sections')}
              tabs={[
                { id: 'utterances', title: t('Utterances'), content: () => <UtterancesTab /> },
                { id: 'playground', title: t('Playground'), content: () => <QueryTab /> },
                { id: 'review', title: t('Review'), content: () => <Review /> },
                { id: 'evaluation', title: t('Evaluation'), content: () => <Evaluation /> },
                { id: 'batch', title: t('Test sets'), content: () => <BatchTab /> },
                { id: 'features', title: t('Features'), content: () => <Features /> },
                { id: 'versions', title: t('Versions'), content: () => <Versions /> },
                { id: 'settings', title: t('Settings'), content: () => <AppSettings /> },
              ]}
            />
          )
        }
      </Async>
    </VersionContext.Provider>
  );
}

/** The way from labels to a program that calls the app. */
function VersionSteps() {
  const { account } = useAccount();
  const { client, app, path, info, utterances } = useVersion();
  const train = useAction(async () => {
    await client.post(`${path}/train`);
    info.reload();
  });
  const { PRODUCTION, STAGING } = app.endpoints;
  const slot = PRODUCTION ? 'production' : 'staging';
  const state = info.value?.trainingStatus;
  const show = (tab: string) => (): void => setQuery({ tab, at: undefined }, { replace: false });
  return (
    <NextSteps
      steps={[
        {
          title: t('Train'),
          done: state === undefined || state === 'InProgress' ? undefined : state !== 'NeedsTraining',
          needs: 'label',
          run: () => void (state === 'NeedsTraining' && utterances.length > 0 && train.run()),
        },
        { title: t('Try'), done: useTried(`${account.id} understanding ${app.id}`), run: show('playground') },
        { title: t('Publish'), done: PRODUCTION !== undefined || STAGING !== undefined, run: show('versions') },
      ]}
      connect={(PRODUCTION ?? STAGING) && { area: 'understanding', appId: app.id, slot }}
    />
  );
}
