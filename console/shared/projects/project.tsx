/**
 * One open project: its content is exported, edited step by step, and saved as one import a moment after the last edit. Each step can be
 * undone. What could not be saved is a draft, which survives leaving the page.
 */
import { useMemo, useRef } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { useActions } from '../../kit/actions.ts';
import { AsyncPage } from '../../kit/async.tsx';
import type { Call } from '../../kit/call.ts';
import { useCell } from '../../kit/cell.ts';
import { isOnline } from '../../kit/connection.ts';
import { formatPercent } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { NextSteps } from '../../kit/next-steps.tsx';
import { Button, PageHeader, Tag } from '../../kit/parts.tsx';
import { joinPath, setQuery } from '../../kit/router.tsx';
import { Tabs, type Tab } from '../../kit/tabs.tsx';
import type { Undo } from '../../kit/undo.ts';
import { useTried } from '../../kit/visits.ts';
import { CURVE_PREFIX, loadPages, projectPath, type Deployment, type Model } from './calls.ts';
import { ProjectContext, useProject, type Project } from './context.ts';
import { kindTitle, type ProjectFamily } from './family.ts';
import { useConnect } from './deployments.tsx';
import { isChangedSince, readState, type State } from './state.ts';
import { useDraft } from './use-draft.ts';
import { useTraining } from './use-training.ts';

export function ProjectPage({ family, name, tabs }: { family: ProjectFamily; name: string; tabs: readonly Tab[] }) {
  const { client } = useAccount();
  const content = useLoad((signal) => readState(client, family, name, signal), [client, name]);
  const round = useRef(0);
  const shown = useRef<State>(undefined);
  if (content.value !== shown.current) {
    shown.current = content.value;
    round.current++;
  }
  return (
    <AsyncPage of={content} list={{ to: joinPath(family.page), title: t('Projects') }}>
      {(value) => <OpenProject key={round.current} family={family} name={name} first={value} tabs={tabs} reload={content.reload} />}
    </AsyncPage>
  );
}

function OpenProject({
  family,
  name,
  first,
  tabs,
  reload,
}: {
  family: ProjectFamily;
  name: string;
  first: State;
  tabs: readonly Tab[];
  reload: () => void;
}) {
  const { client } = useAccount();
  const { undo, on, isSaved, isFailed, save, forget } = useDraft(family, name, first);
  const { metadata } = on;
  const assets = undo.value;
  const models = useLoad(
    async (signal) =>
      (await loadPages<Model>(client, projectPath(family, name, '/models'), signal)).filter(({ label }) => !label.startsWith(CURVE_PREFIX)),
    [client, name],
    { follows: [`${family.page}.train`] },
  );
  const deployments = useLoad(
    (signal) => loadPages<Deployment>(client, projectPath(family, name, '/deployments'), signal),
    [client, name],
    { follows: ['projects.deployments'] },
  );
  const training = useTraining(client, family, name, () => {
    models.reload();
    deployments.reload();
  });
  const saving: Call = {
    method: 'POST',
    path: projectPath(family, name, '/:import'),
    json: { ...on.file, assets },
    headers: { 'if-match': on.etag },
  };
  const reloadAll = (): void => {
    forget();
    reload();
  };
  const project = useMemo(
    (): Project => ({
      client,
      family,
      name,
      metadata,
      etag: on.etag,
      assets,
      edit: undo.push,
      isSaved,
      save,
      saving,
      models,
      deployments,
      training,
      reload: reloadAll,
    }),
    [assets, on, models.value, models.error, models.loading, deployments.value, deployments.error, deployments.loading, training.newest],
  );
  return (
    <ProjectContext.Provider value={project}>
      <PageHeader
        title={name}
        about={
          <>
            <Tag>{kindTitle(family, metadata.projectKind)}</Tag> {metadata.language}
            {metadata.description !== undefined && metadata.description !== '' && ` · ${metadata.description}`}{' '}
            {(isChangedSince(metadata, models.value ?? []) ?? false) && !training.isRunning && (
              <Tag kind="warn">{t('changed since training')}</Tag>
            )}
          </>
        }
        actions={
          <>
            <RunningTraining />
            <SaveBar undo={undo} isFailed={isFailed} />
          </>
        }
        steps={<ProjectSteps />}
      />
      <Tabs label={t('Project sections')} tabs={tabs} />
    </ProjectContext.Provider>
  );
}

/** The way from labels to a program that calls the project. */
function ProjectSteps() {
  const { account } = useAccount();
  const { family, name, models, deployments, metadata, isSaved, training } = useProject();
  const isChanged = isChangedSince(metadata, models.value ?? []);
  // While it runs, it is neither done nor the next thing to do.
  const isTrained = training.isRunning ? undefined : isChanged === false && isSaved;
  return (
    <NextSteps
      steps={[
        { title: t('Train'), done: isTrained, tab: 'training' },
        { title: t('Deploy'), done: (deployments.value ?? []).length > 0, tab: 'deployments' },
        { title: t('Try'), done: useTried(`${account.id} ${family.page} ${name}`), tab: 'playground' },
      ]}
      connect={useConnect()}
    />
  );
}

/** A running training, on every tab; opens the training tab. */
function RunningTraining() {
  const { training } = useProject();
  if (!training.isRunning) return null;
  return (
    <Button kind="quiet" icon="play" onClick={() => setQuery({ tab: 'training', at: undefined }, { replace: false })}>
      {t('Training, {share}', { share: formatPercent(training.newest?.progress ?? 0) })}
    </Button>
  );
}

/** Whether edits are saved; undo and redo. */
function SaveBar({ undo: { undo, redo, canUndo, canRedo }, isFailed }: { undo: Undo<object>; isFailed: boolean }) {
  const { isSaved, save } = useProject();
  const online = useCell(isOnline);
  useActions([{ title: t('Save project'), needs: 'label', keys: 'Ctrl+s', run: () => void save() }]);
  return (
    <>
      <span class="soft" role="status">
        {isFailed ? (
          <Tag kind="warn">{online ? t('Not saved') : t('waiting for the connection')}</Tag>
        ) : !isSaved ? (
          t('Saving…')
        ) : canUndo || canRedo ? (
          t('Saved')
        ) : (
          ''
        )}
      </span>
      {isFailed && online && <Button kind="primary" icon="check" keys="Control+S" onClick={() => void save()} text={t('Save')} />}
      <Button needs="label" kind="quiet" icon="undo" label={t('Undo')} keys="Control+Z" disabled={!canUndo} onClick={undo} />
      <Button needs="label" kind="quiet" icon="redo" label={t('Redo')} keys="Control+Y" disabled={!canRedo} onClick={redo} />
    </>
  );
}
