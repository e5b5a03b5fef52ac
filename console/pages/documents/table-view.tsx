/** A table of a result as a table, to copy into a spreadsheet or to save as CSV. */
import { t } from '../../i18n/messages.ts';
import { plural } from '../../kit/format.ts';
import { saveFile } from '../../kit/api.ts';
import { SelectField } from '../../kit/form.tsx';
import { Button, CopyButton } from '../../kit/parts.tsx';
import type { ListProps } from './result-lists.tsx';
import { tableCsv, tableTsv, type ResultTable } from './result-tables.ts';

/** The table that contains what is selected, else the first one on the page. */
export function TablesView({
  tables,
  page,
  name,
  height,
  selected,
  onSelect,
}: ListProps & { tables: readonly ResultTable[]; page: number; name: string }) {
  const shown =
    tables.find(({ path }) => selected === path || selected?.startsWith(`${path}/`)) ??
    tables.find((one) => one.page === page) ??
    tables[0]!;
  const rows = Map.groupBy(shown.cells, ({ row }) => row);
  return (
    <div class="stack">
      <div class="spread">
        {tables.length > 1 ? (
          <SelectField
            bare
            label={t('Table')}
            value={shown.path}
            options={tables.map(({ path, title, page: on }) => ({
              value: path,
              label: on === undefined ? title : t('{title}, page {page}', { title, page: on }),
            }))}
            onInput={onSelect}
          />
        ) : (
          <h3>{shown.title}</h3>
        )}
        <span class="row">
          <span class="soft small">{`${plural(shown.rowCount, 'row')}, ${plural(shown.columnCount, 'column')}`}</span>
          <CopyButton text={tableTsv(shown)} label={t('Copy table')} />
          <Button
            icon="download"
            onClick={() => saveFile(new Blob([tableCsv(shown)], { type: 'text/csv' }), `${name}.${fileName(shown.title)}.csv`)}
            text={t('Download CSV')}
          />
        </span>
      </div>
      <div
        class="documents-table"
        style={{ maxHeight: `${height}px` }}
        tabIndex={0}
        role="region"
        aria-label={t('Cells of {name}', { name: shown.title })}
      >
        <table>
          <tbody>
            {Array.from({ length: shown.rowCount }, (_, row) => (
              <tr>
                {rows.get(row)?.map(({ path, text, isHeader, rowSpan, columnSpan }) => {
                  const Cell = isHeader ? 'th' : 'td';
                  return (
                    <Cell
                      rowSpan={rowSpan}
                      colSpan={columnSpan}
                      class={path === selected ? 'documents-selected' : ''}
                      onClick={() => onSelect(path)}
                    >
                      {text}
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const fileName = (title: string): string => title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 40);
