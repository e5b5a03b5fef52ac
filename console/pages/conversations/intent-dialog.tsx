/** An intent of an orchestration: its name and its target. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SelectField } from '../../kit/form.tsx';
import type { Option } from '../../kit/form.tsx';
import { useLoad } from '../../kit/use.ts';
import type { App } from '../../language/apps.ts';
import { loadPages, projectPath, versioned } from '../../projects/calls.ts';
import type { Deployment, Metadata } from '../../projects/calls.ts';
import { useProject } from '../../projects/context.ts';
import { NameDialog } from '../../projects/name-dialog.tsx';
import type { Assets, Intent } from './assets.ts';
import { NONE } from './assets.ts';
import { describeTarget, appSlots, appTarget, projectTarget } from './orchestration.ts';
import type { Orchestration } from './orchestration.ts';

type TargetKind = '' | 'project' | 'app' | 'kept';

export interface IntentDialogProps { intent: Intent | undefined; /** Omitted if the account has none. */ apps: readonly App[] | undefined; onDone: (name: string, orchestration: Orchestration | undefined) => void; onDelete?: () => void; onClose: () => void }

export function IntentDialog({ intent, apps, onDone, onDelete, onClose }: IntentDialogProps): JSX.Element {
  const { client, family, assets } = useProject<Assets>();
  const first = intent?.orchestration;
  const { conversationOrchestration: toOther, luisOrchestration: toItsApp } = first ?? {};
  const [target, setTarget] = useState<TargetKind>(toOther ? 'project' : toItsApp ? 'app' : first ? 'kept' : '');
  const [projectName, setProject] = useState(toOther?.projectName ?? '');
  const [deploymentName, setDeployment] = useState(toOther?.deploymentName ?? '');
  const [appId, setApp] = useState(toItsApp?.appId ?? '');
  const [place, setPlace] = useState(toItsApp?.slotName ?? toItsApp?.appVersion ?? '');
  // An orchestration cannot be the target of another one.
  const projects = useLoad(async (signal) => (await loadPages<Metadata>(client, versioned(`${family.base}/projects`), signal)).filter(({ projectKind }) => projectKind === 'Conversation').map((one) => one.projectName), [client]);
  const isThere = projects.value?.includes(projectName) ?? false;
  const deployments = useLoad(async (signal) => isThere ? (await loadPages<Deployment>(client, projectPath(family, projectName, '/deployments'), signal)).map((one) => one.deploymentName) : [], [client, projectName, isThere]);
  const app = apps?.find(({ id }) => id === appId);
  const places = app ? appSlots(app) : [];
  const [deployment, asked] = [deploymentName === '' ? deployments.value?.[0] ?? '' : deploymentName, place === '' ? places[0]?.value ?? '' : place];
  const orchestration = target === 'project' ? projectTarget(projectName, deployment) : target === 'app' ? app ? appTarget(app, asked) : first : target === 'kept' ? first : undefined;
  const ready = target === 'project' ? projectName !== '' && deployment !== '' : target !== 'app' || orchestration !== undefined;
  const targets: Option[] = [{ value: '', label: 'None: return the intent only' }, { value: 'project', label: 'Conversation project' }, ...apps || toItsApp ? [{ value: 'app', label: 'Understanding app' }] : [], ...first && !toOther && !toItsApp ? [{ value: 'kept', label: describeTarget(first) }] : []];
  return <NameDialog title={intent?.category ?? 'Add intent'} label="Intent name" hint="What the user wants, such as Travel." first={intent?.category} taken={assets.intents.map(({ category }) => category)} fixed={intent?.category === NONE} ready={ready} onClose={onClose} onDelete={onDelete} onDone={(name) => onDone(name, orchestration)}>
    {intent?.category !== NONE && <SelectField label="Target" value={target} onInput={(next) => setTarget(next as TargetKind)} options={targets} />}
    {target === 'project' && <>
      <SelectField label="Project" value={projectName} options={withCurrent(projects.value ?? [], projectName)} hint="An intent without utterances of its own learns from those of its project." onInput={(next) => {
        setProject(next);
        setDeployment('');
      }} />
      <SelectField label="Deployment" value={deployment} options={withCurrent(deployments.value ?? [], deployment)} onInput={setDeployment} hint={isThere && deployments.value?.length === 0 ? 'It has none yet: train and deploy it first.' : undefined} />
    </>}
    {target === 'app' && <>
      <SelectField label="App" value={appId} options={withCurrent((apps ?? []).map(({ id, name }) => ({ value: id, label: name })), appId)} hint="An app provides no utterances: add some to the intent." onInput={(next) => {
        setApp(next);
        setPlace('');
      }} />
      <SelectField label="Version or slot" value={asked} options={withCurrent(places, asked)} onInput={setPlace} />
    </>}
  </NameDialog>;
}

/** Includes an earlier choice that is no longer available, and an empty option until something is selected. */
function withCurrent(options: readonly Option[], chosen: string): Option[] {
  const isKnown = options.some((one) => (typeof one === 'string' ? one : one.value) === chosen);
  return isKnown ? [...options] : [chosen === '' ? { value: '', label: 'Select one' } : { value: chosen, label: `${chosen} (not available)` }, ...options];
}
