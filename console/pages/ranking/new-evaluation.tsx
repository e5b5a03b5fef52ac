/** A new evaluation: a range of the log, settings to compare, and whether to search for better ones. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { CheckField, Form, NumberField, SelectField, TextField, TimeField } from '../../kit/form.tsx';
import { isoTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button } from '../../kit/parts.tsx';
import { PRESETS } from './presets.ts';
import { BASE, type Evaluation, type Policy, type Settings } from './types.ts';

const DAY_MS = 86_400_000;
const MAX_POLICIES = 20;

const EXPLORATION_STEP = 0.1;

/** What-if settings that a link names; null for the current ones. */
export interface WhatIf {
  arguments: string | null;
  exploration: string | null;
}

export function NewEvaluation(props: { whatIf?: WhatIf; onClose: () => void; onMade: (id: string) => void }) {
  const { client } = useAccount();
  const current = useLoad(
    async (signal) => {
      const [policy, settings] = await Promise.all([
        client.get<Policy>(`${BASE}/configurations/policy`, { signal, quiet: true }),
        client.get<Settings>(`${BASE}/configurations/service`, { signal, quiet: true }),
      ]);
      return { arguments: policy.arguments, exploration: settings.explorationPercentage };
    },
    [client],
  );
  return (
    <Dialog wide title={props.whatIf ? t('Compare settings') : t('New evaluation')} onClose={props.onClose}>
      <Async of={current}>{(value) => <EvaluationForm {...props} current={value} />}</Async>
    </Dialog>
  );
}

/** The settings that a link names, or half of the current exploration beside twice as much. */
function firstPolicies(whatIf: WhatIf | undefined, current: { arguments: string; exploration: number }): Policy[] {
  if (!whatIf) return [];
  const text = whatIf.arguments ?? current.arguments;
  const shares =
    whatIf.exploration !== null
      ? [Number(whatIf.exploration)]
      : whatIf.arguments !== null
        ? [current.exploration]
        : [current.exploration / 2, Math.min(1, current.exploration * 2 || EXPLORATION_STEP)];
  return shares.map((explorationPercentage, i) => ({ name: `what-if-${i + 1}`, arguments: text, explorationPercentage }));
}

function EvaluationForm({
  whatIf,
  current,
  onClose,
  onMade,
}: {
  whatIf?: WhatIf;
  current: { arguments: string; exploration: number };
  onClose: () => void;
  onMade: (id: string) => void;
}) {
  const { client } = useAccount();
  const [name, setName] = useState(() => t('Evaluation {time}', { time: isoTime(Date.now()).slice(0, 16) }));
  const [startTime, setStart] = useState(() => new Date(Date.now() - 14 * DAY_MS).toISOString());
  const [endTime, setEnd] = useState(() => new Date().toISOString());
  const [searches, setSearches] = useState(!whatIf);
  const [policies, setPolicies] = useState<readonly Policy[]>(() => firstPolicies(whatIf, current));
  const body = { name, startTime, endTime, policies, enableOfflineExperimentation: searches };
  const make = useAction(async () => onMade((await client.post<Evaluation>(`${BASE}/evaluations`, body)).id));
  const change = (at: number, part: Partial<Policy>): void =>
    setPolicies(policies.map((policy, i) => (i === at ? { ...policy, ...part } : policy)));
  const late = startTime === '' || endTime === '' || startTime >= endTime;
  const unnamed = policies.some((policy) => policy.name.trim() === '' || policy.arguments.trim() === '');
  return (
    <Form class="dialog-body" onSubmit={() => void (!late && !unnamed && name !== '' && make.run())}>
      <TextField label={t('Name')} required value={name} onInput={setName} maxLength={256} autoFocus />
      <div class="columns">
        <TimeField label={t('Events from')} value={startTime} onInput={setStart} />
        <TimeField
          label={t('Events until')}
          value={endTime}
          onInput={setEnd}
          error={late ? t('Must be later than the start.') : undefined}
        />
      </div>
      <CheckField
        label={t('Search for better learning settings')}
        hint={t('Tries several exploration methods, rates and interactions; takes longer.')}
        value={searches}
        onInput={setSearches}
      />
      <section class="stack tight" aria-label={t('Settings to compare')}>
        <h3>{t('Settings to compare')}</h3>
        <p class="soft small">
          {t('The log is replayed as if these settings had been active. The current settings and the baseline are always included.')}
        </p>
        {policies.map((policy, i) => (
          <PolicyFields
            at={i + 1}
            policy={policy}
            onInput={(part) => change(i, part)}
            onRemove={() => setPolicies(policies.filter((_, at) => at !== i))}
          />
        ))}
        <div>
          <Button
            icon="add"
            disabled={policies.length >= MAX_POLICIES}
            onClick={() =>
              setPolicies([
                ...policies,
                { name: `mine${policies.length + 1}`, arguments: current.arguments, explorationPercentage: current.exploration },
              ])
            }
            text={t('Add policy')}
          />
        </div>
      </section>
      <ApiCall call={{ method: 'POST', path: `${BASE}/evaluations`, json: body }} />
      <div class="dialog-buttons">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" busy={make.busy} disabled={late || unnamed || name === ''} text={t('Evaluate')} />
      </div>
    </Form>
  );
}

function PolicyFields({
  at,
  policy,
  onInput,
  onRemove,
}: {
  at: number;
  policy: Policy;
  onInput: (part: Partial<Policy>) => void;
  onRemove: () => void;
}) {
  const isPreset = PRESETS.some((preset) => preset.arguments === policy.arguments);
  return (
    <div class="ranking-policy">
      <TextField
        label={t('Name of policy {number}', { number: at })}
        value={policy.name}
        onInput={(name) => onInput({ name })}
        maxLength={256}
      />
      <SelectField
        label={t('Method of policy {number}', { number: at })}
        value={isPreset ? policy.arguments : ''}
        onInput={(text) => text !== '' && onInput({ arguments: text })}
        options={[{ value: '', label: t('Own arguments') }, ...PRESETS.map(({ label, arguments: value }) => ({ value, label }))]}
      />
      <NumberField
        label={t('Exploration of policy {number}, %', { number: at })}
        value={policy.explorationPercentage === undefined ? undefined : Math.round(1e4 * policy.explorationPercentage) / 100}
        onInput={(percent) => onInput({ explorationPercentage: percent === undefined ? undefined : percent / 100 })}
        min={0}
        max={100}
        step="any"
      />
      <Button kind="quiet" icon="trash" label={t('Remove policy {number}', { number: at })} onClick={onRemove} />
      <TextField
        label={t('Arguments of policy {number}', { number: at })}
        value={policy.arguments}
        onInput={(text) => onInput({ arguments: text })}
        maxLength={1024}
      />
    </div>
  );
}
