/** Utterances of the project: search, label, add, move, split into training and test, delete. */
import { useMemo, useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { SelectField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { Button, Card, Tag } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import { AddUtterances } from '../../shared/language/add-utterances.tsx';
import { Labeler } from '../../shared/language/labeler.tsx';
import { ReviewQueue } from '../../shared/language/review-queue.tsx';
import { SPLITS } from '../../shared/language/splits.ts';
import { MoveField, UtteranceList } from '../../shared/language/utterance-table.tsx';
import { useProject } from '../../shared/projects/context.ts';
import { Review } from '../../shared/projects/review.tsx';
import {
  addAccepted,
  addIntent,
  addUtterances,
  changeUtterances,
  deleteUtterances,
  labelChoices,
  putEntity,
  relabelUtterance,
  toRows,
  toSuggestions,
} from './assets.ts';
import type { Assets, UtteranceRow } from './assets.ts';
import { ORCHESTRATION } from './predictions.ts';
import { ConversationTree } from './tree.tsx';

export function UtterancesTab() {
  const { assets, edit, saving } = useProject<Assets>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => toRows(assets.utterances), [assets.utterances]);
  const intents = assets.intents.map(({ category }) => category);
  const entities = useMemo(() => labelChoices(assets), [assets.entities]);
  const places = useMemo(() => new Set(rows.filter(({ id }) => selected.has(id)).map(({ place }) => place)), [rows, selected]);
  const change = (next: Assets): void => {
    edit(next);
    setSelected(new Set());
  };
  return (
    <UtteranceList
      icon="conversations"
      tree={<ConversationTree />}
      editor={(row, onStep, onClose) => <UtteranceEditor key={row.id} row={row} onStep={onStep} onClose={onClose} />}
      adding={(onClose) => <AddToDraft onClose={onClose} />}
      status={<ApiCall call={saving} />}
      rows={rows}
      intents={intents}
      entities={entities}
      selected={selected}
      onSelectedChange={setSelected}
      actions={
        places.size > 0 && (
          <>
            <MoveField intents={intents} onMove={(intent) => change(changeUtterances(assets, places, { intent }))} />
            <SelectField
              bare
              needs="label"
              label={t('Split of selected')}
              value=""
              options={[{ value: '', label: t('Set split…') }, ...SPLITS.slice(1)]}
              onInput={(dataset) => dataset !== '' && change(changeUtterances(assets, places, { dataset }))}
            />
            <Button kind="danger" icon="trash" onClick={() => change(deleteUtterances(assets, places))} text={t('Delete')} />
          </>
        )
      }
    />
  );
}

/** Editor of one utterance: intent and labels. */
function UtteranceEditor({ row, onStep, onClose }: { row: UtteranceRow; onStep: (by: number) => void; onClose: () => void }) {
  const { metadata, assets, edit } = useProject<Assets>();
  const { text, intent, labels, place, language, dataset } = row;
  return (
    <Card
      title={assets.projectKind === ORCHESTRATION ? t('Utterance') : t('Label utterance')}
      actions={
        <>
          {language !== undefined && language !== metadata.language && <Tag>{language}</Tag>}
          <Button kind="quiet" icon="left" label={t('Previous utterance')} keys="k" onClick={() => onStep(-1)} />
          <Button kind="quiet" icon="right" label={t('Next utterance')} keys="j" onClick={() => onStep(1)} />
          <Button kind="quiet" icon="close" label={t('Close utterance')} onClick={onClose} />
        </>
      }
    >
      <div class="stack tight">
        {assets.projectKind === ORCHESTRATION ? (
          <p>{text}</p>
        ) : (
          <Labeler
            text={text}
            language={language ?? metadata.language}
            labels={labels}
            entities={labelChoices(assets)}
            autoFocus
            onChange={(next) => edit(relabelUtterance(assets, place, { text, intent, labels: next }))}
            onCreate={(category, next) => edit(relabelUtterance(putEntity(assets, { category }), place, { text, intent, labels: next }))}
          />
        )}
        <div class="row">
          <SelectField
            needs="label"
            label={t('Intent')}
            value={intent}
            options={assets.intents.map(({ category }) => category)}
            onInput={(next) => edit(relabelUtterance(assets, place, { text, intent: next, labels }))}
          />
          <SelectField
            needs="label"
            label={t('Split')}
            value={dataset ?? ''}
            options={SPLITS}
            onInput={(next) => edit(changeUtterances(assets, new Set([place]), { dataset: next === '' ? undefined : next }))}
          />
        </div>
        {assets.projectKind !== ORCHESTRATION && (
          <span class="soft small">{t('Drag over words, or move with the arrow keys, extend with Shift and press a digit to label.')}</span>
        )}
      </div>
    </Card>
  );
}

/** Adds utterances, and the intents and entities that they name. */
function AddToDraft({ onClose }: { onClose: () => void }) {
  const { assets, edit } = useProject<Assets>();
  const isOrchestration = assets.projectKind === ORCHESTRATION;
  const known = useMemo(() => new Set(assets.utterances.map(({ text }) => text.toLowerCase())), [assets.utterances]);
  return (
    <AddUtterances
      intents={assets.intents.map(({ category }) => category)}
      entities={isOrchestration ? undefined : labelChoices(assets)}
      placeholder={t('water the fern')}
      isKnown={(text) => known.has(text.toLowerCase())}
      add={async ({ texts, newIntents, newEntities }) => {
        const withIntents = newIntents.reduce((before, name) => addIntent(before, name), assets);
        const withEntities = newEntities.reduce((before, category) => putEntity(before, { category }), withIntents);
        edit(addUtterances(withEntities, texts));
        return await Promise.resolve([]);
      }}
      onClose={onClose}
    />
  );
}

/** Logged queries of the project. */
export function ReviewTab() {
  const { assets, edit, metadata } = useProject<Assets>();
  const { language } = metadata;
  const texts = useMemo(() => assets.utterances.map(({ text }) => text), [assets.utterances]);
  return (
    <Review
      texts={texts}
      how={<>{rich('Queries are logged when the caller sets {code} in the parameters.', { code: <code>isLoggingEnabled: true</code> })}</>}
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
            toast(t('{count} accepted; Ctrl+Z to undo', { count: plural(accepted.length, 'query', 'queries') }), {
              more: accepted.map(({ text, intent }) => `${text}: ${intent}`).join(' · '),
            });
          }}
          onCreate={(category) => edit(putEntity(assets, { category }))}
          onIgnore={(ignored) => ignore(queries.filter(({ text }) => ignored.includes(text)))}
        />
      )}
    </Review>
  );
}
