/** Light or dark, which follows the system unless the user has chosen; and how much room there is between things. */
import { Cell, useCell } from './cell.ts';

export type ThemeChoice = 'auto' | 'light' | 'dark';
export type Density = 'comfortable' | 'compact';

const systemTheme = (): 'light' | 'dark' => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

export const themeChoice = new Cell<ThemeChoice>('auto');
/** The theme shown. */
export const theme = new Cell<'light' | 'dark'>('light');
export const density = new Cell<Density>('comfortable');

/** Heights of the rows and the heading of tables. */
const ROWS: Readonly<Record<Density, { row: number; head: number }>> = {
  comfortable: { row: 36, head: 32 },
  compact: { row: 30, head: 28 },
};

export function useRowHeights(): { row: number; head: number } {
  return ROWS[useCell(density)];
}

export function startTheme(): void {
  remember(themeChoice, 'perennial-theme', ['auto', 'light', 'dark']);
  remember(density, 'perennial-density', ['comfortable', 'compact']);
  const show = (): void => {
    const choice = themeChoice.get();
    const shown = choice === 'auto' ? systemTheme() : choice;
    document.documentElement.dataset.theme = shown;
    document.documentElement.dataset.density = density.get();
    theme.set(shown);
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  themeChoice.watch(show);
  density.watch(show);
  show();
}

/** Keeps the value in the browser; the first one is the default. */
function remember<T extends string>(cell: Cell<T>, key: string, values: readonly [T, ...T[]]): void {
  cell.set(values.find((value) => value === localStorage.getItem(key)) ?? values[0]);
  cell.watch((value) => {
    if (value === values[0]) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  });
}
