/** A result over its pages: boxes in layers, with fields, text and JSON beside them; selecting in one selects in the others. */
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { saveFile } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { BoxedImage } from '../../kit/boxed-image.tsx';
import { quarterTurns } from '../../kit/boxes.ts';
import { confirm } from '../../kit/dialog.tsx';
import { formatPercent, plural } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, ButtonLink, Card, Confidence, Empty, PageHeader, Tag } from '../../kit/parts.tsx';
import { navigate, setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { analyze, resultPath, versioned } from './calls.ts';
import { pageImages, removeRecent, usePageImage } from './hooks.ts';
import type { LoadPage } from './hooks.ts';
import { PageButtons, PageList } from './parts.tsx';
import { boxPath, Elements, fieldsCsv, flatFields, LAYERS, LOW_CONFIDENCE, toBoxes, valueText } from './result.ts';
import type { AnalyzeResult, FlatField, FoundDocument, Layer } from './result.ts';

const HEIGHT = 640;

export interface ViewerProps {
  result: AnalyzeResult;
  /** Omitted if the document is not stored. */ loadPage?: LoadPage;
  actions?: ComponentChildren;
}

function Viewer({ result, loadPage: pictures, actions }: ViewerProps): JSX.Element {
  const { query } = useRoute();
  const elements = useMemo(() => new Elements(result), [result]);
  const selectedPath = query.get('at') ?? undefined;
  const pages = useMemo(
    () => result.pages.map(({ pageNumber, words = [] }) => ({ number: pageNumber, note: plural(words.length, 'word') })),
    [result],
  );
  const requestedPage = Number(query.get('page'));
  const page = result.pages.find(({ pageNumber }) => pageNumber === requestedPage) ?? result.pages[0];
  const number = page?.pageNumber ?? 1;
  const shown = query.get('layers');
  const layers = useMemo(
    () =>
      new Set<Layer>(
        shown === null
          ? elements.present.has('fields')
            ? ['fields']
            : ['words', 'tables', 'marks']
          : LAYERS.filter((layer) => shown.split(',').includes(layer)),
      ),
    [shown, elements],
  );
  const boxes = useMemo(() => toBoxes(elements.on(number, layers)), [elements, number, layers]);
  const source = usePageImage(page?.width === undefined ? undefined : pictures, number);
  const element = selectedPath === undefined ? undefined : elements.at(selectedPath);
  const selected = useMemo(
    () => new Set(boxes.filter((box) => element && boxPath(box) === element.path).map(({ id }) => id)),
    [boxes, element],
  );
  const select = (path: string | undefined): void => {
    const found = path === undefined ? undefined : elements.at(path);
    setQuery({
      at: path,
      ...(found && {
        page: String(found.page),
        layers: layers.has(found.layer) ? (shown ?? undefined) : [...layers, found.layer].join(','),
      }),
    });
  };
  const toggle = (layer: Layer): void =>
    setQuery({ layers: LAYERS.filter((one) => layers.has(one) !== (one === layer)).join(',') || 'none' });
  const fields = result.documents !== undefined;
  const turns = quarterTurns(page?.angle);
  const isFlow = page?.width === undefined || page.height === undefined;
  const text = {
    id: 'text',
    title: 'Text',
    content: () => (
      <pre class="documents-text" tabIndex={0} aria-label="Document text">
        {result.content}
      </pre>
    ),
  };
  const side = [
    ...(fields
      ? [
          {
            id: 'fields',
            title: 'Fields',
            content: () => <FieldList documents={result.documents!} selected={element?.path} onSelect={select} />,
          },
        ]
      : []),
    ...(isFlow ? [text] : []),
    {
      id: 'json',
      title: 'JSON',
      content: () => (
        <JsonView
          value={result}
          label="result"
          height={HEIGHT}
          point={element?.path}
          onPoint={(path) => elements.at(path) && select(elements.at(path)!.path)}
        />
      ),
    },
    ...(isFlow ? [] : [text]),
  ];
  return (
    <div class="documents-viewer">
      <Card class="documents-picture" actions={actions}>
        <div class="spread">
          {!isFlow && (
            <div class="row" role="group" aria-label="Layers">
              {LAYERS.filter((layer) => elements.present.has(layer)).map((layer) => (
                <Button kind={layers.has(layer) ? 'plain' : 'quiet'} pressed={layers.has(layer)} onClick={() => toggle(layer)}>
                  {layer}
                </Button>
              ))}
            </div>
          )}
          <PageButtons pages={pages} page={number} onPage={(to) => setQuery({ page: String(to), at: undefined })} />
        </div>
        <div class={pages.length > 1 ? 'documents-paged' : ''}>
          <PageList pages={pages} page={number} onPage={(to) => setQuery({ page: String(to), at: undefined })} height={HEIGHT} />
          {isFlow ? (
            <Empty icon="documents" title="No pages to show">
              Office files and HTML have text and tables, but no page positions.
            </Empty>
          ) : (
            <BoxedImage
              key={number}
              label={`Page ${number}`}
              source={source}
              width={page.width!}
              height={page.height!}
              boxes={boxes}
              selected={selected}
              onSelect={(box) => select(box && boxPath(box))}
              turns={turns}
              shownHeight={HEIGHT}
            />
          )}
        </div>
        {!isFlow && (
          <div class="documents-chosen" role="status">
            {element ? (
              <>
                <code>{element.path}</code>
                <span class="ellipsis">{element.text}</span>
                {element.confidence !== undefined && <Confidence value={element.confidence} />}
              </>
            ) : (
              <span class="soft">
                Select a box, a field or a JSON line to highlight it everywhere. Dashed boxes have a confidence below{' '}
                {formatPercent(LOW_CONFIDENCE)}.
                {turns > 0 && ' The page is rotated and shown upright; positions in the JSON are those of the file.'}
                {!pictures && ' The document is no longer stored, so pages are blank.'}
              </span>
            )}
          </div>
        )}
      </Card>
      <Card class="documents-side">
        <Tabs label="Result" name="side" tabs={side} />
      </Card>
    </div>
  );
}

/** Extracted fields with values and confidence. */
function FieldList({
  documents,
  selected,
  onSelect,
}: {
  documents: readonly FoundDocument[];
  selected: string | undefined;
  onSelect: (path: string) => void;
}): JSX.Element {
  if (documents.length === 0)
    return (
      <Empty icon="documents" title="No documents found">
        The model found no matching document. Train it with forms of this kind, or select another model.
      </Empty>
    );
  return (
    <>
      {documents.map((document, i) => (
        <section class="stack tight" aria-label={`Document ${i + 1}`}>
          <div class="spread">
            <h3>{document.docType}</h3>
            <Confidence value={document.confidence} label={`Confidence of ${document.docType}`} />
          </div>
          <Table
            label={`Fields of ${document.docType}`}
            rows={flatFields(document, i)}
            keyOf={({ path }) => path}
            selected={({ path }) => path === selected}
            onOpen={({ path }) => onSelect(path)}
            height={560}
            empty={<Empty title="No fields found" />}
            columns={[
              {
                title: 'Field',
                width: 'minmax(90px, 1fr)',
                cell: ({ titles }) => <span style={{ paddingLeft: `${(titles.length - 1) * 12}px` }}>{titles.at(-1)}</span>,
              },
              { title: 'Value', width: 'minmax(90px, 1.3fr)', cell: ({ field }) => <Value field={field} /> },
              {
                title: 'Confidence',
                width: '100px',
                cell: ({ field: { confidence }, titles }) =>
                  confidence === undefined ? '' : <Confidence value={confidence} label={`Confidence of ${titles.join(', ')}`} />,
              },
            ]}
          />
        </section>
      ))}
    </>
  );
}

/** The content of an object is listed below it. */
function Value({ field }: Pick<FlatField, 'field'>): JSX.Element {
  const text = valueText(field);
  if (field.type === 'object' && text !== '') return <></>;
  return text === '' ? <Tag>not found</Tag> : <span title={field.content}>{text}</span>;
}

/** The result named in the URL. */
export function ResultPage({ modelId, resultId }: { modelId: string; resultId: string }): JSX.Element {
  const { account, client } = useAccount();
  const { query } = useRoute();
  const [name, isStored] = [query.get('name') ?? 'A document', query.get('kept') === '1'];
  const path = resultPath(modelId, resultId);
  const result = useLoad((signal) => analyze(client, account, { modelId, resultId }, signal), [client, path]);
  const pictures = useMemo(() => (isStored ? pageImages(client, path) : undefined), [client, path, isStored]);
  const remove = useAction(
    async () => {
      if (
        !(await confirm({
          title: 'Delete the result?',
          text: 'The result and its document are deleted immediately; otherwise they are deleted after a day.',
          action: 'Delete',
        }))
      )
        return;
      await client.delete(versioned(path));
      removeRecent(resultId);
      navigate('/documents');
    },
    { done: 'Result deleted' },
  );
  const pdf = useAction(async () =>
    saveFile(await client.get<Blob>(versioned(`${path}/pdf`), { bytes: true }), `${name.replace(/\.[^.]*$/, '')}.searchable.pdf`),
  );
  return (
    <>
      <PageHeader
        title={name}
        about={
          <span class="row">
            <Tag>{modelId}</Tag>
            {result.value && <span class="soft">{plural(result.value.pages.length, 'page')}</span>}
          </span>
        }
        actions={
          <>
            <Button
              icon="download"
              disabled={!result.value}
              onClick={() => saveFile(new Blob([JSON.stringify(result.value, null, 2)], { type: 'application/json' }), `${name}.json`)}
            >
              Download JSON
            </Button>
            {result.value?.documents && (
              <Button
                icon="download"
                onClick={() => saveFile(new Blob([fieldsCsv(result.value!.documents!)], { type: 'text/csv' }), `${name}.csv`)}
              >
                Download fields
              </Button>
            )}
            {query.get('pdf') === '1' && (
              <Button icon="download" disabled={!result.value} busy={pdf.busy} onClick={() => void pdf.run()}>
                Download PDF
              </Button>
            )}
            <Button icon="trash" kind="danger" busy={remove.busy} onClick={() => void remove.run()}>
              Delete
            </Button>
            <ButtonLink kind="primary" icon="upload" to={`/documents?model=${encodeURIComponent(modelId)}`}>
              Another document
            </ButtonLink>
          </>
        }
      />
      <Async of={result} what="Analyzing">
        {(value) => <Viewer result={value} loadPage={pictures} />}
      </Async>
      <ApiCall call={{ method: 'GET', path: versioned(path) }} />
    </>
  );
}
