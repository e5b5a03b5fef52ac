/** The model: age, export, import and reset; and its log. */
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { saveFile } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { confirmed } from '../../kit/dialog.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { formatAge, formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Facts } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import { BASE } from './types.ts';

const PATH = `${BASE}/model`;

export function ModelTab() {
  const { client } = useAccount();
  const properties = useLoad(
    (signal) => client.get<{ creationTime: string; lastModifiedTime: string }>(`${PATH}/properties`, { signal, quiet: true }),
    [client],
    { follows: ['ranking.loops'] },
  );
  return (
    <div class="columns packed">
      <Card title={t('Model')}>
        <div class="stack">
          <Async of={properties}>
            {({ creationTime, lastModifiedTime }) => (
              <Facts
                rows={[
                  [t('Created'), `${formatTime(creationTime)}, ${formatAge(creationTime)}`],
                  [
                    t('Last exported'),
                    creationTime === lastModifiedTime
                      ? t('not yet: all actions are equally likely')
                      : `${formatTime(lastModifiedTime)}, ${formatAge(lastModifiedTime)}`,
                  ],
                ]}
              />
            )}
          </Async>
          <ExportCard />
        </div>
      </Card>
      <ImportCard onDone={properties.reload} />
      <ResetCard onDone={properties.reload} />
      <LogCard />
    </div>
  );
}

function ExportCard() {
  const { client } = useAccount();
  const save = useAction(async () =>
    saveFile(
      await client.get<Blob>(PATH, { bytes: true, query: { signed: true } }),
      `ranking-${new Date().toISOString().slice(0, 10)}.model`,
    ),
  );
  return (
    <>
      <p class="soft">{t('The file is signed: it can be imported on servers with the same master key.')}</p>
      <div>
        <Button icon="download" does={save} text={t('Export model')} />
      </div>
      <ApiCall call={{ method: 'GET', path: PATH, query: { signed: true } }} />
    </>
  );
}

function ImportCard({ onDone }: { onDone: () => void }) {
  const { client } = useAccount();
  const load = useAction(async (file: File) => {
    await confirmed({
      title: t('Replace the model?'),
      text: t("The current model is deleted. {name} takes its place and continues to learn. It must have the loop's learning settings.", {
        name: file.name,
      }),
      action: t('Replace'),
    });
    await client.call('PUT', PATH, { file, headers: { 'content-type': 'application/octet-stream' } });
    toast(t('Model replaced'));
    onDone();
  });
  return (
    <Card title={t('Import a model')}>
      <div class="stack">
        <FileDrop
          needs="manage"
          label={load.busy ? t('Importing…') : t('Drop a signed model file, or browse')}
          onFiles={([file]) => void (file && load.run(file))}
        />
        <ApiCall call={{ method: 'PUT', path: PATH, file: new File([], 'ranking.model', { type: 'application/octet-stream' }) }} />
      </div>
    </Card>
  );
}

function ResetCard({ onDone }: { onDone: () => void }) {
  const { client } = useAccount();
  const reset = useAction(async () => {
    await confirmed({
      title: t('Reset the model?'),
      text: t(
        'Everything it has learned is deleted, and all actions are equally likely until it has learned again. Export it first if you may need it. The log is kept.',
      ),
      action: t('Reset model'),
      typed: 'reset',
    });
    await client.delete(PATH);
    toast(t('Model reset'));
    onDone();
  });
  return (
    <Card title={t('Reset')}>
      <div class="stack">
        <p class="soft">{t('Deletes what was learned; the log is kept.')}</p>
        <div>
          <Button needs="manage" kind="danger" icon="trash" does={reset} text={t('Reset model')} />
        </div>
        <ApiCall call={{ method: 'DELETE', path: PATH }} />
      </div>
    </Card>
  );
}

function LogCard() {
  const { client } = useAccount();
  const drop = useAction(async () => {
    await confirmed({
      title: t('Delete the log?'),
      text: t(
        'All events are deleted: they can no longer be inspected, evaluated or trained on. The model is kept. This cannot be undone.',
      ),
      action: t('Delete log'),
      typed: 'delete',
    });
    await client.delete(`${BASE}/logs`);
    toast(t('Log deleted'));
  });
  return (
    <Card title={t('Log')}>
      <div class="stack">
        <p class="soft">{t('Deletes all events; the model is kept.')}</p>
        <div>
          <Button needs="manage" kind="danger" icon="trash" does={drop} text={t('Delete log')} />
        </div>
        <ApiCall call={{ method: 'DELETE', path: `${BASE}/logs` }} />
      </div>
    </Card>
  );
}
