/** The model: how old it is, taken away, brought in, begun anew; and the log that it learns from. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { saveFile } from '../../kit/api.ts';
import { CallBehind } from '../../kit/call-behind.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { ago, time } from '../../kit/format.ts';
import { Button, Card, Facts } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { toast } from '../../kit/toast.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { BASE } from './types.ts';

const PATH = `${BASE}/model`;

export function ModelTab(): JSX.Element {
  const { client } = useAccount();
  const properties = useLoad((signal) => client.get<{ creationTime: string; lastModifiedTime: string }>(`${PATH}/properties`, { signal }), [client]);
  return <div class="columns">
    <Card title="Model" actions={<Button kind="quiet" icon="refresh" label="Look again" onClick={properties.reload} />}><div class="stack">
      <Show of={properties}>{({ creationTime, lastModifiedTime }) => <Facts rows={[['Begun', `${time(creationTime)}, ${ago(creationTime)}`], ['Last exported', creationTime === lastModifiedTime ? 'not yet: every action is equally likely' : `${time(lastModifiedTime)}, ${ago(lastModifiedTime)}`]]} />}</Show>
      <Export />
    </div></Card>
    <Import onDone={properties.reload} />
    <Reset onDone={properties.reload} />
    <Logs />
  </div>;
}

function Export(): JSX.Element {
  const { client } = useAccount();
  const save = useAction(async () => saveFile(await client.get<Blob>(PATH, { bytes: true, query: { signed: true } }), `ranking-${new Date().toISOString().slice(0, 10)}.model`));
  return <>
    <p class="soft">The file is signed: servers with the same master key take it in again.</p>
    <div><Button icon="download" busy={save.busy} onClick={() => void save.run()}>Export the model</Button></div>
    <CallBehind call={{ method: 'GET', path: PATH, query: { signed: true } }} />
  </>;
}

function Import({ onDone }: { onDone: () => void }): JSX.Element {
  const { client } = useAccount();
  const load = useAction(async (file: File) => {
    if (!await confirm({ title: 'Replace the model?', text: `The model in use goes; ${file.name} ranks from now on and learns on. Its learning settings must be those of the loop.`, action: 'Replace it' })) return;
    await client.call('PUT', PATH, { file, headers: { 'content-type': 'application/octet-stream' } });
    toast('The model was replaced');
    onDone();
  });
  return <Card title="Import a model"><div class="stack">
    <FileDrop label={load.busy ? 'Bringing it in…' : 'Drop a signed model file, or choose one'} onFiles={([file]) => void (file && load.run(file))} />
    <CallBehind call={{ method: 'PUT', path: PATH, file: new File([], 'ranking.model', { type: 'application/octet-stream' }) }} />
  </div></Card>;
}

function Reset({ onDone }: { onDone: () => void }): JSX.Element {
  const { client } = useAccount();
  const reset = useAction(async () => {
    if (!await confirm({ title: 'Begin the model anew?', text: 'Everything it has learned is forgotten, and every action is equally likely until it has learned again. Export it first if you may want it back. The log stays.', action: 'Begin anew', typed: 'forget' })) return;
    await client.delete(PATH);
    toast('The model begins anew');
    onDone();
  });
  return <Card title="Begin anew"><div class="stack">
    <p class="soft">Forgets what was learned; the log stays.</p>
    <div><Button kind="danger" icon="trash" busy={reset.busy} onClick={() => void reset.run()}>Reset the model</Button></div>
    <CallBehind call={{ method: 'DELETE', path: PATH }} />
  </div></Card>;
}

function Logs(): JSX.Element {
  const { client } = useAccount();
  const drop = useAction(async () => {
    if (!await confirm({ title: 'Delete the log?', text: 'All events go: they can no longer be looked at, evaluated or trained on. The model stays as it is. This cannot be undone.', action: 'Delete the log', typed: 'delete' })) return;
    await client.delete(`${BASE}/logs`);
    toast('The log was deleted');
  });
  return <Card title="Log"><div class="stack">
    <p class="soft">Deletes all events; the model stays.</p>
    <div><Button kind="danger" icon="trash" busy={drop.busy} onClick={() => void drop.run()}>Delete the log</Button></div>
    <CallBehind call={{ method: 'DELETE', path: `${BASE}/logs` }} />
  </div></Card>;
}
