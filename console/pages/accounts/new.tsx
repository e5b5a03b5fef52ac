/** Creates an account. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { accounts, loadAccounts } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../../kit/form.tsx';
import { Button } from '../../kit/parts.tsx';
import { navigate, joinPath } from '../../kit/router.tsx';
import { useAction } from '../../kit/use.ts';

const KINDS = [
  { value: 'MultiService', label: 'All areas' }, { value: 'DocumentAnalysis', label: 'Documents' }, { value: 'Face', label: 'Faces' }, { value: 'Language', label: 'Conversations and texts' },
  { value: 'Ranking', label: 'Ranking' }, { value: 'Understanding.Authoring', label: 'Understanding: authoring' }, { value: 'Understanding', label: 'Understanding: prediction keys' },
];
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

function problemOf(name: string): string | undefined {
  return name === '' || NAME.test(name) ? undefined : 'At most 64 letters, digits, dots, dashes and underscores.';
}

export function NewAccount({ onClose }: { onClose: () => void }): JSX.Element {
  const [name, setName] = useState('');
  const [subscription, setSubscription] = useState('default');
  const [group, setGroup] = useState('default');
  const [kind, setKind] = useState('MultiService');
  const location = accounts.get()[0]?.location ?? 'local';
  const at = `/subscriptions/${subscription}/resourceGroups/${group}/accounts/${name}`;
  const taken = accounts.get().some(({ id }) => id.toLowerCase() === at.toLowerCase());
  const fine = [name, subscription, group].every((part) => NAME.test(part)) && !taken;
  const body = { location, kind };
  const make = useAction(async () => {
    await manager.put(at, body);
    await loadAccounts();
    onClose();
    navigate(joinPath('accounts', subscription, group, name));
  }, { done: 'Account created' });
  return <Dialog title="New account" onClose={onClose}>
    <Form class="" onSubmit={() => void (fine && make.run())}>
      <TextField label="Name" required autoFocus value={name} onInput={setName} error={taken ? 'An account with this name exists.' : problemOf(name)} autoComplete="off" />
      <SelectField label="Kind" value={kind} onInput={setKind} options={KINDS} hint="Which areas its keys can use. It cannot be changed later." />
      <div class="columns"><TextField label="Subscription" value={subscription} onInput={setSubscription} error={problemOf(subscription)} /><TextField label="Resource group" value={group} onInput={setGroup} error={problemOf(group)} /></div>
      <ApiCall caller="manager" call={{ method: 'PUT', path: at, json: body }} />
      <div class="dialog-buttons"><Button onClick={onClose}>Cancel</Button><Button type="submit" kind="primary" busy={make.busy} disabled={!fine}>Create</Button></div>
    </Form>
  </Dialog>;
}
