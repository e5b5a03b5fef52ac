/** Machine learning features: patterns, phrase lists, and pattern features. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { confirmed } from '../../kit/dialog.tsx';
import { CheckField, Form, SelectField, TextArea, TextField } from '../../kit/form.tsx';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Tag } from '../../kit/parts.tsx';
import { Table, type Column } from '../../kit/table.tsx';
import { toast } from '../../kit/toast.tsx';
import { AUTHORING, loadPages } from '../../shared/language/apps.ts';
import { AUTHORING2 } from './calls.ts';
import { conditionalDelete, conditionalWrite, getWithEtag, type ResourceCalls } from './changes.tsx';
import { fieldItems, mergeFields, type Fields } from './merging.ts';
import { useVersion } from './version.ts';

interface Pattern {
  id: string;
  pattern: string;
  intent: string;
}
interface PhraseList {
  id: number;
  name: string;
  phrases: string;
  isExchangeable: boolean;
  isActive: boolean;
}
interface PatternFeature {
  id: number;
  name: string;
  pattern: string;
  isActive: boolean;
}

export function Features() {
  return (
    <div class="columns understanding-features">
      <Patterns />
      <PhraseLists />
      <PatternFeatures />
    </div>
  );
}

interface Feature {
  id: string | number;
  isActive?: boolean;
}

interface FeatureListProps<T> {
  title: string;
  empty: string;
  /** The path of the list. */ path: string;
  nameOf: (row: T) => string;
  columns: readonly Column<T>[];
  /** The editable part of one. */
  fieldsOf: (row: T) => Fields;
  /** The value of the fields; undefined while incomplete. */
  fields: Fields | undefined;
  /** The same as the body of `POST` and `PUT`. */
  bodyOf?: (fields: Fields) => object;
  postTo: string;
  toggle?: boolean;
  /** Loads one into the fields; undefined clears them. */
  onFill: (row: T | undefined) => void;
  children: ComponentChildren;
}

/** An editable list: add, change, enable and delete. */
function FeatureList<T extends Feature>({ path, nameOf, fieldsOf, fields, bodyOf = (given) => given, ...rest }: FeatureListProps<T>) {
  const { client, info } = useVersion();
  const [open, setOpen] = useState<T>();
  const rows = useLoad((signal) => loadPages<T>(client, path, signal), [client, path]);
  const changed = (): void => {
    rows.reload();
    info.reload();
  };
  const fill = (row: T | undefined): void => {
    setOpen(row);
    rest.onFill(row);
  };
  const body = fields && bodyOf(fields);
  const call = open
    ? ({ method: 'PUT', path: `${path}/${open.id}`, json: { ...body, ...featureId(open) } } as const)
    : ({ method: 'POST', path: rest.postTo, json: body } as const);
  const placeOf = (row: T): ResourceCalls<Fields> => ({
    what: nameOf(row),
    items: fieldItems,
    merge: mergeFields,
    read: async () => await getWithEtag(client, `${path}/${row.id}`, fieldsOf),
    write: async (next, headers) =>
      (await client.call('PUT', `${path}/${row.id}`, { json: { ...bodyOf(next), ...featureId(row) }, headers })).headers.get('etag') ??
      undefined,
  });
  const save = useAction(async () => {
    if (open) {
      const saved = await conditionalWrite(placeOf(open), { value: fieldsOf(open) }, fields!);
      if (!saved) return;
      if (!saved.isTheirs) toast(t('Saved'));
    } else {
      await client.post(rest.postTo, body);
      toast(t('Added'));
    }
    fill(undefined);
    changed();
  });
  const remove = useAction(async (row: T) => {
    await confirmed({ title: t('Delete {row}?', { row: nameOf(row) }), text: t('Train the version again for this to take effect.') });
    if (!(await conditionalDelete(placeOf(row), fieldsOf(row), (headers) => client.delete(`${path}/${row.id}`, { headers })))) return;
    if (open?.id === row.id) fill(undefined);
    changed();
  });
  const turn = useAction(async (row: T) => {
    await client.put(`${path}/${row.id}`, { isActive: !row.isActive });
    changed();
  });
  return (
    <Card title={rest.title}>
      <div class="stack">
        <Async of={rows}>
          {(found) => (
            <Table
              label={rest.title}
              rows={found}
              height={300}
              keyOf={({ id }) => id}
              onOpen={fill}
              selected={({ id }) => id === open?.id}
              empty={<p class="soft">{t('None yet. {empty}', { empty: rest.empty })}</p>}
              columns={[
                ...rest.columns,
                ...(rest.toggle
                  ? [
                      {
                        title: t('Enabled'),
                        width: '70px',
                        cell: (row: T) => (
                          <Button
                            needs="label"
                            kind="quiet"
                            label={`${row.isActive ? 'on: turn off' : 'off: turn on'} ${nameOf(row)}`}
                            onClick={() => void turn.run(row)}
                          >
                            <Tag kind={row.isActive ? 'good' : undefined}>{row.isActive ? t('on') : t('off')}</Tag>
                          </Button>
                        ),
                      },
                    ]
                  : []),
                {
                  title: '',
                  width: '32px',
                  cell: (row) => (
                    <Button
                      needs="label"
                      kind="quiet"
                      icon="trash"
                      label={t('Delete {row}', { row: nameOf(row) })}
                      onClick={() => void remove.run(row)}
                    />
                  ),
                },
              ]}
            />
          )}
        </Async>
        <Form onSubmit={() => void (fields !== undefined && save.run())}>
          {rest.children}
          <div class="row">
            <Button needs="label" type="submit" icon={open ? 'check' : 'add'} busy={save.busy} disabled={fields === undefined}>
              {open ? t('Save') : t('Add')}
            </Button>
            {open && <Button onClick={() => fill(undefined)}>{t('Cancel')}</Button>}
          </div>
        </Form>
        {body !== undefined && <ApiCall call={call} />}
      </div>
    </Card>
  );
}

