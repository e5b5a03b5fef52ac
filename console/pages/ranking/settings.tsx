/** The service configuration with explanations, and the learning settings. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { CheckField, Form, NumberField, RangeField, SelectField, TextArea, TextField, TimeField } from '../../kit/form.tsx';
import { formatPercent, formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Tag } from '../../kit/parts.tsx';
import { formatIsoDuration, needsRetraining, settingsProblems } from './settings-rules.ts';
import { BASE, isMultiSlot } from './types.ts';
import type { Policy, Settings } from './types.ts';

const PATH = `${BASE}/configurations/service`;
const MODES = [
  { value: 'Online', label: 'Online: the loop decides and learns from rewards' },
  { value: 'Apprentice', label: 'Apprentice: the application decides, the loop learns to imitate it' },
  { value: 'LoggingOnly', label: 'Logging only: events are logged, nothing is learned' },
];

export function SettingsTab(): JSX.Element {
  const { client } = useAccount();
  const settings = useLoad((signal) => client.get<Settings>(PATH, { signal }), [client]);
  return (
    <div class="columns ranking-settings">
      <Async of={settings}>
        {(value) => <ServiceForm key={value.lastConfigurationEditDate} settings={value} onSaved={settings.put} />}
      </Async>
      <PolicyCard />
    </div>
  );
}

function ServiceForm({ settings, onSaved }: { settings: Settings; onSaved: (settings: Settings) => void }): JSX.Element {
  const { client } = useAccount();
  const [draft, setDraft] = useState(settings);
  const set = (part: Partial<Settings>): void => setDraft({ ...draft, ...part });
  const wrong = settingsProblems(draft, settings);
  const ready = Object.keys(wrong).length === 0;
  const save = useAction(async () => onSaved(await client.put<Settings>(PATH, draft)), { done: 'Settings saved' });
  return (
    <Card title="Service configuration" actions={<span class="soft small">unsaved {formatTime(settings.lastConfigurationEditDate)}</span>}>
      <Form onSubmit={() => void (ready && save.run())}>
        <SelectField
          label="Learning mode"
          value={draft.learningMode}
          onInput={(learningMode) => set({ learningMode })}
          options={MODES}
          error={wrong.learningMode}
        />
        <TextField
          label="Reward wait time"
          value={draft.rewardWaitTime}
          onInput={(rewardWaitTime) => set({ rewardWaitTime })}
          error={wrong.rewardWaitTime}
          hint={`How long to wait for a reward: ${formatIsoDuration(draft.rewardWaitTime)}. ISO 8601, such as PT10M, PT4H, P1D.`}
        />
        <NumberField
          label="Default reward"
          value={draft.defaultReward}
          onInput={(value) => set({ defaultReward: value ?? NaN })}
          min={-1}
          max={1}
          step="any"
          error={wrong.defaultReward}
          hint="Reward used when none arrives in time"
        />
        <SelectField
          label="Reward aggregation"
          value={draft.rewardAggregation}
          onInput={(rewardAggregation) => set({ rewardAggregation })}
          options={[
            { value: 'earliest', label: 'Earliest counts' },
            { value: 'sum', label: 'Sum' },
            { value: 'average', label: 'Average' },
          ]}
        />
        <RangeField
          label="Exploration"
          value={draft.explorationPercentage}
          onInput={(explorationPercentage) => set({ explorationPercentage })}
          min={0}
          max={1}
          step={0.01}
          show={(value) => formatPercent(value)}
          hint="Share of decisions that try another action than the best one. Without exploration the loop cannot notice changes."
        />
        <TextField
          label="Model update frequency"
          value={draft.modelExportFrequency}
          onInput={(modelExportFrequency) => set({ modelExportFrequency })}
          error={wrong.modelExportFrequency}
          hint={`How often the learned model is put to use: every ${formatIsoDuration(draft.modelExportFrequency)}.`}
        />
        <NumberField
          label="Log retention in days"
          value={draft.logRetentionDays}
          onInput={(value) => set({ logRetentionDays: value ?? NaN })}
          min={-1}
          step={1}
          error={wrong.logRetentionDays}
          hint="−1 keeps the log forever. Evaluations and retraining read it."
        />
        <CheckField
          label="Automatic optimisation"
          hint="Searches for better learning settings periodically, and applies them only if they are significantly better."
          value={draft.isAutoOptimizationEnabled}
          onInput={(isAutoOptimizationEnabled) => set({ isAutoOptimizationEnabled })}
        />
        {draft.isAutoOptimizationEnabled && (
          <div class="columns">
            <TextField
              label="Frequency"
              value={draft.autoOptimizationFrequency}
              onInput={(autoOptimizationFrequency) => set({ autoOptimizationFrequency })}
              error={wrong.autoOptimizationFrequency}
              hint={`Every ${formatIsoDuration(draft.autoOptimizationFrequency)}.`}
            />
            <TimeField
              label="First run"
              value={draft.autoOptimizationStartDate}
              onInput={(autoOptimizationStartDate) => set({ autoOptimizationStartDate })}
              error={wrong.autoOptimizationStartDate}
            />
          </div>
        )}
        <CheckField
          label="Explain decisions"
          hint="Rank responses also contain what each feature added to the score of each action."
          value={draft.isInferenceExplainabilityEnabled ?? false}
          onInput={(isInferenceExplainabilityEnabled) => set({ isInferenceExplainabilityEnabled })}
        />
        {needsRetraining(draft, settings) && (
          <p class="note warn" role="status">
            The reward settings changed: the model will be retrained on the log of the last two days.
          </p>
        )}
        <div>
          <Button type="submit" kind="primary" busy={save.busy} disabled={!ready}>
            Save settings
          </Button>
        </div>
        {ready && <ApiCall call={{ method: 'PUT', path: PATH, json: draft }} />}
      </Form>
    </Card>
  );
}

const POLICY_PATH = `${BASE}/configurations/policy`;
const MAX_CHARACTERS = 1024;

/** Presets. */
const PRESETS: readonly { label: string; arguments: string }[] = [
  { label: 'Select a preset', arguments: '' },
  {
    label: 'SquareCB: by score gap (default)',
    arguments: '--cb_explore_adf --squarecb --gamma_scale 15 --gamma_exponent 0.5 --epsilon 0.02',
  },
  { label: 'Epsilon-greedy: a fixed share at random', arguments: '--cb_explore_adf --epsilon 0.2 --cb_type mtr -q ::' },
  { label: 'Softmax: by score', arguments: '--cb_explore_adf --softmax --lambda 10 --epsilon 0.02' },
  { label: 'Bagging: by votes of several models', arguments: '--cb_explore_adf --bag 5 --epsilon 0.02' },
  { label: 'RegCB: by confidence bounds', arguments: '--cb_explore_adf --regcb --mellowness 0.1 --epsilon 0.02' },
  { label: 'Multi-slot', arguments: '--ccb_explore_adf --squarecb --epsilon 0.02' },
];

