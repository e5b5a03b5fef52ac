/** Creates an app. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../../kit/form.tsx';
import { Button } from '../../kit/parts.tsx';
import { navigate, joinPath } from '../../kit/router.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { AUTHORING } from '../../language/apps.ts';

export function NewApp({ onClose }: { onClose: () => void }): JSX.Element {
  const { client } = useAccount();
  const [name, setName] = useState('');
  const [culture, setCulture] = useState('en-us');
  const [description, setDescription] = useState('');
  const cultures = useLoad((signal) => client.get<{ name: string; code: string }[]>(`${AUTHORING}/apps/cultures`, { signal, quiet: true }), [client]);
  const body = { name, culture, description };
  const make = useAction(async () => {
    const id = await client.post<string>(`${AUTHORING}/apps`, body);
    onClose();
    navigate(joinPath('understanding', id));
  }, { done: 'App created' });
  return <Dialog title="New app" onClose={onClose}>
    <Form class="" onSubmit={() => void (name !== '' && make.run())}>
      <TextField label="Name" required autoFocus maxLength={100} value={name} onInput={setName} autoComplete="off" />
      <SelectField label="Culture" value={culture} onInput={setCulture} options={(cultures.value ?? []).map((one) => ({ value: one.code, label: `${one.name} (${one.code})` }))} hint="The language of its utterances. It cannot be changed later." />
      <TextField label="Description" value={description} onInput={setDescription} />
      <ApiCall call={{ method: 'POST', path: `${AUTHORING}/apps`, json: body }} />
      <div class="dialog-buttons"><Button onClick={onClose}>Cancel</Button><Button type="submit" kind="primary" busy={make.busy} disabled={name === ''}>Create</Button></div>
    </Form>
  </Dialog>;
}
