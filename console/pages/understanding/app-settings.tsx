/** The app itself: its name, who may ask it, what it was asked, and its end. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { saveFile } from '../../kit/api.ts';
import { CallBehind } from '../../kit/call-behind.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { CheckField, Form, TextField } from '../../kit/form.tsx';
import { Button, Card, CopyButton, Facts } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { go } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { appPath } from './calls.ts';
import { useVersion } from './version.ts';

export function AppSettings(): JSX.Element {
  return <div class="columns understanding-features"><Named /><Asking /><Log /><End /></div>;
}

function Named(): JSX.Element {
  const { client, app, reloadApp } = useVersion();
  const [name, setName] = useState(app.name);
  const [description, setDescription] = useState(app.description);
  const json = { name: name.trim(), description };
  const save = useAction(async () => {
    await client.put(appPath(app.id), json);
    reloadApp();
  }, { done: 'Saved' });
  return <Card title="App"><div class="stack">
    <Form onSubmit={() => void (json.name !== '' && save.run())}>
      <TextField label="Name of the app" value={name} onInput={setName} maxLength={100} /><TextField label="Description" value={description} onInput={setDescription} />
      <div><Button type="submit" busy={save.busy} disabled={json.name === '' || (json.name === app.name && description === app.description)}>Save</Button></div>
    </Form>
    <Facts rows={[['Id', <span class="understanding-address"><code>{app.id}</code><CopyButton text={app.id} label="Copy the id of the app" /></span>], ['Language', app.culture]]} />
    <CallBehind call={{ method: 'PUT', path: appPath(app.id), json }} />
  </div></Card>;
}

function Asking(): JSX.Element {
  const { client, app } = useVersion();
  const path = `${appPath(app.id)}/settings`;
  const settings = useLoad((signal) => client.get<{ public: boolean }>(path, { signal, quiet: true }), [client, path]);
  const save = useAction(async (isPublic: boolean) => {
    await client.put(path, { public: isPublic });
    settings.put({ public: isPublic });
  }, { done: 'Saved' });
  return <Card title="Who may ask it"><div class="stack"><Show of={settings}>{(value) => <>
    <CheckField label="Keys of every account may ask the published app" value={value.public} disabled={save.busy} onInput={(next) => void save.run(next)} />
    <p class="soft small">Otherwise those of this account, and of accounts that the app is assigned to.</p>
    <CallBehind call={{ method: 'PUT', path, json: { public: !value.public } }} />
  </>}</Show></div></Card>;
}

function Log(): JSX.Element {
  const { client, app } = useVersion();
  const path = `${appPath(app.id)}/querylogs`;
  const download = useAction(async () => saveFile(await client.get<Blob>(path, { bytes: true }), `${app.name} queries.csv`));
  const erase = useAction(async () => {
    if (!await confirm({ title: 'Erase what was asked?', text: 'All queries of the app are erased, those that wait for review among them.', action: 'Erase' })) return;
    await client.delete(path);
    toast('What was asked is erased');
  });
  return <Card title="What was asked"><div class="stack">
    <p class="soft">Queries are kept for thirty days, with their answers.</p>
    <div class="row"><Button icon="download" busy={download.busy} onClick={() => void download.run()}>Download</Button><Button kind="danger" icon="trash" busy={erase.busy} onClick={() => void erase.run()}>Erase</Button></div>
    <CallBehind call={{ method: 'GET', path }} />
  </div></Card>;
}

function End(): JSX.Element {
  const { client, app } = useVersion();
  const query = { force: true };
  const remove = useAction(async () => {
    if (!await confirm({ title: `Delete ${app.name}?`, text: 'All its versions go, what is published stops to answer, and what it was asked is erased.', action: 'Delete', typed: app.name })) return;
    await client.delete(appPath(app.id), { query });
    go('/understanding');
  });
  return <Card title="Delete the app"><div class="stack">
    <p class="soft">Export what you want to keep first: each version can be saved as a file under Versions.</p>
    <div><Button kind="danger" icon="trash" busy={remove.busy} onClick={() => void remove.run()}>Delete {app.name}</Button></div>
    <CallBehind call={{ method: 'DELETE', path: appPath(app.id), query }} />
  </div></Card>;
}
