/** The fields of a training set: plain ones, and tables with their columns. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { confirm } from '../../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../../kit/form.tsx';
import { Button, Card, Empty, Tag } from '../../kit/parts.tsx';
import { useAction } from '../../kit/use.ts';
import { EditField } from './edit-field.tsx';
import { PLAIN_TYPES, plainField } from './fields-file.ts';
import type { LabelField, PlainField } from './fields-file.ts';
import { changeFields } from './training-set.ts';

const MEANINGS: Partial<Record<typeof PLAIN_TYPES[number], string>> = { string: 'any text', selectionMark: 'a check box', signature: 'whether it is signed', boolean: 'yes or no' };
const PLAIN_CHOICES = PLAIN_TYPES.map((type) => ({ value: type as string, label: MEANINGS[type] === undefined ? type : `${type}: ${MEANINGS[type]}` }));
const TYPES = [...PLAIN_CHOICES, { value: 'array', label: 'table: any number of rows' }, { value: 'object', label: 'table: rows with names' }];

/** `Text, Price: currency` */
function columnsIn(text: string): PlainField[] {
  return listed(text).map((one) => {
    const [name = '', type = 'string'] = one.split(':').map((part) => part.trim());
    return plainField(name, PLAIN_TYPES.find((known) => known.toLowerCase() === type.toLowerCase()) ?? 'string');
  });
}

const listed = (text: string): string[] => text.split(',').map((one) => one.trim()).filter((one) => one !== '');

const without = (fields: readonly LabelField[], name: string): LabelField[] => fields.filter((one) => one.name !== name);

function added(fields: readonly LabelField[], field: LabelField): LabelField[] {
  if (fields.some(({ name }) => name === field.name)) throw new Error(`Somebody else has added the field ${field.name} meanwhile.`);
  return [...fields, field];
}

function fieldIn(name: string, type: string, columns: string, rows: string): LabelField {
  if (type === 'array') return { ...plainField(name, type), columns: columnsIn(columns) };
  return type === 'object' ? { ...plainField(name, type), columns: columnsIn(columns), rows: listed(rows) } : plainField(name, type);
}

export function FieldsEditor({ setId, fields, onChange }: { setId: string; fields: readonly LabelField[]; onChange: () => void }): JSX.Element {
  const { client } = useAccount();
  const [name, setName] = useState('');
  const [edited, setEdited] = useState<LabelField>();
  const [type, setType] = useState('string');
  const [columns, setColumns] = useState('');
  const [rows, setRows] = useState('');
  const isTable = type === 'array' || type === 'object';
  const taken = fields.some((field) => field.name === name.trim());
  const fine = name.trim() !== '' && !taken && (!isTable || listed(columns).length > 0) && (type !== 'object' || listed(rows).length > 0);
  const save = useAction(async (step: (fields: readonly LabelField[]) => readonly LabelField[]) => {
    await changeFields(client, setId, step).finally(onChange);
  });
  const add = async (): Promise<void> => {
    if (!fine || !await save.run((now) => added(now, fieldIn(name.trim(), type, columns, rows)))) return;
    setName('');
    setColumns('');
    setRows('');
  };
  const remove = async (field: LabelField): Promise<void> => {
    if (await confirm({ title: `Delete the field ${field.name}?`, text: 'Its labels stay in their files, but no model learns it any more.', action: 'Delete the field' })) await save.run((now) => without(now, field.name));
  };
  return <Card title="Fields">
    <div class="stack">
      {fields.length === 0 ? <Empty icon="tag" title="No fields yet">Name what a model should find on these forms.</Empty> : <ul class="documents-fields" aria-label="Fields">{fields.map((field) => <li class="documents-field">
        <span /><span class="row"><strong>{field.name}</strong><Tag>{field.type}</Tag>{field.columns && <span class="soft small">{field.columns.map((column) => column.name).join(', ')}</span>}</span><span class="row"><Button kind="quiet" onClick={() => setEdited(field)} label={`Edit the field ${field.name}`}>Edit</Button><Button kind="quiet" icon="trash" label={`Delete the field ${field.name}`} onClick={() => void remove(field)} /></span>
      </li>)}</ul>}
      <Form onSubmit={() => void add()}>
        <div class="columns documents-pair"><TextField label="Name of the field" value={name} onInput={setName} error={taken ? 'There is such a field.' : undefined} autoComplete="off" /><SelectField label="Type" value={type} onInput={setType} options={TYPES} /></div>
        {isTable && <TextField label="Columns" value={columns} onInput={setColumns} placeholder="Text, Quantity: integer, Price: currency" hint="Parted by commas, with a type behind a colon." />}
        {type === 'object' && <TextField label="Rows" value={rows} onInput={setRows} placeholder="Net, Tax, Gross" hint="Parted by commas." />}
        <div><Button type="submit" icon="add" busy={save.busy} disabled={!fine}>Add the field</Button></div>
      </Form>
    </div>
    {edited && <EditField setId={setId} field={edited} taken={fields.map((field) => field.name)} types={PLAIN_CHOICES} onClose={() => setEdited(undefined)} onSaved={onChange} />}
  </Card>;
}
