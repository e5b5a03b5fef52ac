/** How the loop behaves and learns: the service configuration, with what each part means, and the learning settings. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { CallBehind } from '../../kit/call-behind.tsx';
import { CheckField, Form, NumberField, RangeField, SelectField, TextField, TimeField } from '../../kit/form.tsx';
import { percent, time } from '../../kit/format.ts';
import { Button, Card } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { readable } from './duration.ts';
import { PolicyCard } from './policy.tsx';
import { retrains, settingsProblems } from './settings-rules.ts';
import { BASE } from './types.ts';
import type { Settings } from './types.ts';

const PATH = `${BASE}/configurations/service`;
const MODES = [
  { value: 'Online', label: 'Online: the loop chooses, and learns from rewards' }, { value: 'Apprentice', label: 'Apprentice: the application chooses, the loop learns to do the same' },
  { value: 'LoggingOnly', label: 'Logging only: events are kept, nothing is learned' },
];

export function SettingsTab(): JSX.Element {
  const { client } = useAccount();
  const settings = useLoad((signal) => client.get<Settings>(PATH, { signal }), [client]);
  return <div class="columns ranking-settings"><Show of={settings}>{(value) => <Service key={value.lastConfigurationEditDate} settings={value} onSaved={settings.put} />}</Show><PolicyCard /></div>;
}

function Service({ settings, onSaved }: { settings: Settings; onSaved: (settings: Settings) => void }): JSX.Element {
  const { client } = useAccount();
  const [draft, setDraft] = useState(settings);
  const set = (part: Partial<Settings>): void => setDraft({ ...draft, ...part });
  const wrong = settingsProblems(draft, settings);
  const ready = Object.keys(wrong).length === 0;
  const save = useAction(async () => onSaved(await client.put<Settings>(PATH, draft)), { done: 'The settings hold from now on' });
  return <Card title="Service configuration" actions={<span class="soft small">changed {time(settings.lastConfigurationEditDate)}</span>}><Form onSubmit={() => void (ready && save.run())}>
    <SelectField label="Learning mode" value={draft.learningMode} onInput={(learningMode) => set({ learningMode })} options={MODES} error={wrong.learningMode} />
    <TextField label="Reward wait time" value={draft.rewardWaitTime} onInput={(rewardWaitTime) => set({ rewardWaitTime })} error={wrong.rewardWaitTime} hint={`How long a reward is waited for: ${readable(draft.rewardWaitTime)}. Written as in PT10M, PT4H, P1D.`} />
    <NumberField label="Default reward" value={draft.defaultReward} onInput={(value) => set({ defaultReward: value ?? NaN })} min={-1} max={1} step="any" error={wrong.defaultReward} hint="What an event gets whose wait time ends without a reward." />
    <SelectField label="Several rewards for one event" value={draft.rewardAggregation} onInput={(rewardAggregation) => set({ rewardAggregation })} options={[{ value: 'earliest', label: 'The earliest counts' }, { value: 'sum', label: 'They are summed' }]} />
    <RangeField label="Exploration" value={draft.explorationPercentage} onInput={(explorationPercentage) => set({ explorationPercentage })} min={0} max={1} step={0.01} show={(value) => percent(value)} hint="At most this share of answers tries something else than what seems best. Without any, the loop cannot find out that things have changed." />
    <TextField label="Model export" value={draft.modelExportFrequency} onInput={(modelExportFrequency) => set({ modelExportFrequency })} error={wrong.modelExportFrequency} hint={`How often what was learned begins to rank: every ${readable(draft.modelExportFrequency)}.`} />
    <NumberField label="Days that the log is kept" value={draft.logRetentionDays} onInput={(value) => set({ logRetentionDays: value ?? NaN })} min={-1} step={1} error={wrong.logRetentionDays} hint="−1 keeps it for ever. Evaluations and training anew read the log." />
    <CheckField label="Optimise by itself" hint="Searches for better learning settings now and then, and applies some only if they are surely better." value={draft.isAutoOptimizationEnabled} onInput={(isAutoOptimizationEnabled) => set({ isAutoOptimizationEnabled })} />
    {draft.isAutoOptimizationEnabled && <div class="columns">
      <TextField label="How often" value={draft.autoOptimizationFrequency} onInput={(autoOptimizationFrequency) => set({ autoOptimizationFrequency })} error={wrong.autoOptimizationFrequency} hint={`Every ${readable(draft.autoOptimizationFrequency)}.`} />
      <TimeField label="First time" value={draft.autoOptimizationStartDate} onInput={(autoOptimizationStartDate) => set({ autoOptimizationStartDate })} error={wrong.autoOptimizationStartDate} />
    </div>}
    <CheckField label="Explain each answer" hint="Rank answers also tell what each feature added to the score of each action." value={draft.isInferenceExplainabilityEnabled ?? false} onInput={(isInferenceExplainabilityEnabled) => set({ isInferenceExplainabilityEnabled })} />
    {retrains(draft, settings) && <p class="note warn" role="status">Other reward settings: the model is trained again by them on the log of the last two days.</p>}
    <div><Button type="submit" kind="primary" busy={save.busy} disabled={!ready}>Save the settings</Button></div>
    {ready && <CallBehind call={{ method: 'PUT', path: PATH, json: draft }} />}
  </Form></Card>;
}
