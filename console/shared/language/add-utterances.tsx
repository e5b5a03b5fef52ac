/** Adds utterances in a dialog: one, or many lines together, with inline labels and with an intent each. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, SelectField, TextArea } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button } from '../../kit/parts.tsx';
import { setQuery } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import type { EntityChoice } from './entities.ts';
import { filterUtterances } from './filter.ts';
import { parsePasted } from './paste.ts';
import type { Pasted } from './paste.ts';
import { clearFilter, useFilter } from './utterance-table.tsx';

export interface RejectedUtterance {
  text: string;
  why: string;
}

export interface AddUtterancesProps {
  intents: readonly string[];
  /** Entities that can be labeled; omitted if there are none, as in orchestrations. */
  entities?: readonly EntityChoice[];
  /** Whether entities have roles. */ hasRoles?: boolean;
  /** An example line. */ placeholder: string;
  /** Texts that exist already are relabeled. */
  isKnown: (text: string) => boolean;
  /** Creates what is new, then adds the utterances; resolves to those that were rejected. */
  add: (pasted: Pasted) => Promise<readonly RejectedUtterance[]>;
  onClose: () => void;
}

const NONE = 'None';
const MAX_SHOWN = 20;

export function AddUtterances({
  intents,
  entities,
  hasRoles = false,
  placeholder,
  isKnown,
  add,
  onClose,
}: AddUtterancesProps): JSX.Element {
  const filter = useFilter();
  const [lines, setLines] = useState('');
  const [picked, setPicked] = useState('');
  const [rejected, setRejected] = useState<readonly RejectedUtterance[]>([]);
  const intent = [picked, filter.intent].find((one) => intents.includes(one)) ?? intents.find((one) => one !== NONE) ?? NONE;
  const pasted = useMemo(
    () => parsePasted(lines, { intent, intents, entities: (entities ?? []).map(({ name }) => name) }),
    [lines, intent, intents, entities],
  );
  const { texts, newIntents, newEntities, roles } = pasted;
  const error = !entities && newEntities.length > 0 ? t('Orchestrations have no entities.') : roleError(roles, hasRoles);
  const may = texts.length > 0 && error === undefined;
  const again = texts.filter(({ text }) => isKnown(text)).length;
  const run = useAction(async () => {
    const bad = await add(pasted);
    const added = texts.filter(({ text }) => !bad.some((one) => one.text === text));
    if (added.length > 0) toast(t('{utterances} added', { utterances: plural(added.length, 'utterance') }));
    // What was added must be visible.
    if (
      filterUtterances(
        added.map((one) => ({ ...one, id: one.text })),
        filter,
      ).length < added.length
    )
      clearFilter();
    setRejected(bad);
    if (bad.length > 0) return setLines(bad.map(({ text }) => text).join('\n'));
    onClose();
    if (texts.length === 1) setQuery({ at: texts[0]!.text });
  });
  return (
    <Dialog title={t('Add utterances')} onClose={onClose} wide>
      <Form class="" onSubmit={() => void (may && run.run())}>
        <TextArea
          label={t('Utterances, one per line')}
          rows={8}
          autoFocus
          value={lines}
          onInput={setLines}
          onEnter={() => void (may && run.run())}
          placeholder={placeholder}
          hint={
            entities
              ? t('Label inline as {example}. Lines copied from a spreadsheet may have their intent in a column of its own.', {
                  example: hasRoles ? 'fly to {City=rome}, {City:to=rome}' : 'water the {Plant=fern}',
                })
              : t('Lines copied from a spreadsheet may have their intent in a column of its own.')
          }
          error={error}
        />
        <SelectField label={t('Intent of new utterances')} value={intent} options={intents} onInput={setPicked} />
        <div class="small" role="status">
          {newIntents.length > 0 && <p>{t('Creates the intents {names}.', { names: newIntents.join(', ') })}</p>}
          {entities && newEntities.length > 0 && <p>{t('Creates the entities {names}.', { names: newEntities.join(', ') })}</p>}
          {again > 0 && <p>{t('{utterances} will be relabeled: the text exists already.', { utterances: plural(again, 'utterance') })}</p>}
        </div>
        {rejected.length > 0 && (
          <div class="problem" role="alert">
            <h3>{t('{utterances} not added', { utterances: plural(rejected.length, 'utterance') })}</h3>
            <ul>
              {rejected.slice(0, MAX_SHOWN).map(({ text, why }) => (
                <li>
                  <strong>{text}</strong>: {why}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div class="dialog-buttons">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" kind="primary" keys="Control+Enter" busy={run.busy} disabled={!may}>
            {texts.length > 1 ? t('Add {count}', { count: texts.length }) : t('Add')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function roleError(roles: readonly string[], hasRoles: boolean): string | undefined {
  return hasRoles || roles.length === 0 ? undefined : t('Entities have no roles here: {names}.', { names: roles.join(', ') });
}
