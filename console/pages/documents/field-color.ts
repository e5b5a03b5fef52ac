import { unescaped } from './result.ts';
import type { Box } from '../../kit/boxes.ts';
import type { LabelField } from './training-files.ts';

export type Color = NonNullable<Box['color']>;

/** Boxes over the page of a form: words and selection marks in the colours of their fields, suggestions dashed, drawn regions. */
export function fieldColor(fields: readonly LabelField[], label: string): Color {
  const whole = fields.findIndex(({ name }) => name === label);
  const at = whole >= 0 ? whole : fields.findIndex(({ name }) => name === unescaped(label.split('/')[0]!));
  return ((Math.max(0, at) % 6) + 1) as Color;
}
