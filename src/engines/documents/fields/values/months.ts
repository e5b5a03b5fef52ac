/** Month names in the supported languages, full and abbreviated, without accents, in lower case. */

const NAMES: readonly (readonly string[])[] = [
  // English
  [
    'january jan',
    'february feb',
    'march mar',
    'april apr',
    'may',
    'june jun',
    'july jul',
    'august aug',
    'september sep sept',
    'october oct',
    'november nov',
    'december dec',
  ],
  // German
  [
    'januar jaenner janner jan',
    'februar feber feb',
    'marz maerz mrz mar',
    'april apr',
    'mai',
    'juni jun',
    'juli jul',
    'august aug',
    'september sep',
    'oktober okt',
    'november nov',
    'dezember dez',
  ],
  // French
  [
    'janvier janv jan',
    'fevrier fevr fev',
    'mars',
    'avril avr',
    'mai',
    'juin',
    'juillet juil',
    'aout',
    'septembre sept',
    'octobre oct',
    'novembre nov',
    'decembre dec',
  ],
  // Spanish
  [
    'enero ene',
    'febrero feb',
    'marzo mar',
    'abril abr',
    'mayo may',
    'junio jun',
    'julio jul',
    'agosto ago',
    'septiembre setiembre sept set',
    'octubre oct',
    'noviembre nov',
    'diciembre dic',
  ],
  // Italian
  [
    'gennaio gen',
    'febbraio feb',
    'marzo mar',
    'aprile apr',
    'maggio mag',
    'giugno giu',
    'luglio lug',
    'agosto ago',
    'settembre set sett',
    'ottobre ott',
    'novembre nov',
    'dicembre dic',
  ],
  // Dutch
  ['januari', 'februari', 'maart mrt', 'april', 'mei', 'juni', 'juli', 'augustus', 'september', 'oktober okt', 'november', 'december'],
  // Portuguese
  [
    'janeiro jan',
    'fevereiro fev',
    'marco',
    'abril abr',
    'maio mai',
    'junho',
    'julho',
    'agosto',
    'setembro set',
    'outubro out',
    'novembro',
    'dezembro dez',
  ],
  // Danish and Norwegian
  [
    'januar',
    'februar',
    'marts mars',
    'april',
    'maj mai',
    'juni',
    'juli',
    'august',
    'september',
    'oktober okt',
    'november',
    'december desember des',
  ],
  // Swedish
  ['januari', 'februari', 'mars', 'april', 'maj', 'juni', 'juli', 'augusti', 'september', 'oktober', 'november', 'december'],
  // Polish, genitive
  [
    'stycznia sty',
    'lutego lut',
    'marca',
    'kwietnia kwi',
    'maja',
    'czerwca cze',
    'lipca lip',
    'sierpnia sie',
    'wrzesnia wrz',
    'pazdziernika paz',
    'listopada lis',
    'grudnia gru',
  ],
  // Finnish
  [
    'tammikuuta',
    'helmikuuta',
    'maaliskuuta',
    'huhtikuuta',
    'toukokuuta',
    'kesakuuta',
    'heinakuuta',
    'elokuuta',
    'syyskuuta',
    'lokakuuta',
    'marraskuuta',
    'joulukuuta',
  ],
];

/** Lower case without accents; keeps the length, so that positions stay valid. */
export function foldText(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    const code = letter.charCodeAt(0);
    out += code < 128 ? letter.toLowerCase() : foldCharacter(letter);
  }
  return out;
}

function foldCharacter(letter: string): string {
  const base = letter.normalize('NFD')[0]!.toLowerCase();
  return base.length === 1 ? (OTHERS[base] ?? base) : letter;
}

const OTHERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  '\u00a0': ' ',
  '\u202f': ' ',
  '’': "'",
  '–': '-',
  '—': '-',
};

const MONTHS = new Map<string, number>();
for (const names of NAMES) names.forEach((forms, i) => forms.split(' ').forEach((form) => MONTHS.has(form) || MONTHS.set(form, i + 1)));

/** 1 to 12; the name may be abbreviated, dotted, accented or in any case. */
export const monthOf = (name: string): number | undefined => MONTHS.get(foldText(name).replace(/\.$/u, ''));

const SORTED = [...MONTHS.keys()].sort((a, b) => b.length - a.length);

/** Pattern of any month name, for folded text. */
export const MONTH_PATTERN = `(?:${SORTED.join('|')})\\.?`;
