/** Edits the name and user data of a gallery or person. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, TextArea, TextField } from '../../kit/form.tsx';
import { Button } from '../../kit/parts.tsx';
import { useAction } from '../../kit/use.ts';

const MAX_USER_DATA = 16_384;

export function EditButton({ title, path, name: nameNow, userData: dataNow = '', onSaved }: { title: string; path: string; name: string; userData?: string; onSaved: () => void }): JSX.Element {
  const { client } = useAccount();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [userData, setUserData] = useState('');
  const begin = (): void => {
    setName(nameNow);
    setUserData(dataNow);
    setOpen(true);
  };
  const save = useAction(async () => {
    await client.patch(path, { name, userData });
    setOpen(false);
    onSaved();
  }, { done: 'Saved' });
  const may = name !== '' && userData.length <= MAX_USER_DATA;
  return <>
    <Button onClick={begin}>Edit</Button>
    {open && <Dialog title={title} onClose={() => setOpen(false)}><Form class="" onSubmit={() => void (may && save.run())}>
      <TextField label="Name" value={name} onInput={setName} maxLength={128} autoFocus autoComplete="off" error={name === '' ? 'Required.' : undefined} />
      <TextArea label="User data" value={userData} onInput={setUserData} hint="Any data for your application." error={userData.length > MAX_USER_DATA ? `At most ${MAX_USER_DATA} characters.` : undefined} />
      <ApiCall call={{ method: 'PATCH', path, json: { name, userData } }} />
      <div class="dialog-buttons"><Button onClick={() => setOpen(false)}>Cancel</Button><Button type="submit" kind="primary" busy={save.busy} disabled={!may}>Save</Button></div>
    </Form></Dialog>}
  </>;
}
