/** A text with its labels: each outermost label in the colour of its entity, with its name as tooltip and for screen readers. */
import type { JSX } from 'preact';
import { colourOf } from './labels.ts';
import type { EntityChoice, Label } from './labels.ts';

export interface MarkedTextProps { text: string; labels: readonly Label[]; entities: readonly Pick<EntityChoice, 'name'>[] }

export function MarkedText({ text, labels, entities }: MarkedTextProps): JSX.Element {
  const pieces: JSX.Element[] = [];
  let at = 0;
  for (const label of [...labels].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (label.start < at) continue;
    if (label.start > at) pieces.push(<>{text.slice(at, label.start)}</>);
    pieces.push(<mark class={`language-mark c${colourOf(label.entity, entities)}`} title={label.role === undefined ? label.entity : `${label.entity} : ${label.role}`}>{text.slice(label.start, label.end)}</mark>);
    at = label.end;
  }
  return <>{pieces}{text.slice(at)}</>;
}
