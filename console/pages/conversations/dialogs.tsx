/** Dialogs of an entity and of an orchestration intent. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { SelectField, TextArea, type Option } from '../../kit/form.tsx';
import { useLoad } from '../../kit/hooks.ts';
import { Button, Tag } from '../../kit/parts.tsx';
import { canUseArea, usePages } from '../../kit/router.tsx';
import type { App } from '../../shared/language/apps.ts';
import { loadPages, projectPath, versioned, type Deployment, type Metadata } from '../../shared/projects/calls.ts';
import { useProject } from '../../shared/projects/context.ts';
import { NameDialog } from '../../shared/language/tree.tsx';
import { formatExpressions, formatList, NONE, parseExpressions, parseList, putEntity } from './assets.ts';
import type { Assets, Entity, Intent } from './assets.ts';
import { appSlots, appTarget, describeTarget, projectTarget, type Orchestration } from './predictions.ts';

const COMPOSITIONS = [
  { value: '', label: t('Combine (default)') },
  { value: 'returnLongestOverlap', label: t('Longest') },
  { value: 'requireExactOverlap', label: t('Only exact agreement') },
  { value: 'separateComponents', label: t('Keep each') },
];

export function EntityDialog({
  entity,
  onDelete,
  onClose,
}: {
  entity: Entity | undefined;
  onDelete: (name: string) => void;
  onClose: () => void;
}) {
  const { client, family, assets, edit, metadata } = useProject<Assets>();
  const { language } = metadata;
  const [values, setValues] = useState(formatList(entity?.list?.sublists ?? [], language));
  const [patterns, setPatterns] = useState(formatExpressions(entity?.regex?.expressions ?? []));
  const [selected, setSelected] = useState((entity?.prebuilts ?? []).map(({ category }) => category));
  const [composition, setComposition] = useState(entity?.compositionSetting ?? '');
  const prebuilts = useLoad(
    (signal) =>
      loadPages<{ category: string }>(client, versioned(`${family.base}/projects/global/prebuilt-entities`, { language }), signal),
    [client, language],
  );
  const saveEntity = (category: string): void => {
    const sublists = parseList(values, language, entity?.list?.sublists ?? []);
    const expressions = parseExpressions(patterns, entity?.regex?.expressions ?? []);
    const parts = {
      ...(sublists.length > 0 && { list: { sublists } }),
      ...(selected.length > 0 && { prebuilts: selected.map((one) => ({ category: one })) }),
      ...(expressions.length > 0 && { regex: { expressions } }),
    };
    // Options that do not apply are left out.
    const requiredComponents = entity?.requiredComponents?.filter((one) => one === 'learned' || one in parts);
    edit(
      putEntity(
        assets,
        {
          category,
          ...parts,
          ...(composition !== '' && { compositionSetting: composition }),
          ...(requiredComponents && requiredComponents.length > 0 && { requiredComponents }),
        },
        entity?.category ?? category,
      ),
    );
  };
  return (
    <NameDialog
      title={entity?.category ?? t('Add entity')}
      label={t('Entity name')}
      currentName={entity?.category}
      existingNames={(assets.entities ?? []).map(({ category }) => category)}
      onDone={saveEntity}
      onClose={onClose}
      onDelete={entity && (() => onDelete(entity.category))}
    >
      <p class="soft">{t('It is learned from labels in utterances. It can also be found by:')}</p>
      <TextArea
        code
        rows={4}
        label={t('List, one value per line')}
        value={values}
        onInput={setValues}
        placeholder={t('Rome: rome, eternal city')}
        hint={t('A name, a colon, then its synonyms.')}
      />
      <SelectField
        label={t('Add prebuilt')}
        value=""
        onInput={(one) => one !== '' && setSelected([...selected, one])}
        options={[
          { value: '', label: t('Select one') },
          ...(prebuilts.value ?? []).map(({ category }) => category).filter((one) => !selected.includes(one)),
        ]}
      />
      {selected.length > 0 && (
        <div class="row">
          {selected.map((one) => (
            <span class="row">
              <Tag kind="info">{one}</Tag>
              <Button
                kind="quiet"
                icon="close"
                label={t('Remove {one}', { one })}
                onClick={() => setSelected(selected.filter((other) => other !== one))}
              />
            </span>
          ))}
        </div>
      )}
      <TextArea
        code
        rows={2}
        label={t('Regular expressions, one per line')}
        value={patterns}
        onInput={setPatterns}
        placeholder={t('order: [A-Z]{2}-[0-9]{4}')}
      />
      <SelectField label={t('When they overlap')} value={composition} onInput={setComposition} options={COMPOSITIONS} />
    </NameDialog>
  );
}

type TargetKind = '' | 'project' | 'app' | 'kept';

export interface IntentDialogProps {
  intent: Intent | undefined;
  /** Omitted if the account has none. */ apps: readonly App[] | undefined;
  onDone: (name: string, orchestration: Orchestration | undefined) => void;
  onDelete?: () => void;
  onClose: () => void;
}

