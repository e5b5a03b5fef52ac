/** The service configuration with explanations, and the learning settings. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { CheckField, Form, NumberField, RangeField, SelectField, TextArea, TextField, TimeField } from '../../kit/form.tsx';
import { formatPercent, formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card, Tag } from '../../kit/parts.tsx';
import { DurationField } from './duration-field.tsx';
import { PRESETS } from './presets.ts';
import { needsRetraining, settingsProblems } from './settings-rules.ts';
import { BASE, isMultiSlot, whatIfPath, type Policy, type Settings } from './types.ts';

const PATH = `${BASE}/configurations/service`;
const MODES = [
  { value: 'Online', label: t('Online: the loop decides and learns from rewards') },
  { value: 'Apprentice', label: t('Apprentice: the application decides, the loop learns to imitate it') },
  { value: 'LoggingOnly', label: t('Logging only: events are logged, nothing is learned') },
];

export function SettingsTab() {
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

function ServiceForm({ settings, onSaved }: { settings: Settings; onSaved: (settings: Settings) => void }) {
  const { client } = useAccount();
  const [draft, setDraft] = useState(settings);
  const set = (part: Partial<Settings>): void => setDraft({ ...draft, ...part });
  const wrong = settingsProblems(draft, settings);
  const ready = Object.keys(wrong).length === 0;
  const save = useAction(async () => onSaved(await client.put<Settings>(PATH, draft)), { done: t('Settings saved') });
  return (
    <Card
      title={t('Service configuration')}
      actions={<span class="soft small">{t('Saved {time}', { time: formatTime(settings.lastConfigurationEditDate) })}</span>}
    >
      <Form onSubmit={() => void (ready && save.run())}>
        <SelectField
          label={t('Learning mode')}
          value={draft.learningMode}
          onInput={(learningMode) => set({ learningMode })}
          options={MODES}
          error={wrong.learningMode}
        />
        <DurationField
          label={t('Reward wait time')}
          value={draft.rewardWaitTime}
          onInput={(rewardWaitTime) => set({ rewardWaitTime })}
          error={wrong.rewardWaitTime}
          hint={t('How long to wait for a reward')}
        />
        <NumberField
          label={t('Default reward')}
          value={draft.defaultReward}
          onInput={(value) => set({ defaultReward: value ?? NaN })}
          min={-1}
          max={1}
          step="any"
          error={wrong.defaultReward}
          hint={t('Reward used when none arrives in time')}
        />
        <SelectField
          label={t('Reward aggregation')}
          value={draft.rewardAggregation}
          onInput={(rewardAggregation) => set({ rewardAggregation })}
          options={[
            { value: 'earliest', label: t('Earliest counts') },
            { value: 'sum', label: t('Sum') },
            { value: 'average', label: t('Average') },
          ]}
        />
        <RangeField
          label={t('Exploration')}
          value={draft.explorationPercentage}
          onInput={(explorationPercentage) => set({ explorationPercentage })}
          min={0}
          max={1}
          step={0.01}
          show={(value) => formatPercent(value)}
          hint={t('Share of decisions that try another action than the best one. Without exploration the loop cannot notice changes.')}
        />
        <div>
          <ButtonLink to={whatIfPath({ explorationPercentage: draft.explorationPercentage })} text={t('What if? Compare on the log')} />
        </div>
        <DurationField
          label={t('Model update frequency')}
          value={draft.modelExportFrequency}
          onInput={(modelExportFrequency) => set({ modelExportFrequency })}
          error={wrong.modelExportFrequency}
          hint={t('How often the learned model is put to use')}
        />
        <NumberField
          label={t('Log retention in days')}
          value={draft.logRetentionDays}
          onInput={(value) => set({ logRetentionDays: value ?? NaN })}
          min={-1}
          step={1}
          error={wrong.logRetentionDays}
          hint={t('−1 keeps the log forever. Evaluations and retraining read it.')}
        />
        <CheckField
          label={t('Automatic optimization')}
          hint={t('Searches for better learning settings periodically, and applies them only if they are significantly better.')}
          value={draft.isAutoOptimizationEnabled}
          onInput={(isAutoOptimizationEnabled) => set({ isAutoOptimizationEnabled })}
        />
        {draft.isAutoOptimizationEnabled && (
          <div class="columns">
            <DurationField
              label={t('Frequency')}
              value={draft.autoOptimizationFrequency}
              onInput={(autoOptimizationFrequency) => set({ autoOptimizationFrequency })}
              error={wrong.autoOptimizationFrequency}
            />
            <TimeField
              label={t('First run')}
              value={draft.autoOptimizationStartDate}
              onInput={(autoOptimizationStartDate) => set({ autoOptimizationStartDate })}
              error={wrong.autoOptimizationStartDate}
            />
          </div>
        )}
        <CheckField
          label={t('Explain decisions')}
          hint={t('Rank responses also contain what each feature added to the score of each action.')}
          value={draft.isInferenceExplainabilityEnabled ?? false}
          onInput={(isInferenceExplainabilityEnabled) => set({ isInferenceExplainabilityEnabled })}
        />
        {needsRetraining(draft, settings) && (
          <p class="note warn" role="status">
            {t('The reward settings changed: the model will be retrained on the log of the last two days.')}
          </p>
        )}
        <div>
          <Button needs="manage" type="submit" kind="primary" busy={save.busy} disabled={!ready} text={t('Save settings')} />
        </div>
        {ready && <ApiCall call={{ method: 'PUT', path: PATH, json: draft }} />}
      </Form>
    </Card>
  );
}

const POLICY_PATH = `${BASE}/configurations/policy`;
const MAX_CHARACTERS = 1024;

/** The learning settings: how the loop explores and learns. */
function PolicyCard() {
  const { client } = useAccount();
  const policy = useLoad((signal) => client.get<Policy>(POLICY_PATH, { signal }), [client]);
  return (
    <Async of={policy}>{(value) => <PolicyForm key={`${value.name} ${value.arguments}`} policy={value} onSaved={policy.put} />}</Async>
  );
}

