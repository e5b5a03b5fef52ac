/** A classified file: its documents, and each page with its predicted type. */
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { JobProgress } from '../../kit/async.tsx';
import { BoxedImage } from '../../kit/boxed-image.tsx';
import { quarterTurns, type Box } from '../../kit/boxes.ts';
import { Card, Confidence, Empty, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { classifiedPath, getClassificationStatus, versioned, type StatusQuery } from './calls.ts';
import { pageImages, usePageImage } from './hooks.ts';
import { FailedOperation, PageButtons, PageList } from './parts.tsx';
import type { AnalyzeResult, FoundDocument } from './result.ts';

const HEIGHT = 560;
/** A stable reference, so that nothing re-renders. */
const NO_BOXES: readonly Box[] = [];

export function Classified({ classifierId, resultId }: { classifierId: string; resultId: string }) {
  const { account, client } = useAccount();
  const [{ result, error, state }, setAsked] = useState<Partial<StatusQuery>>({});
  if (result)
    return (
      <>
        <ClassifiedFile result={result} path={classifiedPath(classifierId, resultId)} />
        <ApiCall call={{ method: 'GET', path: versioned(classifiedPath(classifierId, resultId)) }} />
      </>
    );
  if (state?.status === 'failed' || state?.status === 'cancelled')
    return <FailedOperation title={t('Classification failed')} error={error} />;
  return (
    <Card>
      <JobProgress
        title={t('Classifying the file')}
        kind="documents.analyse"
        ask={async (signal) => {
          const status = await getClassificationStatus(client, account, classifierId, resultId, signal);
          setAsked(status);
          return status.state;
        }}
      />
    </Card>
  );
}

interface ClassifiedPage {
  number: number;
  note: string;
  document?: FoundDocument;
}

const toPages = ({ boundingRegions = [] }: FoundDocument): number[] => [...new Set(boundingRegions.map(({ pageNumber }) => pageNumber))];

function ClassifiedFile({ result: { documents = [], pages }, path }: { result: AnalyzeResult; path: string }) {
  const { client } = useAccount();
  const { query } = useRoute();
  const pageNumbers = useMemo(() => {
    const owners = new Map(documents.flatMap((document) => toPages(document).map((number) => [number, document] as const)));
    return pages.map(({ pageNumber }): ClassifiedPage => ({
      number: pageNumber,
      document: owners.get(pageNumber),
      note: owners.get(pageNumber)?.docType ?? t('none'),
    }));
  }, [documents, pages]);
  const page = pages.find(({ pageNumber }) => pageNumber === Number(query.get('page'))) ?? pages[0];
  const number = page?.pageNumber ?? 1;
  const shown = pageNumbers.find((pageResult) => pageResult.number === number)?.document;
  const load = useMemo(() => (query.get('kept') === '1' ? pageImages(client, path) : undefined), [client, path, query.get('kept')]);
  const image = usePageImage(page?.width === undefined ? undefined : load, number);
  const turn = (to: number): void => setQuery({ page: String(to) });
  return (
    <div class="documents-viewer">
      <Card class="documents-image">
        <div class="spread">
          <div class="row" role="status">
            <span>{t('Page {number} classified as', { number })}</span>
            {shown ? (
              <>
                <Tag kind="good">{shown.docType}</Tag>
                <Confidence
                  value={shown.confidence}
                  label={t('Confidence of page {number}, {docType}', { number, docType: shown.docType })}
                />
              </>
            ) : (
              <Tag>{t('no type')}</Tag>
            )}
          </div>
          <PageButtons pages={pageNumbers} page={number} onPage={turn} />
        </div>
        <div class={pages.length > 1 ? 'documents-paged' : ''}>
          <PageList pages={pageNumbers} page={number} onPage={turn} height={HEIGHT} />
          {page?.width === undefined || page.height === undefined ? (
            <Empty icon="documents" title={t('No pages to show')} text={t('Office files and HTML have no page images.')} />
          ) : (
            <BoxedImage
              key={number}
              label={t('Page {number}, classified as {value}', { number, value: shown?.docType ?? t('no type') })}
              {...image}
              isPage
              width={page.width}
              height={page.height}
              turns={quarterTurns(page.angle)}
              boxes={NO_BOXES}
              shownHeight={HEIGHT}
            />
          )}
        </div>
        {!load && <p class="soft">{t('The file is no longer stored, so pages are blank.')}</p>}
      </Card>
      <Card flush title={t('Documents in the file')}>
        <Table
          label={t('Documents in the file')}
          rows={documents.map((document, i) => ({ ...document, i }))}
          keyOf={({ i }) => i}
          selected={({ i }) => documents[i] === shown}
          onOpen={({ i }) => {
            const [first] = toPages(documents[i]!);
            if (first !== undefined) turn(first);
          }}
          empty={<Empty title={t('No documents found')} />}
          columns={[
            { title: t('Type'), cell: ({ docType }) => docType },
            { title: t('Pages'), width: '70px', cell: (document) => formatRanges(toPages(document)) },
            {
              title: t('Confidence'),
              width: '110px',
              cell: ({ confidence, docType, i }) => (
                <Confidence value={confidence} label={t('Confidence of document {value}, {docType}', { value: i + 1, docType })} />
              ),
            },
          ]}
        />
      </Card>
    </div>
  );
}

/** `1–3, 5`; pages come in order. */
function formatRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}
