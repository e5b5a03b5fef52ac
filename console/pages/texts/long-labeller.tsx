/** Entities in a long text, labelled stretch by stretch: only one of them is drawn. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts.tsx';
import { Labeller } from '../../language/labeller.tsx';
import type { LabellerProps } from '../../language/labeller.tsx';
import { stretchesOf } from './assets.ts';

export function LongLabeller({ text, language, labels, entities, autoFocus = false, onChange }: LabellerProps): JSX.Element {
  const [at, setAt] = useState(0);
  const stretches = stretchesOf(text);
  const { start, end } = stretches[at] ?? stretches[0]!;
  const inside = labels.filter((label) => label.start >= start && label.end <= end);
  const outside = labels.filter((label) => !inside.includes(label));
  const moved = <T extends { start: number; end: number }>(list: readonly T[], by: number): T[] => list.map((one) => ({ ...one, start: one.start + by, end: one.end + by }));
  return <>
    <Labeller key={start} text={text.slice(start, end)} language={language} labels={moved(inside, -start)} entities={entities} autoFocus={autoFocus} onChange={(next) => onChange([...outside, ...moved(next, start)])} />
    {stretches.length > 1 && <div class="row"><Button icon="left" label="Earlier in the text" disabled={at === 0} onClick={() => setAt(at - 1)} /><span class="soft">Part {at + 1} of {stretches.length}</span><Button icon="right" label="Later in the text" disabled={at === stretches.length - 1} onClick={() => setAt(at + 1)} /></div>}
    <span class="soft small">Drag over words, or use the arrows and Shift in the text and a digit to label.</span>
  </>;
}
