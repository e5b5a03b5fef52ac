/** The learning settings: how the loop explores and learns. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { CallBehind } from '../../kit/call-behind.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { Form, SelectField, TextArea, TextField } from '../../kit/form.tsx';
import { Button, Card, Tag } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { BASE, isMultiSlot } from './types.ts';
import type { Policy } from './types.ts';

const PATH = `${BASE}/configurations/policy`;
const MOST_CHARACTERS = 1024;

/** Places to begin from. */
const STARTS: readonly { label: string; arguments: string }[] = [
  { label: 'Choose where to begin', arguments: '' },
  { label: 'By the gap between scores (default)', arguments: '--cb_explore_adf --squarecb --gamma_scale 15 --gamma_exponent 0.5 --epsilon 0.02' },
  { label: 'A fixed share of chance', arguments: '--cb_explore_adf --epsilon 0.2 --cb_type mtr -q ::' },
  { label: 'By likelihood of scores', arguments: '--cb_explore_adf --softmax --lambda 10 --epsilon 0.02' },
  { label: 'By the votes of several models', arguments: '--cb_explore_adf --bag 5 --epsilon 0.02' },
  { label: 'By bounds of confidence', arguments: '--cb_explore_adf --regcb --mellowness 0.1 --epsilon 0.02' },
  { label: 'Several slots', arguments: '--ccb_explore_adf --squarecb --epsilon 0.02' },
];

export function PolicyCard(): JSX.Element {
  const { client } = useAccount();
  const policy = useLoad((signal) => client.get<Policy>(PATH, { signal }), [client]);
  return <Show of={policy}>{(value) => <Edited key={`${value.name} ${value.arguments}`} policy={value} onSaved={policy.put} />}</Show>;
}

function Edited({ policy, onSaved }: { policy: Policy; onSaved: (policy: Policy) => void }): JSX.Element {
  const { client } = useAccount();
  const [name, setName] = useState(policy.name);
  const [text, setText] = useState(policy.arguments);
  const draft: Policy = { name, arguments: text.trim() };
  const same = draft.name === policy.name && draft.arguments === policy.arguments;
  const save = useAction(async () => onSaved(await client.put<Policy>(PATH, draft)), { done: 'The learning settings hold from now on' });
  const reset = useAction(async () => {
    if (await confirm({ title: 'Use the default learning settings?', text: 'The model is trained again by them on the log of the last two days.', action: 'Use the default' })) onSaved(await client.delete<Policy>(PATH));
  });
  const wrong = draft.arguments === '' ? 'Needed.' : draft.arguments.length > MOST_CHARACTERS ? `At most ${MOST_CHARACTERS} characters.` : undefined;
  return <Card title="Learning settings" actions={isMultiSlot(policy) ? <Tag kind="info">several slots</Tag> : <Tag>one choice</Tag>}><Form onSubmit={() => void (wrong === undefined && !same && save.run())}>
    <p class="soft">The policy, in the vendor's words. Other learning settings train the model again on the log of the last two days. An evaluation tells beforehand what they would have earned. Several slots need “Optimise by itself” turned off first.</p>
    <TextField label="Name" value={name} onInput={setName} maxLength={256} />
    <SelectField label="Begin with" value="" onInput={(chosen) => chosen !== '' && setText(chosen)} options={STARTS.map(({ label, arguments: value }) => ({ value, label }))} />
    <TextArea code label="Arguments" rows={4} value={text} onInput={setText} error={wrong} hint="An option that is not known, or out of range, is refused with its name." />
    <div class="row"><Button type="submit" kind="primary" busy={save.busy} disabled={wrong !== undefined || same}>Save the learning settings</Button><Button icon="undo" busy={reset.busy} onClick={() => void reset.run()}>Use the default</Button></div>
    <CallBehind call={{ method: 'PUT', path: PATH, json: draft }} />
  </Form></Card>;
}
