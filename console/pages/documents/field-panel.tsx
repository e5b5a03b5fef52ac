/** The fields beside the page: label, shortcut and suggestion of each. Tables have an editor of their own. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import type { BoxColor } from '../../kit/boxes.ts';
import { SelectField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card, Empty, Kbd, Tag } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import { analyze, getFile, isPrebuilt, newestModel, startAnalysis } from './calls.ts';
import { AddField } from './fields-editor.tsx';
import { modelChoices, useModels } from './hooks.ts';
import { fieldColor } from './field-color.ts';
import { deleteRow, labeledRows, missingFields, removeLabel, textOf, toSuggestions } from './labels.ts';
import type { FormPage, Label, Labels } from './labels.ts';
import { cellName } from './training-files.ts';
import type { LabelField } from './training-files.ts';

/** 1 to 9 and 0, then the same with Alt. Tables are labeled by their cells. */
export function hotkeys(fields: readonly LabelField[]): { field: LabelField; keys: string }[] {
  const digits = [...'1234567890'];
  return fields
    .filter(({ columns }) => !columns)
    .slice(0, 20)
    .map((field, i) => ({ field, keys: `${i < 10 ? '' : 'Alt+'}${digits[i % 10]}` }));
}

export interface FieldPanelProps {
  setId: string;
  fields: readonly LabelField[];
  labels: Labels;
  suggestions: readonly Label[];
  onAssign: (label: string, type: string) => void;
  onChange: (labels: Labels) => void;
  onAccept: (suggestion: Label) => void;
  /** Called when a field was added. */
  onFields: () => void;
}

export function FieldPanel({ setId, fields, labels, suggestions, onAssign, onChange, onAccept, onFields }: FieldPanelProps): JSX.Element {
  const keys = new Map(hotkeys(fields).map(({ field, keys: pressed }) => [field, pressed]));
  return (
    <Card title={t('Fields')} actions={fields.length > 0 && <MissingCount fields={fields} labels={labels} />}>
      <div class="stack">
        {fields.length === 0 && (
          <Empty icon="tag" title={t('No fields yet')}>
            {t('Add the fields that a model should extract from these forms.')}
          </Empty>
        )}
        {fields.length > 0 && (
          <ul class="documents-fields" aria-label={t('Fields')}>
            {fields
              .filter(({ columns }) => !columns)
              .map((field) => {
                const text = textOf(labels, field.name);
                const suggestion = suggestions.find(({ label }) => label === field.name);
                return (
                  <li class="documents-field">
                    <span class={`documents-dot c${fieldColor(fields, field.name)}`} />
                    <button
                      type="button"
                      class="documents-assign"
                      onClick={() => onAssign(field.name, field.type)}
                      aria-keyshortcuts={keys.get(field)}
                    >
                      <div class="spread">
                        <strong>{field.name}</strong>
                        <span class="soft small">
                          {field.type} {keys.has(field) && <Kbd keys={keys.get(field)!} />}
                        </span>
                      </div>
                      <div class={text === undefined ? 'soft small ellipsis' : 'ellipsis'}>
                        {text ?? (suggestion ? `suggested: ${textOf([suggestion], field.name)}` : t('not labeled'))}
                      </div>
                    </button>
                    {text !== undefined ? (
                      <Button
                        needs="label"
                        kind="quiet"
                        icon="close"
                        label={t('Remove label of {name}', { name: field.name })}
                        onClick={() => onChange(removeLabel(labels, field.name))}
                      />
                    ) : suggestion ? (
                      <Button
                        needs="label"
                        kind="quiet"
                        icon="check"
                        label={t('Accept {name}', { name: field.name })}
                        onClick={() => onAccept(suggestion)}
                      />
                    ) : (
                      <span />
                    )}
                  </li>
                );
              })}
          </ul>
        )}
        {fields
          .filter(({ columns }) => columns)
          .map((field) => (
            <TableEditor
              key={field.name}
              field={field}
              color={fieldColor(fields, field.name)}
              labels={labels}
              suggestions={suggestions}
              onAssign={onAssign}
              onChange={onChange}
              onAccept={onAccept}
            />
          ))}
        <details open={fields.length === 0}>
          <summary>{t('New field')}</summary>
          <AddField setId={setId} fields={fields} onAdded={onFields} />
        </details>
      </div>
    </Card>
  );
}

/** How many fields of the form have no label yet. */
function MissingCount({ fields, labels }: { fields: readonly LabelField[]; labels: Labels }): JSX.Element {
  const missing = missingFields(fields, labels) ?? [];
  return (
    <Tag kind={missing.length === 0 ? 'good' : 'info'}>
      <span role="status" title={missing.join(', ')}>
        {missing.length === 0
          ? t('All fields labeled')
          : t('{missing} of {count} missing', { missing: missing.length, count: fields.length })}
      </span>
    </Tag>
  );
}

export interface TableEditorProps {
  field: LabelField;
  color: BoxColor;
  labels: Labels;
  suggestions: readonly Label[];
  onAssign: (label: string, type: string) => void;
  onChange: (labels: Labels) => void;
  onAccept: (suggestion: Label) => void;
}

