/** Adds a field to a training set: a plain one, or a table with its columns. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { Form, SelectField, TextField } from '../../kit/form.tsx';
import { Button } from '../../kit/parts.tsx';
import { useAction } from '../../kit/use.ts';
import { PLAIN_TYPES, toStoredField } from './fields-file.ts';
import type { LabelField, PlainField } from './fields-file.ts';
import { changeFields } from './training-set.ts';

const TYPE_TITLES: Partial<Record<typeof PLAIN_TYPES[number], string>> = { string: 'text', selectionMark: 'check box', signature: 'signature', boolean: 'yes or no' };
/** Types of fields other than tables. */
export const PLAIN_CHOICES = PLAIN_TYPES.map((type) => ({ value: type as string, label: TYPE_TITLES[type] === undefined ? type : `${type}: ${TYPE_TITLES[type]}` }));
const TYPES = [...PLAIN_CHOICES, { value: 'array', label: 'table with any number of rows' }, { value: 'object', label: 'table with named rows' }];

/** `Text, Price: currency` */
function parseColumns(text: string): PlainField[] {
  return splitNames(text).map((one) => {
    const [name = '', type = 'string'] = one.split(':').map((part) => part.trim());
    return toStoredField(name, PLAIN_TYPES.find((known) => known.toLowerCase() === type.toLowerCase()) ?? 'string');
  });
}

const splitNames = (text: string): string[] => text.split(',').map((one) => one.trim()).filter((one) => one !== '');

function addField(fields: readonly LabelField[], field: LabelField): LabelField[] {
  if (fields.some(({ name }) => name === field.name)) throw new Error(`Someone else has just added the field ${field.name}.`);
  return [...fields, field];
}

function buildField(name: string, type: string, columns: string, rows: string): LabelField {
  if (type === 'array') return { ...toStoredField(name, type), columns: parseColumns(columns) };
  return type === 'object' ? { ...toStoredField(name, type), columns: parseColumns(columns), rows: splitNames(rows) } : toStoredField(name, type);
}

/** `onAdded` is called once the field is saved. */
export function AddField({ setId, fields, onAdded }: { setId: string; fields: readonly LabelField[]; onAdded: () => void }): JSX.Element {
  const { client } = useAccount();
  const [name, setName] = useState('');
  const [type, setType] = useState('string');
  const [columns, setColumns] = useState('');
  const [rows, setRows] = useState('');
  const isTable = type === 'array' || type === 'object';
  const taken = fields.some((field) => field.name === name.trim());
  const fine = name.trim() !== '' && !taken && (!isTable || splitNames(columns).length > 0) && (type !== 'object' || splitNames(rows).length > 0);
  const add = useAction(async () => {
    await changeFields(client, setId, (now) => addField(now, buildField(name.trim(), type, columns, rows))).finally(onAdded);
    setName('');
    setColumns('');
    setRows('');
  });
  return <Form onSubmit={() => void (fine && add.run())}>
    <div class="columns documents-pair"><TextField label="Field name" value={name} onInput={setName} error={taken ? 'A field with this name exists.' : undefined} autoComplete="off" /><SelectField label="Type" value={type} onInput={setType} options={TYPES} /></div>
    {isTable && <TextField label="Columns" value={columns} onInput={setColumns} placeholder="Text, Quantity: integer, Price: currency" hint="Separated by commas, with the type after a colon." />}
    {type === 'object' && <TextField label="Rows" value={rows} onInput={setRows} placeholder="Net, Tax, Gross" hint="Separated by commas." />}
    <div><Button type="submit" icon="add" busy={add.busy} disabled={!fine}>Add field</Button></div>
  </Form>;
}
