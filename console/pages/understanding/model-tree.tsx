/** Intents and entities of the version as a tree: selecting one filters the utterances; each can be opened, and more can be added. */
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { FormDialog } from '../../kit/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Card } from '../../kit/parts.tsx';
import { Collapsible } from '../../shared/language/collapsible.tsx';
import { flattenLabels } from '../../shared/language/entities.ts';
import { TreeSection } from '../../shared/language/tree.tsx';
import { setFilter, useFilter } from '../../shared/language/utterance-table.tsx';
import type { Model } from './calls.ts';
import { bodyOf, KINDS, pathOf, type EntityKind } from './entity-kinds.ts';
import { ModelDialog } from './model-dialog.tsx';
import { useVersion } from './version.ts';

/** From this many on there is a search field. */
const MIN_SEARCHABLE = 20;

export function ModelTree() {
  const { models, utterances } = useVersion();
  const filter = useFilter();
  const [open, setOpen] = useState<'intent' | 'entity' | Model>();
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    const add = (key: string): void => void found.set(key, (found.get(key) ?? 0) + 1);
    for (const { intent, labels } of utterances) {
      add(`intent ${intent}`);
      for (const name of new Set(flattenLabels(labels).map(({ label }) => label.entity))) add(`entity ${name}`);
    }
    return found;
  }, [utterances]);
  const [find, setFind] = useState('');
  const isWanted = ({ name }: Model): boolean => name.toLowerCase().includes(find.trim().toLowerCase());
  const intents = models.filter((model) => model.typeId === 0 && isWanted(model));
  const entities = models.filter((model) => model.typeId !== 0 && isWanted(model));
  const { length: intentCount } = models.filter(({ typeId }) => typeId === 0);
  return (
    <Card>
      <Collapsible
        open={utterances.length === 0}
        title={`${plural(intentCount, 'intent')}, ${plural(models.length - intentCount, 'entity', 'entities')}`}
      >
        {models.length > MIN_SEARCHABLE && (
          <TextField bare type="search" label={t('Search intents and entities')} placeholder={t('Search')} value={find} onInput={setFind} />
        )}
        <TreeSection
          title={t('Intents')}
          add={t('Add intent')}
          items={intents.map(({ name }) => ({ name, count: counts.get(`intent ${name}`) ?? 0 }))}
          selected={filter.intent}
          onSelect={(intent) => setFilter({ intent, predicted: '' })}
          onOpen={(name) => setOpen(intents.find((model) => model.name === name))}
          onAdd={() => setOpen('intent')}
        />
        <TreeSection
          title={t('Entities')}
          add={t('Add entity')}
          items={entities.map((model) => ({ name: model.name, count: counts.get(`entity ${model.name}`), note: <Parts of={model} /> }))}
          selected={filter.entity}
          empty={find === '' ? t('What utterances mention: cities, dates, names.') : undefined}
          onSelect={(entity) => setFilter({ entity })}
          onOpen={(name) => setOpen(entities.find((model) => model.name === name))}
          onAdd={() => setOpen('entity')}
        />
        {open === 'intent' ? (
          <NewIntent onClose={() => setOpen(undefined)} />
        ) : open === 'entity' ? (
          <NewEntity onClose={() => setOpen(undefined)} />
        ) : (
          open && <ModelDialog model={open} utterances={counts.get(`intent ${open.name}`) ?? 0} onClose={() => setOpen(undefined)} />
        )}
      </Collapsible>
    </Card>
  );
}

/** Roles and parts of an entity. */
function Parts({ of: { children = [], roles = [] } }: { of: Model }) {
  return (
    <>
      {roles.length > 0 && <p>{t('as {join}', { join: roles.map((role) => role.name).join(', ') })}</p>}
      {children.length > 0 && (
        <ul class="understanding-children">
          {children.map((child) => (
            <li>
              <span class="ellipsis">{child.name}</span>
              <Parts of={{ ...child, roles: [] }} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Adds an entity of any kind. */
function NewEntity({ onClose }: { onClose: () => void }) {
  const { client, path, reload } = useVersion();
  const [kind, setKind] = useState<EntityKind>('learned');
  const [name, setName] = useState('');
  const [content, setContent] = useState('');
  const prebuilts = useLoad(
    async (signal) => await client.get<{ name: string }[]>(`${path}/listprebuilts`, { signal, quiet: true }),
    [client, path],
  );
  const { hint, content: contentField } = KINDS[kind];
  const at = pathOf(kind, path);
  const body = bodyOf(kind, name, content);
  const may = name !== '' && (kind !== 'regex' || content !== '');
  const add = useAction(
    async () => {
      await client.post(at, body);
      onClose();
      reload();
    },
    { done: t('Entity added') },
  );
  return (
    <FormDialog title={t('Add entity')} onClose={onClose} action={t('Add')} submit={add} may={may}>
      <SelectField
        label={t('Kind')}
        value={kind}
        onInput={(next) => {
          setKind(next as EntityKind);
          setName('');
          setContent('');
        }}
        options={Object.entries(KINDS).map(([value, { title }]) => ({ value, label: title }))}
        hint={hint}
      />
      {kind === 'prebuilt' ? (
        <SelectField
          label={t('Prebuilt entity')}
          value={name}
          onInput={setName}
          options={[{ value: '', label: t('Select one') }, ...(prebuilts.value ?? []).map((one) => one.name)]}
        />
      ) : (
        <TextField label={t('Entity name')} required maxLength={100} value={name} onInput={setName} />
      )}
      {contentField && (
        <TextArea
          label={contentField.label}
          hint={contentField.hint}
          value={content}
          onInput={setContent}
          rows={kind === 'regex' ? 2 : 5}
          code
        />
      )}
    </FormDialog>
  );
}

/** Adds an intent. */
function NewIntent({ onClose }: { onClose: () => void }) {
  const { client, path, reload } = useVersion();
  const [name, setName] = useState('');
  const add = useAction(
    async () => {
      await client.post(`${path}/intents`, { name });
      onClose();
      setFilter({ intent: name });
      reload();
    },
    { done: t('Intent added') },
  );
  return (
    <FormDialog title={t('Add intent')} onClose={onClose} action={t('Add')} submit={add} may={name !== ''}>
      <TextField
        label={t('Intent name')}
        required
        autoFocus
        maxLength={100}
        value={name}
        onInput={setName}
        hint={t('What the user wants, such as BookFlight.')}
      />
    </FormDialog>
  );
}
