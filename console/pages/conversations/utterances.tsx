/** Utterances of the project: search, label, add, move, split into training and test, delete. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useActions } from '../../kit/actions.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Form, SelectField, TextArea } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { Button, Card, Empty, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { parseInlineLabels } from '../../shared/language/entities.ts';
import { Labeller } from '../../shared/language/labeller.tsx';
import { ReviewQueue } from '../../shared/language/review-queue.tsx';
import { filterUtterances } from '../../shared/language/filter.ts';
import { useFilter, UtteranceTable } from '../../shared/language/utterance-table.tsx';
import { useProject } from '../../shared/projects/context.ts';
import { Review } from '../../shared/projects/review.tsx';
import {
  addAccepted,
  addUtterances,
  changeUtterances,
  deleteUtterances,
  labelChoices,
  NONE,
  relabelUtterance,
  toRows,
  toSuggestions,
} from './assets.ts';
import type { Assets, UtteranceRow } from './assets.ts';
import { ORCHESTRATION } from './predictions.ts';
import { ConversationTree } from './tree.tsx';

export function UtterancesTab(): JSX.Element {
  const { assets, edit, saving } = useProject<Assets>();
  const open = useRoute().query.get('at') ?? undefined;
  const filter = useFilter();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => toRows(assets.utterances), [assets.utterances]);
  const intents = assets.intents.map(({ category }) => category);
  const entities = useMemo(() => labelChoices(assets), [assets.entities]);
  const opened = useMemo(() => rows.find(({ id }) => id === open), [rows, open]);
  const places = useMemo(() => new Set(rows.filter(({ id }) => selected.has(id)).map(({ place }) => place)), [rows, selected]);
  const step = (by: number): void => {
    const shown = filterUtterances(rows, filter);
    const next = shown[Math.max(0, Math.min(shown.length - 1, shown.findIndex(({ id }) => id === open) + by))];
    if (next) setQuery({ at: next.id });
  };
  useActions([
    { title: 'Next utterance', keys: 'j', run: () => step(1) },
    { title: 'Previous utterance', keys: 'k', run: () => step(-1) },
  ]);
  const change = (next: Assets): void => {
    edit(next);
    setSelected(new Set());
  };
  return (
    <div class="split projects-split">
      <ConversationTree />
      <div class="stack">
        {opened ? (
          <UtteranceEditor key={opened.id} row={opened} onStep={step} onClose={() => setQuery({ at: undefined })} />
        ) : (
          <AddUtterances />
        )}
        <Card title="Utterances">
          <UtteranceTable
            rows={rows}
            intents={intents}
            entities={entities}
            open={open}
            onOpen={({ id }) => setQuery({ at: id }, { replace: false })}
            selected={selected}
            onSelectedChange={setSelected}
            height={560}
            empty={
              <Empty icon="conversations" title="No utterances yet">
                Add an intent, then add utterances above.
              </Empty>
            }
            actions={
              places.size > 0 && (
                <>
                  <SelectField
                    bare
                    label="Move selected to"
                    value=""
                    options={[{ value: '', label: 'Move to…' }, ...intents]}
                    onInput={(intent) => intent !== '' && change(changeUtterances(assets, places, { intent }))}
                  />
                  <SelectField
                    bare
                    label="Split of selected"
                    value=""
                    options={[
                      { value: '', label: 'Set split…' },
                      { value: 'Train', label: 'training' },
                      { value: 'Test', label: 'test' },
                    ]}
                    onInput={(dataset) => dataset !== '' && change(changeUtterances(assets, places, { dataset }))}
                  />
                  <Button kind="danger" icon="trash" onClick={() => change(deleteUtterances(assets, places))}>
                    Delete
                  </Button>
                </>
              )
            }
          />
          <ApiCall call={saving} />
        </Card>
      </div>
    </div>
  );
}

const SPLITS = [
  { value: '', label: 'Automatic' },
  { value: 'Train', label: 'training' },
  { value: 'Test', label: 'test' },
];

/** Editor of one utterance: intent and labels. */
function UtteranceEditor({ row, onStep, onClose }: { row: UtteranceRow; onStep: (by: number) => void; onClose: () => void }): JSX.Element {
  const { metadata, assets, edit } = useProject<Assets>();
  const { text, intent, labels, place, language, dataset } = row;
  return (
    <Card
      title={assets.projectKind === ORCHESTRATION ? 'Utterance' : 'Label utterance'}
      actions={
        <>
          {language !== undefined && language !== metadata.language && <Tag>{language}</Tag>}
          <Button kind="quiet" icon="left" label="Previous utterance" keys="k" onClick={() => onStep(-1)} />
          <Button kind="quiet" icon="right" label="Next utterance" keys="j" onClick={() => onStep(1)} />
          <Button kind="quiet" icon="close" label="Close utterance" onClick={onClose} />
        </>
      }
    >
      <div class="stack tight">
        {assets.projectKind === ORCHESTRATION ? (
          <p>{text}</p>
        ) : (
          <Labeller
            text={text}
            language={language ?? metadata.language}
            labels={labels}
            entities={labelChoices(assets)}
            autoFocus
            onChange={(next) => edit(relabelUtterance(assets, place, { text, intent, labels: next }))}
          />
        )}
        <div class="row">
          <SelectField
            label="Intent"
            value={intent}
            options={assets.intents.map(({ category }) => category)}
            onInput={(next) => edit(relabelUtterance(assets, place, { text, intent: next, labels }))}
          />
          <SelectField
            label="Split"
            value={dataset ?? ''}
            options={SPLITS}
            onInput={(next) => edit(changeUtterances(assets, new Set([place]), { dataset: next === '' ? undefined : next }))}
          />
        </div>
        {assets.projectKind !== ORCHESTRATION && (
          <span class="soft small">Drag over words, or move with the arrow keys, extend with Shift and press a digit to label.</span>
        )}
      </div>
    </Card>
  );
}

