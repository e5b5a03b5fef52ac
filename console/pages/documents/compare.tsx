/** The results of two models for one document, side by side: fields that differ are highlighted, boxes of both are on the page. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { BoxedImage } from '../../kit/boxed-image.tsx';
import { boundsOf, quarterTurns, type Box, type Rectangle } from '../../kit/boxes.ts';
import { FileDrop } from '../../kit/file-drop.tsx';
import { CheckField, SelectField } from '../../kit/form.tsx';
import { formatPercent, plural } from '../../kit/format.ts';
import { useAction, useLoad, useRemainingHeight } from '../../kit/hooks.ts';
import { ButtonLink, Card, Empty, Loading, PageHeader, Tag } from '../../kit/parts.tsx';
import { joinPath, navigate, setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { ACCEPTED, resultUrl } from './analyze.tsx';
import { analyze, ANALYZE, isPrebuilt, modelPath, resultPath, startAnalysis, versioned } from './calls.ts';
import type { Model, StartedAnalysis } from './calls.ts';
import { modelChoices, pageImages, useModels, usePageImage } from './hooks.ts';
import { PageButtons } from './parts.tsx';
import { compareResults, valueText, type AnalyzeResult, type Field, type FieldDifference } from './result.ts';
import { emptyProblem } from './training-files.ts';

export function Comparison({ sides }: { sides: readonly [StartedAnalysis, StartedAnalysis] }) {
  const { account, client } = useAccount();
  const { query } = useRoute();
  const [one, other] = sides;
  const name = query.get('name') ?? t('Compare two models');
  const results = useLoad(
    (signal) => Promise.all(sides.map((side) => analyze(client, account, side, signal))),
    [client, one.resultId, other.resultId],
  );
  return (
    <>
      <PageHeader
        title={name}
        about={
          <span class="row">
            {rich('{first} compared with {second}', {
              first: <Tag kind="good">{one.modelId}</Tag>,
              second: <Tag kind="warn">{other.modelId}</Tag>,
            })}
          </span>
        }
        actions={
          <>
            {sides.map((side) => (
              <ButtonLink to={resultUrl(side, name)}>{t('{modelId} only', { modelId: side.modelId })}</ButtonLink>
            ))}
            <ButtonLink
              kind="primary"
              to={`/documents?${new URLSearchParams({ tab: 'compare', one: one.modelId, other: other.modelId }).toString()}`}
              text={t('Analyze another')}
            />
          </>
        }
      />
      <Async of={results} what={t('Analyzing with both models')}>
        {([first, second]) => <SideBySide sides={sides} results={[first!, second!]} />}
      </Async>
    </>
  );
}

function SideBySide({
  sides: [one, other],
  results: [first, second],
}: {
  sides: readonly [StartedAnalysis, StartedAnalysis];
  results: readonly [AnalyzeResult, AnalyzeResult];
}) {
  const { client } = useAccount();
  const { query } = useRoute();
  const rows = useMemo(() => compareResults(first, second), [first, second]);
  const different = useMemo(() => rows.filter(({ differs }) => differs), [rows]);
  const hasFields = [first, second].some(({ documents = [] }) => documents.length > 0);
  const only = query.get('only') === 'different';
  const page = first.pages.find(({ pageNumber }) => pageNumber === Number(query.get('page'))) ?? first.pages[0];
  const number = page?.pageNumber ?? 1;
  const selectedName = query.get('at') ?? undefined;
  const load = useMemo(() => pageImages(client, resultPath(one.modelId, one.resultId)), [client, one]);
  const image = usePageImage(page?.width === undefined ? undefined : load, number);
  const boxes = useMemo(
    () => rows.flatMap((row) => [...boxesFor(row, row.one, number, 1), ...boxesFor(row, row.other, number, 2)]),
    [rows, number],
  );
  const selected = new Set(boxes.filter(({ id }) => id.endsWith(` ${selectedName}`)).map(({ id }) => id));
  const pages = first.pages.map(({ pageNumber, words = [] }) => ({ number: pageNumber, note: plural(words.length, 'word') }));
  const [focus, setFocus] = useState<Rectangle>();
  const [measured, height] = useRemainingHeight<HTMLDivElement>(158, 480);
  const select = (name: string | undefined, { zooms = false } = {}): void => {
    const row = rows.find((found) => found.name === name);
    const region = (row?.one ?? row?.other)?.boundingRegions?.[0];
    setQuery({ at: name, ...(region && { page: String(region.pageNumber) }) });
    if (zooms) setFocus(region?.polygon && boundsOf({ points: region.polygon }));
  };
  const side = (field: Field | undefined): JSX.Element =>
    field === undefined ? (
      <Tag>{t('not found')}</Tag>
    ) : (
      <span title={field.content}>
        {valueText(field)}
        {field.confidence !== undefined && <span class="soft small"> {formatPercent(field.confidence)}</span>}
      </span>
    );
  return (
    <div class="documents-viewer even" ref={measured}>
      <Card
        class="documents-image"
        actions={pages.length > 1 && <PageButtons pages={pages} page={number} onPage={(to) => setQuery({ page: String(to) })} />}
      >
        {page?.width === undefined || page.height === undefined ? (
          <Empty icon="documents" title={t('No pages to show')} />
        ) : (
          <BoxedImage
            key={number}
            label={t('Page {number}', { number })}
            {...image}
            isPage
            width={page.width}
            height={page.height}
            turns={quarterTurns(page.angle)}
            boxes={boxes}
            selected={selected}
            onSelect={(box) => select(box?.id.replace(/^\d+ \d+ /, ''))}
            shownHeight={height}
            focus={focus}
          />
        )}
      </Card>
      <Card
        flush
        title={t('{different} of {rows} different', {
          different: different.length,
          rows: hasFields ? plural(rows.length, 'field') : plural(rows.length, 'line'),
        })}
        actions={
          different.length > 0 && (
            <CheckField label={t('Differences only')} value={only} onInput={(on) => setQuery({ only: on ? 'different' : undefined })} />
          )
        }
      >
        <Table
          label={t('Fields of both models')}
          rows={only ? different : rows}
          keyOf={({ name }) => name}
          height={height}
          selected={({ name }) => name === selectedName}
          onOpen={({ name }) => select(name, { zooms: true })}
          empty={<Empty title={t('No fields found')}>{t('Select models that extract fields, such as one of your own.')}</Empty>}
          columns={[
            {
              title: t('Field'),
              width: 'minmax(120px, 1.4fr)',
              cell: ({ name, differs }) => (
                <span class={differs ? 'documents-differs' : ''} title={name}>
                  {name}
                  {differs && <span class="for-readers"> {t('differs')}</span>}
                </span>
              ),
            },
            { title: one.modelId, width: 'minmax(120px, 1fr)', cell: (row) => side(row.one) },
            { title: other.modelId, width: 'minmax(120px, 1fr)', cell: (row) => side(row.other) },
          ]}
        />
      </Card>
    </div>
  );
}

/** Ids consist of the side, the number of the region and the name. */
function boxesFor({ name }: FieldDifference, field: Field | undefined, page: number, color: 1 | 2): Box[] {
  return (field?.boundingRegions ?? []).flatMap(({ pageNumber, polygon }, i) =>
    pageNumber === page && polygon
      ? [{ id: `${color} ${i} ${name}`, points: polygon, color, filled: color === 1, dashed: color === 2, label: name }]
      : [],
  );
}