function PolicyForm({ policy, onSaved }: { policy: Policy; onSaved: (policy: Policy) => void }) {
  const { client } = useAccount();
  const [name, setName] = useState(policy.name);
  const [text, setText] = useState(policy.arguments);
  const draft: Policy = { name, arguments: text.trim() };
  const same = draft.name === policy.name && draft.arguments === policy.arguments;
  const save = useAction(async () => onSaved(await client.put<Policy>(POLICY_PATH, draft)), { done: t('Learning settings saved') });
  const reset = useAction(async () => {
    if (
      await confirm({
        title: t('Use the default learning settings?'),
        text: t('The model is retrained with them on the log of the last two days.'),
        action: t('Use default'),
      })
    )
      onSaved(await client.delete<Policy>(POLICY_PATH));
  });
  const wrong =
    draft.arguments === ''
      ? t('Required.')
      : draft.arguments.length > MAX_CHARACTERS
        ? t('At most {MAX_CHARACTERS} characters.', { MAX_CHARACTERS })
        : undefined;
  return (
    <Card
      title={t('Learning settings')}
      actions={isMultiSlot(policy) ? <Tag kind="info">{t('multi-slot')}</Tag> : <Tag>{t('single slot')}</Tag>}
    >
      <Form onSubmit={() => void (wrong === undefined && !same && save.run())}>
        <p class="soft">
          {t(
            'The policy as Vowpal Wabbit arguments. Changing it retrains the model on the log of the last two days. Run an evaluation first to estimate the effect. Multi-slot needs “Automatic optimization” turned off first.',
          )}
        </p>
        <TextField label={t('Name')} value={name} onInput={setName} maxLength={256} />
        <SelectField
          label={t('Preset')}
          value=""
          onInput={(preset) => preset !== '' && setText(preset)}
          options={[{ value: '', label: t('Select a preset') }, ...PRESETS.map(({ label, arguments: value }) => ({ value, label }))]}
        />
        <TextArea
          code
          label={t('Arguments')}
          rows={4}
          value={text}
          onInput={setText}
          error={wrong}
          hint={t('An unknown or out-of-range option is rejected by name.')}
        />
        <div class="row">
          <Button needs="manage" type="submit" busy={save.busy} disabled={wrong !== undefined || same} text={t('Save learning settings')} />
          <ButtonLink to={whatIfPath({ arguments: draft.arguments })}>{t('What if? Compare on the log')}</ButtonLink>
          <Button needs="manage" icon="undo" does={reset} text={t('Use default')} />
        </div>
        <ApiCall call={{ method: 'PUT', path: POLICY_PATH, json: draft }} />
      </Form>
    </Card>
  );
}
