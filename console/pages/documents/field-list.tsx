/** Extracted fields with values and confidence. */
import type { JSX } from 'preact';
import { Confidence, Empty, Tag } from '../../kit/parts.tsx';
import { Table } from '../../kit/table.tsx';
import { flatFields, valueText } from './result.ts';
import type { FlatField, FoundDocument } from './result.ts';

export function FieldList({ documents, chosen, onChoose }: { documents: readonly FoundDocument[]; chosen: string | undefined; onChoose: (path: string) => void }): JSX.Element {
  if (documents.length === 0) return <Empty icon="documents" title="No documents found">The model found no matching document. Train it with forms of this kind, or select another model.</Empty>;
  return <>{documents.map((document, i) => <section class="stack tight" aria-label={`Document ${i + 1}`}>
    <div class="spread"><h3>{document.docType}</h3><Confidence value={document.confidence} label={`Confidence of ${document.docType}`} /></div>
    <Table label={`Fields of ${document.docType}`} rows={flatFields(document, i)} keyOf={({ path }) => path} selected={({ path }) => path === chosen} onOpen={({ path }) => onChoose(path)} height={560} empty={<Empty title="No fields found" />} columns={[
      { title: 'Field', width: 'minmax(90px, 1fr)', cell: ({ titles }) => <span style={{ paddingLeft: `${(titles.length - 1) * 12}px` }}>{titles.at(-1)}</span> },
      { title: 'Value', width: 'minmax(90px, 1.3fr)', cell: ({ field }) => <Value field={field} /> },
      { title: 'Confidence', width: '100px', cell: ({ field: { confidence }, titles }) => confidence === undefined ? '' : <Confidence value={confidence} label={`Confidence of ${titles.join(', ')}`} /> },
    ]} />
  </section>)}</>;
}

/** The content of an object is listed below it. */
function Value({ field }: Pick<FlatField, 'field'>): JSX.Element {
  const text = valueText(field);
  if (field.type === 'object' && text !== '') return <></>;
  return text === '' ? <Tag>not found</Tag> : <span title={field.content}>{text}</span>;
}
