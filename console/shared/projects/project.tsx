/**
 * One open project: its content is exported, edited step by step, and saved as one import. Until then edits are a
 * draft, which can be undone and which survives leaving the page.
 */
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { useActions } from '../../kit/actions.ts';
import { Async } from '../../kit/async.tsx';
import type { Call } from '../../kit/call.ts';
import { confirm } from '../../kit/dialog.tsx';
import { useLoad } from '../../kit/hooks.ts';
import { Button, PageHeader, Tag } from '../../kit/parts.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import type { Tab } from '../../kit/tabs.tsx';
import type { Undo } from '../../kit/undo.ts';
import { loadPages, projectPath } from './calls.ts';
import type { Deployment, Model } from './calls.ts';
import { kindTitle, ProjectContext, useProject } from './context.ts';
import type { Project, ProjectFamily } from './context.ts';
import { readState } from './state.ts';
import type { State } from './state.ts';
import { useDraft } from './use-draft.ts';

export function ProjectPage({ family, name, tabs }: { family: ProjectFamily; name: string; tabs: readonly Tab[] }): JSX.Element {
  const { client } = useAccount();
  const content = useLoad((signal) => readState(client, family, name, signal), [client, name]);
  const round = useRef(0);
  const shown = useRef<State>(undefined);
  if (content.value !== shown.current) {
    shown.current = content.value;
    round.current++;
  }
  return (
    <Async of={content}>
      {(value) => <OpenProject key={round.current} family={family} name={name} first={value} tabs={tabs} reload={content.reload} />}
    </Async>
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
}): JSX.Element {
  const { client } = useAccount();
  const { undo, on, isSaved, save, forget } = useDraft(family, name, first);
  const { metadata } = on;
  const assets = undo.value;
  const models = useLoad((signal) => loadPages<Model>(client, projectPath(family, name, '/models'), signal), [client, name]);
  const deployments = useLoad((signal) => loadPages<Deployment>(client, projectPath(family, name, '/deployments'), signal), [client, name]);
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
      reload: reloadAll,
    }),
    [assets, on, models.value, models.error, models.loading, deployments.value, deployments.error, deployments.loading],
  );
  return (
    <ProjectContext.Provider value={project}>
      <PageHeader
        title={name}
        about={
          <>
            <Tag>{kindTitle(family, metadata.projectKind)}</Tag> {metadata.language}
            {metadata.description !== undefined && metadata.description !== '' && ` · ${metadata.description}`}
          </>
        }
        actions={<SaveBar undo={undo} />}
      />
      <Tabs label="Project sections" tabs={tabs} />
    </ProjectContext.Provider>
  );
}

/** Unsaved changes: save, undo step by step, or discard. */
function SaveBar({ undo: { undo, redo, canUndo, canRedo } }: { undo: Undo<object> }): JSX.Element {
  const { isSaved, save, reload } = useProject();
  const [busy, setBusy] = useState(false);
  const write = async (): Promise<void> => {
    setBusy(true);
    await save();
    setBusy(false);
  };
  useActions([{ title: 'Save project', keys: 'Ctrl+s', run: () => void (!isSaved && !busy && write()) }]);
  const discard = async (): Promise<void> => {
    if (
      await confirm({
        title: 'Discard your changes?',
        text: 'The last saved state of the project is loaded.',
        action: 'Discard changes',
      })
    )
      reload();
  };
  return (
    <>
      {!isSaved && <Tag kind="warn">Unsaved changes</Tag>}
      <Button kind="quiet" icon="undo" label="Undo" keys="Control+Z" disabled={!canUndo} onClick={undo} />
      <Button kind="quiet" icon="redo" label="Redo" keys="Control+Y" disabled={!canRedo} onClick={redo} />
      {!isSaved && <Button onClick={() => void discard()}>Discard changes</Button>}
      <Button
        kind={isSaved ? 'plain' : 'primary'}
        icon="check"
        keys="Control+S"
        busy={busy}
        disabled={isSaved}
        onClick={() => void write()}
      >
        Save
      </Button>
    </>
  );
}
