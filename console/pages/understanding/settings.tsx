/** Settings of an app: name, access, settings of the version, query log, copy and deletion. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { saveFile } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { confirmed } from '../../kit/dialog.tsx';
import { CheckField, Form, TextField } from '../../kit/form.tsx';
import { deleteAndLeave, useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Copyable, Facts } from '../../kit/parts.tsx';
import { joinPath, navigate } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { AUTHORING } from '../../shared/language/apps.ts';
import { appPath } from './calls.ts';
import { useVersion } from './version.ts';

export function AppSettings() {
  return (
    <div class="columns packed">
      <AppName />
      <AppAccess />
      <VersionSettings />
      <QueryLog />
      <CopyApp />
      <DeleteApp />
    </div>
  );
}

function AppName() {
  const { client, app, reloadApp } = useVersion();
  const [name, setName] = useState(app.name);
  const [description, setDescription] = useState(app.description);
  const json = { name: name.trim(), description };
  const save = useAction(
    async () => {
      await client.put(appPath(app.id), json);
      reloadApp();
    },
    { done: t('Saved') },
  );
  return (
    <Card title={t('App')}>
      <div class="stack">
        <Form onSubmit={() => void (json.name !== '' && save.run())}>
          <TextField label={t('App name')} value={name} onInput={setName} maxLength={100} />
          <TextField label={t('Description')} value={description} onInput={setDescription} />
          <div>
            <Button
              needs="label"
              type="submit"
              busy={save.busy}
              disabled={json.name === '' || (json.name === app.name && description === app.description)}
              text={t('Save')}
            />
          </div>
        </Form>
        <Facts
          rows={[
            [t('Id'), <Copyable text={app.id} label={t('Copy app id')} />],
            [t('Language'), app.culture],
          ]}
        />
        <ApiCall call={{ method: 'PUT', path: appPath(app.id), json }} />
      </div>
    </Card>
  );
}

function AppAccess() {
  const { client, app } = useVersion();
  const path = `${appPath(app.id)}/settings`;
  const settings = useLoad((signal) => client.get<{ public: boolean }>(path, { signal, quiet: true }), [client, path]);
  const save = useAction(
    async (isPublic: boolean) => {
      await client.put(path, { public: isPublic });
      settings.put({ public: isPublic });
    },
    { done: t('Saved') },
  );
  return (
    <Card title={t('Access')}>
      <div class="stack">
        <Async of={settings}>
          {(value) => (
            <>
              <CheckField
                needs="manage"
                label={t('Public: keys of every account can query the published app')}
                value={value.public}
                disabled={save.busy}
                onInput={(next) => void save.run(next)}
              />
              <p class="soft small">{t('Otherwise only keys of this account, and of accounts that the app is assigned to.')}</p>
              <ApiCall call={{ method: 'PUT', path, json: { public: !value.public } }} />
            </>
          )}
        </Async>
      </div>
    </Card>
  );
}

interface Setting {
  name: string;
  value: string;
}
/** One of ours, and those that clients of the vendor's service know. */
const SETTINGS = ['LearnFromQueries', 'NormalizePunctuation', 'NormalizeDiacritics', 'NormalizeWordForm', 'UseAllTrainingData'];
const ON = 'true';

function VersionSettings() {
  const { client, path, name, info } = useVersion();
  const settings = useLoad((signal) => client.get<Setting[]>(`${path}/settings`, { signal, quiet: true }), [client, path]);
  const save = useAction(
    async (changed: Setting) => {
      await client.put(`${path}/settings`, [changed]);
      settings.put([...(settings.value ?? []).filter((one) => one.name !== changed.name), changed]);
      info.reload();
    },
    { done: t('Settings saved') },
  );
  return (
    <Card title={t('Settings of version {name}', { name })}>
      <div class="stack">
        <Async of={settings}>
          {(given) =>
            [...SETTINGS, ...given.map((one) => one.name).filter((one) => !SETTINGS.includes(one))].map((one) => {
              const value = given.find((setting) => setting.name === one)?.value ?? '';
              return (
                <CheckField
                  needs="label"
                  label={one}
                  value={value.toLowerCase() === ON}
                  disabled={save.busy}
                  onInput={(next) => void save.run({ name: one, value: String(next) })}
                />
              );
            })
          }
        </Async>
        <p class="soft small">
          {t('With LearnFromQueries, training learns from logged queries too. The others are kept with the version, for clients.')}
        </p>
        <ApiCall call={{ method: 'PUT', path: `${path}/settings`, json: [{ name: SETTINGS[0], value: ON }] }} />
      </div>
    </Card>
  );
}

function QueryLog() {
  const { client, app } = useVersion();
  const path = `${appPath(app.id)}/querylogs`;
  const download = useAction(async () => saveFile(await client.get<Blob>(path, { bytes: true }), `${app.name} queries.csv`));
  const erase = useAction(async () => {
    await confirmed({
      title: t('Delete the query log?'),
      text: t('All logged queries of the app are deleted, including those to review.'),
      action: t('Delete log'),
    });
    await client.delete(path);
    toast(t('Query log deleted'));
  });
  return (
    <Card title={t('Query log')}>
      <div class="stack">
        <p class="soft">{t('Queries and their predictions are kept for thirty days.')}</p>
        <div class="row">
          <Button icon="download" does={download} text={t('Download')} />
          <Button needs="manage" kind="danger" icon="trash" does={erase} text={t('Delete log')} />
        </div>
        <ApiCall call={{ method: 'GET', path }} />
      </div>
    </Card>
  );
}

function CopyApp() {
  const { client, path, name } = useVersion();
  const [appName, setAppName] = useState('');
  const to = { method: 'POST', path: `${AUTHORING}/apps/import`, query: { appName: appName.trim() } } as const;
  const copy = useAction(
    async () => {
      const json = await client.get<object>(`${path}/export`, { query: { format: 'json' } });
      navigate(joinPath('understanding', (await client.call<string>(to.method, to.path, { query: to.query, json })).body));
    },
    { done: t('App copied') },
  );
  return (
    <Card title={t('Copy app')}>
      <Form onSubmit={() => void (appName.trim() !== '' && copy.run())}>
        <TextField
          label={t('Name of the copy')}
          value={appName}
          onInput={setAppName}
          maxLength={100}
          hint={t('Of version {name}, with all labels; train and publish it.', { name })}
        />
        <div>
          <Button needs="label" type="submit" icon="copy" busy={copy.busy} disabled={appName.trim() === ''} text={t('Copy app')} />
        </div>
        <ApiCall call={to} />
      </Form>
    </Card>
  );
}

function DeleteApp() {
  const { client, app } = useVersion();
  const query = { force: true };
  const remove = useAction(async () => {
    await confirmed({
      title: t('Delete {name}?', { name: app.name }),
      text: t('All its versions and its query log are deleted, and its published slots stop responding.'),
      typed: app.name,
    });
    await deleteAndLeave(() => client.delete(appPath(app.id), { query }), '/understanding');
  });
  return (
    <Card title={t('Delete app')}>
      <div class="stack">
        <p class="soft">{t('Export what you want to keep first: each version can be exported under Versions.')}</p>
        <div>
          <Button needs="manage" kind="danger" icon="trash" does={remove} text={t('Delete {name}', { name: app.name })} />
        </div>
        <ApiCall call={{ method: 'DELETE', path: appPath(app.id), query }} />
      </div>
    </Card>
  );
}
