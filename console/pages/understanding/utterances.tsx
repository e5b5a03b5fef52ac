/** Utterances of the version: search, label, add one or many, move and delete. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useActions } from '../../kit/actions.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { Form, SelectField, TextArea } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { parseInlineLabels } from '../../shared/language/entities.ts';
import type { LabelledText } from '../../shared/language/entities.ts';
import { filterUtterances } from '../../shared/language/filter.ts';
import { useFilter, UtteranceTable } from '../../shared/language/utterance-table.tsx';
import { addUtterances, invertSteps } from './bulk-changes.ts';
import type { RejectedUtterance, Step } from './bulk-changes.ts';
import { keyOf, toExample } from './calls.ts';
import { BulkProgress, useBulkWork, useChange } from './changes.tsx';
import { describeErrors, hasEvaluatedLabels } from './content.ts';
import { UtteranceEditor } from './editor.tsx';
import { ModelTree } from './model-tree.tsx';
import { useEvaluation, useVersion } from './version.ts';

export function UtterancesTab(): JSX.Element {
  const { utterances, intents, entities } = useVersion();
  const open = useRoute().query.get('at') ?? undefined;
  const filter = useFilter();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const evaluated = useEvaluation().value;
  const rows = useMemo(() => {
    // A prediction for other labels or another intent no longer applies.
    const outcomes = new Map(evaluated?.utterances.map((one) => [`${one.intentLabel} ${one.text}`, one]));
    return utterances.map((one) => {
      const outcome = outcomes.get(`${one.intent} ${one.text}`);
      const predicted = outcome?.predictedIntent;
      const problems = [
        ...(predicted !== undefined && predicted !== one.intent ? [`predicted as ${predicted}`] : []),
        ...(outcome && hasEvaluatedLabels(one.labels, outcome) ? describeErrors(outcome) : []),
      ];
      return { ...one, id: one.text, predicted, ...(problems.length > 0 && { problem: problems.join('; ') }) };
    });
  }, [utterances, evaluated]);
  const opened = useMemo(() => rows.find(({ id }) => id === open), [rows, open]);
  const theirs = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected]);
  const step = (by: number): void => {
    const shown = filterUtterances(rows, filter);
    const next = shown[Math.max(0, Math.min(shown.length - 1, shown.findIndex(({ id }) => id === open) + by))];
    if (next) setQuery({ at: next.id });
  };
  useActions([
    { title: 'Next utterance', keys: 'j', run: () => step(1) },
    { title: 'Previous utterance', keys: 'k', run: () => step(-1) },
  ]);
  const work = useBulkWork();
  const change = useChange();
  /** The last bulk change, and how to undo it. */
  const [last, setLast] = useState<{ text: string; back: readonly Step[] }>();
  const doSteps = async (doing: string, did: string, steps: readonly Step[], { isBack = false } = {}): Promise<void> =>
    await work.run(doing, steps.length, async (signal, onProgress) => {
      const done: Step[] = [];
      setLast(undefined);
      try {
        await change(steps, {
          signal,
          onProgress: (some) => {
            done.push(...some);
            const over = new Set(some.map(({ before, after }) => (before ?? after)!.text));
            setSelected((before) => new Set([...before].filter((text) => !over.has(text))));
            onProgress(done.length);
          },
        });
      } finally {
        const changed = plural(steps.length, 'utterance');
        const text = done.length < steps.length ? `${done.length} of ${changed} ${did}` : `${changed} ${did}`;
        // Undo stays visible.
        if (done.length > 0 && !isBack) setLast({ text, back: invertSteps(done) });
        else toast(text);
      }
    });
  const move = async (intent: string): Promise<void> =>
    await doSteps(
      `Moving to ${intent}`,
      `moved to ${intent}`,
      theirs.map((one) => ({ before: one, after: { ...one, intent } })),
    );
  const remove = async (some: readonly LabelledText[]): Promise<void> => {
    if (
      some.length > 1 &&
      !(await confirm({
        title: `Delete ${plural(some.length, 'utterance')}?`,
        text: 'They are deleted from the version with their labels.',
        action: 'Delete',
      }))
    )
      return;
    await doSteps(
      'Deleting',
      'deleted',
      some.map((before) => ({ before })),
    );
  };
  const undo = (): void => void (last && doSteps('Undoing', 'restored', last.back, { isBack: true }));
  useActions(last ? [{ title: `Undo: ${last.text}`, run: undo }] : []);
  return (
    <div class="split understanding-split">
      <ModelTree />
      <div class="stack">
        {opened ? (
          <UtteranceEditor
            key={opened.text}
            utterance={opened}
            onStep={step}
            onClose={() => setQuery({ at: undefined })}
            onRemove={(one) => {
              setQuery({ at: undefined });
              void remove([one]);
            }}
          />
        ) : (
          <AddUtterances />
        )}
        <Card title="Utterances">
          <div class="stack">
            <BulkProgress many={work} />
            <div class={last ? 'spread' : 'for-readers'}>
              <span class="soft" role="status">
                {last?.text}
              </span>
              {last && (
                <Button icon="undo" onClick={undo}>
                  Undo
                </Button>
              )}
            </div>
            <UtteranceTable
              rows={rows}
              intents={intents}
              entities={entities}
              open={open}
              onOpen={({ id }) => setQuery({ at: id }, { replace: false })}
              selected={selected}
              onSelectedChange={setSelected}
              height={560}
              empty={
                <Empty icon="understanding" title="No utterances yet">
                  Add an intent, then add utterances above.
                </Empty>
              }
              actions={
                selected.size > 0 && (
                  <>
                    <SelectField
                      bare
                      label="Move selected to"
                      value=""
                      options={[{ value: '', label: 'Move to…' }, ...intents]}
                      disabled={work.now !== undefined}
                      onInput={(intent) => void (intent !== '' && move(intent))}
                    />
                    <Button kind="danger" icon="trash" busy={work.now !== undefined} onClick={() => void remove(theirs)}>
                      Delete
                    </Button>
                  </>
                )
              }
            />
          </div>
        </Card>
      </div>
    </div>
  );
}

