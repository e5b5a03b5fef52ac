/** Logged documents of the project. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { SelectField } from '../../kit/form.tsx';
import { formatCount, plural } from '../../kit/format.ts';
import { Confidence } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import { MarkedText } from '../../shared/language/prediction-view.tsx';
import { Queue } from '../../shared/language/review-queue.tsx';
import { useProject } from '../../shared/projects/context.ts';
import { Review } from '../../shared/projects/review.tsx';
import { addAccepted, addCategory, categoryNames, isExtraction, SINGLE, toSuggestions, type Assets, type Suggested } from './assets.ts';
import { ClassPicker, LongLabeler } from './editor.tsx';

const MAX_PREVIEW = 160;

export function ReviewTab() {
  const { assets, edit, metadata } = useProject<Assets>();
  const { language } = metadata;
  const texts = useMemo(() => assets.documents.flatMap(({ text }) => text ?? []), [assets.documents]);
  const names = categoryNames(assets);
  const entities = names.map((name) => ({ name }));
  const isEntityProject = isExtraction(assets);
  const isSingle = assets.projectKind === SINGLE;
  const relabel = (row: Suggested, change: (next: Suggested) => void): JSX.Element =>
    isEntityProject ? (
      <LongLabeler
        text={row.text}
        language={row.language ?? language}
        labels={row.labels}
        entities={entities}
        onChange={(labels) => change({ ...row, labels })}
        onCreate={(entity, labels) => {
          edit(addCategory(assets, entity));
          change({ ...row, labels });
        }}
      />
    ) : (
      <>
        <div class="texts-text" tabIndex={0} role="region" aria-label={t('Document text')}>
          {row.text}
        </div>
        <ClassPicker names={names} own={row.classes} isSingle={isSingle} onChange={(classes) => change({ ...row, classes })} />
      </>
    );
  return (
    <Review
      texts={texts}
      how={
        <>
          {rich(
            'Documents are logged when the caller sets {code} in the parameters of a task; documents of more than 10,000 characters are not.',
            { code: <code>loggingOptOut: false</code> },
          )}
        </>
      }
    >
      {({ queries, busy, ignore, empty }) => (
        <Queue
          rows={toSuggestions(queries, assets)}
          label={t('Documents to review')}
          count={(items) => plural(items, 'document')}
          busy={busy}
          empty={empty}
          relabel={relabel}
          bulk={
            isEntityProject
              ? undefined
              : (selected, change) => (
                  <SelectField
                    bare
                    needs="label"
                    label={t('Class of selected')}
                    value=""
                    options={[{ value: '', label: isSingle ? t('Set class…') : t('Add class…') }, ...names]}
                    onInput={(name) =>
                      name !== '' &&
                      change(selected.map((row) => ({ ...row, classes: isSingle ? [name] : [...new Set([...row.classes, name])] })))
                    }
                  />
                )
          }
          onAccept={(accepted) => {
            edit(addAccepted(assets, accepted, language));
            toast(t('{count} accepted; Ctrl+Z to undo', { count: plural(accepted.length, 'document') }));
          }}
          onIgnore={(ignored) => ignore(queries.filter(({ id }) => ignored.some((row) => row.id === id)))}
          columns={[
            {
              title: t('Document'),
              width: 'minmax(200px, 3fr)',
              cell: ({ text, labels }) => (
                <MarkedText text={text.slice(0, MAX_PREVIEW)} labels={labels.filter(({ end }) => end <= MAX_PREVIEW)} entities={entities} />
              ),
            },
            {
              title: isEntityProject ? t('Found') : t('Predicted'),
              width: 'minmax(100px, 1fr)',
              cell: ({ classes, labels, isEdited }) => {
                const predicted = isEntityProject ? plural(labels.length, 'entity', 'entities') : classes.join(', ');
                return isEdited ? <strong>{predicted}</strong> : predicted;
              },
            },
            { title: t('Score'), width: '130px', cell: ({ score }) => <Confidence value={score} label={t('Score')} /> },
            { title: t('Count'), width: '60px', number: true, cell: ({ count }) => formatCount(count) },
          ]}
        />
      )}
    </Review>
  );
}
