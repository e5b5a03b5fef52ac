/**
 * Labeling editor: select words on the page and assign them to a field by click or shortcut. Steps can be undone and
 * are saved automatically.
 */
import { t } from '../../i18n/messages.ts';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { useActions } from '../../kit/actions.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { useDelayedSave } from '../../kit/autosave.ts';
import { watchChanges } from '../../kit/changes.ts';
import { isEqual } from '../../kit/differences.ts';
import { getDraft } from '../../kit/drafts.ts';
import { BoxedImage } from '../../kit/boxed-image.tsx';
import { boundsOf, quarterTurns, type Box, type Rectangle } from '../../kit/boxes.ts';
import { TextField } from '../../kit/form.tsx';
import { useRemainingHeight } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card, PageHeader, Tag } from '../../kit/parts.tsx';
import { joinPath, setQuery, useRoute } from '../../kit/router.tsx';
import { SplitView } from '../../kit/split-view.tsx';
import { toast } from '../../kit/toast.tsx';
import { useUndo } from '../../kit/undo.ts';
import { filePath, ifMatch, versioned } from './calls.ts';
import { FieldPanel, hotkeys, SuggestionsCard } from './field-panel.tsx';
import { fieldColor } from './field-color.ts';
import { pageImages, usePageImage } from './hooks.ts';
import type { LayoutTable } from './label-tables.ts';
import { labelBoxes } from './label-boxes.ts';
import {
  assignLabel,
  assignRegion,
  describeSelection,
  findWords,
  isCenterIn,
  NO_SELECTION,
  ownerOf,
  removeLabel,
  removeTokens,
  selectionHint,
} from './labels.ts';
import type { FormPage, Label, Labels, Selection, Token } from './labels.ts';
import { PageButtons } from './parts.tsx';
import { TableSheet } from './table-sheet.tsx';
import { LABELS, type LabelField } from './training-files.ts';
import { currentLabels, saveLabels, type FormFile, type SavedLabels } from './training-set.ts';

const SAVE_TITLES = { saved: t('saved'), saving: t('saving…'), failed: t('not saved'), waiting: t('waiting for the connection') } as const;
const MIN_HEIGHT = 480;
/** Below the page: the edge of the window. */
const BELOW = 32;
/** The sheet of a table, and what is left of the page above it. */
const SHEET_HEIGHT = 250;
const MIN_BESIDE_SHEET = 300;

export interface LabelerProps {
  setId: string;
  name: string;
  forms: readonly FormFile[];
  fields: readonly LabelField[];
  pages: readonly FormPage[];
  tables: readonly LayoutTable[];
  first: SavedLabels;
  onFields: () => void;
}

