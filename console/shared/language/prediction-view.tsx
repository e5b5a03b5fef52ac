/** A prediction in the playground: the text with its entities, the intents by score, and which component found what. */
import type { JSX } from 'preact';
import { rich, t } from '../../i18n/messages.ts';
import { formatNumber } from '../../kit/format.ts';
import { Confidence, PlainTable, Tag } from '../../kit/parts.tsx';
import { colorOf, formatResolution, type EntityChoice, type Label } from './entities.ts';

export interface FoundEntity {
  entity: string;
  role?: string;
  start: number;
  end: number;
  /** Of learned entities only. */ score?: number;
  /** What found it: learned, list, regex, prebuilt, pattern. */ foundBy: readonly string[];
  /** The resolved value. */ value?: unknown;
  /** The parent entity. */ within?: string;
}

export interface PredictionViewProps {
  text: string;
  /** By score, highest first. */
  intents: readonly { intent: string; score: number }[];
  /** Omitted if none are predicted. */
  entities?: readonly FoundEntity[];
  /** The pattern that matched, if any. */
  pattern?: { pattern: string; intent: string };
  /** For the colors. */
  known: readonly Pick<EntityChoice, 'name'>[];
}

const FOUND_BY: Readonly<Record<string, string>> = {
  learned: t('learned model'),
  list: t('list'),
  regex: t('regular expression'),
  prebuilt: t('prebuilt'),
  pattern: t('pattern'),
};
const MAX_INTENTS = 8;

export function PredictionView({ text, intents, entities: looked, pattern, known }: PredictionViewProps) {
  const entities = looked ?? [];
  const colors = [
    ...known,
    ...entities.filter(({ entity }) => !known.some(({ name }) => name === entity)).map(({ entity }) => ({ name: entity })),
  ];
  return (
    <div class="stack">
      <p class="language-answer">
        <MarkedText text={text} entities={colors} labels={entities.filter(({ within }) => within === undefined)} />
      </p>
      {pattern && (
        <p class="note">
          {rich('The pattern {code} matches and raises the score of {strong}.', {
            code: <code>{pattern.pattern}</code>,
            strong: <strong>{pattern.intent}</strong>,
          })}
        </p>
      )}
      <PlainTable label={t('Intents')} head={[t('Intent'), t('Score')]}>
        {intents.slice(0, MAX_INTENTS).map(({ intent, score }, i) => (
          <tr>
            <td>{i === 0 ? <strong>{intent}</strong> : intent}</td>
            <td>
              <Confidence value={score} label={t('Score of {intent}', { intent })} />
            </td>
          </tr>
        ))}
      </PlainTable>
      {entities.length === 0 ? (
        looked && <p class="soft">{t('No entities found.')}</p>
      ) : (
        <div class="language-scroll" tabIndex={0} role="region" aria-label={t('Entities in the text')}>
          <PlainTable label={t('Entities')} head={[t('Entity'), t('Text'), t('Resolved value'), t('Found by')]}>
            {entities.map((found) => (
              <tr>
                <td>
                  {found.within !== undefined && <span class="soft">{found.within} › </span>}
                  <strong>{found.entity}</strong>
                  {found.role !== undefined && <span class="soft"> : {found.role}</span>}
                </td>
                <td>{text.slice(found.start, found.end)}</td>
                <td>
                  <ResolvedValue of={found.value} text={text.slice(found.start, found.end)} />
                </td>
                <td>
                  <span class="row">
                    {found.foundBy.map((by) => (
                      <Tag kind={by === 'learned' ? 'info' : 'good'}>{FOUND_BY[by] ?? by}</Tag>
                    ))}
                    {found.score !== undefined && <span class="soft number">{formatNumber(found.score, 2)}</span>}
                  </span>
                </td>
              </tr>
            ))}
          </PlainTable>
        </div>
      )}
    </div>
  );
}

function ResolvedValue({ of: value, text }: { of: unknown; text: string }) {
  return value === undefined || value === text ? null : <code title={JSON.stringify(value)}>{formatResolution(value)}</code>;
}

export interface MarkedTextProps {
  text: string;
  labels: readonly Label[];
  entities: readonly Pick<EntityChoice, 'name'>[];
}

/** A text with its labels: each outermost label in the color of its entity, with its name as tooltip and for screen readers. */
export function MarkedText({ text, labels, entities }: MarkedTextProps) {
  const pieces: JSX.Element[] = [];
  let at = 0;
  for (const label of [...labels].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (label.start < at) continue;
    if (label.start > at) pieces.push(<>{text.slice(at, label.start)}</>);
    pieces.push(
      <mark
        class={`language-mark c${colorOf(label.entity, entities)}`}
        title={label.role === undefined ? label.entity : `${label.entity} : ${label.role}`}
      >
        {text.slice(label.start, label.end)}
      </mark>,
    );
    at = label.end;
  }
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  );
}
