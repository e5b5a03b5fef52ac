/** What a result contains, as lists beside its pages: fields, key-value pairs and figures. Selecting one shows it on its page. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { saveFile } from '../../kit/api.ts';
import { formatPercent } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Button, Confidence, Empty, Tag } from '../../kit/parts.tsx';
import { Table } from '../../kit/table.tsx';
import { versioned } from './calls.ts';
import { fieldColorAt } from './elements.ts';
import { flatFields, isUnread, valueText, type AnalyzeResult, type FlatField, type FoundDocument } from './result.ts';
import { typeTitle } from './training-files.ts';

export interface ListProps {
  height: number;
  /** A JSON path. */
  selected: string | undefined;
  onSelect: (path: string) => void;
}

/** Extracted fields with values and confidence. */
export function FieldList({ documents, height, selected, onSelect }: ListProps & { documents: readonly FoundDocument[] }) {
  if (documents.length === 0)
    return (
      <Empty icon="documents" title={t('No documents found')}>
        {t('The model found no matching document. Train it with forms of this kind, or select another model.')}
      </Empty>
    );
  return (
    <>
      {documents.map((document, i) => {
        const names = Object.keys(document.fields ?? {});
        const rows = flatFields(document, i);
        return (
          <section class="stack tight" aria-label={t('Document {value}', { value: i + 1 })}>
            <div class="spread">
              <h3>{document.docType}</h3>
              <Confidence value={document.confidence} label={t('Confidence of {docType}', { docType: document.docType })} />
            </div>
            <Table
              label={t('Fields of {docType}', { docType: document.docType })}
              rows={rows}
              keyOf={({ path }) => path}
              selected={({ path }) => path === selected}
              onOpen={({ path }) => onSelect(path)}
              height={height}
              empty={<Empty title={t('No fields found')} />}
              columns={[
                {
                  title: t('Field'),
                  width: `minmax(${nameWidth(rows)}, 1fr)`,
                  cell: ({ titles }) => (
                    <span class="documents-name" style={{ paddingLeft: `${(titles.length - 1) * 12}px` }}>
                      {titles.length === 1 && <span class={`documents-dot c${fieldColorAt(names.indexOf(titles[0]!))}`} />}
                      <span class="ellipsis" title={titles.join(', ')}>
                        {titles.at(-1)}
                      </span>
                    </span>
                  ),
                },
                { title: t('Value'), width: 'minmax(56px, 1.3fr)', cell: ({ field }) => <Value field={field} /> },
                {
                  title: '%',
                  number: true,
                  width: '44px',
                  cell: ({ field: { confidence }, titles }) =>
                    confidence === undefined ? (
                      ''
                    ) : (
                      <Confidence value={confidence} label={t('Confidence of {titles}', { titles: titles.join(', ') })} />
                    ),
                },
              ]}
            />
          </section>
        );
      })}
    </>
  );
}

const MAX_NAME = 28;
const CHARACTER_WIDTH = 7.6;
const DOT_WIDTH = 22;

/** Room for the longest name with its indentation and color: a name that is cut does not say which field it is. */
function nameWidth(rows: readonly FlatField[]): string {
  const longest = Math.max(...rows.map(({ titles }) => titles.at(-1)!.length + titles.length - 1), 10);
  return `${Math.ceil(Math.min(MAX_NAME, longest) * CHARACTER_WIDTH) + DOT_WIDTH}px`;
}

/** The content of an object is listed below it. */
function Value({ field }: Pick<FlatField, 'field'>) {
  const text = valueText(field);
  if (field.type === 'object' && text !== '') return <></>;
  if (text === '') return <Tag>{t('not found')}</Tag>;
  return (
    <span title={field.content}>
      {text} {isUnread(field) && <Tag kind="warn">{t('not readable as {type}', { type: typeTitle(field.type) })}</Tag>}
    </span>
  );
}

/** Captions of the document with what is written beside them. */
export function PairList({ pairs, height, selected, onSelect }: ListProps & { pairs: NonNullable<AnalyzeResult['keyValuePairs']> }) {
  const rows = pairs.map((pair, i) => ({ ...pair, path: `/keyValuePairs/${i}/${pair.value ? 'value' : 'key'}` }));
  return (
    <Table
      label={t('Key-value pairs')}
      rows={rows}
      keyOf={({ path }) => path}
      selected={({ path }) => path === selected}
      onOpen={({ path }) => onSelect(path)}
      height={height}
      empty={<Empty title={t('No key-value pairs found')} />}
      columns={[
        { title: t('Key'), width: 'minmax(90px, 1fr)', cell: ({ key }) => <span title={key.content}>{key.content}</span> },
        {
          title: t('Value'),
          width: 'minmax(90px, 1.3fr)',
          cell: ({ value }) => (value?.content ? <span title={value.content}>{value.content}</span> : <Tag>{t('empty')}</Tag>),
        },
        { title: t('Confidence'), width: '90px', number: true, cell: ({ confidence }) => formatPercent(confidence) },
      ]}
    />
  );
}

/** Figures with their captions, and as images where the analysis was asked for them. */
export function FigureList({
  figures,
  resultPath,
  hasImages,
  onSelect,
}: {
  figures: NonNullable<AnalyzeResult['figures']>;
  resultPath: string;
  hasImages: boolean;
  onSelect: (path: string) => void;
}) {
  return (
    <ul class="documents-figures" aria-label={t('Figures')}>
      {figures.map(({ id, caption, boundingRegions }, i) => {
        const page = boundingRegions?.[0]?.pageNumber;
        return (
          <li class="stack tight">
            <div class="spread">
              <Button kind="quiet" onClick={() => onSelect(`/figures/${i}`)}>
                {caption?.content ?? t('Figure {number}', { number: i + 1 })}
              </Button>
              {page !== undefined && <span class="soft small">{t('Page {number}', { number: page })}</span>}
            </div>
            {hasImages && id !== undefined && (
              <FigureImage path={`${resultPath}/figures/${encodeURIComponent(id)}`} name={`figure-${id}.png`} />
            )}
          </li>
        );
      })}
      {!hasImages && <li class="soft small">{t('To save figures as images, select Figures as images before the analysis.')}</li>}
    </ul>
  );
}

function FigureImage({ path, name }: { path: string; name: string }) {
  const { client } = useAccount();
  const image = useLoad((signal) => client.get<Blob>(versioned(path), { bytes: true, signal }), [client, path]);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!image.value) return undefined;
    const created = URL.createObjectURL(image.value);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [image.value]);
  if (url === undefined) return null;
  return (
    <>
      <img src={url} alt={name} />
      <div>
        <Button icon="download" onClick={() => saveFile(image.value!, name)} text={t('Download image')} />
      </div>
    </>
  );
}
