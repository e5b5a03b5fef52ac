/** The learning settings: how the loop explores and learns. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { Form, SelectField, TextArea, TextField } from '../../kit/form.tsx';
import { Button, Card, Tag } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { BASE, isMultiSlot } from './types.ts';
import type { Policy } from './types.ts';

const PATH = `${BASE}/configurations/policy`;
const MAX_CHARACTERS = 1024;

/** Presets. */
const PRESETS: readonly { label: string; arguments: string }[] = [
  { label: 'Select a preset', arguments: '' },
  { label: 'SquareCB: by score gap (default)', arguments: '--cb_explore_adf --squarecb --gamma_scale 15 --gamma_exponent 0.5 --epsilon 0.02' },
  { label: 'Epsilon-greedy: a fixed share at random', arguments: '--cb_explore_adf --epsilon 0.2 --cb_type mtr -q ::' },
  { label: 'Softmax: by score', arguments: '--cb_explore_adf --softmax --lambda 10 --epsilon 0.02' },
  { label: 'Bagging: by votes of several models', arguments: '--cb_explore_adf --bag 5 --epsilon 0.02' },
  { label: 'RegCB: by confidence bounds', arguments: '--cb_explore_adf --regcb --mellowness 0.1 --epsilon 0.02' },
  { label: 'Multi-slot', arguments: '--ccb_explore_adf --squarecb --epsilon 0.02' },
];

export function PolicyCard(): JSX.Element {
  const { client } = useAccount();
  const policy = useLoad((signal) => client.get<Policy>(PATH, { signal }), [client]);
  return <Async of={policy}>{(value) => <PolicyForm key={`${value.name} ${value.arguments}`} policy={value} onSaved={policy.put} />}</Async>;
}

function PolicyForm({ policy, onSaved }: { policy: Policy; onSaved: (policy: Policy) => void }): JSX.Element {
  const { client } = useAccount();
  const [name, setName] = useState(policy.name);
  const [text, setText] = useState(policy.arguments);
  const draft: Policy = { name, arguments: text.trim() };
  const same = draft.name === policy.name && draft.arguments === policy.arguments;
  const save = useAction(async () => onSaved(await client.put<Policy>(PATH, draft)), { done: 'Learning settings saved' });
  const reset = useAction(async () => {
    if (await confirm({ title: 'Use the default learning settings?', text: 'The model is retrained with them on the log of the last two days.', action: 'Use default' })) onSaved(await client.delete<Policy>(PATH));
  });
  const wrong = draft.arguments === '' ? 'Required.' : draft.arguments.length > MAX_CHARACTERS ? `At most ${MAX_CHARACTERS} characters.` : undefined;
  return <Card title="Learning settings" actions={isMultiSlot(policy) ? <Tag kind="info">multi-slot</Tag> : <Tag>single slot</Tag>}><Form onSubmit={() => void (wrong === undefined && !same && save.run())}>
    <p class="soft">The policy as Vowpal Wabbit arguments. Changing it retrains the model on the log of the last two days. Run an evaluation first to estimate the effect. Multi-slot needs “Automatic optimisation” turned off first.</p>
    <TextField label="Name" value={name} onInput={setName} maxLength={256} />
    <SelectField label="Preset" value="" onInput={(chosen) => chosen !== '' && setText(chosen)} options={PRESETS.map(({ label, arguments: value }) => ({ value, label }))} />
    <TextArea code label="Arguments" rows={4} value={text} onInput={setText} error={wrong} hint="An unknown or out-of-range option is rejected by name." />
    <div class="row"><Button type="submit" kind="primary" busy={save.busy} disabled={wrong !== undefined || same}>Save learning settings</Button><Button icon="undo" busy={reset.busy} onClick={() => void reset.run()}>Use default</Button></div>
    <ApiCall call={{ method: 'PUT', path: PATH, json: draft }} />
  </Form></Card>;
}
