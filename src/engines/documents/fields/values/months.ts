/** Month names in the supported languages, full and abbreviated, without accents, in lower case. */
import data from './months.json' with { type: 'json' };

/** By language; the spellings of a month are separated by spaces. */
const NAMES: Readonly<Record<string, readonly string[]>> = data.names;

/** Lower case without accents; keeps the length, so that positions stay valid. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    const code = letter.charCodeAt(0);
    out += code < 128 ? letter.toLowerCase() : foldCharacter(letter);
  }
  return out;
}

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** Korean syllables are no letters with accents. */
const SYLLABLE = /[가-힣]/u;

function foldCharacter(letter: string): string {
  if (SYLLABLE.test(letter)) return letter;
  const base = letter.normalize('NFD')[0]!.toLowerCase();
  return base.length === 1 ? (OTHERS[base] ?? base) : letter;
}

const OTHERS: Readonly<Record<string, string>> = data.others;

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
