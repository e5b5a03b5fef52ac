/** The fields of a training set, with the number of labelled forms of each. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { confirm } from '../../kit/dialog.tsx';
import { plural } from '../../kit/format.ts';
import { Button, Card, Empty, Tag } from '../../kit/parts.tsx';
import { useAction } from '../../kit/use.ts';
import { AddField, PLAIN_CHOICES } from './add-field.tsx';
import { EditField } from './edit-field.tsx';
import type { LabelField } from './fields-file.ts';
import { changeFields } from './training-set.ts';

const removeField = (fields: readonly LabelField[], name: string): LabelField[] => fields.filter((one) => one.name !== name);

export interface FieldsEditorProps { setId: string; fields: readonly LabelField[]; /** Once counted. */ counts?: ReadonlyMap<string, number>; onChange: () => void }

export function FieldsEditor({ setId, fields, counts, onChange }: FieldsEditorProps): JSX.Element {
  const { client } = useAccount();
  const [edited, setEdited] = useState<LabelField>();
  const remove = useAction(async ({ name }: LabelField) => {
    if (await confirm({ title: `Delete field ${name}?`, text: 'Its labels stay in their files, but new models do not learn it.', action: 'Delete field' })) await changeFields(client, setId, (now) => removeField(now, name)).finally(onChange);
  });
  return <Card title="Fields">
    <div class="stack">
      {fields.length === 0 ? <Empty icon="tag" title="No fields yet">Add the fields that a model should extract from these forms.</Empty> : <ul class="documents-fields" aria-label="Fields">{fields.map((field) => <li class="documents-field">
        <span /><span class="row"><strong>{field.name}</strong><Tag>{field.type}</Tag>{counts && <span class="soft small">on {plural(counts.get(field.name) ?? 0, 'form')}</span>}{field.columns && <span class="soft small">{field.columns.map((column) => column.name).join(', ')}</span>}</span><span class="row"><Button kind="quiet" onClick={() => setEdited(field)} label={`Edit field ${field.name}`}>Edit</Button><Button kind="quiet" icon="trash" label={`Delete field ${field.name}`} onClick={() => void remove.run(field)} /></span>
      </li>)}</ul>}
      <AddField setId={setId} fields={fields} onAdded={onChange} />
    </div>
    {edited && <EditField setId={setId} field={edited} taken={fields.map((field) => field.name)} types={PLAIN_CHOICES} onClose={() => setEdited(undefined)} onSaved={onChange} />}
  </Card>;
}
