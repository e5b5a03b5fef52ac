/** Texts of the console in the user's language. The English text is the key of its translations. */
import type { ComponentChildren } from 'preact';
import { language } from './language.ts';

type Catalog = Readonly<Record<string, string>>;

const translations = new Map<string, string>();

/** Loads the catalog of a page before its modules are evaluated. Without one, texts stay English. */
export async function loadMessages(name: string): Promise<void> {
  if (language === 'en') return;
  const { default: catalog } = (await import(`./messages/${language}/${name}.json`).catch(() => ({ default: {} }))) as {
    default: Catalog;
  };
  for (const [text, translation] of Object.entries(catalog)) translations.set(text, translation);
}

/** A text, with values for its {placeholders}. */
export function t(text: string, values?: Readonly<Record<string, string | number | undefined>>): string {
  const translated = translations.get(text) ?? text;
  return values ? translated.replace(PLACEHOLDER, (all, name: string) => (name in values ? String(values[name] ?? '') : all)) : translated;
}

/** A text whose placeholders stand for elements. */
export function rich(text: string, values: Readonly<Record<string, ComponentChildren>>): ComponentChildren[] {
  return (translations.get(text) ?? text).split(/(\{\w+\})/).map((part) => {
    const name = part.slice(1, -1);
    return part.startsWith('{') && name in values ? values[name] : part;
  });
}

const PLACEHOLDER = /\{(\w+)\}/g;
