/** A result over its pages: boxes in layers, with fields, text and JSON beside them; selecting in one selects in the others. */
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { plural, formatPercent } from '../../kit/format.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Confidence, Empty } from '../../kit/parts.tsx';
import { BoxedImage } from '../../kit/picture.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { quarterTurns } from '../../kit/turned.ts';
import { Elements, LAYERS, LOW_CONFIDENCE, toBoxes, boxPath } from './elements.ts';
import type { Layer } from './elements.ts';
import { FieldList } from './field-list.tsx';
import { PageButtons, PageList } from './pager.tsx';
import type { AnalyzeResult } from './result.ts';
import { usePageImage } from './use-page-picture.ts';
import type { LoadPage } from './use-page-picture.ts';

const HEIGHT = 640;

export interface ViewerProps { result: AnalyzeResult; /** Omitted if the document is not stored. */ pictures?: LoadPage; actions?: ComponentChildren }

export function Viewer({ result, pictures, actions }: ViewerProps): JSX.Element {
  const { query } = useRoute();
  const elements = useMemo(() => new Elements(result), [result]);
  const chosen = query.get('at') ?? undefined;
  const pages = useMemo(() => result.pages.map(({ pageNumber, words = [] }) => ({ number: pageNumber, note: plural(words.length, 'word') })), [result]);
  const asked = Number(query.get('page'));
  const page = result.pages.find(({ pageNumber }) => pageNumber === asked) ?? result.pages[0];
  const number = page?.pageNumber ?? 1;
  const shown = query.get('layers');
  const layers = useMemo(() => new Set<Layer>(shown === null ? elements.present.has('fields') ? ['fields'] : ['words', 'tables', 'marks'] : LAYERS.filter((layer) => shown.split(',').includes(layer))), [shown, elements]);
  const boxes = useMemo(() => toBoxes(elements.on(number, layers)), [elements, number, layers]);
  const source = usePageImage(page?.width === undefined ? undefined : pictures, number);
  const element = chosen === undefined ? undefined : elements.at(chosen);
  const selected = useMemo(() => new Set(boxes.filter((box) => element && boxPath(box) === element.path).map(({ id }) => id)), [boxes, element]);
  const choose = (path: string | undefined): void => {
    const found = path === undefined ? undefined : elements.at(path);
    setQuery({ at: path, ...found && { page: String(found.page), layers: layers.has(found.layer) ? shown ?? undefined : [...layers, found.layer].join(',') } });
  };
  const toggle = (layer: Layer): void => setQuery({ layers: LAYERS.filter((one) => layers.has(one) !== (one === layer)).join(',') || 'none' });
  const fields = result.documents !== undefined;
  const turns = quarterTurns(page?.angle);
  const isFlow = page?.width === undefined || page.height === undefined;
  const text = { id: 'text', title: 'Text', content: () => <pre class="documents-text" tabIndex={0} aria-label="Document text">{result.content}</pre> };
  const side = [
    ...fields ? [{ id: 'fields', title: 'Fields', content: () => <FieldList documents={result.documents!} chosen={element?.path} onChoose={choose} /> }] : [],
    ...isFlow ? [text] : [],
    { id: 'json', title: 'JSON', content: () => <JsonView value={result} label="result" height={HEIGHT} point={element?.path} onPoint={(path) => elements.at(path) && choose(elements.at(path)!.path)} /> },
    ...isFlow ? [] : [text],
  ];
  return <div class="documents-viewer">
    <Card class="documents-picture" actions={actions}>
      <div class="spread">{!isFlow && <div class="row" role="group" aria-label="Layers">{LAYERS.filter((layer) => elements.present.has(layer)).map((layer) => <Button kind={layers.has(layer) ? 'plain' : 'quiet'} pressed={layers.has(layer)} onClick={() => toggle(layer)}>{layer}</Button>)}</div>}
        <PageButtons pages={pages} page={number} onPage={(to) => setQuery({ page: String(to), at: undefined })} /></div>
      <div class={pages.length > 1 ? 'documents-paged' : ''}>
        <PageList pages={pages} page={number} onPage={(to) => setQuery({ page: String(to), at: undefined })} height={HEIGHT} />
        {isFlow ? <Empty icon="documents" title="No pages to show">Office files and HTML have text and tables, but no page positions.</Empty>
          : <BoxedImage key={number} label={`Page ${number}`} source={source} width={page.width!} height={page.height!} boxes={boxes} selected={selected} onSelect={(box) => choose(box && boxPath(box))} turns={turns} shownHeight={HEIGHT} />}
      </div>
      {!isFlow && <div class="documents-chosen" role="status">{element ? <><code>{element.path}</code><span class="ellipsis">{element.text}</span>{element.confidence !== undefined && <Confidence value={element.confidence} />}</> : <span class="soft">Select a box, a field or a JSON line to highlight it everywhere. Dashed boxes have a confidence below {formatPercent(LOW_CONFIDENCE)}.{turns > 0 && ' The page is rotated and shown upright; positions in the JSON are those of the file.'}{!pictures && ' The document is no longer stored, so pages are blank.'}</span>}</div>}
    </Card>
    <Card class="documents-side"><Tabs label="Result" name="side" tabs={side} /></Card>
  </div>;
}
