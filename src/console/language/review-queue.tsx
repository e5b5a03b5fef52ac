/**
 * Texts that were asked and wait to be looked at: accepted as they were understood, relabelled, or ignored; one by one or
 * many at once. In the list arrows move, Space chooses, Enter opens; A accepts and I ignores what is chosen or open.
 */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useActions } from '../kit/actions.ts';
import { SelectField } from '../kit/form.tsx';
import { many } from '../kit/format.ts';
import { Button, Card, Confidence } from '../kit/parts.tsx';
import { setQuery, usePlace } from '../kit/router.tsx';
import { Table } from '../kit/table.tsx';
import type { EntityChoice, LabelledText } from './labels.ts';
import { Labeller } from './labeller.tsx';
import { MarkedText } from './marked-text.tsx';

export interface Suggestion extends LabelledText { /** Of the intent. */ score: number }

export interface ReviewQueueProps {
  suggestions: readonly Suggestion[];
  intents: readonly string[];
  entities: readonly EntityChoice[];
  language?: string;
  /** One of the calls below is on its way. */
  busy: boolean;
  onAccept: (texts: readonly LabelledText[]) => void;
  onIgnore: (texts: readonly string[]) => void;
  empty: ComponentChildren;
}

/** Which one is open stands in the address, as `at`. */
export function ReviewQueue({ suggestions, intents, entities, language, busy, onAccept, onIgnore, empty }: ReviewQueueProps): JSX.Element {
  const at = usePlace().query.get('at');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [edits, setEdits] = useState<ReadonlyMap<string, LabelledText>>(new Map());
  const rows = suggestions.map((one) => ({ ...one, ...edits.get(one.text) }));
  const open = rows.find(({ text }) => text === at);
  const picked = rows.filter(({ text }) => chosen.has(text));
  const meant = picked.length > 0 ? picked : open ? [open] : [];
  const toggle = (text: string): void => setChosen(chosen.has(text) ? new Set([...chosen].filter((one) => one !== text)) : new Set([...chosen, text]));
  const edit = (changed: readonly LabelledText[]): void => setEdits(new Map([...edits, ...changed.map(({ text, intent, labels }) => [text, { text, intent, labels }] as const)]));
  const done = (act: () => void): void => {
    if (meant.length === 0 || busy) return;
    act();
    setChosen(new Set());
    const last = rows.findIndex(({ text }) => text === meant.at(-1)!.text);
    setQuery({ at: open && meant.includes(open) ? rows.find((row, i) => i > last && !meant.includes(row))?.text : at ?? undefined });
  };
  const accept = (): void => done(() => onAccept(meant.map(({ text, intent, labels }) => ({ text, intent, labels }))));
  const ignore = (): void => done(() => onIgnore(meant.map(({ text }) => text)));
  useActions([{ title: 'Accept what is chosen', keys: 'a', run: accept }, { title: 'Ignore what is chosen', keys: 'i', run: ignore }]);
  if (rows.length === 0) return <>{empty}</>;
  return <div class="stack">
    <div class="spread">
      <span class="soft" role="status">{many(rows.length, 'query', 'queries')} to review{meant.length > 0 && `, ${meant.length} chosen`}</span>
      <span class="row">
        <Button onClick={() => setChosen(chosen.size === rows.length ? new Set() : new Set(rows.map(({ text }) => text)))}>{chosen.size === rows.length ? 'Choose none' : 'Choose all'}</Button>
        {picked.length > 0 && <SelectField bare label="Intent of the chosen" value="" options={[{ value: '', label: 'Set the intent…' }, ...intents]} onInput={(intent) => intent !== '' && edit(picked.map((one) => ({ ...one, intent })))} />}
        <Button kind="primary" icon="check" keys="a" busy={busy} disabled={meant.length === 0} onClick={accept}>Accept</Button><Button icon="close" keys="i" disabled={meant.length === 0 || busy} onClick={ignore}>Ignore</Button>
      </span>
    </div>
    {open && <Card title="Relabel" level={3} actions={<Button kind="quiet" icon="close" label="Close the query" onClick={() => setQuery({ at: undefined })} />}><div class="stack tight">
      <Labeller key={open.text} text={open.text} language={language} labels={open.labels} entities={entities} onChange={(labels) => edit([{ ...open, labels }])} />
      <SelectField label="Intent" value={open.intent} options={intents} onInput={(intent) => edit([{ ...open, intent }])} />
    </div></Card>}
    <Table label="Queries to review" rows={rows} keyOf={({ text }) => text} onOpen={({ text }) => setQuery({ at: text })} onToggle={({ text }) => toggle(text)} selected={({ text }) => chosen.has(text) || text === at} columns={[
      { title: '', width: '20px', cell: ({ text }) => <input type="checkbox" tabIndex={-1} aria-label={`Choose ${text}`} checked={chosen.has(text)} onChange={() => toggle(text)} /> },
      { title: 'Query', width: 'minmax(200px, 3fr)', cell: ({ text, labels }) => <MarkedText text={text} labels={labels} entities={entities} /> },
      { title: 'Understood as', width: 'minmax(100px, 1fr)', cell: ({ text, intent }) => edits.has(text) ? <strong>{intent}</strong> : intent },
      { title: 'Score', width: '130px', cell: ({ intent, score }) => <Confidence value={score} label={`Score of ${intent}`} /> },
    ]} />
  </div>;
}
