import type { BoxColor } from '../../kit/boxes.ts';
import { fieldColorAt } from './elements.ts';
import { unescaped } from './result.ts';
import type { LabelField } from './training-files.ts';

/** The color of a field of a training set, or of the table of a cell. */
export function fieldColor(fields: readonly LabelField[], label: string): BoxColor {
  const whole = fields.findIndex(({ name }) => name === label);
  const at = whole >= 0 ? whole : fields.findIndex(({ name }) => name === unescaped(label.split('/')[0]!));
  return fieldColorAt(Math.max(0, at));
}
