/** Generates passports, identity cards and residence permits with a valid machine-readable zone. */
import { SeededRandom } from '../seeded-random.ts';
import { PdfCanvas } from './pdf-canvas.ts';
import type { ExpectedValue } from '../evaluation/expected-fields.ts';
import { checkDigit } from '../../../../src/engines/documents/reading/ocr/recognition/mrz-formats.ts';
import type { GeneratedPage } from './generated-page.ts';
import { withoutUndefined } from './generated-page.ts';
import type { Day } from './us-people.ts';
import { randomDayBetween } from './us-people.ts';

interface IssuingCountry {
  code: string;
  name: string;
  first: readonly string[];
  last: readonly string[];
  places: readonly string[];
  captions: readonly string[];
}

/** Captions: surname, given names, nationality, birth, sex, place, issue, expiry, number, authority. */
const ISSUING_COUNTRIES: readonly IssuingCountry[] = [
  {
    code: 'USA',
    name: 'UNITED STATES OF AMERICA',
    first: ['JOHN', 'MARY', 'EMILY', 'DANIEL'],
    last: ['SMITH', 'BAKER', "O'BRIEN", 'VAN DYKE'],
    places: ['CALIFORNIA, U.S.A.', 'OHIO, U.S.A.'],
    captions: [
      'Surname',
      'Given names',
      'Nationality',
      'Date of birth',
      'Sex',
      'Place of birth',
      'Date of issue',
      'Date of expiration',
      'Passport No.',
      'Authority',
    ],
  },
  {
    code: 'GBR',
    name: 'UNITED KINGDOM',
    first: ['OLIVER', 'AMELIA', 'HARRY', 'SOPHIE'],
    last: ['TAYLOR', 'HUGHES', 'SMYTHE-JONES'],
    places: ['LEEDS', 'CARDIFF'],
    captions: [
      'Surname/Nom',
      'Given names/Prénoms',
      'Nationality/Nationalité',
      'Date of birth/Date de naissance',
      'Sex/Sexe',
      'Place of birth/Lieu de naissance',
      'Date of issue/Date de délivrance',
      "Date of expiry/Date d'expiration",
      'Passport No./No. du passeport',
      'Authority/Autorité',
    ],
  },
  {
    code: 'DEU',
    name: 'BUNDESREPUBLIK DEUTSCHLAND',
    first: ['ANNA', 'LUKAS', 'ERIKA', 'JONAS'],
    last: ['MUSTERMANN', 'SCHMIDT', 'WEBER'],
    places: ['BERLIN', 'MÜNCHEN'],
    captions: [
      'Name/Surname/Nom',
      'Vornamen/Given names/Prénoms',
      'Staatsangehörigkeit/Nationality',
      'Geburtsdatum/Date of birth',
      'Geschlecht/Sex',
      'Geburtsort/Place of birth',
      'Ausstellungsdatum/Date of issue',
      'Gültig bis/Date of expiry',
      'Reisepass-Nr./Passport No.',
      'Behörde/Authority',
    ],
  },
  {
    code: 'FRA',
    name: 'RÉPUBLIQUE FRANÇAISE',
    first: ['CAMILLE', 'LUCAS', 'CHLOE', 'HUGO'],
    last: ['MARTIN', 'DUBOIS', 'DE LA TOUR'],
    places: ['LYON', 'PARIS'],
    captions: [
      'Nom/Surname',
      'Prénoms/Given names',
      'Nationality/Nationalité',
      'Date de naissance/Date of birth',
      'Sexe/Sex',
      'Lieu de naissance/Place of birth',
      'Date de délivrance/Date of issue',
      "Date d'expiration/Date of expiry",
      'Passport No.',
      'Autorité/Authority',
    ],
  },
  {
    code: 'NLD',
    name: 'KONINKRIJK DER NEDERLANDEN',
    first: ['DAAN', 'EMMA', 'SEM'],
    last: ['DE VRIES', 'JANSEN', 'BAKKER'],
    places: ['UTRECHT', 'DELFT'],
    captions: [
      'Naam/Surname',
      'Voornamen/Given names',
      'Nationality',
      'Date of birth',
      'Sex',
      'Place of birth',
      'Date of issue',
      'Date of expiry',
      'Document No.',
      'Authority',
    ],
  },
  {
    code: 'UTO',
    name: 'UTOPIA',
    first: ['ANNA', 'MARIA', 'LARS'],
    last: ['ERIKSSON', 'HOLM'],
    places: ['ZENITH', 'NADIR'],
    captions: [
      'Surname',
      'Given names',
      'Nationality',
      'Date of birth',
      'Sex',
      'Place of birth',
      'Date of issue',
      'Date of expiry',
      'Passport No.',
      'Authority',
    ],
  },
];

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const short = ({ iso }: Day): string => iso.slice(2).replaceAll('-', '');
const zone = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/gu, '<');
const filled = (text: string, length: number): string => text.slice(0, length).padEnd(length, '<');

