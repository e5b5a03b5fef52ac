/**
 * Sends an edited rank request. By default it is a test: its activation is deferred and never sent, so the loop does not learn from it. It
 * is a real event with a reward only if that is switched on.
 */
import { useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { useActions } from '../../kit/actions.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import type { Client } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { CheckField, NumberField, TextArea } from '../../kit/form.tsx';
import { formatNumber } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card, Empty, Kbd, Tag } from '../../kit/parts.tsx';
import { useRoute } from '../../kit/router.tsx';
import { Probabilities } from './charts.tsx';
import { loadEventPage } from './events-data.ts';
import { BASE, isMultiSlot, type EventView, type Policy } from './types.ts';

const MENU = {
  contextFeatures: [{ weather: { kind: 'cold' } }, { visitor: { hungry: true } }],
  actions: [
    { id: 'soup', features: [{ warm: true, price: 4 }] },
    { id: 'salad', features: [{ warm: false, price: 6 }] },
    { id: 'curry', features: [{ warm: true, price: 8 }] },
  ],
};
const SLOTS = [
  { id: 'starter', features: [{ size: 'small' }], baselineAction: 'soup' },
  { id: 'main', features: [{ size: 'large' }], baselineAction: 'curry' },
];

interface InitialRequest {
  slots: boolean;
  text: string;
}

/** The application's last request, or the event in the URL, or a menu. */
async function initialRequest(client: Client, from: string | null, signal: AbortSignal): Promise<InitialRequest> {
  const slots = isMultiSlot(await client.get<Policy>(`${BASE}/configurations/policy`, { signal, quiet: true }));
  const position = from ?? (await loadEventPage(client, { top: 1 }, { signal, quiet: true })).value[0]?.position;
  const event =
    position === undefined ? undefined : await client.get<EventView>(`${BASE}/logs/events/${position}`, { signal, quiet: true });
  const fits = event && (event.slots !== undefined) === slots;
  const request = fits
    ? {
        contextFeatures: event.contextFeatures,
        actions: event.actions,
        ...(slots ? { slots: event.slots } : event.excludedActions.length > 0 && { excludedActions: event.excludedActions }),
      }
    : slots
      ? { ...MENU, slots: SLOTS }
      : MENU;
  return { slots, text: JSON.stringify(request, null, 2) };
}

export function Playground() {
  const { client } = useAccount();
  const from = useRoute().query.get('event');
  const start = useLoad((signal) => initialRequest(client, from, signal), [client, from]);
  return <Async of={start}>{(value) => <RankBoard key={value.text} start={value} />}</Async>;
}

/** Why a text is not a valid request. */
function requestProblem(text: string): string | undefined {
  try {
    const read = JSON.parse(text) as unknown;
    return typeof read === 'object' && read !== null && Array.isArray((read as { actions?: unknown }).actions)
      ? undefined
      : t('A request is an object with a list of actions.');
  } catch (error) {
    return (error as Error).message;
  }
}

function RankBoard({ start: { slots, text: first } }: { start: InitialRequest }) {
  const { client } = useAccount();
  const [text, setText] = useState(first);
  const [answered, setAnswered] = useState<RankResponse>();
  const [learns, setLearns] = useState(false);
  const problem = requestProblem(text);
  const path = `${BASE}${slots ? '/multislot' : ''}/rank`;
  const json = problem === undefined ? toBody(text, learns) : undefined;
  const rank = useAction(async () => {
    if (json) setAnswered({ ...(await sendRequest(client, path, json)), learns });
  });
  useActions([{ title: t('Send rank request'), needs: 'label', keys: 'Ctrl+Enter', run: () => void rank.run() }]);
  return (
    <div class="columns ranking-playground">
      <Card title={t('Request')} actions={slots && <span class="soft">{t('multi-slot')}</span>}>
        <div class="stack">
          <TextArea
            code
            label={t('Rank request')}
            rows={18}
            value={text}
            onInput={setText}
            error={problem}
            hint={t('A test gets a new eventId each time and is logged as not activated.')}
          />
          <CheckField
            label={t('Learn from this request')}
            hint={t('Off: a test, which changes nothing. On: a real event, logged, rewarded and learned like those of the application.')}
            value={learns}
            onInput={setLearns}
          />
          <div class="row">
            <Button kind="primary" icon="play" does={rank} disabled={problem !== undefined} keys="Control+Enter">
              {learns ? t('Rank and learn') : t('Send test request')}
            </Button>
            <Kbd keys="Ctrl Enter" />
          </div>
          {json && <ApiCall call={{ method: 'POST', path, json }} />}
        </div>
      </Card>
      {answered ? (
        <ResponseCard key={answered.eventId} answered={answered} slots={slots} />
      ) : (
        <Card title={t('Response')}>
          <Empty icon="play" title={t('No response yet')} text={t('The response has the action to show and the probability of each.')} />
        </Card>
      )}
    </div>
  );
}

