/**
 * Labelling editor: select words on the page and assign them to a field by click or shortcut. Steps can be undone and
 * are saved automatically.
 */
import { fieldColor } from './field-color.ts';
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { useActions } from '../../kit/actions.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { useDelayedSave } from '../../kit/autosave.ts';
import { BoxedImage } from '../../kit/boxed-image.tsx';
import { quarterTurns } from '../../kit/boxes.ts';
import type { Box, Rectangle } from '../../kit/boxes.ts';
import { Button, ButtonLink, Card, PageHeader, Tag } from '../../kit/parts.tsx';
import { joinPath, setQuery, useRoute } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { useUndo } from '../../kit/undo.ts';
import { filePath, ifMatch, versioned } from './calls.ts';
import { FieldPanel, hotkeys, SuggestionsCard } from './field-panel.tsx';
import { pageImages, usePageImage } from './hooks.ts';
import {
  assignLabel,
  assignRegion,
  describeSelection,
  isCentreIn,
  NO_SELECTION,
  ownerOf,
  removeLabel,
  removeTokens,
  selectionHint,
} from './labels.ts';
import type { FormPage, Label, Labels, Selection } from './labels.ts';
import { PageButtons } from './parts.tsx';
import { LABELS } from './training-files.ts';
import type { LabelField } from './training-files.ts';
import { saveLabels } from './training-set.ts';
import type { FormFile, SavedLabels } from './training-set.ts';

const HEIGHT = 680;

export interface LabellerProps {
  setId: string;
  name: string;
  forms: readonly FormFile[];
  fields: readonly LabelField[];
  pages: readonly FormPage[];
  first: SavedLabels;
  onFields: () => void;
}

export function Labeller({ setId, name, forms, fields, pages, first, onFields }: LabellerProps): JSX.Element {
  const { account, client } = useAccount();
  const { query } = useRoute();
  const labels = useUndo<Labels>(first.labels, `labels ${account.id} ${setId} ${name}`);
  const [selection, setSelection] = useState<Selection>(NO_SELECTION);
  const [drawing, setDrawing] = useState(false);
  const [suggestions, setSuggestions] = useState<readonly Label[]>([]);
  const last = useRef(first);
  const state = useDelayedSave(labels.value, async (value) => {
    last.current = await saveLabels(client, setId, name, value, last.current, labels.push);
    return last.current.labels;
  });
  const page = pages.find(({ number }) => number === Number(query.get('page'))) ?? pages[0]!;
  const all = useMemo(() => pages.flatMap(({ tokens }) => tokens), [pages]);
  const load = useMemo(() => pageImages(client, filePath(setId, name)), [client, setId, name]);
  const source = usePageImage(load, page.number);
  const open = suggestions.filter((one) => !labels.value.some(({ label }) => label === one.label));
  const boxes = useMemo(
    () => labelBoxes({ page, labels: labels.value, suggestions: open, fields, region: selection.region }),
    [page, labels.value, suggestions, fields, selection.region],
  );
  const selected = useMemo(() => new Set(selection.tokens.map(({ id }) => id)), [selection]);

  const select = (box: Box | undefined, additional: boolean): void => {
    const token = page.tokens.find(({ id }) => id === box?.id);
    if (!token) return setSelection(NO_SELECTION);
    const rest = selection.tokens.filter((one) => one !== token);
    setSelection({ tokens: additional ? (rest.length < selection.tokens.length ? rest : [...rest, token]) : [token] });
  };
  const drawn = ({ left, top, right, bottom }: Rectangle): void => {
    const [x1, y1, x2, y2] = [left / page.width, top / page.height, right / page.width, bottom / page.height];
    const corners = [x1, y1, x2, y1, x2, y2, x1, y2];
    setSelection(
      drawing
        ? { tokens: [], region: { page: page.number, corners } }
        : { tokens: page.tokens.filter((token) => isCentreIn(token, corners)) },
    );
  };
  const assign = (label: string, type: string): void => {
    if (selection.region) {
      labels.push(assignRegion(labels.value, label, selection.region));
      setDrawing(false);
      return setSelection(NO_SELECTION);
    }
    const suitable = selection.tokens.filter(({ isMark }) => isMark === (type === 'selectionMark'));
    if (suitable.length > 0) {
      labels.push(assignLabel(labels.value, label, suitable, all));
      return setSelection(NO_SELECTION);
    }
    const own = all.filter((token) => ownerOf(labels.value, token) === label);
    if (selection.tokens.length > 0)
      toast(type === 'selectionMark' ? 'This field needs a check box.' : 'This field needs words.', { kind: 'danger' });
    else if (own[0]) {
      setQuery({ page: String(own[0].page) });
      setSelection({ tokens: own });
    } else toast(selectionHint(type));
  };
  const clear = (): void => labels.push(removeTokens(labels.value, selection.tokens));
  const accept = (some: readonly Label[]): void =>
    labels.push(some.reduce((now, one) => [...removeLabel(now, one.label), one], labels.value));
  const place = forms.findIndex((form) => form.name === name);
  const [before, next] = [forms[place - 1], forms[place + 1]];
  useActions([
    ...hotkeys(fields).map(({ field, keys }) => ({
      title: `Label as ${field.name}`,
      keys,
      group: 'Labels',
      run: () => assign(field.name, field.type),
    })),
    { title: 'Remove label', keys: 'Delete', run: clear },
    { title: 'Remove label (Backspace)', keys: 'Backspace', run: clear },
    { title: 'Draw region', keys: 'r', run: () => setDrawing(!drawing) },
  ]);
  return (
    <>
      <PageHeader
        title={name}
        about={
          <span class="row">
            <Tag kind={state === 'failed' ? 'danger' : state === 'saving' ? 'info' : 'good'}>
              <span role="status">{state === 'saved' ? 'saved' : state === 'saving' ? 'saving…' : 'not saved'}</span>
            </Tag>
            <span class="soft">
              form {place + 1} of {forms.length} in {setId}
            </span>
          </span>
        }
        actions={
          <>
            <Button icon="undo" label="Undo" keys="Control+Z" disabled={!labels.canUndo} onClick={labels.undo} />
            <Button icon="redo" label="Redo" keys="Control+Y" disabled={!labels.canRedo} onClick={labels.redo} />
            {before && (
              <ButtonLink icon="left" to={joinPath('documents', 'sets', setId, before.name)}>
                Previous form
              </ButtonLink>
            )}
            {next && (
              <ButtonLink icon="right" to={joinPath('documents', 'sets', setId, next.name)}>
                Next form
              </ButtonLink>
            )}
            <ButtonLink kind="primary" to={joinPath('documents', 'sets', setId)}>
              Done
            </ButtonLink>
          </>
        }
      />
      <div class="documents-label">
        <Card class="documents-picture">
          <div class="spread">
            <div class="row">
              <Button icon="fit" pressed={drawing} keys="r" onClick={() => setDrawing(!drawing)}>
                Draw region
              </Button>
              <span class="soft" role="status">
                {describeSelection(selection, drawing)}
              </span>
            </div>
            <PageButtons
              pages={pages.map(({ number }) => ({ number, note: '' }))}
              page={page.number}
              onPage={(to) => setQuery({ page: String(to) })}
            />
          </div>
          <BoxedImage
            key={page.number}
            label={`Page ${page.number} of ${name}`}
            source={source}
            width={page.width}
            height={page.height}
            boxes={boxes}
            selected={selected}
            onSelect={(box, { additional }) => select(box, additional)}
            onDraw={drawn}
            turns={quarterTurns(page.angle)}
            shownHeight={HEIGHT}
          />
          <p class="soft small">
            Shift extends the selection, Alt and drag pans, n and p step through words, the keys beside the fields assign the selection,
            Delete removes a label.
          </p>
        </Card>
        <div class="stack">
          <FieldPanel
            setId={setId}
            fields={fields}
            labels={labels.value}
            suggestions={open}
            onAssign={assign}
            onChange={labels.push}
            onAccept={(one) => accept([one])}
            onFields={onFields}
          />
          <SuggestionsCard setId={setId} name={name} pages={pages} open={open} onFound={setSuggestions} onAccept={() => accept(open)} />
          <ApiCall
            call={{
              method: 'PUT',
              path: versioned(filePath(setId, name + LABELS)),
              file: new File([], name + LABELS, { type: 'application/octet-stream' }),
              headers: ifMatch(last.current.etag),
            }}
          />
        </div>
      </div>
    </>
  );
}