export function Labeler({ setId, name, forms, fields, pages, tables, first, onFields }: LabelerProps) {
  const { account, client } = useAccount();
  const { query } = useRoute();
  const draft = `labels ${account.id} ${setId} ${name}`;
  const labels = useUndo<Labels>(getDraft<Labels>(draft) ?? first.labels, draft);
  const [selection, setSelection] = useState<Selection>(NO_SELECTION);
  const [drawing, setDrawing] = useState(false);
  const [suggestions, setSuggestions] = useState<readonly Label[]>([]);
  const [focus, setFocus] = useState<Rectangle>();
  const [measured, height] = useRemainingHeight<HTMLDivElement>(BELOW, MIN_HEIGHT);
  const [openTable, setOpenTable] = useState<string>();
  const sheet = fields.find(({ name: field, columns }) => columns && field === openTable);
  const pageHeight = sheet ? Math.max(MIN_BESIDE_SHEET, height - SHEET_HEIGHT) : height;
  const last = useRef(first);
  const state = useDelayedSave(
    labels.value,
    async (value) => {
      if (value === last.current.labels) return value;
      last.current = await saveLabels(client, setId, name, value, last.current, labels.push);
      return last.current.labels;
    },
    { saved: first.labels, draft },
  );
  const isSaved = useRef(true);
  isSaved.current = state === 'saved' && labels.value === last.current.labels;
  // What others label is shown immediately while nothing is unsaved here; else it is merged by the next save.
  useEffect(
    () =>
      watchChanges(['documents.trainingFiles'], () => {
        const follow = async (): Promise<void> => {
          if (!isSaved.current) return;
          const now = await currentLabels(client, setId, name);
          if (!isSaved.current || now.etag === last.current.etag || isEqual(now.labels, last.current.labels)) return;
          last.current = now;
          labels.push(now.labels);
          toast(t('Updated with changes of someone else'));
        };
        void follow().catch(() => undefined);
      }),
    [client, setId, name],
  );
  const page = pages.find(({ number }) => number === Number(query.get('page'))) ?? pages[0]!;
  const all = useMemo(() => pages.flatMap(({ tokens }) => tokens), [pages]);
  const load = useMemo(() => pageImages(client, filePath(setId, name)), [client, setId, name]);
  const image = usePageImage(load, page.number);
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
  /** Closely, if they are on one page. */
  const show = (tokens: readonly Token[]): void => {
    const at = pages.find(({ number }) => number === tokens[0]!.page)!;
    const corners = tokens.filter((token) => token.page === at.number).flatMap((token) => token.corners);
    setFocus(boundsOf({ points: corners.map((value, i) => value * (i % 2 === 0 ? at.width : at.height)) }));
  };
  const find = (wanted: string): void => {
    const found = findWords(all, wanted, selection.tokens);
    if (found.length === 0) return toast(t('No matches'));
    setQuery({ page: String(found[0]!.page) });
    setSelection({ tokens: found });
    show(found);
  };
  const drawn = ({ left, top, right, bottom }: Rectangle): void => {
    const [x1, y1, x2, y2] = [left / page.width, top / page.height, right / page.width, bottom / page.height];
    const corners = [x1, y1, x2, y1, x2, y2, x1, y2];
    setSelection(
      drawing
        ? { tokens: [], region: { page: page.number, corners } }
        : { tokens: page.tokens.filter((token) => isCenterIn(token, corners)) },
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
      toast(type === 'selectionMark' ? t('This field needs a check box.') : t('This field needs words.'), { kind: 'danger' });
    else if (own[0]) {
      setQuery({ page: String(own[0].page) });
      setSelection({ tokens: own });
      show(own);
    } else toast(selectionHint(type));
  };
  const clear = (): void => labels.push(removeTokens(labels.value, selection.tokens));
  const accept = (some: readonly Label[]): void =>
    labels.push(some.reduce((now, one) => [...removeLabel(now, one.label), one], labels.value));
  const place = forms.findIndex((form) => form.name === name);
  const [before, next] = [forms[place - 1], forms[place + 1]];
  useActions([
    ...hotkeys(fields).map(({ field, keys }) => ({
      title: t('Label as {name}', { name: field.name }),
      needs: 'label' as const,
      keys,
      group: 'Labels',
      run: () => assign(field.name, field.type),
    })),
    { title: t('Remove label'), needs: 'label', keys: 'Delete', run: clear },
    { title: t('Remove label (Backspace)'), needs: 'label', keys: 'Backspace', run: clear },
    { title: t('Draw region'), needs: 'label', keys: 'r', run: () => setDrawing(!drawing) },
  ]);
  return (
    <>
      <PageHeader
        title={name}
        about={
          <span class="row">
            <Tag kind={state === 'failed' ? 'danger' : state === 'waiting' ? 'warn' : state === 'saving' ? 'info' : 'good'}>
              <span role="status">{SAVE_TITLES[state]}</span>
            </Tag>
            <span class="soft">{t('form {value} of {count} in {setId}', { value: place + 1, count: forms.length, setId })}</span>
          </span>
        }
        actions={
          <>
            <Button needs="label" icon="undo" label={t('Undo')} keys="Control+Z" disabled={!labels.canUndo} onClick={labels.undo} />
            <Button needs="label" icon="redo" label={t('Redo')} keys="Control+Y" disabled={!labels.canRedo} onClick={labels.redo} />
            {before && <ButtonLink icon="left" to={joinPath('documents', 'sets', setId, before.name)} text={t('Previous form')} />}
            {next && <ButtonLink icon="right" to={joinPath('documents', 'sets', setId, next.name)} text={t('Next form')} />}
            <ButtonLink kind={open.length > 0 ? 'plain' : 'primary'} to={joinPath('documents', 'sets', setId)} text={t('Done')} />
          </>
        }
      />
      <SplitView
        name="documents-label"
        left={
          <Card class="documents-image">
            <div class="spread">
              <span class="soft" role="status">
                {describeSelection(selection, drawing)}
              </span>
              <FindWords onFind={find} />
              <KeysHelp />
            </div>
            <div ref={measured}>
              <BoxedImage
                key={page.number}
                label={t('Page {number} of {name}', { number: page.number, name })}
                {...image}
                isPage
                width={page.width}
                height={page.height}
                boxes={boxes}
                selected={selected}
                onSelect={(box, { additional }) => select(box, additional)}
                onDraw={drawn}
                turns={quarterTurns(page.angle)}
                shownHeight={pageHeight}
                focus={focus}
                tools={
                  <>
                    <div class="grow">
                      <Button needs="label" kind="quiet" icon="fit" pressed={drawing} keys="r" onClick={() => setDrawing(!drawing)}>
                        {t('Draw region')}
                      </Button>
                    </div>
                    <PageButtons
                      pages={pages.map(({ number }) => ({ number, note: '' }))}
                      page={page.number}
                      onPage={(to) => setQuery({ page: String(to) })}
                    />
                  </>
                }
              />
            </div>
          </Card>
        }
        right={
          <div class="stack">
            <FieldPanel
              openTable={sheet?.name}
              onTable={setOpenTable}
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
        }
      />
      {sheet && (
        <Card>
          <TableSheet
            key={sheet.name}
            field={sheet}
            color={fieldColor(fields, sheet.name)}
            labels={labels.value}
            suggestions={open}
            tables={tables}
            order={all}
            onAssign={assign}
            onChange={labels.push}
            onAccept={(one) => accept([one])}
            onClose={() => setOpenTable(undefined)}
          />
        </Card>
      )}
    </>
  );
}

/** The keys of the page, behind a question mark. */
function KeysHelp() {
  return (
    <details class="documents-keys">
      <summary aria-label={t('Keys on the page')}>?</summary>
      <p class="small">
        {t(
          'Shift extends the selection, Alt and drag pans; n and p step through words, N and P select several; the keys beside the fields assign the selection, Delete removes a label.',
        )}
      </p>
    </details>
  );
}

/** Selects words by their text, as an alternative to the mouse. */
function FindWords({ onFind }: { onFind: (wanted: string) => void }) {
  const [wanted, setWanted] = useState('');
  return (
    <TextField
      bare
      label={t('Find words')}
      value={wanted}
      onInput={setWanted}
      placeholder={t('Find words, Enter for the next')}
      onEnter={() => onFind(wanted)}
    />
  );
}