/** Patterns have their name in the body too; features do not. */
function featureId({ id }: { id: string | number }): object {
  return typeof id === 'string' ? { id } : {};
}

function Patterns() {
  const { path, intents } = useVersion();
  const [pattern, setPattern] = useState('');
  const [picked, setIntent] = useState('');
  const intent = picked !== '' ? picked : (intents[0] ?? '');
  return (
    <FeatureList<Pattern>
      title={t('Patterns')}
      empty={t('A pattern matches whole utterances: book a flight to {City} [please].')}
      path={`${path}/patternrules`}
      postTo={`${path}/patternrule`}
      nameOf={(row) => row.pattern}
      onFill={(row) => {
        setPattern(row?.pattern ?? '');
        setIntent(row?.intent ?? '');
      }}
      fieldsOf={(row) => ({ pattern: row.pattern, intent: row.intent })}
      fields={pattern.trim() === '' ? undefined : { pattern, intent }}
      columns={[
        { title: t('Pattern'), width: '2fr', cell: (row) => row.pattern },
        { title: t('Intent'), cell: (row) => row.intent },
      ]}
    >
      <TextField
        label={t('New pattern')}
        value={pattern}
        onInput={setPattern}
        hint={t('{Entity} or {Entity:role}, [optional], (one | other).')}
      />
      <SelectField label={t('Intent of pattern')} value={intent} options={intents} onInput={setIntent} />
    </FeatureList>
  );
}

const splitPhrases = (text: string): string[] =>
  text
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');

function PhraseLists() {
  const { path } = useVersion();
  const [name, setName] = useState('');
  const [phrases, setPhrases] = useState('');
  const [isExchangeable, setExchangeable] = useState(true);
  return (
    <FeatureList<PhraseList>
      title={t('Phrase lists')}
      empty={t('Related words help the models: names of dishes or streets.')}
      path={`${path}/phraselists`}
      postTo={`${path}/phraselists`}
      nameOf={(row) => row.name}
      toggle
      onFill={(row) => {
        setName(row?.name ?? '');
        setPhrases(row?.phrases ?? '');
        setExchangeable(row?.isExchangeable ?? true);
      }}
      fieldsOf={(row) => ({ name: row.name, phrases: splitPhrases(row.phrases), isExchangeable: row.isExchangeable })}
      fields={name === '' || splitPhrases(phrases).length === 0 ? undefined : { name, phrases: splitPhrases(phrases), isExchangeable }}
      bodyOf={(given) => ({ ...given, phrases: (given.phrases as readonly string[]).join(',') })}
      columns={[
        { title: t('Name'), width: 'minmax(80px, 1fr)', cell: (row) => row.name },
        { title: t('Phrases'), width: 'minmax(90px, 2fr)', cell: (row) => row.phrases },
      ]}
    >
      <TextField label={t('Phrase list name')} value={name} onInput={setName} maxLength={100} />
      <TextArea label={t('Phrases, separated by commas')} rows={3} value={phrases} onInput={setPhrases} />
      <CheckField label={t('Interchangeable')} value={isExchangeable} onInput={setExchangeable} />
    </FeatureList>
  );
}

/** The newer API has no operations for these. */
function PatternFeatures() {
  const { path } = useVersion();
  const [name, setName] = useState('');
  const [pattern, setPattern] = useState('');
  const older = `${path.replace(AUTHORING, AUTHORING2)}/patterns`;
  return (
    <FeatureList<PatternFeature>
      title={t('Pattern features')}
      empty={t('An expression that describes a text without being an entity.')}
      path={older}
      postTo={older}
      nameOf={(row) => row.name}
      toggle
      onFill={(row) => {
        setName(row?.name ?? '');
        setPattern(row?.pattern ?? '');
      }}
      fieldsOf={(row) => ({ name: row.name, pattern: row.pattern })}
      fields={name === '' || pattern === '' ? undefined : { name, pattern }}
      columns={[
        { title: t('Name'), width: 'minmax(80px, 1fr)', cell: (row) => row.name },
        { title: t('Expression'), width: 'minmax(90px, 2fr)', cell: (row) => <code>{row.pattern}</code> },
      ]}
    >
      <TextField label={t('Pattern feature name')} value={name} onInput={setName} maxLength={100} />
      <TextField label={t('Pattern feature expression')} value={pattern} onInput={setPattern} />
    </FeatureList>
  );
}
