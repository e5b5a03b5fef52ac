/** Entry point of the console: texts first, because modules keep them as constants. */
import { language } from './i18n/language.ts';
import { loadMessages } from './i18n/messages.ts';

document.documentElement.lang = language;
await loadMessages('common');
await import('./shell/start.tsx');
