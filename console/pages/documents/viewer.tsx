/** A result over its pages: boxes in layers, with what was found beside them; selecting in one selects in the others. */
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { BoxedImage } from '../../kit/boxed-image.tsx';
import { boundsOf, quarterTurns, type Rectangle } from '../../kit/boxes.ts';
import { formatPercent, plural } from '../../kit/format.ts';
import { useRemainingHeight } from '../../kit/hooks.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Confidence, Empty } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { SplitView } from '../../kit/split-view.tsx';
import { Tabs, type Tab } from '../../kit/tabs.tsx';
import { boxPath, Elements, LAYER_TITLES, LAYERS, LOW_CONFIDENCE, toBoxes, type Element, type Layer } from './elements.ts';
import { usePageImage, type LoadPage } from './hooks.ts';
import { PageButtons, PageList } from './parts.tsx';
import { FieldList, FigureList, PairList } from './result-lists.tsx';
import { resultTables } from './result-tables.ts';
import type { AnalyzeResult } from './result.ts';
import { TablesView } from './table-view.tsx';

const MIN_HEIGHT = 440;
/** Below the page: what is selected, and the edge of the window. */
const BELOW = 80;
/** Below the lists: the edge of their card and of the window. */
const BELOW_SIDE = 30;
/** Of the side: its tabs and headings. */
const SIDE_HEAD = 84;

export interface ViewerProps {
  result: AnalyzeResult;
  /** Of the document. */ name: string;
  /** Of the result on the server. */ path: string;
  /** Omitted if the document is not stored. */ loadPage?: LoadPage;
  /** Whether figures were cut out. */ hasFigures: boolean;
}

