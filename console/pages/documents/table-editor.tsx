/** Labels a table cell by cell: clicking a cell assigns the selection to it; suggestions are accepted beside it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts.tsx';
import { cellName } from './fields-file.ts';
import type { LabelField } from './fields-file.ts';
import type { Color } from './label-boxes.ts';
import { labelledRows, textOf, removeLabel, deleteRow } from './labels.ts';
import type { Label, Labels } from './labels.ts';

export interface TableEditorProps {
  field: LabelField;
  color: Color;
  labels: Labels;
  suggestions: readonly Label[];
  onAssign: (label: string, type: string) => void;
  onChange: (labels: Labels) => void;
  onAccept: (suggestion: Label) => void;
}

export function TableEditor({ field, color, labels, suggestions, onAssign, onChange, onAccept }: TableEditorProps): JSX.Element {
  const columns = field.columns ?? [];
  const used = Math.max(labelledRows(labels, field.name), labelledRows(suggestions, field.name));
  const [asked, setAsked] = useState(1);
  const count = Math.max(used, asked);
  const rows: readonly (number | string)[] = field.rows ?? Array.from({ length: count }, (_, i) => i);
  const add = (): void => setAsked(count + 1);
  const remove = (row: number): void => {
    onChange(deleteRow(labels, field.name, row));
    setAsked(Math.max(1, count - 1));
  };
  return <section class="stack tight" aria-label={`Table ${field.name}`}>
    <div class="spread"><h3 class="row"><span class={`documents-dot c${color}`} />{field.name}</h3>{!field.rows && <Button icon="add" onClick={add}>Add row</Button>}</div>
    <div class="documents-cells" tabIndex={0} role="region" aria-label={`Cells of ${field.name}`}><table>
      <thead><tr><th scope="col">Row</th>{columns.map(({ name }) => <th scope="col">{name}</th>)}{!field.rows && <th><span class="for-readers">Delete</span></th>}</tr></thead>
      <tbody>{rows.map((row) => <tr>
        <th scope="row">{typeof row === 'number' ? row + 1 : row}</th>
        {columns.map(({ name, type }) => {
          const label = cellName(field, row, name);
          const text = textOf(labels, label);
          const suggestion = text === undefined ? suggestions.find((one) => one.label === label) : undefined;
          const proposed = suggestion && textOf([suggestion], label);
          const cell = `${name} of row ${typeof row === 'number' ? row + 1 : row}`;
          return <td><div class="documents-cell">
            <Button kind={text === undefined ? 'quiet' : 'plain'} label={`${cell}: ${text ?? (proposed === undefined ? 'not labelled' : `suggested: ${proposed}`)}`} onClick={() => onAssign(label, type)}><span>{text ?? (proposed === undefined ? '—' : `${proposed}?`)}</span></Button>
            {suggestion ? <Button kind="quiet" icon="check" label={`Accept ${cell}`} onClick={() => onAccept(suggestion)} /> : text !== undefined && <Button kind="quiet" icon="close" label={`Remove label of ${cell}`} onClick={() => onChange(removeLabel(labels, label))} />}
          </div></td>;
        })}
        {typeof row === 'number' && <td><Button kind="quiet" icon="trash" label={`Delete row ${row + 1} of ${field.name}`} onClick={() => remove(row)} /></td>}
      </tr>)}</tbody>
    </table></div>
  </section>;
}
