/**
 * The console's icons: strokes on a 16 by 16 grid, in the color of the text. They are decorative; their meaning is
 * always given in text.
 */

import PATHS from './icons.json' with { type: 'json' };

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon-svg" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