/** Labels a table cell by cell: clicking a cell assigns the selection to it; suggestions are accepted beside it. */
function TableEditor({ field, color, labels, suggestions, onAssign, onChange, onAccept }: TableEditorProps): JSX.Element {
  const columns = field.columns ?? [];
  const used = Math.max(labeledRows(labels, field.name), labeledRows(suggestions, field.name));
  const [addedRows, setAddedRows] = useState(1);
  const count = Math.max(used, addedRows);
  const rows: readonly (number | string)[] = field.rows ?? Array.from({ length: count }, (_, i) => i);
  const add = (): void => setAddedRows(count + 1);
  const remove = (row: number): void => {
    onChange(deleteRow(labels, field.name, row));
    setAddedRows(Math.max(1, count - 1));
  };
  return (
    <section class="stack tight" aria-label={t('Table {name}', { name: field.name })}>
      <div class="spread">
        <h3 class="row">
          <span class={`documents-dot c${color}`} />
          {field.name}
        </h3>
        {!field.rows && (
          <Button needs="label" icon="add" onClick={add}>
            {t('Add row')}
          </Button>
        )}
      </div>
      <div class="documents-cells" tabIndex={0} role="region" aria-label={t('Cells of {name}', { name: field.name })}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Row')}</th>
              {columns.map(({ name }) => (
                <th scope="col">{name}</th>
              ))}
              {!field.rows && (
                <th>
                  <span class="for-readers">{t('Delete')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row">{typeof row === 'number' ? row + 1 : row}</th>
                {columns.map(({ name, type }) => {
                  const label = cellName(field, row, name);
                  const text = textOf(labels, label);
                  const suggestion = text === undefined ? suggestions.find((one) => one.label === label) : undefined;
                  const proposed = suggestion && textOf([suggestion], label);
                  const cell = t('{name} of row {row}', { name, row: typeof row === 'number' ? row + 1 : row });
                  return (
                    <td>
                      <div class="documents-cell">
                        <Button
                          needs="label"
                          kind={text === undefined ? 'quiet' : 'plain'}
                          label={`${cell}: ${text ?? (proposed === undefined ? t('not labeled') : t('suggested: {text}', { text: proposed }))}`}
                          onClick={() => onAssign(label, type)}
                        >
                          <span>{text ?? (proposed === undefined ? '—' : `${proposed}?`)}</span>
                        </Button>
                        {suggestion ? (
                          <Button
                            needs="label"
                            kind="quiet"
                            icon="check"
                            label={t('Accept {cell}', { cell })}
                            onClick={() => onAccept(suggestion)}
                          />
                        ) : (
                          text !== undefined && (
                            <Button
                              needs="label"
                              kind="quiet"
                              icon="close"
                              label={t('Remove label of {cell}', { cell })}
                              onClick={() => onChange(removeLabel(labels, label))}
                            />
                          )
                        )}
                      </div>
                    </td>
                  );
                })}
                {typeof row === 'number' && (
                  <td>
                    <Button
                      needs="label"
                      kind="quiet"
                      icon="trash"
                      label={t('Delete row {value} of {name}', { value: row + 1, name: field.name })}
                      onClick={() => remove(row)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Label suggestions by a model of the account, by default the newest one built from this set. */
export function SuggestionsCard({
  setId,
  name,
  pages,
  open,
  onFound,
  onAccept,
}: {
  setId: string;
  name: string;
  pages: readonly FormPage[];
  open: readonly Label[];
  onFound: (found: readonly Label[]) => void;
  onAccept: () => void;
}): JSX.Element | null {
  const { account, client } = useAccount();
  const models = useModels(client);
  const [picked, setPicked] = useState<string>();
  const own = (models.value ?? []).filter(({ modelId }) => !isPrebuilt(modelId));
  const modelId = picked ?? (newestModel(own.filter(({ tags }) => tags?.trainingSet === setId)) ?? newestModel(own))?.modelId;
  const ask = useAction(async () => {
    const { documents = [] } = await analyze(client, account, await startAnalysis(client, modelId!, await getFile(client, setId, name)));
    const found = documents[0] ? toSuggestions(documents[0], pages) : [];
    onFound(found);
    toast(
      found.length === 0
        ? t('The model found nothing here.')
        : t('{count}: accept them one by one, or all.', { count: plural(found.length, 'suggestion') }),
    );
  });
  if (own.length === 0) return null;
  return (
    <Card title={t('Suggestions')}>
      <div class="stack">
        <SelectField label={t('Model')} value={modelId!} onInput={setPicked} options={modelChoices(own)} />
        <div class="row">
          <Button needs="label" icon="sample" busy={ask.busy} onClick={() => void ask.run()}>
            {t('Suggest labels')}
          </Button>
          {open.length > 0 && (
            <>
              <Button kind="primary" icon="check" onClick={onAccept}>
                {t('Accept {count}', { count: open.length })}
              </Button>
              <Button kind="quiet" onClick={() => onFound([])}>
                {t('Discard')}
              </Button>
            </>
          )}
        </div>
      </div>
    </Card>
  );
}
