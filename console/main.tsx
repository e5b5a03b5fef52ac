/** Entry point of the console: texts first, because modules keep them as constants. */
import { language } from './i18n/language.ts';
import { loadMessages } from './i18n/messages.ts';
import { sendEarly } from './kit/early.ts';

document.documentElement.lang = language;
sendEarly('/sessions/current', '/accounts');
await loadMessages('common');
await import('./shell/start.tsx');
