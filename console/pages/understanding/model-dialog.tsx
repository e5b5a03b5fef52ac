/** An intent or entity: rename, roles, delete; values of lists and expressions. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { confirm, Dialog } from '../../kit/dialog.tsx';
import { Form, TextArea, TextField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, Tag } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import type { Model } from './calls.ts';
import { conditionalDelete, conditionalWrite, getWithEtag, type ResourceCalls } from './changes.tsx';
import { modelPath, subListsOf } from './entity-kinds.ts';
import { fieldItems, mergeFields, type Fields, type ListedItem } from './merging.ts';
import { useVersion } from './version.ts';

const HIERARCHICAL = 3;
const LIST = 5;
const REGEX = 8;
const PREBUILT = 2;

/** The editable part of a model. */
function fieldsOf({
  name,
  typeId,
  subLists = [],
  regexPattern = '',
}: Omit<Model, 'subLists'> & { subLists?: readonly ListedItem[] }): Fields {
  return {
    name,
    ...(typeId === LIST && { subLists: subLists.map(({ canonicalForm, list }) => ({ canonicalForm, list })) }),
    ...(typeId === REGEX && { regexPattern }),
  };
}

export function ModelDialog({ model, utterances, onClose }: { model: Model; utterances: number; onClose: () => void }) {
  const { client, path, reload } = useVersion();
  const { typeId, readableType, roles = [] } = model;
  const [name, setName] = useState(model.name);
  const [content, setContent] = useState(
    typeId === LIST
      ? (model.subLists ?? [])
          .map(({ canonicalForm, list }) => (list.length === 0 ? canonicalForm : `${canonicalForm}: ${list.join(', ')}`))
          .join('\n')
      : (model.regexPattern ?? ''),
  );
  const [role, setRole] = useState('');
  const at = modelPath(model, path);
  const isIntent = typeId === 0;
  const fixed = typeId === PREBUILT || (isIntent && model.name === 'None');
  const body = fieldsOf({ ...model, name, subLists: subListsOf(content), regexPattern: content });
  // Learned and hierarchical entities are changed with PATCH, all others with PUT.
  const method = typeId === 1 || typeId === HIERARCHICAL ? 'PATCH' : 'PUT';
  const end = (): void => {
    onClose();
    reload();
  };
  const place: ResourceCalls<Fields> = {
    what: model.name,
    items: fieldItems,
    merge: mergeFields,
    read: async () => await getWithEtag(client, at, fieldsOf),
    write: async (json, headers) => (await client.call(method, at, { json, headers })).headers.get('etag') ?? undefined,
  };
  const save = useAction(async () => {
    const saved = await conditionalWrite(place, { value: fieldsOf(model) }, body);
    if (!saved) return;
    if (!saved.isTheirs) toast(t('Saved'));
    end();
  });
  const addRole = useAction(
    async () => {
      await client.post(`${at}/roles`, { name: role });
      end();
    },
    { done: t('Role added') },
  );
  const deleteRole = useAction(async (id: string) => {
    await client.delete(`${at}/roles/${id}`);
    end();
  });
  const remove = useAction(async () => {
    const text = isIntent
      ? t('Its {utterances} will move to None.', { utterances: plural(utterances, 'utterance') })
      : t('Its labels are deleted too.');
    if (!(await confirm({ title: t('Delete {name}?', { name: model.name }), text, action: t('Delete') }))) return;
    if (await conditionalDelete(place, fieldsOf(model), (headers) => client.delete(at, { headers }))) end();
  });
  return (
    <Dialog title={model.name} onClose={onClose}>
      <div class="dialog-body">
        <div>
          <Tag>{readableType}</Tag>
        </div>
        {!fixed && (
          <Form onSubmit={() => void (name !== '' && save.run())}>
            <TextField label={t('Name')} value={name} onInput={setName} maxLength={100} />
            {(typeId === LIST || typeId === REGEX) && (
              <TextArea
                code
                rows={typeId === LIST ? 8 : 2}
                label={typeId === LIST ? t('Values, one per line, synonyms after a colon') : t('Expression')}
                value={content}
                onInput={setContent}
              />
            )}
            <div>
              <Button needs="label" type="submit" busy={save.busy} disabled={name === ''} text={t('Save')} />
            </div>
          </Form>
        )}
        {!isIntent && (
          <Form onSubmit={() => void (role !== '' && addRole.run())}>
            <TextField
              label={t('New role')}
              value={role}
              onInput={setRole}
              hint={t('Its meaning in an utterance: a city to fly from, or to.')}
            />
            <div class="row">
              <Button needs="label" type="submit" icon="add" busy={addRole.busy} disabled={role === ''} text={t('Add role')} />
              {roles.map((one) => (
                <span class="row">
                  <Tag>{one.name}</Tag>
                  <Button
                    needs="label"
                    kind="quiet"
                    icon="close"
                    label={t('Delete role {name}', { name: one.name })}
                    onClick={() => void deleteRole.run(one.id)}
                  />
                </span>
              ))}
            </div>
          </Form>
        )}
        <div class="dialog-buttons">
          {!(isIntent && model.name === 'None') && <Button kind="danger" icon="trash" does={remove} text={t('Delete')} />}
          <Button onClick={onClose}>{t('Close')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