function labelBoxes({
  page,
  labels,
  suggestions,
  fields,
  region,
}: {
  page: FormPage;
  labels: Labels;
  suggestions: readonly Label[];
  fields: readonly LabelField[];
  region?: { page: number; corners: readonly number[] };
}): Box[] {
  const points = (corners: readonly number[]): number[] => corners.map((value, i) => value * (i % 2 === 0 ? page.width : page.height));
  const boxesOnPage = (all: Labels): { label: string; isRegion: boolean; corners: number[] }[] =>
    all.flatMap(({ label, labelType, value }) =>
      value
        .filter((one) => one.page === page.number)
        .flatMap(({ boundingBoxes }) =>
          boundingBoxes.map((corners) => ({ label, isRegion: labelType?.toLowerCase() === 'region', corners })),
        ),
    );
  const [own, proposed] = [boxesOnPage(labels), boxesOnPage(suggestions)];
  const regions = [...own, ...proposed]
    .filter(({ isRegion }) => isRegion)
    .map(({ label, corners }): Box => ({
      id: `region ${label}`,
      points: points(corners),
      color: fieldColor(fields, label),
      label,
      ...(labels.some((one) => one.label === label) ? { filled: true } : { dashed: true }),
    }));
  const drawn: Box[] =
    region?.page === page.number ? [{ id: 'region', points: points(region.corners), color: 6, filled: true, label: 'chosen' }] : [];
  const words = page.tokens.map((token): Box => {
    const label = own.find((one) => !one.isRegion && isCentreIn(token, one.corners))?.label;
    const proposal = label === undefined ? proposed.find((one) => !one.isRegion && isCentreIn(token, one.corners))?.label : undefined;
    const name = label ?? proposal;
    return {
      id: token.id,
      points: points(token.corners),
      color: name === undefined ? 3 : fieldColor(fields, name),
      filled: label !== undefined,
      dashed: proposal !== undefined,
      label: name === undefined ? token.text : `${name}: ${token.text}`,
    };
  });
  return [...words, ...regions, ...drawn];
}