/** Analyzes one document with two models. */
export function CompareStart() {
  const { client } = useAccount();
  const models = useModels(client);
  const { query } = useRoute();
  const [one, other] = defaultPair(models.value ?? [], query.get('one'), query.get('other'));
  const begin = useAction(async (file: File) => {
    const empty = emptyProblem(file);
    if (empty !== undefined) throw new Error(empty);
    const [first, second] = await Promise.all([
      startAnalysis(client, one, file, { keepDocument: 'true' }),
      startAnalysis(client, other, file, { keepDocument: 'true' }),
    ]);
    navigate(compareUrl([first, second], file.name));
  });
  return (
    <Card title={t('Compare two models')}>
      <Async of={models}>
        {(rows) => (
          <div class="stack">
            <div class="columns">
              <SelectField
                label={t('First model')}
                value={one}
                onInput={(value) => setQuery({ one: value })}
                options={modelChoices(rows)}
              />
              <SelectField
                label={t('Second model')}
                value={other}
                onInput={(value) => setQuery({ other: value })}
                options={modelChoices(rows)}
              />
            </div>
            {begin.busy ? (
              <Loading what={t('Uploading')} />
            ) : (
              <FileDrop
                label={t('Drop a document here, or browse')}
                accept={ACCEPTED}
                hint={t('It is analyzed with both models; fields that differ are highlighted.')}
                onFiles={([file]) => void begin.run(file!)}
              />
            )}
            <ApiCall
              call={{
                method: 'POST',
                path: versioned(`${modelPath(one)}:analyze`, ANALYZE),
                file: new File([], 'letter.pdf', { type: 'application/pdf' }),
              }}
            />
          </div>
        )}
      </Async>
    </Card>
  );
}

/** Result ids, which do not belong in breadcrumbs. */
export function compareUrl([one, other]: readonly [StartedAnalysis, StartedAnalysis], name: string): string {
  const query = new URLSearchParams({ results: `${one.resultId},${other.resultId}`, name });
  return `${joinPath('documents', 'compare', one.modelId, other.modelId)}?${query.toString()}`;
}

/** The models in the URL; else the newest of the account, since old and new versions are usually compared. */
function defaultPair(models: readonly Model[], one: string | null, other: string | null): [string, string] {
  const own = models
    .filter(({ modelId }) => !isPrebuilt(modelId))
    .toSorted((a, b) => b.createdDateTime.localeCompare(a.createdDateTime))
    .map(({ modelId }) => modelId);
  const offered = [...own, 'prebuilt-invoice', 'prebuilt-receipt'];
  const first = one ?? offered.find((modelId) => modelId !== other)!;
  return [first, other ?? offered.find((modelId) => modelId !== first)!];
}
