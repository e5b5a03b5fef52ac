/** Renames a field or changes its type; its labels are renamed too. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { isConflict } from '../../kit/api.ts';
import type { Client } from '../../kit/api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../../kit/form.tsx';
import type { Option } from '../../kit/form.tsx';
import { Button } from '../../kit/parts.tsx';
import { useAction } from '../../kit/use.ts';
import { versioned, toJsonFile, ifMatch, putFile, setPath } from './calls.ts';
import type { LabelField } from './fields-file.ts';
import { LABELS } from './file-names.ts';
import { readLabels } from './label-file.ts';
import { renameLabels } from './labels.ts';
import { changeFields, listForms } from './training-set.ts';
import type { TrainingSet } from './training-set.ts';

const MAX_TRIES = 5;

export interface EditFieldProps { setId: string; field: LabelField; taken: readonly string[]; /** Types of fields other than tables. */ types: readonly Option[]; onClose: () => void; onSaved: () => void }

export function EditField({ setId, field, taken, types, onClose, onSaved }: EditFieldProps): JSX.Element {
  const { client } = useAccount();
  const [name, setName] = useState(field.name);
  const [type, setType] = useState(field.type);
  const [told, setTold] = useState('');
  const wanted = name.trim();
  const isTaken = wanted !== field.name && taken.includes(wanted);
  const save = useAction(async () => {
    // Labels first: if this is interrupted, the same step finds the rest of them.
    if (wanted !== field.name) await renameInForms(client, setId, field, wanted, setTold);
    await changeFields(client, setId, (fields) => fields.map((one) => one.name === field.name ? { ...one, name: wanted, type } : one));
    onClose();
    onSaved();
  }, { done: 'Field saved' });
  const may = wanted !== '' && !isTaken;
  return <Dialog title={`Edit ${field.name}`} onClose={onClose}><Form class="" onSubmit={() => void (may && save.run())}>
    <TextField label="New name" required autoFocus value={name} onInput={setName} error={isTaken ? 'A field with this name exists.' : undefined} hint="Labels are renamed too. Existing models keep the old name." autoComplete="off" />
    {!field.columns && <SelectField label="New type" value={type} onInput={setType} options={types} />}
    <div class="dialog-buttons"><span class="soft grow" role="status">{save.busy ? told : ''}</span><Button onClick={onClose}>Cancel</Button><Button type="submit" kind="primary" busy={save.busy} disabled={!may}>Save</Button></div>
  </Form></Dialog>;
}

async function renameInForms(client: Client, setId: string, field: LabelField, to: string, tell: (what: string) => void): Promise<void> {
  const forms = listForms(await client.get<TrainingSet>(versioned(setPath(setId)), { quiet: true })).filter(({ labelled }) => labelled);
  for (const [n, { name }] of forms.entries()) {
    tell(`Updating labels of form ${n + 1} of ${forms.length}`);
    await renameInForm(client, setId, name, field, to);
  }
}

/** Applied to the current labels, so that concurrent labelling is not lost. */
async function renameInForm(client: Client, setId: string, name: string, field: LabelField, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { labels, etag } = await readLabels(client, setId, name);
    const next = renameLabels(labels, field, to);
    if (next === labels) return;
    try {
      await putFile(client, setId, name + LABELS, toJsonFile({ document: name, labels: next }), { quiet: true, headers: ifMatch(etag) });
      return;
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
    }
  }
}
