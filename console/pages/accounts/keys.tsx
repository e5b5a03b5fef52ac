/** The two keys: shown on demand, copied, regenerated one at a time. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { forgetKeys } from '../../kit/accounts.ts';
import type { Account } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { Button, Card, CopyButton } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { useAction, useLoad } from '../../kit/use.ts';

type KeyName = 'key1' | 'key2';
type Keys = Record<KeyName, string>;

const NAMES = { key1: 'Key 1', key2: 'Key 2' } as const;

export function KeysCard({ account: { id, name } }: { account: Account }): JSX.Element {
  const keys = useLoad((signal) => manager.post<Keys>(`${id}/listKeys`, undefined, { signal }), [id]);
  const rotate = useAction(async (keyName: KeyName) => {
    if (!await confirm({ title: `Regenerate ${NAMES[keyName].toLowerCase()} of ${name}?`, text: 'The old key stops working immediately. Clients that use it are rejected until they have the new one. The other key is not affected.', action: 'Regenerate' })) return;
    keys.put(await manager.post<Keys>(`${id}/regenerateKey`, { keyName }));
    forgetKeys();
  });
  return <Card title="Keys">
    <div class="stack">
      <p class="soft">Sent as <code>Ocp-Apim-Subscription-Key</code>. There are two, so that one can be regenerated while the other is in use.</p>
      <Async of={keys}>{(value) => <>{(['key1', 'key2'] as const).map((keyName) => <KeyRow name={keyName} value={value[keyName]} busy={rotate.busy} onRotate={() => void rotate.run(keyName)} />)}</>}</Async>
      <ApiCall caller="manager" call={{ method: 'POST', path: `${id}/regenerateKey`, json: { keyName: 'key1' } }} />
    </div>
  </Card>;
}

function KeyRow({ name, value, busy, onRotate }: { name: KeyName; value: string; busy: boolean; onRotate: () => void }): JSX.Element {
  const [shown, setShown] = useState(false);
  return <div class="account-key" data-key={name}>
    <strong>{NAMES[name]}</strong>
    <code class="ellipsis">{shown ? value : `${value.slice(0, 4)}${'•'.repeat(24)}`}</code>
    <span class="row">
      <Button kind="quiet" onClick={() => setShown(!shown)} label={`${shown ? 'Hide' : 'Show'} ${NAMES[name].toLowerCase()}`}>{shown ? 'Hide' : 'Show'}</Button>
      <CopyButton text={value} label={`Copy ${NAMES[name].toLowerCase()}`} />
      <Button icon="refresh" busy={busy} onClick={onRotate} label={`Regenerate ${NAMES[name].toLowerCase()}`}>Regenerate</Button>
    </span>
  </div>;
}
