/** One training set: its forms, its fields, and models built from it. */
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { Async } from '../../kit/async.tsx';
import { confirmed } from '../../kit/dialog.tsx';
import { formatBytes } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { NextSteps } from '../../kit/next-steps.tsx';
import { Button, Card, Empty, PageHeader, Tag } from '../../kit/parts.tsx';
import { joinPath, Link, navigate } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { useTried } from '../../kit/visits.ts';
import { AddForms } from './add-forms.tsx';
import { AutoLabelButton } from './auto-label.tsx';
import { BuildCard, MIN_FORMS } from './build.tsx';
import { filePath, newestModel, setPath, versioned, type Model } from './calls.ts';
import { FieldsEditor } from './fields-editor.tsx';
import { useModels } from './hooks.ts';
import { countLabels, missingFields } from './labels.ts';
import { RetrainingCard } from './retraining.tsx';
import { isChangedSince, LABELS, LAYOUT } from './training-files.ts';
import { loadLabels, openSet, type FormFile, type OpenSet } from './training-set.ts';

export function TrainingSetPage({ setId }: { setId: string }) {
  const { client } = useAccount();
  const opened = useLoad((signal) => openSet(client, setId, signal), [client, setId]);
  const forms = opened.value?.forms;
  const saved = useLoad(async (signal) => forms && (await loadLabels(client, setId, forms, signal)), [client, setId, forms]);
  const counts = saved.value && countLabels([...saved.value.values()]);
  const models = useModels(client);
  const built = newestModel((models.value ?? []).filter(({ tags }) => tags?.trainingSet === setId));
  const isChanged = built !== undefined && opened.value !== undefined && isChangedSince(opened.value.set, built);
  const remove = useAction(async ({ name, labeled, hasLayout }: FormFile) => {
    await confirmed({
      title: t('Delete {name}?', { name }),
      text: t('The form, its layout and its labels are deleted.'),
      action: t('Delete form'),
    });
    for (const file of [name, ...(labeled ? [name + LABELS] : []), ...(hasLayout ? [name + LAYOUT] : [])])
      await client.delete(versioned(filePath(setId, file)));
    opened.reload();
  });
  const removeSet = useAction(
    async () => {
      await confirmed({
        title: t('Delete training set {setId}?', { setId }),
        text: t('All its forms and labels are deleted. Models built from it are kept.'),
        action: t('Delete set'),
        typed: setId,
      });
      await client.delete(versioned(setPath(setId)));
      navigate('/documents?tab=sets');
    },
    { done: t('Training set deleted') },
  );
  const first = forms?.find(({ labeled, isFlow }) => !labeled && !isFlow) ?? forms?.find(({ isFlow }) => !isFlow);
  return (
    <>
      <PageHeader
        title={setId}
        about={
          <>
            {t('Labeled forms of one kind.')} {isChanged && <Tag kind="warn">{t('changed since the last build')}</Tag>}
          </>
        }
        steps={opened.value && <SetSteps setId={setId} {...opened.value} built={built} isChanged={isChanged} first={first} />}
        actions={
          <>
            <Button needs="manage" kind="danger" icon="trash" does={removeSet} text={t('Delete')} />
          </>
        }
      />
      <Async of={opened}>
        {({ set, forms: rows, fields }) => (
          <div class="columns documents-set">
            <div class="stack">
              <Card
                flush
                title={t('Forms')}
                actions={
                  <>
                    <span class="soft">
                      {t('{count} of {of} labeled', { count: rows.filter(({ labeled }) => labeled).length, of: rows.length })}
                    </span>
                    <AutoLabelButton setId={setId} forms={rows} models={models.value ?? []} onChanged={opened.reload} />
                  </>
                }
              >
                <Table
                  label={t('Forms')}
                  rows={rows}
                  keyOf={({ name }) => name}
                  onOpen={({ name }) => navigate(joinPath('documents', 'sets', setId, name))}
                  empty={<Empty icon="upload" title={t('No forms yet')} text={t('Drop five or more filled-in forms of one kind below.')} />}
                  columns={[
                    {
                      title: t('Form'),
                      width: '2fr',
                      cell: ({ name }) => <Link to={joinPath('documents', 'sets', setId, name)}>{name}</Link>,
                    },
                    {
                      title: t('Status'),
                      width: '120px',
                      cell: ({ labeled, hasLayout, isFlow }) =>
                        isFlow ? (
                          <Tag>{t('no labels')}</Tag>
                        ) : labeled ? (
                          <Tag kind="good">{t('labeled')}</Tag>
                        ) : hasLayout ? (
                          <Tag kind="info">{t('to label')}</Tag>
                        ) : (
                          <Tag>{t('not analyzed')}</Tag>
                        ),
                    },
                    {
                      title: t('Missing'),
                      width: '66px',
                      number: true,
                      cell: ({ name }) => <Missing fields={missingFields(fields, saved.value?.get(name))} />,
                    },
                    { title: t('Size'), width: '60px', number: true, cell: (form) => formatBytes(form.bytes) },
                    {
                      title: '',
                      width: '32px',
                      cell: (form) => (
                        <Button
                          needs="label"
                          kind="quiet"
                          icon="trash"
                          label={t('Delete {name}', { name: form.name })}
                          onClick={() => void remove.run(form)}
                        />
                      ),
                    },
                  ]}
                />
              </Card>
              <AddForms setId={setId} existing={new Set(set.files.map(({ name }) => name))} onChanged={opened.reload} />
            </div>
            <div class="stack">
              <FieldsEditor setId={setId} fields={fields} counts={counts} onChange={opened.reload} />
              <BuildCard
                setId={setId}
                labeled={rows.filter(({ labeled }) => labeled).length}
                fields={fields.map(({ name }) => name)}
                models={models}
                counts={counts}
              />
              <RetrainingCard key={set.retraining?.after} set={set} onSaved={opened.reload} />
            </div>
          </div>
        )}
      </Async>
    </>
  );
}

/** Fields that a labeled form has no label for. */
function Missing({ fields }: { fields: readonly string[] | undefined }) {
  if (!fields) return null;
  return fields.length === 0 ? (
    <span title={t('All fields are labeled')}>0</span>
  ) : (
    <span title={t('Missing: {names}', { names: fields.join(', ') })}>{fields.length}</span>
  );
}

/** Label, build, try, connect. */
function SetSteps({
  setId,
  forms,
  fields,
  built,
  isChanged,
  first,
}: OpenSet & { setId: string; built: Model | undefined; isChanged: boolean; first: FormFile | undefined }) {
  const isLabeled = fields.length > 0 && forms.filter(({ labeled }) => labeled).length >= MIN_FORMS;
  const { account } = useAccount();
  const isTried = useTried(`${account.id} documents ${built?.modelId}`);
  return (
    <NextSteps
      steps={[
        {
          title: t('Label'),
          done: isLabeled,
          ...(first
            ? { to: joinPath('documents', 'sets', setId, first.name) }
            : { run: () => document.querySelector<HTMLElement>('.drop input')?.focus() }),
        },
        {
          title: t('Build'),
          done: built !== undefined && !isChanged,
          run: () => {
            document.querySelector('#build')?.scrollIntoView({ block: 'center' });
            document.querySelector<HTMLElement>('#build input')?.focus();
          },
        },
        ...(built ? [{ title: t('Try'), done: isTried, to: `/documents?model=${encodeURIComponent(built.modelId)}` }] : []),
      ]}
      connect={built && { area: 'documents', modelId: built.modelId }}
    />
  );
}
