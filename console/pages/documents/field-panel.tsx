/** The fields beside the page: label, shortcut and suggestion of each. Tables have a sheet of their own. */
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
import { labeledRows, missingFields, removeLabel, textOf, toSuggestions, type FormPage, type Label, type Labels } from './labels.ts';
import { isReadableAs } from './readable.ts';
import { Unreadable } from './table-sheet.tsx';
import { typeTitle, type LabelField } from './training-files.ts';

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
  /** The table whose sheet is open. */
  openTable: string | undefined;
  onTable: (name: string | undefined) => void;
}

export function FieldPanel({ setId, fields, labels, suggestions, onFields, openTable, onTable, ...rest }: FieldPanelProps) {
  const keys = new Map(hotkeys(fields).map(({ field, keys: pressed }) => [field, pressed]));
  return (
    <Card title={t('Fields')} actions={fields.length > 0 && <MissingCount fields={fields} labels={labels} />}>
      <div class="stack">
        {fields.length === 0 && (
          <Empty icon="tag" title={t('No fields yet')} text={t('Add the fields that a model should extract from these forms.')} />
        )}
        {fields.length > 0 && (
          <ul class="documents-fields" aria-label={t('Fields')}>
            {fields.map((field) =>
              field.columns ? (
                <TableItem
                  field={field}
                  color={fieldColor(fields, field.name)}
                  rows={labeledRows(labels, field.name)}
                  isOpen={openTable === field.name}
                  onOpen={() => onTable(openTable === field.name ? undefined : field.name)}
                />
              ) : (
                <FieldItem
                  field={field}
                  color={fieldColor(fields, field.name)}
                  keys={keys.get(field)}
                  labels={labels}
                  suggestion={suggestions.find(({ label }) => label === field.name)}
                  {...rest}
                />
              ),
            )}
          </ul>
        )}
        <details open={fields.length === 0}>
          <summary>{t('New field')}</summary>
          <AddField setId={setId} fields={fields} onAdded={onFields} />
        </details>
      </div>
    </Card>
  );
}

function FieldItem({
  field: { name, type },
  color,
  keys,
  labels,
  suggestion,
  onAssign,
  onChange,
  onAccept,
}: Pick<FieldPanelProps, 'labels' | 'onAssign' | 'onChange' | 'onAccept'> & {
  field: LabelField;
  color: BoxColor;
  keys: string | undefined;
  suggestion: Label | undefined;
}) {
  const text = textOf(labels, name);
  return (
    <li class="documents-field">
      <span class={`documents-dot c${color}`} />
      <button type="button" class="documents-assign" onClick={() => onAssign(name, type)} aria-keyshortcuts={keys}>
        <div class="spread">
          <strong>{name}</strong>
          <span class="soft small">
            {typeTitle(type)} {keys !== undefined && <Kbd keys={keys} />}
          </span>
        </div>
        <div class={text === undefined ? 'soft small ellipsis' : 'ellipsis'}>
          {text ?? (suggestion ? t('suggested: {text}', { text: textOf([suggestion], name)! }) : t('not labeled'))}
        </div>
        {text !== undefined && !isReadableAs(type, text) && <Unreadable type={type} />}
      </button>
      {text !== undefined ? (
        <Button
          needs="label"
          kind="quiet"
          icon="close"
          label={t('Remove label of {name}', { name })}
          onClick={() => onChange(removeLabel(labels, name))}
        />
      ) : suggestion ? (
        <Button needs="label" kind="quiet" icon="check" label={t('Accept {name}', { name })} onClick={() => onAccept(suggestion)} />
      ) : (
        <span />
      )}
    </li>
  );
}

/** A table is labeled on a sheet below the page. */
function TableItem({
  field: { name },
  color,
  rows,
  isOpen,
  onOpen,
}: {
  field: LabelField;
  color: BoxColor;
  rows: number;
  isOpen: boolean;
  onOpen: () => void;
}) {
  return (
    <li class="documents-field">
      <span class={`documents-dot c${color}`} />
      <button type="button" class="documents-assign" aria-expanded={isOpen} onClick={onOpen}>
        <div class="spread">
          <strong>{name}</strong>
          <span class="soft small">{t('Table')}</span>
        </div>
        <div class="soft small">{rows === 0 ? t('not labeled') : plural(rows, 'row')}</div>
      </button>
      <span />
    </li>
  );
}

/** How many fields of the form have no label yet. */
function MissingCount({ fields, labels }: { fields: readonly LabelField[]; labels: Labels }) {
  const missing = missingFields(fields, labels) ?? [];
  return (
    <Tag kind={missing.length === 0 ? 'good' : 'info'}>
      <span role="status" title={missing.join(', ')}>
        {missing.length === 0
          ? t('All fields labeled')
          : t('{count} of {of} labeled', { count: fields.length - missing.length, of: fields.length })}
      </span>
    </Tag>
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
}) {
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
          <Button needs="label" icon="sample" does={ask} text={t('Suggest labels')} />
          {open.length > 0 && (
            <>
              <Button kind="primary" icon="check" onClick={onAccept} text={t('Accept {count}', { count: open.length })} />
              <Button kind="quiet" onClick={() => onFound([])} text={t('Discard')} />
            </>
          )}
        </div>
      </div>
    </Card>
  );
}
