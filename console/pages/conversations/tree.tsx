/** Intents and entities of the project. */
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { plural } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Card } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import { loadApps } from '../../shared/language/apps.ts';
import { Collapsible } from '../../shared/language/collapsible.tsx';
import { setFilter, useFilter } from '../../shared/language/utterance-table.tsx';
import { useProject } from '../../shared/projects/context.ts';
import { NameDialog, TreeSection } from '../../shared/language/tree.tsx';
import { addIntent, deleteEntity, deleteIntent, NONE, renameIntent, setTarget, type Assets, type Entity } from './assets.ts';
import { EntityDialog, IntentDialog, useCanUseApps } from './dialogs.tsx';
import { describeTarget, ORCHESTRATION, type Orchestration } from './predictions.ts';

type OpenItem = { sort: 'intent' | 'entity'; name?: string };

export function ConversationTree() {
  const { client, assets, edit } = useProject<Assets>();
  const { intents, entities = [], utterances, projectKind } = assets;
  const filter = useFilter();
  const [open, setOpen] = useState<OpenItem>();
  const close = (): void => setOpen(undefined);
  // Files refer to apps by id.
  const canUseApps = useCanUseApps();
  const apps = useLoad(
    async (signal) => (projectKind === ORCHESTRATION && canUseApps ? await loadApps(client, signal) : []),
    [client, projectKind, canUseApps],
  );
  const counts = useMemo(() => {
    const found = { intents: new Map<string, number>(), entities: new Map<string, number>() };
    const add = (map: Map<string, number>, name: string): void => void map.set(name, (map.get(name) ?? 0) + 1);
    for (const { intent, entities: labels = [] } of utterances) {
      add(found.intents, intent);
      for (const name of new Set(labels.map(({ category }) => category))) add(found.entities, name);
    }
    return found;
  }, [utterances]);
  const saveIntent = (name: string, orchestration?: Orchestration): void => {
    const former = open?.name;
    if (former === undefined) edit(addIntent(assets, name, orchestration));
    else {
      const named = name === former ? assets : renameIntent(assets, former, name);
      edit(projectKind === ORCHESTRATION ? setTarget(named, name, orchestration) : named);
    }
    setFilter({ intent: name });
  };
  const removeIntent = (): void => {
    edit(deleteIntent(assets, open!.name!));
    setFilter({ intent: '' });
    toast(
      t('{name} deleted with {plural}; Ctrl+Z to undo', {
        name: open!.name,
        plural: plural(counts.intents.get(open!.name!) ?? 0, 'utterance'),
      }),
    );
  };
  const describeLink = (orchestration: Orchestration, isEmpty: boolean): string => {
    const target = describeTarget(orchestration, apps.value);
    return orchestration.conversationOrchestration && isEmpty ? t('→ {target}; learns from its utterances', { target }) : `→ ${target}`;
  };
  return (
    <Card>
      <Collapsible
        open={utterances.length === 0}
        title={
          projectKind === ORCHESTRATION
            ? plural(intents.length, 'intent')
            : `${plural(intents.length, 'intent')}, ${plural(entities.length, 'entity', 'entities')}`
        }
      >
        <TreeSection
          title={t('Intents')}
          add={t('Add intent')}
          items={intents.map(({ category, orchestration }) => ({
            name: category,
            count: counts.intents.get(category) ?? 0,
            note: orchestration && describeLink(orchestration, !counts.intents.has(category)),
          }))}
          selected={filter.intent}
          empty={t('What users want: book, cancel, ask.')}
          onSelect={(intent) => setFilter({ intent, predicted: '' })}
          onOpen={(name) => setOpen({ sort: 'intent', name })}
          onAdd={() => setOpen({ sort: 'intent' })}
        />
        {projectKind !== ORCHESTRATION && (
          <TreeSection
            title={t('Entities')}
            add={t('Add entity')}
            items={entities.map((entity) => ({
              name: entity.category,
              count: counts.entities.get(entity.category) ?? 0,
              note: describeComponents(entity),
            }))}
            selected={filter.entity}
            empty={t('What utterances mention: cities, dates, names.')}
            onSelect={(entity) => setFilter({ entity })}
            onOpen={(name) => setOpen({ sort: 'entity', name })}
            onAdd={() => setOpen({ sort: 'entity' })}
          />
        )}
      </Collapsible>
      {open?.sort === 'intent' &&
        (projectKind === ORCHESTRATION ? (
          <IntentDialog
            intent={intents.find(({ category }) => category === open.name)}
            apps={canUseApps ? (apps.value ?? []) : undefined}
            onClose={close}
            onDone={saveIntent}
            onDelete={open.name === undefined ? undefined : removeIntent}
          />
        ) : (
          <NameDialog
            title={open.name ?? t('Add intent')}
            label={t('Intent name')}
            hint={t('What the user wants, such as BookFlight.')}
            currentName={open.name}
            existingNames={intents.map(({ category }) => category)}
            fixed={open.name === NONE}
            onClose={close}
            onDone={(name) => saveIntent(name)}
            onDelete={open.name === undefined ? undefined : removeIntent}
          />
        ))}
      {open?.sort === 'entity' && (
        <EntityDialog
          entity={entities.find(({ category }) => category === open.name)}
          onClose={close}
          onDelete={(name) => {
            edit(deleteEntity(assets, name));
            setFilter({ entity: '' });
            toast(t('{name} deleted with its labels; Ctrl+Z to undo', { name }));
          }}
        />
      )}
    </Card>
  );
}

/** Its components beside labels. */
function describeComponents({ list, prebuilts = [], regex }: Entity): string {
  return [
    ...(list ? [t('list of {count}', { count: list.sublists.length })] : []),
    ...prebuilts.map(({ category }) => category),
    ...(regex ? [plural(regex.expressions.length, 'expression')] : []),
  ].join(', ');
}
