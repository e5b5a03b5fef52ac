/** Light or dark: follows the system unless the user has chosen. */
import { Cell } from './cell.ts';

export type ThemeChoice = 'auto' | 'light' | 'dark';

const STORAGE_KEY = 'perennial-theme';
const systemTheme = (): 'light' | 'dark' => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

export const themeChoice = new Cell<ThemeChoice>('auto');
/** The theme shown. */
export const theme = new Cell<'light' | 'dark'>('light');

export function startTheme(): void {
  const stored = localStorage.getItem(STORAGE_KEY);
  themeChoice.set(stored === 'light' || stored === 'dark' ? stored : 'auto');
  const show = (): void => {
    const choice = themeChoice.get();
    const shown = choice === 'auto' ? systemTheme() : choice;
    document.documentElement.dataset.theme = shown;
    theme.set(shown);
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  themeChoice.watch((choice) => {
    if (choice === 'auto') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, choice);
    show();
  });
  show();
}
