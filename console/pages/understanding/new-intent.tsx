/** Adds an intent. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiCall } from '../../kit/call-behind.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, TextField } from '../../kit/form.tsx';
import { Button } from '../../kit/parts.tsx';
import { useAction } from '../../kit/use.ts';
import { setFilter } from '../../language/utterances.ts';
import { useVersion } from './version.ts';

export function NewIntent({ onClose }: { onClose: () => void }): JSX.Element {
  const { client, path, reload } = useVersion();
  const [name, setName] = useState('');
  const add = useAction(async () => {
    await client.post(`${path}/intents`, { name });
    onClose();
    setFilter({ intent: name });
    reload();
  }, { done: 'Intent added' });
  return <Dialog title="Add intent" onClose={onClose}><Form class="" onSubmit={() => void (name !== '' && add.run())}>
    <TextField label="Intent name" required autoFocus maxLength={100} value={name} onInput={setName} autoComplete="off" hint="What the user wants, such as BookFlight." />
    <ApiCall call={{ method: 'POST', path: `${path}/intents`, json: { name } }} />
    <div class="dialog-buttons"><Button onClick={onClose}>Cancel</Button><Button type="submit" kind="primary" busy={add.busy} disabled={name === ''}>Add</Button></div>
  </Form></Dialog>;
}
