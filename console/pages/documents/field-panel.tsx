/** The fields beside the page: label, shortcut and suggestion of each. Tables have an editor of their own. */
import type { JSX } from 'preact';
import { Button, Card, Empty, Kbd } from '../../kit/parts.tsx';
import { AddField } from './add-field.tsx';
import type { LabelField } from './fields-file.ts';
import { fieldColor } from './label-boxes.ts';
import { textOf, removeLabel } from './labels.ts';
import type { Label, Labels } from './labels.ts';
import { TableEditor } from './table-editor.tsx';

/** 1 to 9 and 0, then the same with Alt. Tables are labelled by their cells. */
export function hotkeys(fields: readonly LabelField[]): { field: LabelField; keys: string }[] {
  const digits = [...'1234567890'];
  return fields.filter(({ columns }) => !columns).slice(0, 20).map((field, i) => ({ field, keys: `${i < 10 ? '' : 'Alt+'}${digits[i % 10]}` }));
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
  return <Card title="Fields">
    <div class="stack">
      {fields.length === 0 && <Empty icon="tag" title="No fields yet">Add the fields that a model should extract from these forms.</Empty>}
      {fields.length > 0 && <ul class="documents-fields" aria-label="Fields">{fields.filter(({ columns }) => !columns).map((field) => {
        const text = textOf(labels, field.name);
        const suggestion = suggestions.find(({ label }) => label === field.name);
        return <li class="documents-field">
          <span class={`documents-dot c${fieldColor(fields, field.name)}`} />
          <button type="button" class="documents-assign" onClick={() => onAssign(field.name, field.type)} aria-keyshortcuts={keys.get(field)}>
            <div class="spread"><strong>{field.name}</strong><span class="soft small">{field.type} {keys.has(field) && <Kbd keys={keys.get(field)!} />}</span></div>
            <div class={text === undefined ? 'soft small ellipsis' : 'ellipsis'}>{text ?? (suggestion ? `suggested: ${textOf([suggestion], field.name)}` : 'not labelled')}</div>
          </button>
          {text !== undefined ? <Button kind="quiet" icon="close" label={`Remove label of ${field.name}`} onClick={() => onChange(removeLabel(labels, field.name))} /> : suggestion ? <Button kind="quiet" icon="check" label={`Accept ${field.name}`} onClick={() => onAccept(suggestion)} /> : <span />}
        </li>;
      })}</ul>}
      {fields.filter(({ columns }) => columns).map((field) => <TableEditor key={field.name} field={field} color={fieldColor(fields, field.name)} labels={labels} suggestions={suggestions} onAssign={onAssign} onChange={onChange} onAccept={onAccept} />)}
      <details open={fields.length === 0}><summary>New field</summary><AddField setId={setId} fields={fields} onAdded={onFields} /></details>
    </div>
  </Card>;
}