/** The learning settings: how the loop explores and learns. */
function PolicyCard(): JSX.Element {
  const { client } = useAccount();
  const policy = useLoad((signal) => client.get<Policy>(POLICY_PATH, { signal }), [client]);
  return (
    <Async of={policy}>{(value) => <PolicyForm key={`${value.name} ${value.arguments}`} policy={value} onSaved={policy.put} />}</Async>
  );
}

function PolicyForm({ policy, onSaved }: { policy: Policy; onSaved: (policy: Policy) => void }): JSX.Element {
  const { client } = useAccount();
  const [name, setName] = useState(policy.name);
  const [text, setText] = useState(policy.arguments);
  const draft: Policy = { name, arguments: text.trim() };
  const same = draft.name === policy.name && draft.arguments === policy.arguments;
  const save = useAction(async () => onSaved(await client.put<Policy>(POLICY_PATH, draft)), { done: 'Learning settings saved' });
  const reset = useAction(async () => {
    if (
      await confirm({
        title: 'Use the default learning settings?',
        text: 'The model is retrained with them on the log of the last two days.',
        action: 'Use default',
      })
    )
      onSaved(await client.delete<Policy>(POLICY_PATH));
  });
  const wrong =
    draft.arguments === '' ? 'Required.' : draft.arguments.length > MAX_CHARACTERS ? `At most ${MAX_CHARACTERS} characters.` : undefined;
  return (
    <Card title="Learning settings" actions={isMultiSlot(policy) ? <Tag kind="info">multi-slot</Tag> : <Tag>single slot</Tag>}>
      <Form onSubmit={() => void (wrong === undefined && !same && save.run())}>
        <p class="soft">
          The policy as Vowpal Wabbit arguments. Changing it retrains the model on the log of the last two days. Run an evaluation first to
          estimate the effect. Multi-slot needs “Automatic optimisation” turned off first.
        </p>
        <TextField label="Name" value={name} onInput={setName} maxLength={256} />
        <SelectField
          label="Preset"
          value=""
          onInput={(preset) => preset !== '' && setText(preset)}
          options={PRESETS.map(({ label, arguments: value }) => ({ value, label }))}
        />
        <TextArea
          code
          label="Arguments"
          rows={4}
          value={text}
          onInput={setText}
          error={wrong}
          hint="An unknown or out-of-range option is rejected by name."
        />
        <div class="row">
          <Button type="submit" kind="primary" busy={save.busy} disabled={wrong !== undefined || same}>
            Save learning settings
          </Button>
          <Button icon="undo" busy={reset.busy} onClick={() => void reset.run()}>
            Use default
          </Button>
        </div>
        <ApiCall call={{ method: 'PUT', path: POLICY_PATH, json: draft }} />
      </Form>
    </Card>
  );
}