/** Adds utterances to an intent: one, or many lines at once, with inline labels. */
function AddUtterances(): JSX.Element {
  const { assets, edit } = useProject<Assets>();
  const filter = useFilter();
  const [lines, setLines] = useState('');
  const [picked, setPicked] = useState('');
  const intents = assets.intents.map(({ category }) => category);
  const intent = intents.includes(picked)
    ? picked
    : intents.includes(filter.intent)
      ? filter.intent
      : (intents.find((one) => one !== NONE) ?? NONE);
  const given = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ ...parseInlineLabels(line), intent }));
  const known = new Set(labelChoices(assets).map(({ name }) => name));
  const unknown = [
    ...new Set(
      given
        .flatMap(({ labels }) => labels.map(({ entity, role }) => (role === undefined ? entity : `${entity}:${role}`)))
        .filter((entity) => !known.has(entity)),
    ),
  ];
  const may = given.length > 0 && unknown.length === 0;
  const add = (): void => {
    if (!may) return;
    edit(addUtterances(assets, given));
    setLines('');
    toast(`${plural(given.length, 'utterance')} added`);
    if (given.length === 1) setQuery({ at: given[0]!.text });
  };
  return (
    <Card title="Add utterances">
      <Form class="stack tight" onSubmit={add}>
        <TextArea
          label="Utterances, one per line"
          rows={3}
          value={lines}
          onInput={setLines}
          placeholder="water the fern"
          hint={
            assets.projectKind === ORCHESTRATION ? 'Start with a few for each intent.' : 'You can label inline: water the {Plant=fern}.'
          }
          error={unknown.length > 0 ? `There is no entity ${unknown.join(', ')}.` : undefined}
        />
        <div class="row">
          <SelectField bare label="Intent of new utterances" value={intent} options={intents} onInput={setPicked} />
          <Button type="submit" kind="primary" icon="add" disabled={!may}>
            {given.length > 1 ? `Add ${given.length}` : 'Add'}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** Logged queries of the project. */
export function ReviewTab(): JSX.Element {
  const {
    assets,
    edit,
    metadata: { language },
  } = useProject<Assets>();
  const texts = useMemo(() => assets.utterances.map(({ text }) => text), [assets.utterances]);
  return (
    <Review
      texts={texts}
      how={
        <>
          Queries are logged when the caller sets <code>isLoggingEnabled: true</code> in the parameters.
        </>
      }
    >
      {({ queries, busy, ignore, empty }) => (
        <ReviewQueue
          suggestions={toSuggestions(queries, assets)}
          intents={assets.intents.map(({ category }) => category)}
          entities={labelChoices(assets)}
          language={language}
          busy={busy}
          empty={empty}
          onAccept={(accepted) => {
            edit(addAccepted(assets, accepted, queries, language));
            toast(`${plural(accepted.length, 'query', 'queries')} accepted; Ctrl+Z to undo`);
          }}
          onIgnore={(ignored) => ignore(queries.filter(({ text }) => ignored.includes(text)))}
        />
      )}
    </Review>
  );
}
