/** The probability of each action, with the shown one marked. */
import type { JSX } from 'preact';
import { Meter, Tag } from '../../kit/parts.tsx';

export interface ActionProbability { id: string; probability: number }

export function Probabilities({ of, shown, explored = false, label }: { of: readonly ActionProbability[]; shown: string; explored?: boolean; label: string }): JSX.Element {
  return <ul class="ranking-likely" aria-label={label}>{of.map(({ id, probability }) => <li>
    <span class="row"><strong class={id === shown ? '' : 'plain'}>{id}</strong>{id === shown && <Tag kind={explored ? 'warn' : 'good'}>{explored ? 'shown, exploring' : 'shown'}</Tag>}</span>
    <Meter share={probability} label={`Probability of ${id}`} text={`${(probability * 100).toFixed(1)} %`} />
  </li>)}</ul>;
}
