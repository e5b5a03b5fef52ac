/** A new evaluation: a range of the log, custom learning settings, and whether to search for better ones. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { CheckField, Form, TextField, TimeField } from '../../kit/form.tsx';
import { formatTime } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button } from '../../kit/parts.tsx';
import { BASE } from './types.ts';
import type { Evaluation, Policy } from './types.ts';

const DAY_MS = 86_400_000;
const MAX_POLICIES = 20;

export function NewEvaluation({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }): JSX.Element {
  const { client } = useAccount();
  const [name, setName] = useState(() => `Evaluation ${formatTime(Date.now()).slice(0, 16)}`);
  const [startTime, setStart] = useState(() => new Date(Date.now() - 14 * DAY_MS).toISOString());
  const [endTime, setEnd] = useState(() => new Date().toISOString());
  const [searches, setSearches] = useState(true);
  const [policies, setPolicies] = useState<readonly Policy[]>([]);
  const body = { name, startTime, endTime, policies, enableOfflineExperimentation: searches };
  const make = useAction(async () => onMade((await client.post<Evaluation>(`${BASE}/evaluations`, body)).id));
  const change = (at: number, part: Partial<Policy>): void =>
    setPolicies(policies.map((policy, i) => (i === at ? { ...policy, ...part } : policy)));
  const late = startTime === '' || endTime === '' || startTime >= endTime;
  const unnamed = policies.some((policy) => policy.name.trim() === '' || policy.arguments.trim() === '');
  return (
    <Dialog wide title="New evaluation" onClose={onClose}>
      <Form class="dialog-body" onSubmit={() => void (!late && !unnamed && name !== '' && make.run())}>
        <TextField label="Name" required value={name} onInput={setName} maxLength={256} autoFocus />
        <div class="columns">
          <TimeField label="Events from" value={startTime} onInput={setStart} />
          <TimeField label="Events until" value={endTime} onInput={setEnd} error={late ? 'Must be later than the start.' : undefined} />
        </div>
        <CheckField
          label="Search for better learning settings"
          hint="Tries several exploration methods, rates and interactions; takes longer."
          value={searches}
          onInput={setSearches}
        />
        <section class="stack tight" aria-label="Custom learning settings">
          <h3>Custom learning settings</h3>
          {policies.map((policy, i) => (
            <div class="ranking-policy">
              <TextField
                label={`Name of policy ${i + 1}`}
                value={policy.name}
                onInput={(value) => change(i, { name: value })}
                maxLength={256}
              />
              <TextField
                label={`Arguments of policy ${i + 1}`}
                value={policy.arguments}
                onInput={(value) => change(i, { arguments: value })}
                maxLength={1024}
              />
              <Button
                kind="quiet"
                icon="trash"
                label={`Remove policy ${i + 1}`}
                onClick={() => setPolicies(policies.filter((_, at) => at !== i))}
              />
            </div>
          ))}
          <div>
            <Button
              icon="add"
              disabled={policies.length >= MAX_POLICIES}
              onClick={() =>
                setPolicies([
                  ...policies,
                  { name: `mine${policies.length + 1}`, arguments: '--cb_explore_adf --epsilon 0.2 --cb_type mtr -q ::' },
                ])
              }
            >
              Add policy
            </Button>
          </div>
        </section>
        <ApiCall call={{ method: 'POST', path: `${BASE}/evaluations`, json: body }} />
        <div class="dialog-buttons">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={make.busy} disabled={late || unnamed || name === ''}>
            Evaluate
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
