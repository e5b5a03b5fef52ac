/** Month names in the supported languages, full and abbreviated, without accents, in lower case. */
import { foldText } from '../../../shared/text/fold-text.ts';
import data from './months.json' with { type: 'json' };

/** By language; the spellings of a month are separated by spaces. */
const NAMES: Readonly<Record<string, readonly string[]>> = data.names;

const MONTHS = new Map<string, number>();
for (const names of Object.values(NAMES))
  names.forEach((forms, i) => {
    for (const form of foldText(forms).split(' ')) if (form !== '' && !MONTHS.has(form)) MONTHS.set(form, i + 1);
  });

/** 1 to 12; the name may be abbreviated, dotted, accented or in any case. Listopad is October in Croatian and November in Czech. */
export function monthOf(name: string, language = ''): number | undefined {
  const folded = foldText(name).replace(/\.$/u, '');
  const own = NAMES[language]?.findIndex((forms) => foldText(forms).split(' ').includes(folded)) ?? -1;
  return own >= 0 ? own + 1 : MONTHS.get(folded);
}

const SORTED = [...MONTHS.keys()].sort((a, b) => b.length - a.length).map((name) => name.replaceAll('.', '\\.'));

/** Pattern of any month name, for folded text. */
export const MONTH_PATTERN = `(?:${SORTED.join('|')})\\.?`;
