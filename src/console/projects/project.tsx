/**
 * One project, open: what it holds is exported, edited here step by step, and written back as one import. Until then
 * edits are a draft, which can be taken back and which stays while other pages are looked at.
 */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useAccount } from '../kit/accounts.ts';
import type { Call } from '../kit/call.ts';
import { confirm } from '../kit/dialog.tsx';
import { PageHead, Tag } from '../kit/parts.tsx';
import { Show } from '../kit/problem.tsx';
import { Tabs } from '../kit/tabs.tsx';
import type { Tab } from '../kit/tabs.tsx';
import { tellFailure, toast } from '../kit/toast.tsx';
import { useUndo } from '../kit/undo.ts';
import { useLoad } from '../kit/use.ts';
import { allOf, done, exported, projectPath } from './calls.ts';
import type { Deployment, Metadata, Model, ProjectFile } from './calls.ts';
import { ProjectContext } from './context.ts';
import type { Project } from './context.ts';
import { draftKey, draftOf, dropDraft, keepDraft } from './drafts.ts';
import type { Family } from './family.ts';
import { SaveBar } from './save-bar.tsx';

interface Content { metadata: Metadata; file: ProjectFile<object> }

export function OneProject({ family, name, tabs }: { family: Family; name: string; tabs: readonly Tab[] }): JSX.Element {
  const { client } = useAccount();
  const content = useLoad(async (signal): Promise<Content> => {
    // In this order, so that a change in between is noticed when it is saved.
    const metadata = await client.get<Metadata>(projectPath(family, name), { signal, quiet: true });
    return { metadata, file: await exported(client, family, name, { signal }) };
  }, [client, name]);
  const round = useRef(0);
  const shown = useRef<Content>(undefined);
  if (content.value !== shown.current) {
    shown.current = content.value;
    round.current++;
  }
  return <Show of={content}>{(value) => <Open key={round.current} family={family} name={name} content={value} tabs={tabs} reload={content.reload} />}</Show>;
}

function Open({ family, name, content, tabs, reload }: { family: Family; name: string; content: Content; tabs: readonly Tab[]; reload: () => void }): JSX.Element {
  const { client, account } = useAccount();
  const { file } = content;
  const key = draftKey(account.id, family.page, name);
  const [saved, setSaved] = useState(file.assets);
  const [metadata, setMetadata] = useState(content.metadata);
  const undo = useUndo<object>((draftOf(key) as object | undefined) ?? file.assets);
  const assets = undo.value;
  const isSaved = assets === saved;
  useEffect(() => {
    if (isSaved) dropDraft(key);
    else keepDraft(key, assets);
  }, [assets, isSaved]);
  useEffect(() => () => {
    if (draftOf(key) !== undefined) toast(`What you changed in ${name} is kept, and not saved yet`);
  }, []);
  const models = useLoad((signal) => allOf<Model>(client, projectPath(family, name, '/models'), signal), [client, name]);
  const deployments = useLoad((signal) => allOf<Deployment>(client, projectPath(family, name, '/deployments'), signal), [client, name]);
  const saving: Call = { method: 'POST', path: projectPath(family, name, '/:import'), json: { ...file, assets } };
  const save = async (): Promise<boolean> => {
    if (isSaved) return true;
    try {
      const now = await client.get<Metadata>(projectPath(family, name), { quiet: true });
      if (now.lastModifiedDateTime !== metadata.lastModifiedDateTime && !await confirm({ title: 'Save over other changes?', text: 'Somebody has changed the project since you opened it. What they wrote is replaced by what you see.', action: 'Save over them' })) return false;
      await done(client, { method: 'POST', path: saving.path, json: saving.json });
      setMetadata(await client.get<Metadata>(projectPath(family, name), { quiet: true }));
      setSaved(assets);
      toast('Saved');
      return true;
    } catch (error) {
      tellFailure(error);
      return false;
    }
  };
  const forget = (): void => {
    dropDraft(key);
    reload();
  };
  const project = useMemo((): Project => ({ client, family, name, metadata, assets, edit: undo.push, isSaved, save, saving, models, deployments, reload: forget }), [assets, saved, metadata, models.value, models.error, models.loading, deployments.value, deployments.error, deployments.loading]);
  return <ProjectContext.Provider value={project}>
    <PageHead title={name} about={<><Tag>{metadata.projectKind}</Tag> {metadata.language}{metadata.description !== undefined && metadata.description !== '' && ` · ${metadata.description}`}</>} actions={<SaveBar undo={undo} />} />
    <Tabs label="Parts of the project" tabs={tabs} />
  </ProjectContext.Provider>;
}
