/** All models: those of the account, which can be composed, and the prebuilt ones. */
import { useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { Async } from '../../kit/async.tsx';
import { FormDialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/form.tsx';
import { formatTime } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card, Empty } from '../../kit/parts.tsx';
import { joinPath, Link, navigate } from '../../kit/router.tsx';
import { checkColumn, Table, toggled } from '../../kit/table.tsx';
import { isPrebuilt, versioned } from './calls.ts';
import { describeModel, modelTitle } from './gallery.ts';
import { useModels } from './hooks.ts';
import { isName, nameProblem } from './training-files.ts';

export function Models() {
  const { client } = useAccount();
  const models = useModels(client);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [composing, setComposing] = useState(false);
  const toggle = (modelId: string): void => setSelected(toggled(selected, modelId));
  return (
    <Async of={models}>
      {(rows) => {
        const own = rows
          .filter(({ modelId }) => !isPrebuilt(modelId))
          .map((model) => ({ ...model, id: model.modelId, text: model.modelId }));
        return (
          <>
            <Card
              flush
              title={t('Your models')}
              actions={
                <>
                  <span class="soft small">{t('Space selects, Enter opens')}</span>
                  <Button needs="label" icon="add" disabled={selected.size < 1} onClick={() => setComposing(true)}>
                    {selected.size > 0 ? t('Compose {count}', { count: selected.size }) : t('Compose')}
                  </Button>
                </>
              }
            >
              <Table
                label={t('Your models')}
                rows={own}
                keyOf={({ modelId }) => modelId}
                selected={({ modelId }) => selected.has(modelId)}
                onOpen={({ modelId }) => navigate(joinPath('documents', 'models', modelId))}
                onToggle={({ modelId }) => toggle(modelId)}
                empty={
                  <Empty
                    icon="documents"
                    title={t('No models yet')}
                    actions={<ButtonLink kind="primary" to="/documents?tab=sets" text={t('Label and build')} />}
                  >
                    {t('Label five or more forms and build a model that extracts their fields.')}
                  </Empty>
                }
                columns={[
                  checkColumn(selected, toggle),
                  { title: t('Model'), cell: ({ modelId }) => <Link to={joinPath('documents', 'models', modelId)}>{modelId}</Link> },
                  { title: t('Description'), width: '2fr', cell: ({ description }) => description ?? '' },
                  { title: t('Mode'), width: '90px', cell: ({ buildMode }) => buildMode ?? '' },
                  { title: t('Created'), width: '150px', cell: ({ createdDateTime }) => formatTime(createdDateTime) },
                ]}
              />
            </Card>
            <Card flush title={t('Prebuilt models')}>
              <Table
                label={t('Prebuilt models')}
                rows={rows.filter(({ modelId }) => isPrebuilt(modelId))}
                keyOf={({ modelId }) => modelId}
                onOpen={({ modelId }) => navigate(joinPath('documents', 'models', modelId))}
                columns={[
                  {
                    title: t('Model'),
                    cell: ({ modelId }) => <Link to={joinPath('documents', 'models', modelId)}>{modelTitle(modelId)}</Link>,
                  },
                  { title: t('Id'), width: 'minmax(245px, 1fr)', cell: ({ modelId }) => <code>{modelId}</code> },
                  {
                    title: t('Finds'),
                    width: '2fr',
                    cell: (model) => <span title={describeModel(model).finds}>{describeModel(model).finds}</span>,
                  },
                ]}
              />
            </Card>
            {composing && (
              <ComposeDialog
                components={own.map(({ modelId }) => modelId).filter((modelId) => selected.has(modelId))}
                onClose={() => setComposing(false)}
              />
            )}
          </>
        );
      }}
    </Async>
  );
}

/** Composes a model from several: each document is analyzed by the best matching one. */
function ComposeDialog({ components, onClose }: { components: readonly string[]; onClose: () => void }) {
  const { client } = useAccount();
  const [modelId, setModelId] = useState('');
  const [description, setDescription] = useState('');
  const json = { modelId, ...(description !== '' && { description }), componentModels: components.map((one) => ({ modelId: one })) };
  const make = useAction(
    async () => {
      await client.post(versioned('/documentModels:compose'), json);
      onClose();
      navigate(joinPath('documents', 'models', modelId));
    },
    { done: t('Model composed') },
  );
  return (
    <FormDialog title={t('Compose a model')} onClose={onClose} action={t('Compose')} submit={make} may={isName(modelId)}>
      <p>
        {rich('From {components}. They are copied: later changes to them do not affect the new model.', {
          components: components.map((one, i) => (
            <>
              {i > 0 && ', '}
              <code>{one}</code>
            </>
          )),
        })}
      </p>
      <TextField label={t('Model name')} required autoFocus value={modelId} onInput={setModelId} error={nameProblem(modelId)} />
      <TextField label={t('Description')} value={description} onInput={setDescription} />
    </FormDialog>
  );
}
