/** Light or dark: follows the system unless the user has chosen. */
import { Cell } from './cell.ts';

export type ThemeChoice = 'auto' | 'light' | 'dark';

const KEPT = 'perennial-theme';
const system = (): 'light' | 'dark' => matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

export const themeChoice = new Cell<ThemeChoice>('auto');
/** The theme shown. */
export const theme = new Cell<'light' | 'dark'>('light');

export function startTheme(): void {
  const kept = localStorage.getItem(KEPT);
  themeChoice.set(kept === 'light' || kept === 'dark' ? kept : 'auto');
  const show = (): void => {
    const choice = themeChoice.get();
    const shown = choice === 'auto' ? system() : choice;
    document.documentElement.dataset.theme = shown;
    theme.set(shown);
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  themeChoice.watch((choice) => {
    if (choice === 'auto') localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, choice);
    show();
  });
  show();
}