/** An intent of an orchestration: its name and its target. */
export function IntentDialog({ intent, apps, onDone, onDelete, onClose }: IntentDialogProps) {
  const { client, family, assets } = useProject<Assets>();
  const first = intent?.orchestration;
  const { conversationOrchestration: toOther, luisOrchestration: toItsApp } = first ?? {};
  const [target, setTarget] = useState<TargetKind>(toOther ? 'project' : toItsApp ? 'app' : first ? 'kept' : '');
  const [projectName, setProject] = useState(toOther?.projectName ?? '');
  const [deploymentName, setDeployment] = useState(toOther?.deploymentName ?? '');
  const [appId, setApp] = useState(toItsApp?.appId ?? '');
  const [place, setPlace] = useState(toItsApp?.slotName ?? toItsApp?.appVersion ?? '');
  // An orchestration cannot be the target of another one.
  const projects = useLoad(
    async (signal) =>
      (await loadPages<Metadata>(client, versioned(`${family.base}/projects`), signal))
        .filter(({ projectKind }) => projectKind === 'Conversation')
        .map((one) => one.projectName),
    [client],
  );
  const isThere = projects.value?.includes(projectName) ?? false;
  const deployments = useLoad(
    async (signal) =>
      isThere
        ? (await loadPages<Deployment>(client, projectPath(family, projectName, '/deployments'), signal)).map((one) => one.deploymentName)
        : [],
    [client, projectName, isThere],
  );
  const app = apps?.find(({ id }) => id === appId);
  const places = app ? appSlots(app) : [];
  const [deployment, selectedSlot] = [
    deploymentName === '' ? (deployments.value?.[0] ?? '') : deploymentName,
    place === '' ? (places[0]?.value ?? '') : place,
  ];
  const orchestration =
    target === 'project'
      ? projectTarget(projectName, deployment)
      : target === 'app'
        ? app
          ? appTarget(app, selectedSlot)
          : first
        : target === 'kept'
          ? first
          : undefined;
  const ready = target === 'project' ? projectName !== '' && deployment !== '' : target !== 'app' || orchestration !== undefined;
  const targets: Option[] = [
    { value: '', label: t('None: return the intent only') },
    { value: 'project', label: t('Conversation project') },
    ...(apps || toItsApp ? [{ value: 'app', label: t('Understanding app') }] : []),
    ...(first && !toOther && !toItsApp ? [{ value: 'kept', label: describeTarget(first) }] : []),
  ];
  return (
    <NameDialog
      title={intent?.category ?? t('Add intent')}
      label={t('Intent name')}
      hint={t('What the user wants, such as Travel.')}
      currentName={intent?.category}
      existingNames={assets.intents.map(({ category }) => category)}
      fixed={intent?.category === NONE}
      ready={ready}
      onClose={onClose}
      onDelete={onDelete}
      onDone={(name) => onDone(name, orchestration)}
    >
      {intent?.category !== NONE && (
        <SelectField label={t('Target')} value={target} onInput={(next) => setTarget(next as TargetKind)} options={targets} />
      )}
      {target === 'project' && (
        <>
          <SelectField
            label={t('Project')}
            value={projectName}
            options={withCurrent(projects.value ?? [], projectName)}
            hint={t('An intent without utterances of its own learns from those of its project.')}
            onInput={(next) => {
              setProject(next);
              setDeployment('');
            }}
          />
          <SelectField
            label={t('Deployment')}
            value={deployment}
            options={withCurrent(deployments.value ?? [], deployment)}
            onInput={setDeployment}
            hint={isThere && deployments.value?.length === 0 ? t('It has none yet: train and deploy it first.') : undefined}
          />
        </>
      )}
      {target === 'app' && (
        <>
          <SelectField
            label={t('App')}
            value={appId}
            options={withCurrent(
              (apps ?? []).map(({ id, name }) => ({ value: id, label: name })),
              appId,
            )}
            hint={t('An app provides no utterances: add some to the intent.')}
            onInput={(next) => {
              setApp(next);
              setPlace('');
            }}
          />
          <SelectField label={t('Version or slot')} value={selectedSlot} options={withCurrent(places, selectedSlot)} onInput={setPlace} />
        </>
      )}
    </NameDialog>
  );
}

/** Includes an earlier choice that is no longer available, and an empty option until something is selected. */
function withCurrent(options: readonly Option[], selected: string): Option[] {
  const isKnown = options.some((one) => (typeof one === 'string' ? one : one.value) === selected);
  return isKnown
    ? [...options]
    : [
        selected === '' ? { value: '', label: t('Select one') } : { value: selected, label: t('{selected} (not available)', { selected }) },
        ...options,
      ];
}

/** Whether the account can use understanding apps. */
export function useCanUseApps(): boolean {
  const { kind } = useAccount().account;
  return canUseArea(
    usePages().find((page) => page.path === 'understanding')!,
    kind,
  );
}
