/** Adds utterances in a dialog: one, or many lines together, with inline labels and with an intent each. */
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { FormDialog } from '../../kit/dialog.tsx';
import { SelectField, TextArea } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, PlainTable, Tag } from '../../kit/parts.tsx';
import { setQuery } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import type { EntityChoice } from './entities.ts';
import { filterUtterances } from './filter.ts';
import { parsePasted, type Pasted } from './paste.ts';
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
const MAX_PREVIEW = 5;
const MAX_NAMES = 5;

export function AddUtterances({ intents, entities, hasRoles = false, placeholder, isKnown, add, onClose }: AddUtterancesProps) {
  const filter = useFilter();
  const [lines, setLines] = useState('');
  const [isSwapped, setSwapped] = useState(false);
  const [picked, setPicked] = useState('');
  const [rejected, setRejected] = useState<readonly RejectedUtterance[]>([]);
  const intent = [picked, filter.intent].find((one) => intents.includes(one)) ?? intents.find((one) => one !== NONE) ?? NONE;
  const pasted = useMemo(
    () => parsePasted(lines, { intent, intents, entities: (entities ?? []).map(({ name }) => name) }, isSwapped),
    [lines, intent, intents, entities, isSwapped],
  );
  const { texts, hasColumns, newIntents, newEntities, roles } = pasted;
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
    if (bad.length > 0) return setLines(bad.map(({ text }) => lineOf(text, texts, hasColumns)).join('\n'));
    onClose();
    if (texts.length === 1) setQuery({ at: texts[0]!.text });
  });
  return (
    <FormDialog
      title={t('Add utterances')}
      onClose={onClose}
      wide
      keys="Control+Enter"
      action={texts.length > 1 ? t('Add {count}', { count: texts.length }) : t('Add')}
      submit={run}
      may={may}
    >
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
      {hasColumns ? (
        <Preview texts={texts} onSwap={() => setSwapped(!isSwapped)} />
      ) : (
        <SelectField label={t('Intent of new utterances')} value={intent} options={intents} onInput={setPicked} />
      )}
      <div class="small" role="status">
        {newIntents.length > 0 && <p>{`${plural(newIntents.length, 'new intent')}: ${nameFew(newIntents)}`}</p>}
        {entities && newEntities.length > 0 && (
          <p>{`${plural(newEntities.length, 'new entity', 'new entities')}: ${nameFew(newEntities)}`}</p>
        )}
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
    </FormDialog>
  );
}

/** How the columns of a spreadsheet were understood. */
function Preview({ texts, onSwap }: { texts: Pasted['texts']; onSwap: () => void }) {
  return (
    <div class="stack tight">
      <div class="spread">
        <h3>{t('Preview')}</h3>
        <Button icon="swap" onClick={onSwap} text={t('Swap columns')} />
      </div>
      <PlainTable label={t('Preview')} head={[t('Utterance'), t('Intent')]}>
        {texts.slice(0, MAX_PREVIEW).map(({ text, intent }) => (
          <tr>
            <td>{text}</td>
            <td>
              <Tag>{intent}</Tag>
            </td>
          </tr>
        ))}
      </PlainTable>
      {texts.length > MAX_PREVIEW && <p class="soft small">{t('and {count} more', { count: texts.length - MAX_PREVIEW })}</p>}
    </div>
  );
}

/** "A, B, C and 15 more" */
function nameFew(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? t('{names} and {count} more', { names: shown, count: names.length - MAX_NAMES }) : shown;
}

/** A rejected text as it can be edited and added again, with its intent. */
function lineOf(text: string, texts: Pasted['texts'], hasColumns: boolean): string {
  return hasColumns ? `${text}\t${texts.find((one) => one.text === text)?.intent ?? ''}` : text;
}

function roleError(roles: readonly string[], hasRoles: boolean): string | undefined {
  return hasRoles || roles.length === 0 ? undefined : t('Entities have no roles here: {names}.', { names: roles.join(', ') });
}
