/** Adds utterances to an intent: one with Enter, or many lines at once, with inline labels. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { ApiCall } from '../../kit/call-behind.tsx';
import { Form, SelectField, TextArea } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { Button, Card } from '../../kit/parts.tsx';
import { setQuery } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { useAction } from '../../kit/use.ts';
import { useFilter } from '../../language/utterances.ts';
import { parseInlineLabels } from '../../language/written.ts';
import { addUtterances } from './add-many.ts';
import type { RejectedUtterance } from './add-many.ts';
import { toExample } from './calls.ts';
import { keyOf } from './states.ts';
import { useChange } from './use-change.ts';
import { useVersion } from './version.ts';

export function AddUtterances(): JSX.Element {
  const { client, path, intents, utterances, put } = useVersion();
  const change = useChange();
  const filter = useFilter();
  const [lines, setLines] = useState('');
  const [picked, setPicked] = useState('');
  const [refused, setRefused] = useState<readonly RejectedUtterance[]>([]);
  const intent = picked !== '' ? picked : filter.intent !== '' ? filter.intent : intents.find((one) => one !== 'None') ?? 'None';
  const given = lines.split('\n').map((line) => line.trim()).filter((line) => line !== '').map((line) => ({ ...parseInlineLabels(line), intent }));
  const add = useAction(async () => {
    let added = 0;
    const bad = await addUtterances(client, path, given, {
      known: utterances, tell: (taken) => {
        put(taken);
        added += taken.length;
      },
      change: async (steps) => void await change(steps, { tell: (done) => void (added += done.length) }),
    });
    setRefused(bad);
    setLines(bad.map(({ text }) => text).join('\n'));
    if (added > 0) toast(`${plural(added, 'utterance')} added`);
    if (given.length === 1 && bad.length === 0) setQuery({ at: given[0]!.text });
  });
  const there = useMemo(() => new Set(utterances.map(({ text }) => keyOf(text))), [utterances]);
  const again = given.filter(({ text }) => there.has(keyOf(text))).length;
  return <Card title="Add utterances"><Form class="stack tight" onSubmit={() => void (given.length > 0 && add.run())}>
    <TextArea label="Utterances, one per line" rows={3} value={lines} onInput={setLines} placeholder="fly me to rome" hint="You can label inline as in .lu files: fly me to {City=rome}, or {City:to=rome} with a role." />
    <div class="row"><SelectField bare label="Intent of new utterances" value={intent} options={intents} onInput={setPicked} /><Button type="submit" kind="primary" icon="add" busy={add.busy} disabled={given.length === 0}>{given.length > 1 ? `Add ${given.length}` : 'Add'}</Button>
      {again > 0 && <span class="soft small" role="status">{again === given.length && again === 1 ? 'It exists already and will be relabelled.' : `${again} of them ${again === 1 ? 'exists' : 'exist'} already and will be relabelled.`}</span>}</div>
    {refused.length > 0 && <div class="problem" role="alert"><h3>{plural(refused.length, 'utterance')} not added</h3><ul>{refused.slice(0, 20).map(({ text, why }) => <li><strong>{text}</strong>: {why}</li>)}</ul></div>}
    {given.length > 0 && <ApiCall call={{ method: 'POST', path: `${path}/examples`, json: given.slice(0, 100).map(toExample) }} />}
  </Form></Card>;
}
