/** The fields of a training set, with the number of labeled forms of each. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { isConflict, type Client } from '../../kit/api.ts';
import { confirm, Dialog } from '../../kit/dialog.tsx';
import { Form, SelectField, TextField, type Option } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card, Empty, Tag } from '../../kit/parts.tsx';
import { ifMatch, putFile, setPath, toJsonFile, versioned } from './calls.ts';
import { renameLabels } from './labels.ts';
import { LABELS, PLAIN_TYPES, toStoredField, typeTitle, type LabelField, type PlainField } from './training-files.ts';
import { changeFields, listForms, readLabels, type TrainingSet } from './training-set.ts';

const removeField = (fields: readonly LabelField[], name: string): LabelField[] => fields.filter((one) => one.name !== name);

export interface FieldsEditorProps {
  setId: string;
  fields: readonly LabelField[];
  /** Once counted. */ counts?: ReadonlyMap<string, number>;
  onChange: () => void;
}

export function FieldsEditor({ setId, fields, counts, onChange }: FieldsEditorProps) {
  const { client } = useAccount();
  const [edited, setEdited] = useState<LabelField>();
  const remove = useAction(async ({ name }: LabelField) => {
    if (
      await confirm({
        title: t('Delete field {name}?', { name }),
        text: t('Its labels stay in their files, but new models do not learn it.'),
        action: t('Delete field'),
      })
    )
      await changeFields(client, setId, (now) => removeField(now, name)).finally(onChange);
  });
  return (
    <Card title={t('Fields')}>
      <div class="stack">
        {fields.length === 0 ? (
          <Empty icon="tag" title={t('No fields yet')} text={t('Add the fields that a model should extract from these forms.')} />
        ) : (
          <ul class="documents-fields" aria-label={t('Fields')}>
            {fields.map((field) => (
              <li class="documents-field">
                <span />
                <span class="row">
                  <strong>{field.name}</strong>
                  <Tag>{typeTitle(field.type)}</Tag>
                  {counts && (
                    <span class="soft small">{t('labeled on {forms}', { forms: plural(counts.get(field.name) ?? 0, 'form') })}</span>
                  )}
                  {field.columns && <span class="soft small">{field.columns.map((column) => column.name).join(', ')}</span>}
                </span>
                <span class="row">
                  <Button needs="label" kind="quiet" onClick={() => setEdited(field)} label={t('Edit field {name}', { name: field.name })}>
                    {t('Edit')}
                  </Button>
                  <Button
                    needs="label"
                    kind="quiet"
                    icon="trash"
                    label={t('Delete field {name}', { name: field.name })}
                    onClick={() => void remove.run(field)}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
        <AddField setId={setId} fields={fields} onAdded={onChange} />
      </div>
      {edited && (
        <EditField
          setId={setId}
          field={edited}
          existingNames={fields.map((field) => field.name)}
          types={PLAIN_CHOICES}
          onClose={() => setEdited(undefined)}
          onSaved={onChange}
        />
      )}
    </Card>
  );
}

const choiceOf = (type: string): { value: string; label: string } => ({ value: type, label: typeTitle(type) });
/** Types of fields other than tables. */
const PLAIN_CHOICES = PLAIN_TYPES.map(choiceOf);
const TYPES = [...PLAIN_CHOICES, ...['array', 'object'].map(choiceOf)];

/** `Text, Price: currency` */
function parseColumns(text: string): PlainField[] {
  return splitNames(text).map((one) => {
    const [name = '', type = 'string'] = one.split(':').map((part) => part.trim());
    return toStoredField(name, PLAIN_TYPES.find((known) => known.toLowerCase() === type.toLowerCase()) ?? 'string');
  });
}

const splitNames = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function addField(fields: readonly LabelField[], field: LabelField): LabelField[] {
  if (fields.some(({ name }) => name === field.name))
    throw new Error(t('Someone else has just added the field {name}.', { name: field.name }));
  return [...fields, field];
}

function buildField(name: string, type: string, columns: string, rows: string): LabelField {
  if (type === 'array') return { ...toStoredField(name, type), columns: parseColumns(columns) };
  return type === 'object'
    ? { ...toStoredField(name, type), columns: parseColumns(columns), rows: splitNames(rows) }
    : toStoredField(name, type);
}

/** `onAdded` is called once the field is saved. */
export function AddField({ setId, fields, onAdded }: { setId: string; fields: readonly LabelField[]; onAdded: () => void }) {
  const { client } = useAccount();
  const [name, setName] = useState('');
  const [type, setType] = useState('string');
  const [columns, setColumns] = useState('');
  const [rows, setRows] = useState('');
  const isTable = type === 'array' || type === 'object';
  const taken = fields.some((field) => field.name === name.trim());
  const fine =
    name.trim() !== '' && !taken && (!isTable || splitNames(columns).length > 0) && (type !== 'object' || splitNames(rows).length > 0);
  const add = useAction(async () => {
    await changeFields(client, setId, (now) => addField(now, buildField(name.trim(), type, columns, rows))).finally(onAdded);
    setName('');
    setColumns('');
    setRows('');
  });
  return (
    <Form onSubmit={() => void (fine && add.run())}>
      <div class="columns documents-pair">
        <TextField label={t('Field name')} value={name} onInput={setName} error={taken ? t('A field with this name exists.') : undefined} />
        <SelectField label={t('Type')} value={type} onInput={setType} options={TYPES} />
      </div>
      {isTable && (
        <TextField
          label={t('Columns')}
          value={columns}
          onInput={setColumns}
          placeholder={t('Text, Quantity: integer, Price: currency')}
          hint={t('Separated by commas, with the type after a colon.')}
        />
      )}
      {type === 'object' && (
        <TextField label={t('Rows')} value={rows} onInput={setRows} placeholder={t('Net, Tax, Gross')} hint={t('Separated by commas.')} />
      )}
      <div>
        <Button needs="label" type="submit" icon="add" busy={add.busy} disabled={!fine} text={t('Add field')} />
      </div>
    </Form>
  );
}

const MAX_TRIES = 5;

export interface EditFieldProps {
  setId: string;
  field: LabelField;
  existingNames: readonly string[];
  /** Types of fields other than tables. */ types: readonly Option[];
  onClose: () => void;
  onSaved: () => void;
}

/** Renames a field or changes its type; its labels are renamed too. */
function EditField({ setId, field, existingNames: taken, types, onClose, onSaved }: EditFieldProps) {
  const { client } = useAccount();
  const [name, setName] = useState(field.name);
  const [type, setType] = useState(field.type);
  const [progress, setProgress] = useState('');
  const newName = name.trim();
  const isTaken = newName !== field.name && taken.includes(newName);
  const save = useAction(
    async () => {
      // Labels first: if this is interrupted, the same step finds the rest of them.
      if (newName !== field.name) await renameInForms(client, setId, field, newName, setProgress);
      await changeFields(client, setId, (fields) => fields.map((one) => (one.name === field.name ? { ...one, name: newName, type } : one)));
      onClose();
      onSaved();
    },
    { done: t('Field saved') },
  );
  const may = newName !== '' && !isTaken;
  return (
    <Dialog title={t('Edit {name}', { name: field.name })} onClose={onClose}>
      <Form class="" onSubmit={() => void (may && save.run())}>
        <TextField
          label={t('New name')}
          required
          autoFocus
          value={name}
          onInput={setName}
          error={isTaken ? t('A field with this name exists.') : undefined}
          hint={t('Labels are renamed too. Existing models keep the old name.')}
        />
        {!field.columns && <SelectField label={t('New type')} value={type} onInput={setType} options={types} />}
        <div class="dialog-buttons">
          <span class="soft grow" role="status">
            {save.busy ? progress : ''}
          </span>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" kind="primary" busy={save.busy} disabled={!may} text={t('Save')} />
        </div>
      </Form>
    </Dialog>
  );
}

async function renameInForms(
  client: Client,
  setId: string,
  field: LabelField,
  to: string,
  onProgress: (what: string) => void,
): Promise<void> {
  const forms = listForms(await client.get<TrainingSet>(versioned(setPath(setId)), { quiet: true })).filter(({ labeled }) => labeled);
  for (const [n, { name }] of forms.entries()) {
    onProgress(t('Updating labels of form {value} of {count}', { value: n + 1, count: forms.length }));
    await renameInForm(client, setId, name, field, to);
  }
}

/** Applied to the current labels, so that concurrent labeling is not lost. */
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
