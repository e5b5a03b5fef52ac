/** A table of a form as a sheet below its page: labeled cell by cell, or filled from a table of the layout. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import type { BoxColor } from '../../kit/boxes.ts';
import { SelectField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { Icon } from '../../kit/icons.tsx';
import { Button, Tag } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import { dataRows, labelsFromTable, type LayoutTable } from './label-tables.ts';
import { deleteRow, labeledRows, removeLabel, textOf, type Label, type Labels, type Token } from './labels.ts';
import { isReadableAs } from './readable.ts';
import { cellName, typeTitle, type LabelField } from './training-files.ts';

export interface TableSheetProps {
  field: LabelField;
  color: BoxColor;
  labels: Labels;
  suggestions: readonly Label[];
  onAssign: (label: string, type: string) => void;
  onChange: (labels: Labels) => void;
  onAccept: (suggestion: Label) => void;
  /** Of the layout; a table can be filled from one. */ tables: readonly LayoutTable[];
  order: readonly Token[];
  onClose: () => void;
}

/** Labels a table cell by cell: clicking a cell assigns the selection to it; suggestions are accepted beside it. */
export function TableSheet({ field, color, labels, suggestions, onAssign, onChange, onAccept, tables, order, onClose }: TableSheetProps) {
  const columns = field.columns ?? [];
  const used = Math.max(labeledRows(labels, field.name), labeledRows(suggestions, field.name));
  const [addedRows, setAddedRows] = useState(1);
  const count = Math.max(used, addedRows);
  const rows: readonly (number | string)[] = field.rows ?? Array.from({ length: count }, (_, i) => i);
  const fill = (table: LayoutTable): void => {
    onChange(labelsFromTable(labels, field, table, order));
    toast(t('{rows} filled from the page; Ctrl+Z to undo', { rows: plural(dataRows(table).length, 'row') }));
  };
  const add = (): void => setAddedRows(count + 1);
  const remove = (row: number): void => {
    onChange(deleteRow(labels, field.name, row));
    setAddedRows(Math.max(1, count - 1));
  };
  return (
    <section class="documents-sheet" aria-label={t('Table {name}', { name: field.name })}>
      <div class="spread">
        <h3 class="row">
          <span class={`documents-dot c${color}`} />
          {field.name}
        </h3>
        <div class="row">
          {!field.rows && tables.length > 0 && <FillFromLayout field={field} tables={tables} onFill={fill} />}
          {!field.rows && <Button needs="label" icon="add" onClick={add} text={t('Add row')} />}
          <Button kind="quiet" icon="close" label={t('Close {name}', { name: field.name })} onClick={onClose} />
        </div>
      </div>
      <div class="documents-cells" tabIndex={0} role="region" aria-label={t('Cells of {name}', { name: field.name })}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Row')}</th>
              {columns.map(({ name }) => (
                <th scope="col">{name}</th>
              ))}
              {!field.rows && <td />}
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
                        {text !== undefined && !isReadableAs(type, text) && <Unreadable type={type} isShort />}
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

/** Marks a label that the type of its field does not fit. */
export function Unreadable({ type, isShort = false }: { type: string; isShort?: boolean }) {
  const text = t('not readable as {type}', { type: typeTitle(type) });
  if (!isShort) return <Tag kind="warn">{text}</Tag>;
  return (
    <span class="documents-unreadable" title={text}>
      <Icon name="warning" />
      <span class="for-readers">{text}</span>
    </span>
  );
}

function FillFromLayout({
  field: { name },
  tables,
  onFill,
}: {
  field: LabelField;
  tables: readonly LayoutTable[];
  onFill: (table: LayoutTable) => void;
}) {
  if (tables.length === 1)
    return <Button needs="label" icon="sample" onClick={() => onFill(tables[0]!)} text={t('Fill from the table on the page')} />;
  return (
    <SelectField
      bare
      needs="label"
      label={t('Fill {name} from a table on the page', { name })}
      value=""
      options={[
        { value: '', label: t('Fill from a table on the page…') },
        ...tables.map((table, i) => ({
          value: String(i),
          label: t('Page {page}: {rows}, {columns}', {
            page: table.page,
            rows: plural(table.rowCount, 'row'),
            columns: plural(table.columnCount, 'column'),
          }),
        })),
      ]}
      onInput={(value) => value !== '' && onFill(tables[Number(value)]!)}
    />
  );
}