interface Holder {
  country: IssuingCountry;
  last: string;
  given: string[];
  sex: 'M' | 'F';
  birth: Day;
  issue: Day;
  expiry: Day;
  number: string;
  personal?: string;
  place: string;
}

function holderOf(random: SeededRandom): Holder {
  const country = random.pick(ISSUING_COUNTRIES);
  const issue = randomDayBetween(random, 2012, 2023);
  const alphanumeric = random.chance(0.5);
  return {
    country,
    last: random.pick(country.last),
    given: random.sample(country.first, random.pick([1, 1, 2])),
    sex: random.pick(['M', 'F'] as const),
    birth: randomDayBetween(random, 1945, 2004),
    issue,
    expiry: { ...issue, ...later(issue) },
    number: alphanumeric ? `${random.letters(random.integer(1, 2))}${random.digits(7)}`.slice(0, 9) : random.digits(9),
    personal: random.chance(0.3) ? random.digits(random.integer(6, 11)) : undefined,
    place: random.pick(country.places),
  };
}

function later({ year, iso }: Day): Pick<Day, 'iso' | 'year'> {
  return { year: year + 10, iso: `${String(year + 10)}${iso.slice(4)}` };
}

const namesLine = (h: Holder): string => `${zone(h.last)}<<${h.given.map(zone).join('<')}`;
const codeOf = (country: IssuingCountry): string => (country.code === 'DEU' ? 'D<<' : country.code);

function td3(h: Holder): string[] {
  const number = filled(h.number, 9);
  const personal = filled(h.personal ?? '', 14);
  const [birth, expiry] = [short(h.birth), short(h.expiry)];
  const body = `${number}${checkDigit(number)}${codeOf(h.country)}${birth}${checkDigit(birth)}${h.sex}${expiry}${checkDigit(expiry)}${personal}${h.personal === undefined ? '<' : checkDigit(personal)}`;
  return [
    filled(`P<${codeOf(h.country)}${namesLine(h)}`, 44),
    `${body}${checkDigit(body.slice(0, 10) + body.slice(13, 20) + body.slice(21, 43))}`,
  ];
}

function td1(h: Holder, code: string): string[] {
  const number = filled(h.number, 9);
  const first = filled(`${filled(code, 2)}${codeOf(h.country)}${number}${checkDigit(number)}`, 30);
  const [birth, expiry] = [short(h.birth), short(h.expiry)];
  const second = filled(`${birth}${checkDigit(birth)}${h.sex}${expiry}${checkDigit(expiry)}${codeOf(h.country)}`, 29);
  return [
    first,
    `${second}${checkDigit(first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29))}`,
    filled(namesLine(h), 30),
  ];
}

function td2(h: Holder, code: string): string[] {
  const number = filled(h.number, 9);
  const [birth, expiry] = [short(h.birth), short(h.expiry)];
  const body = filled(
    `${number}${checkDigit(number)}${codeOf(h.country)}${birth}${checkDigit(birth)}${h.sex}${expiry}${checkDigit(expiry)}`,
    35,
  );
  return [
    filled(`${filled(code, 2)}${codeOf(h.country)}${namesLine(h)}`, 36),
    `${body}${checkDigit(body.slice(0, 10) + body.slice(13, 20) + body.slice(21, 35))}`,
  ];
}

