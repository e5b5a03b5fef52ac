/** Labels entities in a long text part by part: only one part is rendered. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts.tsx';
import { Labeller } from '../../language/labeller.tsx';
import type { LabellerProps } from '../../language/labeller.tsx';
import { splitText } from './assets.ts';

export function LongLabeller({ text, language, labels, entities, autoFocus = false, onChange }: LabellerProps): JSX.Element {
  const [at, setAt] = useState(0);
  const stretches = splitText(text);
  const { start, end } = stretches[at] ?? stretches[0]!;
  const inside = labels.filter((label) => label.start >= start && label.end <= end);
  const outside = labels.filter((label) => !inside.includes(label));
  const moved = <T extends { start: number; end: number }>(list: readonly T[], by: number): T[] => list.map((one) => ({ ...one, start: one.start + by, end: one.end + by }));
  return <>
    <Labeller key={start} text={text.slice(start, end)} language={language} labels={moved(inside, -start)} entities={entities} autoFocus={autoFocus} onChange={(next) => onChange([...outside, ...moved(next, start)])} />
    {stretches.length > 1 && <div class="row"><Button icon="left" label="Previous part" disabled={at === 0} onClick={() => setAt(at - 1)} /><span class="soft">Part {at + 1} of {stretches.length}</span><Button icon="right" label="Next part" disabled={at === stretches.length - 1} onClick={() => setAt(at + 1)} /></div>}
    <span class="soft small">Drag over words, or move with the arrow keys, extend with Shift and press a digit to label.</span>
  </>;
}