/** A test has an event id that nothing else uses, and is never activated. */
function toBody(text: string, learns: boolean): object {
  const request = JSON.parse(text) as { eventId?: string };
  if (learns) return request;
  const { eventId: _, ...test } = request;
  return { ...test, deferActivation: true };
}

/** Slot probabilities are not in the response: they come from the log. */
async function sendRequest(client: Client, path: string, json: object): Promise<Omit<RankResponse, 'learns'>> {
  const answer = await client.post<{
    eventId: string;
    rewardActionId?: string;
    ranking?: { id: string; probability: number }[];
    inferenceExplanation?: RankResponse['explanation'];
    slots?: { id: string; rewardActionId: string }[];
  }>(path, json);
  const [row] = (await loadEventPage(client, { eventId: answer.eventId, top: 1 }, { quiet: true })).value;
  const event = await client.get<EventView>(`${BASE}/logs/events/${row!.position}`, { quiet: true });
  return { eventId: answer.eventId, position: row!.position, event, explanation: answer.inferenceExplanation };
}

export interface RankResponse {
  eventId: string;
  position: number;
  event: EventView;
  /** Whether it is a real event. */ learns: boolean;
  explanation?: { id: string; features: { name: string; score: number }[] }[];
}

const MAX_REASONS = 8;

/** The response to a rank request, and its reward. */
function ResponseCard({ answered: { eventId, position, event, learns, explanation }, slots }: { answered: RankResponse; slots: boolean }) {
  return (
    <Card title={t('Response')} actions={<ButtonLink kind="quiet" to={`/ranking?tab=events&event=${position}`} text={t('Open event')} />}>
      <div class="stack">
        {!learns && (
          <p role="status">
            <Tag kind="info">{t('test')}</Tag> {t('The loop does not learn from this event.')}
          </p>
        )}
        {event.decisions.map(({ slotId, actionId, explored }, slot) => (
          <section class="stack tight" aria-label={slotId === undefined ? t('Decision') : t('Slot {slotId}', { slotId })}>
            <p>
              {slotId === undefined
                ? rich('Show {action}', { action: <strong data-shown>{actionId}</strong> })
                : rich('Show {action} in {slotId}', { action: <strong data-shown>{actionId}</strong>, slotId })}
            </p>
            <Probabilities
              label={slotId === undefined ? t('Probabilities') : t('Probabilities of slot {slotId}', { slotId })}
              shown={actionId}
              explored={explored}
              of={event.actions
                .map(({ id }, k) => ({ id, probability: event.probabilities[slot]![k]! }))
                .filter((one) => one.probability > 0)
                .sort((a, b) => b.probability - a.probability)}
            />
            {topReasons(explanation, actionId).length > 0 && (
              <>
                <h3>{t('Why {actionId}', { actionId })}</h3>
                <ul class="small">
                  {topReasons(explanation, actionId).map(({ name, score }) => (
                    <li class="spread">
                      <span>{name}</span>
                      <span class="number">{formatNumber(score, 4)}</span>
                    </li>
                  ))}
                </ul>
              </>
            )}
            {learns && <RewardForm eventId={eventId} slotId={slots ? slotId : undefined} />}
          </section>
        ))}
      </div>
    </Card>
  );
}

function topReasons(explanation: RankResponse['explanation'], shown: string): { name: string; score: number }[] {
  const features = explanation?.find(({ id }) => id === shown)?.features ?? [];
  return features.toSorted((a, b) => Math.abs(b.score) - Math.abs(a.score)).slice(0, MAX_REASONS);
}

function RewardForm({ eventId, slotId }: { eventId: string; slotId?: string }) {
  const { client } = useAccount();
  const [value, setValue] = useState<number | undefined>(1);
  const [sent, setSent] = useState<number>();
  const call =
    slotId === undefined
      ? { path: `${BASE}/events/${encodeURIComponent(eventId)}/reward`, json: { value } }
      : { path: `${BASE}/multislot/events/${encodeURIComponent(eventId)}/reward`, json: { reward: [{ slotId, value }] } };
  const send = useAction(
    async () => {
      await client.post(call.path, call.json);
      setSent(value);
    },
    { done: t('Reward sent') },
  );
  const wrong = value === undefined || value < -1 || value > 1 ? t('Must be a number from −1 to 1.') : undefined;
  return (
    <div class="stack tight">
      <div class="ranking-reward">
        <NumberField
          label={slotId === undefined ? t('Reward') : t('Reward of {slotId}', { slotId })}
          value={value}
          onInput={setValue}
          min={-1}
          max={1}
          step="any"
          error={wrong}
        />
        <Button needs="label" icon="check" does={send} disabled={wrong !== undefined} text={t('Send reward')} />
      </div>
      {sent !== undefined && (
        <p class="soft" role="status">
          {t('Sent: {sent}. A second reward counts only if rewards are summed.', { sent })}
        </p>
      )}
      <ApiCall call={{ method: 'POST', ...call }} />
    </div>
  );
}