export async function travelDocument(seed: number): Promise<GeneratedPage> {
  const random = new SeededRandom(seed + 80_000);
  const h = holderOf(random);
  const kind = random.pick(['passport', 'passport', 'card1', 'card2', 'permit'] as const);
  const canvas = await PdfCanvas.create(random, { width: 420, height: 300, size: 9, family: 3 });
  const lines =
    kind === 'passport' ? td3(h) : kind === 'card2' ? td2(h, 'I') : td1(h, kind === 'permit' ? 'AR' : random.pick(['I', 'ID', 'C']));
  const dated = (day: Day): string => style(day, dateStyle);
  const dateStyle = random.integer(0, 2);
  const [surname, given, nationality, birth, sex, place, issue, expiry, number, authority] = h.country.captions as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  canvas.text(h.country.name, 20, 24, { size: 11, bold: true });
  canvas.text({ passport: 'PASSPORT', card1: 'IDENTITY CARD', card2: 'NATIONAL IDENTITY CARD', permit: 'RESIDENCE PERMIT' }[kind], 20, 40, {
    size: 10,
    bold: true,
  });
  const left = random.pick([130, 110, 20]);
  const office = random.pick(['HMPO', 'DEPARTMENT OF STATE', 'STADT BERLIN', 'MINISTRY']);
  const put = (caption: string, value: string, x: number, y: number): void => {
    canvas.text(caption, x, y, { size: 5.5 });
    canvas.text(value, x, y + 11, { size: 8.5 });
  };
  const documentNumber = kind === 'passport' ? number : random.pick(['Document No.', 'Card No.', 'Document number']);
  put(documentNumber, h.number, left + 170, 58);
  put(surname, h.last, left, 58);
  put(given, h.given.join(' '), left, 82);
  put(nationality, h.country.code === 'UTO' ? 'UTOPIAN' : h.country.code, left, 106);
  put(birth, dated(h.birth), left, 130);
  put(sex, h.sex, left + 170, 106);
  put(place, h.place, left + 170, 130);
  put(issue, dated(h.issue), left, 154);
  put(expiry, dated(h.expiry), left + 170, 154);
  put(authority, office, left, 178);
  lines.forEach((line, i) => {
    canvas.text(line, 20, 236 + i * 18, { size: kind === 'passport' ? 13.5 : 13.5 });
  });
  return {
    modelId: 'prebuilt-idDocument',
    pdf: await canvas.bytes(),
    documents: [expectedFields(h, kind, office)],
    optionalFields: new Set(['DocumentType', 'PersonalNumber', 'IssuingAuthority', 'Nationality', 'MiddleName']),
  };
}

function style({ iso, day, month, year }: Day, kind: number): string {
  const [dd, mm] = [iso.slice(8), iso.slice(5, 7)];
  return kind === 0
    ? `${dd} ${MONTHS[month - 1]!} ${String(year)}`
    : kind === 1
      ? `${dd} ${MONTHS[month - 1]!}/${MONTHS[month - 1]!} ${String(year).slice(2)}`
      : `${dd}.${mm}.${String(year)}${day === 0 ? '' : ''}`;
}

function expectedFields(h: Holder, kind: string, office: string): { docType: string; fields: Record<string, ExpectedValue> } {
  const first = kind === 'passport' ? h.given[0]! : h.given.join(' ');
  const common = withoutUndefined({
    CountryRegion: h.country.code,
    DocumentNumber: h.number,
    FirstName: first,
    LastName: h.last.replace(/['-]/gu, ' '),
    DateOfBirth: h.birth.iso,
    DateOfExpiration: h.expiry.iso,
    DateOfIssue: h.issue.iso,
    Sex: h.sex,
    PlaceOfBirth: h.place,
  });
  if (kind !== 'passport')
    return { docType: kind === 'permit' ? 'idDocument.residencePermit' : 'idDocument.nationalIdentityCard', fields: common };
  const machine = {
    FirstName: h.given.join(' '),
    LastName: h.last.replace(/['-]/gu, ' '),
    DocumentNumber: h.number,
    CountryRegion: h.country.code,
    Nationality: h.country.code,
    DateOfBirth: h.birth.iso,
    DateOfExpiration: h.expiry.iso,
    Sex: h.sex,
  };
  return {
    docType: 'idDocument.passport',
    fields: {
      ...common,
      Nationality: h.country.code,
      IssuingAuthority: office,
      MachineReadableZone: machine,
      ...(h.given.length > 1 ? { MiddleName: h.given.slice(1).join(' ') } : {}),
    },
  };
}
