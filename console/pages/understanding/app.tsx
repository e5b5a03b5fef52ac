/** One app: the version in the URL, and its tabs. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { saveFile } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { CheckField, Form, SelectField, TextField } from '../../kit/form.tsx';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, CopyButton, Facts, PageHeader } from '../../kit/parts.tsx';
import { navigate, setQuery, useRoute } from '../../kit/router.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { toast } from '../../kit/toast.tsx';
import { loadPages } from '../../shared/language/apps.ts';
import type { App } from '../../shared/language/apps.ts';
import { appPath } from './calls.ts';
import type { VersionInfo } from './calls.ts';
import { Evaluation } from './evaluation.tsx';
import { Features } from './features.tsx';
import { BatchTab, Playground } from './playground.tsx';
import { Review } from './review.tsx';
import { Train } from './train.tsx';
import { UtterancesTab } from './utterances.tsx';
import { useLoadedVersion, useVersion, VersionContext } from './version.ts';
import { Versions } from './versions.tsx';

export function AppPage({ appId }: { appId: string }): JSX.Element {
  const { client } = useAccount();
  const app = useLoad((signal) => client.get<App>(appPath(appId), { signal, quiet: true }), [client, appId]);
  const requested = useRoute().query.get('version');
  return (
    <Async of={app}>
      {(value) => (
        <VersionTabs key={requested ?? value.activeVersion} app={value} reloadApp={app.reload} name={requested ?? value.activeVersion} />
      )}
    </Async>
  );
}

function VersionTabs({ app, reloadApp, name }: { app: App; reloadApp: () => void; name: string }): JSX.Element {
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
              label="Version"
              value={name}
              options={(versions.value ?? [{ version: name }]).map((one) => ({
                value: one.version,
                label: `Version ${one.version}`,
              }))}
              onInput={(version) =>
                setQuery({ version: version === app.activeVersion ? undefined : version, at: undefined }, { replace: false })
              }
            />
            {version && <Train />}
          </>
        }
      />
      <Async of={content}>
        {() =>
          version && (
            <Tabs
              label="App sections"
              tabs={[
                { id: 'utterances', title: 'Utterances', content: () => <UtterancesTab /> },
                { id: 'playground', title: 'Playground', content: () => <Playground /> },
                { id: 'review', title: 'Review', content: () => <Review /> },
                { id: 'evaluation', title: 'Evaluation', content: () => <Evaluation /> },
                { id: 'batch', title: 'Batch test', content: () => <BatchTab /> },
                { id: 'features', title: 'Features', content: () => <Features /> },
                { id: 'versions', title: 'Versions', content: () => <Versions /> },
                { id: 'settings', title: 'Settings', content: () => <AppSettings /> },
              ]}
            />
          )
        }
      </Async>
    </VersionContext.Provider>
  );
}

/** The app: name, access, query log and deletion. */
function AppSettings(): JSX.Element {
  return (
    <div class="columns understanding-features">
      <AppName />
      <AppAccess />
      <QueryLog />
      <DeleteApp />
    </div>
  );
}

function AppName(): JSX.Element {
  const { client, app, reloadApp } = useVersion();
  const [name, setName] = useState(app.name);
  const [description, setDescription] = useState(app.description);
  const json = { name: name.trim(), description };
  const save = useAction(
    async () => {
      await client.put(appPath(app.id), json);
      reloadApp();
    },
    { done: 'Saved' },
  );
  return (
    <Card title="App">
      <div class="stack">
        <Form onSubmit={() => void (json.name !== '' && save.run())}>
          <TextField label="App name" value={name} onInput={setName} maxLength={100} />
          <TextField label="Description" value={description} onInput={setDescription} />
          <div>
            <Button
              type="submit"
              busy={save.busy}
              disabled={json.name === '' || (json.name === app.name && description === app.description)}
            >
              Save
            </Button>
          </div>
        </Form>
        <Facts
          rows={[
            [
              'Id',
              <span class="understanding-address">
                <code>{app.id}</code>
                <CopyButton text={app.id} label="Copy app id" />
              </span>,
            ],
            ['Language', app.culture],
          ]}
        />
        <ApiCall call={{ method: 'PUT', path: appPath(app.id), json }} />
      </div>
    </Card>
  );
}

function AppAccess(): JSX.Element {
  const { client, app } = useVersion();
  const path = `${appPath(app.id)}/settings`;
  const settings = useLoad((signal) => client.get<{ public: boolean }>(path, { signal, quiet: true }), [client, path]);
  const save = useAction(
    async (isPublic: boolean) => {
      await client.put(path, { public: isPublic });
      settings.put({ public: isPublic });
    },
    { done: 'Saved' },
  );
  return (
    <Card title="Access">
      <div class="stack">
        <Async of={settings}>
          {(value) => (
            <>
              <CheckField
                label="Public: keys of every account can query the published app"
                value={value.public}
                disabled={save.busy}
                onInput={(next) => void save.run(next)}
              />
              <p class="soft small">Otherwise only keys of this account, and of accounts that the app is assigned to.</p>
              <ApiCall call={{ method: 'PUT', path, json: { public: !value.public } }} />
            </>
          )}
        </Async>
      </div>
    </Card>
  );
}

function QueryLog(): JSX.Element {
  const { client, app } = useVersion();
  const path = `${appPath(app.id)}/querylogs`;
  const download = useAction(async () => saveFile(await client.get<Blob>(path, { bytes: true }), `${app.name} queries.csv`));
  const erase = useAction(async () => {
    if (
      !(await confirm({
        title: 'Delete the query log?',
        text: 'All logged queries of the app are deleted, including those to review.',
        action: 'Delete log',
      }))
    )
      return;
    await client.delete(path);
    toast('Query log deleted');
  });
  return (
    <Card title="Query log">
      <div class="stack">
        <p class="soft">Queries and their predictions are kept for thirty days.</p>
        <div class="row">
          <Button icon="download" busy={download.busy} onClick={() => void download.run()}>
            Download
          </Button>
          <Button kind="danger" icon="trash" busy={erase.busy} onClick={() => void erase.run()}>
            Delete log
          </Button>
        </div>
        <ApiCall call={{ method: 'GET', path }} />
      </div>
    </Card>
  );
}

function DeleteApp(): JSX.Element {
  const { client, app } = useVersion();
  const query = { force: true };
  const remove = useAction(async () => {
    if (
      !(await confirm({
        title: `Delete ${app.name}?`,
        text: 'All its versions and its query log are deleted, and its published slots stop responding.',
        action: 'Delete',
        typed: app.name,
      }))
    )
      return;
    await client.delete(appPath(app.id), { query });
    navigate('/understanding');
  });
  return (
    <Card title="Delete app">
      <div class="stack">
        <p class="soft">Export what you want to keep first: each version can be exported under Versions.</p>
        <div>
          <Button kind="danger" icon="trash" busy={remove.busy} onClick={() => void remove.run()}>
            Delete {app.name}
          </Button>
        </div>
        <ApiCall call={{ method: 'DELETE', path: appPath(app.id), query }} />
      </div>
    </Card>
  );
}
