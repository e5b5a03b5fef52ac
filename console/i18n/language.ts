/** The language of the console: the browser's, unless another was chosen; English where there is no catalog. */

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

const STORAGE_KEY = 'perennial-language';

function isLanguage(value: string | null | undefined): value is Language {
  return value != null && Object.hasOwn(LANGUAGES, value);
}

/** Outside of a browser, as in tests of single modules, it is English. */
function findLanguage(): Language {
  if (typeof document === 'undefined') return 'en';
  const stored = localStorage.getItem(STORAGE_KEY);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/** Stays the same until the page is loaded again, so texts may be constants of a module. */
export const language = findLanguage();

export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(STORAGE_KEY, chosen);
  location.reload();
}