export function Viewer({ result, name, path: resultPath, loadPage, hasFigures }: ViewerProps) {
  const { query } = useRoute();
  const elements = useMemo(() => new Elements(result), [result]);
  const tables = useMemo(() => resultTables(result), [result]);
  const selectedPath = query.get('at') ?? undefined;
  const pages = useMemo(
    () => result.pages.map(({ pageNumber, words = [] }) => ({ number: pageNumber, note: plural(words.length, 'word') })),
    [result],
  );
  const requestedPage = Number(query.get('page'));
  const page = result.pages.find(({ pageNumber }) => pageNumber === requestedPage) ?? result.pages[0];
  const number = page?.pageNumber ?? 1;
  const shown = query.get('layers');
  const layers = useMemo(() => shownLayers(shown, elements), [shown, elements]);
  const boxes = useMemo(() => toBoxes(elements.on(number, layers)), [elements, number, layers]);
  const next = result.pages[result.pages.indexOf(page!) + 1]?.pageNumber;
  const image = usePageImage(page?.width === undefined ? undefined : loadPage, number, next);
  const element = selectedPath === undefined ? undefined : elements.at(selectedPath);
  const selected = useMemo(
    () => new Set(boxes.filter((box) => element && boxPath(box) === element.path).map(({ id }) => id)),
    [boxes, element],
  );
  const [focus, setFocus] = useState<Rectangle | undefined>(() => element && around([element]));
  const [measured, height] = useRemainingHeight<HTMLDivElement>(BELOW, MIN_HEIGHT);
  const [measuredSide, sideHeight] = useRemainingHeight<HTMLDivElement>(BELOW_SIDE, MIN_HEIGHT);
  const select = (path: string | undefined): void => {
    const found = path === undefined ? undefined : (elements.at(path) ?? elements.below(path)[0]);
    setQuery({
      at: path,
      ...(found && {
        page: String(found.page),
        layers: layers.has(found.layer) ? (shown ?? undefined) : [...layers, found.layer].join(','),
      }),
    });
  };
  /** Beside the page, a selection is shown closely; on the page it is in view already. */
  const selectAndZoom = (path: string): void => {
    const found = elements.at(path);
    const parts = found ? [found] : elements.below(path);
    setFocus(parts.length > 0 ? around(parts) : undefined);
    select(path);
  };
  const toPage = (to: number): void => {
    setFocus(undefined);
    setQuery({ page: String(to), at: undefined });
  };
  const toggle = (layer: Layer): void =>
    setQuery({ layers: LAYERS.filter((one) => layers.has(one) !== (one === layer)).join(',') || 'none' });
  const turns = quarterTurns(page?.angle);
  const isFlow = page?.width === undefined || page.height === undefined;
  const list = { height: sideHeight - SIDE_HEAD, selected: selectedPath, onSelect: selectAndZoom };
  const { documents, keyValuePairs, figures = [] } = result;
  const tabs: (Tab | false)[] = [
    documents !== undefined && { id: 'fields', title: t('Fields'), content: () => <FieldList documents={documents} {...list} /> },
    tables.length > 0 && {
      id: 'tables',
      title: t('Tables'),
      content: () => <TablesView tables={tables} page={number} name={name} {...list} />,
    },
    keyValuePairs !== undefined && {
      id: 'pairs',
      title: t('Key-value pairs'),
      content: () => <PairList pairs={keyValuePairs} {...list} />,
    },
    figures.length > 0 && {
      id: 'figures',
      title: t('Figures'),
      content: () => <FigureList figures={figures} resultPath={resultPath} hasImages={hasFigures} onSelect={selectAndZoom} />,
    },
    {
      id: 'text',
      title: t('Text'),
      content: () => (
        <pre class="documents-text" style={{ maxHeight: `${sideHeight - SIDE_HEAD}px` }} tabIndex={0} aria-label={t('Document text')}>
          {result.content}
        </pre>
      ),
    },
    {
      id: 'json',
      title: t('JSON'),
      content: () => (
        <JsonView
          value={result}
          label={t('result')}
          height={sideHeight - SIDE_HEAD}
          point={element?.path}
          onPoint={(path) => elements.at(path) && selectAndZoom(elements.at(path)!.path)}
        />
      ),
    },
  ];
  return (
    <SplitView
      name="documents"
      share={53}
      left={
        <Card class="documents-image">
          <div class={pages.length > 1 ? 'documents-paged' : ''} ref={measured}>
            <PageList pages={pages} page={number} onPage={toPage} height={height} />
            {isFlow ? (
              <Empty icon="documents" title={t('No pages to show')}>
                {t('Office files and HTML have text and tables, but no page positions.')}
              </Empty>
            ) : (
              <BoxedImage
                key={number}
                label={t('Page {number}', { number })}
                {...image}
                width={page.width!}
                height={page.height!}
                boxes={boxes}
                selected={selected}
                onSelect={(box) => select(box && boxPath(box))}
                turns={turns}
                shownHeight={height}
                focus={focus}
                isPage
                tools={
                  <>
                    <div class="row grow" role="group" aria-label={t('Layers')}>
                      {LAYERS.filter((layer) => elements.present.has(layer)).map((layer) => (
                        <Button kind={layers.has(layer) ? 'plain' : 'quiet'} pressed={layers.has(layer)} onClick={() => toggle(layer)}>
                          {LAYER_TITLES[layer]}
                        </Button>
                      ))}
                    </div>
                    <PageButtons pages={pages} page={number} onPage={toPage} />
                  </>
                }
              />
            )}
          </div>
          {!isFlow && <SelectedElement element={element} isRotated={turns > 0} isStored={loadPage !== undefined} />}
        </Card>
      }
      right={
        <Card class="documents-side">
          <div ref={measuredSide}>
            <Tabs label={t('Result')} name="side" tabs={tabs.filter((tab) => tab !== false)} />
          </div>
        </Card>
      }
    />
  );
}

function shownLayers(wanted: string | null, { present }: Elements): Set<Layer> {
  if (wanted !== null) return new Set(LAYERS.filter((layer) => wanted.split(',').includes(layer)));
  return new Set(present.has('fields') ? ['fields'] : ['words', 'tables', 'marks']);
}

/** The rectangle that contains elements. */
function around(elements: readonly Element[]): Rectangle {
  return boundsOf({
    points: elements.flatMap(({ points }) => {
      const { left, top, right, bottom } = boundsOf({ points });
      return [left, top, right, bottom];
    }),
  });
}

function SelectedElement({ element, isRotated, isStored }: { element: Element | undefined; isRotated: boolean; isStored: boolean }) {
  return (
    <div class="documents-chosen" role="status">
      {element ? (
        <>
          <code>{element.path}</code>
          <span class="ellipsis">{element.text}</span>
          {element.confidence !== undefined && <Confidence value={element.confidence} />}
        </>
      ) : (
        <span class="soft small">
          {[
            t('Select a box, a field or a JSON line to highlight it everywhere.'),
            !isStored
              ? t('The document is no longer stored, so pages are blank.')
              : isRotated
                ? t('The page is rotated and shown upright; positions in the JSON are those of the file.')
                : t('Dashed boxes have a confidence below {share}.', { share: formatPercent(LOW_CONFIDENCE) }),
          ].join(' ')}
        </span>
      )}
    </div>
  );
}