/** Adds utterances to an intent: one with Enter, or many lines at once, with inline labels. */
function AddUtterances(): JSX.Element {
  const { client, path, intents, utterances, put } = useVersion();
  const change = useChange();
  const filter = useFilter();
  const [lines, setLines] = useState('');
  const [picked, setPicked] = useState('');
  const [rejected, setRejected] = useState<readonly RejectedUtterance[]>([]);
  const intent = picked !== '' ? picked : filter.intent !== '' ? filter.intent : (intents.find((one) => one !== 'None') ?? 'None');
  const given = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ ...parseInlineLabels(line), intent }));
  const add = useAction(async () => {
    let added = 0;
    const bad = await addUtterances(client, path, given, {
      known: utterances,
      onProgress: (accepted) => {
        put(accepted);
        added += accepted.length;
      },
      change: async (steps) => void (await change(steps, { onProgress: (done) => void (added += done.length) })),
    });
    setRejected(bad);
    setLines(bad.map(({ text }) => text).join('\n'));
    if (added > 0) toast(`${plural(added, 'utterance')} added`);
    if (given.length === 1 && bad.length === 0) setQuery({ at: given[0]!.text });
  });
  const existingKeys = useMemo(() => new Set(utterances.map(({ text }) => keyOf(text))), [utterances]);
  const again = given.filter(({ text }) => existingKeys.has(keyOf(text))).length;
  return (
    <Card title="Add utterances">
      <Form class="stack tight" onSubmit={() => void (given.length > 0 && add.run())}>
        <TextArea
          label="Utterances, one per line"
          rows={3}
          value={lines}
          onInput={setLines}
          placeholder="fly me to rome"
          hint="You can label inline as in .lu files: fly me to {City=rome}, or {City:to=rome} with a role."
        />
        <div class="row">
          <SelectField bare label="Intent of new utterances" value={intent} options={intents} onInput={setPicked} />
          <Button type="submit" kind="primary" icon="add" busy={add.busy} disabled={given.length === 0}>
            {given.length > 1 ? `Add ${given.length}` : 'Add'}
          </Button>
          {again > 0 && (
            <span class="soft small" role="status">
              {again === given.length && again === 1
                ? 'It exists already and will be relabelled.'
                : `${again} of them ${again === 1 ? 'exists' : 'exist'} already and will be relabelled.`}
            </span>
          )}
        </div>
        {rejected.length > 0 && (
          <div class="problem" role="alert">
            <h3>{plural(rejected.length, 'utterance')} not added</h3>
            <ul>
              {rejected.slice(0, 20).map(({ text, why }) => (
                <li>
                  <strong>{text}</strong>: {why}
                </li>
              ))}
            </ul>
          </div>
        )}
        {given.length > 0 && <ApiCall call={{ method: 'POST', path: `${path}/examples`, json: given.slice(0, 100).map(toExample) }} />}
      </Form>
    </Card>
  );
}
