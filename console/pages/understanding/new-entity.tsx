/** Adds an entity of any kind. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiCall } from '../../kit/call-behind.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, SelectField, TextArea, TextField } from '../../kit/form.tsx';
import { Button } from '../../kit/parts.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { bodyOf, KINDS, pathOf } from './entity-kinds.ts';
import type { EntityKind } from './entity-kinds.ts';
import { useVersion } from './version.ts';

export function NewEntity({ onClose }: { onClose: () => void }): JSX.Element {
  const { client, path, reload } = useVersion();
  const [kind, setKind] = useState<EntityKind>('learned');
  const [name, setName] = useState('');
  const [content, setContent] = useState('');
  const prebuilts = useLoad(async (signal) => await client.get<{ name: string }[]>(`${path}/listprebuilts`, { signal, quiet: true }), [client, path]);
  const { hint, content: asked } = KINDS[kind];
  const at = pathOf(kind, path);
  const body = bodyOf(kind, name, content);
  const may = name !== '' && (kind !== 'regex' || content !== '');
  const add = useAction(async () => {
    await client.post(at, body);
    onClose();
    reload();
  }, { done: 'Entity added' });
  return <Dialog title="Add entity" onClose={onClose}><Form class="" onSubmit={() => void (may && add.run())}>
    <SelectField label="Kind" value={kind} onInput={(next) => {
      setKind(next as EntityKind);
      setName('');
      setContent('');
    }} options={Object.entries(KINDS).map(([value, { title }]) => ({ value, label: title }))} hint={hint} />
    {kind === 'prebuilt'
      ? <SelectField label="Prebuilt entity" value={name} onInput={setName} options={[{ value: '', label: 'Select one' }, ...(prebuilts.value ?? []).map((one) => one.name)]} />
      : <TextField label="Entity name" required maxLength={100} value={name} onInput={setName} autoComplete="off" />}
    {asked && <TextArea label={asked.label} hint={asked.hint} value={content} onInput={setContent} rows={kind === 'regex' ? 2 : 5} code />}
    <ApiCall call={{ method: 'POST', path: at, json: body }} />
    <div class="dialog-buttons"><Button onClick={onClose}>Cancel</Button><Button type="submit" kind="primary" busy={add.busy} disabled={!may}>Add</Button></div>
  </Form></Dialog>;
}
