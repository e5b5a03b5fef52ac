/** A duration as a number and a unit; its value is an ISO 8601 duration. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { NumberField, SelectField } from '../../kit/form.tsx';
import { splitDuration, toDuration, type DurationUnit } from './settings-rules.ts';

const UNITS: readonly { value: DurationUnit; label: string }[] = [
  { value: 'S', label: t('seconds') },
  { value: 'M', label: t('minutes') },
  { value: 'H', label: t('hours') },
  { value: 'D', label: t('days') },
];

export function DurationField({
  label,
  value,
  onInput,
  error,
  hint,
}: {
  label: string;
  value: string;
  onInput: (value: string) => void;
  error?: string;
  hint?: string;
}) {
  const [draft, setDraft] = useState(() => splitDuration(value));
  const change = (next: typeof draft): void => {
    setDraft(next);
    onInput(toDuration(next));
  };
  return (
    <div class="ranking-duration">
      <NumberField
        label={label}
        value={draft.amount}
        onInput={(amount) => change({ ...draft, amount })}
        min={0}
        step="any"
        error={error}
        hint={hint}
      />
      <SelectField
        bare
        label={t('Unit of {label}', { label })}
        value={draft.unit}
        onInput={(unit) => change({ ...draft, unit: unit as DurationUnit })}
        options={UNITS}
      />
    </div>
  );
}
