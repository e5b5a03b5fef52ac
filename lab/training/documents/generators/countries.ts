/** Random people, companies, addresses and numbers of ten countries in their local formats. */
import type { SeededRandom } from '../seeded-random.ts';

export type Country = 'US' | 'GB' | 'AU' | 'MY' | 'DE' | 'FR' | 'ES' | 'IT' | 'PT' | 'NL';
export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl';

export interface CountryData {
  language: Language;
  /** Currency symbol, code and number format. */
  sign: string;
  code: string;
  comma: boolean;
  monthFirst: boolean;
  rates: readonly number[];
  endings: readonly string[];
  streets: readonly string[];
  cities: readonly string[];
  firstNames: readonly string[];
  lastNames: readonly string[];
}

export const COUNTRY_DATA: Readonly<Record<Country, CountryData>> = {
  US: {
    language: 'en',
    sign: '$',
    code: 'USD',
    comma: false,
    monthFirst: true,
    rates: [5, 6.25, 7, 8.25, 8.875, 10],
    endings: ['Inc.', 'LLC', 'Corp.', 'Co.', 'Ltd.', '& Sons', 'Group', 'Partners'],
    streets: [
      'Main Street',
      'Oak Avenue',
      'Maple Drive',
      '5th Ave',
      'Lincoln Blvd',
      'Sunset Road',
      'Park Lane',
      'Washington St',
      'Industrial Pkwy',
      'Hillcrest Court',
      'Market St',
      '42nd Street',
      'Lakeview Way',
    ],
    cities: [
      'Springfield, IL',
      'Portland, OR',
      'Austin, TX',
      'Denver, CO',
      'Seattle WA',
      'Boston, MA',
      'Raleigh, NC',
      'Phoenix, AZ',
      'San Diego, CA',
      'Albany, NY',
      'Madison WI',
      'Tampa, FL',
    ],
    firstNames: ['James', 'Mary', 'Robert', 'Linda', 'Susan', 'David', 'Karen', 'Kevin', 'Laura', 'Brian'],
    lastNames: ['Smith', 'Johnson', 'Miller', 'Davis', 'Wilson', 'Anderson', 'Thompson', 'Clark', 'Baker', 'Turner'],
  },
  GB: {
    language: 'en',
    sign: '£',
    code: 'GBP',
    comma: false,
    monthFirst: false,
    rates: [20, 5],
    endings: ['Ltd', 'Limited', 'PLC', '& Co', 'LLP', 'Group'],
    streets: [
      'High Street',
      'Station Road',
      'Church Lane',
      'Victoria Road',
      'Kings Close',
      'Mill Lane',
      'Queensway',
      'Albert Square',
      'Orchard Crescent',
    ],
    cities: [
      'London SW1A 1AA',
      'Leeds LS1 4DY',
      'Bristol BS1 5TR',
      'York YO1 7HH',
      'Oxford OX1 2JD',
      'Manchester M1 1AE',
      'Bath BA1 1SU',
      'Norwich NR2 1AB',
    ],
    firstNames: ['Oliver', 'Emily', 'Harry', 'Sophie', 'George', 'Amelia', 'Jack', 'Grace'],
    lastNames: ['Taylor', 'Brown', 'Evans', 'Walker', 'Wright', 'Hughes', 'Green', 'Hall'],
  },
  AU: {
    language: 'en',
    sign: '$',
    code: 'AUD',
    comma: false,
    monthFirst: false,
    rates: [10],
    endings: ['Pty Ltd', 'Pty. Ltd.', 'Group', 'Australia Pty Ltd'],
    streets: ['George Street', 'Collins St', 'Harbour Road', 'Beach Parade', 'Wattle Avenue', 'Kangaroo Court'],
    cities: ['Sydney NSW 2000', 'Melbourne VIC 3000', 'Brisbane QLD 4000', 'Perth WA 6000', 'Adelaide SA 5000'],
    firstNames: ['Liam', 'Olivia', 'Noah', 'Mia', 'Ethan'],
    lastNames: ['Campbell', 'Mitchell', 'Kelly', 'Cooper', 'Ryan'],
  },
  MY: {
    language: 'en',
    sign: 'RM',
    code: 'MYR',
    comma: false,
    monthFirst: false,
    rates: [6],
    endings: ['SDN BHD', 'SDN. BHD.', 'Sdn Bhd', 'ENTERPRISE', 'TRADING'],
    streets: ['JALAN BUKIT', 'JALAN MERDEKA', 'JALAN KENANGA', 'LORONG MAWAR', 'JALAN INDAH 3/2', 'JALAN TEKNOLOGI 5'],
    cities: [
      '47100 PUCHONG, SELANGOR',
      '50450 KUALA LUMPUR',
      '81300 SKUDAI, JOHOR',
      '10200 PENANG',
      '40150 SHAH ALAM, SELANGOR',
      '75000 MELAKA',
    ],
    firstNames: ['Ahmad', 'Siti', 'Wei', 'Mei', 'Kumar', 'Aisyah'],
    lastNames: ['Tan', 'Lim', 'Rahman', 'Wong', 'Lee', 'Hassan'],
  },
  DE: {
    language: 'de',
    sign: '€',
    code: 'EUR',
    comma: true,
    monthFirst: false,
    rates: [19, 7],
    endings: ['GmbH', 'AG', 'GmbH & Co. KG', 'KG', 'OHG', 'e.K.', 'UG'],
    streets: [
      'Hauptstraße',
      'Bahnhofstr.',
      'Gartenweg',
      'Lindenallee',
      'Schillerplatz',
      'Goethestraße',
      'Am Markt',
      'Industriestraße',
      'Mühlenweg',
      'Kirchgasse',
    ],
    cities: [
      '10115 Berlin',
      '80331 München',
      '20095 Hamburg',
      '50667 Köln',
      '01067 Dresden',
      '70173 Stuttgart',
      '04109 Leipzig',
      '99084 Erfurt',
      '60311 Frankfurt am Main',
    ],
    firstNames: ['Hans', 'Anna', 'Peter', 'Julia', 'Lukas', 'Sabine', 'Jürgen', 'Katrin'],
    lastNames: ['Müller', 'Schmidt', 'Schneider', 'Fischer', 'Weber', 'Wagner', 'Becker', 'Hoffmann'],
  },
  FR: {
    language: 'fr',
    sign: '€',
    code: 'EUR',
    comma: true,
    monthFirst: false,
    rates: [20, 10, 5.5],
    endings: ['SARL', 'SAS', 'SA', 'EURL', '& Fils', '& Cie'],
    streets: [
      'rue de la Paix',
      'avenue Victor Hugo',
      'boulevard Voltaire',
      'rue du Moulin',
      'place de la République',
      'chemin des Vignes',
      'quai de la Loire',
      'impasse des Lilas',
    ],
    cities: [
      '75008 Paris',
      '69002 Lyon',
      '13001 Marseille',
      '31000 Toulouse',
      '44000 Nantes',
      '67000 Strasbourg',
      '33000 Bordeaux',
      '59800 Lille',
    ],
    firstNames: ['Jean', 'Marie', 'Pierre', 'Camille', 'Luc', 'Chloé', 'Hélène', 'Antoine'],
    lastNames: ['Martin', 'Bernard', 'Dubois', 'Laurent', 'Moreau', 'Girard', 'Lefèvre', 'Rousseau'],
  },
  ES: {
    language: 'es',
    sign: '€',
    code: 'EUR',
    comma: true,
    monthFirst: false,
    rates: [21, 10, 4],
    endings: ['S.L.', 'S.A.', 'SL', 'e Hijos', 'S.L.U.'],
    streets: [
      'Calle Mayor',
      'Avenida de la Constitución',
      'Calle de Alcalá',
      'Paseo del Prado',
      'Plaza España',
      'Carrer de Balmes',
      'Ronda Norte',
    ],
    cities: ['28013 Madrid', '08002 Barcelona', '41001 Sevilla', '46002 Valencia', '50003 Zaragoza', '29015 Málaga', '15001 A Coruña'],
    firstNames: ['Carlos', 'Lucía', 'Javier', 'Elena', 'Miguel', 'Carmen', 'Íñigo'],
    lastNames: ['García López', 'Fernández', 'Sánchez Ruiz', 'Martínez', 'Gómez', 'Ortega'],
  },
  IT: {
    language: 'it',
    sign: '€',
    code: 'EUR',
    comma: true,
    monthFirst: false,
    rates: [22, 10, 4],
    endings: ['S.r.l.', 'S.p.A.', 'SRL', '& Figli', 'S.n.c.'],
    streets: [
      'Via Roma',
      'Via Garibaldi',
      'Corso Italia',
      'Piazza Duomo',
      'Viale della Repubblica',
      'Via Dante Alighieri',
      'Largo Augusto',
    ],
    cities: ['00187 Roma', '20121 Milano', '10121 Torino', '50123 Firenze', '40121 Bologna', '80133 Napoli', '37121 Verona VR'],
    firstNames: ['Marco', 'Giulia', 'Luca', 'Francesca', 'Paolo', 'Chiara'],
    lastNames: ['Rossi', 'Bianchi', 'Ferrari', 'Esposito', 'Romano', 'Colombo'],
  },
  PT: {
    language: 'pt',
    sign: '€',
    code: 'EUR',
    comma: true,
    monthFirst: false,
    rates: [23, 13, 6],
    endings: ['Lda.', 'S.A.', 'Lda', '& Filhos'],
    streets: ['Rua Augusta', 'Avenida da Liberdade', 'Rua de Santa Catarina', 'Praça do Comércio', 'Travessa das Flores', 'Largo do Rato'],
    cities: ['1100-053 Lisboa', '4000-322 Porto', '3000-150 Coimbra', '8000-139 Faro', '4700-030 Braga'],
    firstNames: ['João', 'Ana', 'Tiago', 'Inês', 'Rui', 'Beatriz'],
    lastNames: ['Silva', 'Santos', 'Ferreira', 'Pereira', 'Gonçalves', 'Araújo'],
  },
  NL: {
    language: 'nl',
    sign: '€',
    code: 'EUR',
    comma: true,
    monthFirst: false,
    rates: [21, 9],
    endings: ['B.V.', 'BV', 'N.V.', 'V.O.F.', '& Zonen'],
    streets: ['Kerkstraat', 'Dorpsstraat', 'Stationsweg', 'Prinsengracht', 'Molenlaan', 'Marktplein', 'Havenkade'],
    cities: ['1012 AB Amsterdam', '3011 AD Rotterdam', '3511 LT Utrecht', '2511 CV Den Haag', '5611 ZW Eindhoven', '9711 LM Groningen'],
    firstNames: ['Jan', 'Sanne', 'Daan', 'Femke', 'Bram', 'Lotte'],
    lastNames: ['de Vries', 'Jansen', 'van den Berg', 'Bakker', 'Visser', 'Mulder'],
  },
};

const STEMS =
  'Northwind Bluestone Alder Vertex Harbor Quantum Evergreen Pinnacle Silverline Redwood Meridian Cobalt Granite Summit Lumen Aurora Falcon Orchid Delta Zenith Atlas Vega Tundra Willow Crest Beacon Solaris Nimbus Terra Ember Ivory Juniper Marlow Tessera Calder Brightwater Oakridge Fairmont Kestrel Halcyon Novum Arcadia Lindbergh Castell Montclair Verano Aldente Bellini Porto Miramar'.split(
    ' ',
  );
const TRADES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Consulting',
    'Supplies',
    'Logistics',
    'Systems',
    'Design',
    'Foods',
    'Electric',
    'Printing',
    'Software',
    'Industries',
    'Cleaning',
    '',
  ],
  de: ['Technik', 'Handel', 'Bau', 'Logistik', 'Druck', 'Elektro', 'Büroservice', 'Werkzeuge', ''],
  fr: ['Conseil', 'Services', 'Transports', 'Bureautique', 'Imprimerie', 'Bâtiment', ''],
  es: ['Servicios', 'Suministros', 'Consultores', 'Transportes', 'Imprenta', 'Construcciones', ''],
  it: ['Servizi', 'Forniture', 'Impianti', 'Trasporti', 'Costruzioni', 'Arredi', ''],
  pt: ['Serviços', 'Comércio', 'Transportes', 'Construções', 'Informática', ''],
  nl: ['Diensten', 'Techniek', 'Handel', 'Transport', 'Drukwerk', 'Bouw', ''],
};

export function randomCompanyName(random: SeededRandom, country: Country): string {
  const { endings, language, lastNames } = COUNTRY_DATA[country];
  const stem = random.chance(0.75)
    ? random.pick(STEMS)
    : random.chance(0.5)
      ? random.pick(lastNames)
      : `${random.pick(STEMS)} ${random.pick(STEMS)}`;
  const name = [stem, random.pick(TRADES[language]), random.chance(0.75) ? random.pick(endings) : '']
    .filter((part) => part !== '')
    .join(' ');
  return country === 'MY' || random.chance(0.15) ? name.toUpperCase() : name;
}

export const randomPersonName = (random: SeededRandom, country: Country): string =>
  `${random.pick(COUNTRY_DATA[country].firstNames)} ${random.pick(COUNTRY_DATA[country].lastNames)}`;

const COUNTRY_NAMES: Readonly<Record<Country, readonly string[]>> = {
  US: ['USA', 'United States'],
  GB: ['United Kingdom'],
  AU: ['Australia'],
  MY: ['MALAYSIA'],
  DE: ['Deutschland', 'Germany'],
  FR: ['France', 'FRANCE'],
  ES: ['España'],
  IT: ['Italia'],
  PT: ['Portugal'],
  NL: ['Nederland'],
};

/** Lines of an address, street first. */
export function randomAddressLines(random: SeededRandom, country: Country): string[] {
  const { streets, cities } = COUNTRY_DATA[country];
  const number = String(random.integer(1, random.chance(0.3) ? 9900 : 190));
  const street = random.pick(streets);
  const city = random.pick(cities);
  const lines: string[] = [];
  if (country === 'US') {
    if (random.chance(0.08)) lines.push(`P.O. Box ${random.digits(4)}`);
    else lines.push(`${number} ${street}${random.chance(0.15) ? `, Suite ${random.digits(3)}` : ''}`);
    if (random.chance(0.08)) lines.push(`Floor ${String(random.integer(2, 30))}`);
    lines.push(`${city}${random.chance(0.15) ? ',' : ''} ${random.digits(5)}`);
  } else if (country === 'GB' || country === 'AU')
    lines.push(`${random.chance(0.1) ? `Unit ${String(random.integer(1, 30))}, ` : ''}${number} ${street}`, city);
  else if (country === 'MY') {
    lines.push(`${random.pick(['NO. ', 'NO ', 'LOT ', ''])}${number}, ${street},`);
    if (random.chance(0.5)) lines.push(random.pick(['TAMAN INDAH,', 'TAMAN SRI MUDA,', 'KAWASAN PERINDUSTRIAN,', 'BANDAR BARU,']));
    const [place, state] = city.split(', ');
    if (state !== undefined && random.chance(0.5)) lines.push(`${place!},`, `${state}.`);
    else lines.push(`${city}${random.chance(0.4) ? '.' : ''}`);
  } else if (country === 'FR') lines.push(`${number}${random.chance(0.1) ? ' bis' : ''}${random.chance(0.3) ? ',' : ''} ${street}`, city);
  else if (country === 'ES' || country === 'IT' || country === 'PT')
    lines.push(`${street}${random.chance(0.6) ? ',' : ''} ${random.chance(0.2) ? 'n.º ' : ''}${number}`, city);
  else lines.push(`${street} ${number}${random.chance(0.1) ? 'a' : ''}`, random.chance(0.1) && country === 'DE' ? `D-${city}` : city);
  if (random.chance(0.15)) lines.push(random.pick(COUNTRY_NAMES[country]));
  return lines;
}

export function randomPhoneNumber(random: SeededRandom, country: Country): string {
  const f = (length: number): string => random.digits(length);
  switch (country) {
    case 'US':
      return random.pick([
        `(${random.pick(['206', '312', '415', '512', '617', '303'])}) 555-${f(4)}`,
        `${random.pick(['206', '312', '415'])}-555-${f(4)}`,
        `+1 ${random.pick(['206', '312'])} 555 ${f(4)}`,
      ]);
    case 'GB':
      return random.pick([`020 7946 0${f(3)}`, `+44 20 7946 0${f(3)}`, `0117 496 0${f(3)}`]);
    case 'AU':
      return random.pick([`(02) 5550 ${f(4)}`, `+61 2 5550 ${f(4)}`]);
    case 'MY':
      return random.pick([`03-${f(4)} ${f(4)}`, `07-${f(3)} ${f(4)}`, `+60 3-${f(4)} ${f(4)}`]);
    case 'DE':
      return random.pick([`030 ${f(7)}`, `+49 89 ${f(6)}`, `0221/${f(6)}`]);
    case 'FR':
      return random.pick([`01 ${f(2)} ${f(2)} ${f(2)} ${f(2)}`, `+33 4 ${f(2)} ${f(2)} ${f(2)} ${f(2)}`]);
    case 'ES':
      return random.pick([`91 ${f(3)} ${f(2)} ${f(2)}`, `+34 93 ${f(3)} ${f(2)} ${f(2)}`]);
    case 'IT':
      return random.pick([`02 ${f(7)}`, `+39 06 ${f(7)}`]);
    case 'PT':
      return random.pick([`21 ${f(3)} ${f(4)}`, `+351 22 ${f(3)} ${f(4)}`]);
    case 'NL':
      return random.pick([`020-${f(7)}`, `+31 10 ${f(7)}`]);
  }
}

export function randomTaxNumber(random: SeededRandom, country: Country): string {
  const f = (length: number): string => random.digits(length);
  if (random.chance(0.15)) return random.pick([`${f(6)}-${f(1)}`, f(8), `${f(3)}/${f(3)}/${f(4)}`, `${f(3)}.${f(3)}.${f(3)}`]);
  switch (country) {
    case 'US':
      return `${f(2)}-${f(7)}`;
    case 'GB':
      return random.pick([`GB${f(9)}`, `GB ${f(3)} ${f(4)} ${f(2)}`]);
    case 'AU':
      return `${f(2)} ${f(3)} ${f(3)} ${f(3)}`;
    case 'MY':
      return `00${f(10)}`;
    case 'DE':
      return `DE${f(9)}`;
    case 'FR':
      return `FR${f(2)}${f(9)}`;
    case 'ES':
      return random.pick([`B${f(8)}`, `A-${f(8)}`]);
    case 'IT':
      return random.pick([`IT${f(11)}`, f(11)]);
    case 'PT':
      return random.pick([`PT${f(9)}`, f(9)]);
    case 'NL':
      return `NL${f(9)}B${f(2)}`;
  }
}

/** With valid check digits. */
export function randomIban(random: SeededRandom, country: Country): string {
  const lengths: Partial<Record<Country, number>> = { DE: 18, FR: 23, ES: 20, IT: 23, PT: 21, NL: 14, GB: 18 };
  const bank = country === 'NL' || country === 'GB' ? random.letters(4) : '';
  const body = bank + random.digits((lengths[country] ?? 18) - bank.length);
  let rest = 0;
  for (const letter of `${body}${country}00`) rest = Number(`${String(rest)}${String(parseInt(letter, 36))}`) % 97;
  const whole = `${country}${String(98 - rest).padStart(2, '0')}${body}`;
  return random.chance(0.7) ? whole.replace(/(.{4})(?=.)/gu, '$1 ') : whole;
}

const pad = (value: number): string => String(value).padStart(2, '0');
const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  en: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  de: ['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'],
  fr: ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'],
  es: ['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
  it: ['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno', 'luglio', 'agosto', 'settembre', 'ottobre', 'novembre', 'dicembre'],
  pt: ['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
  nl: ['januari', 'februari', 'maart', 'april', 'mei', 'juni', 'juli', 'augustus', 'september', 'oktober', 'november', 'december'],
};

export interface Day {
  iso: string;
  year: number;
  month: number;
  day: number;
}

export function dayAfter(from: Day, days: number): Day {
  const date = new Date(Date.UTC(from.year, from.month - 1, from.day + days));
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  return { iso: `${String(year)}-${pad(month)}-${pad(day)}`, year, month, day };
}

export const randomDay = (random: SeededRandom): Day => dayAfter({ iso: '', year: 2016, month: 1, day: 1 }, random.integer(0, 4000));

/** A date format, used for a whole document. */
export function createDateFormatter(random: SeededRandom, country: Country): (day: Day) => string {
  const { language, monthFirst } = COUNTRY_DATA[country];
  const style = random.integer(0, 9);
  const name = (month: number): string => MONTHS[language][month - 1]!;
  return ({ year, month, day, iso }) => {
    if (style === 0) return iso;
    if (style <= 5) {
      const separator = language === 'de' ? '.' : language === 'nl' ? '-' : country === 'MY' ? ['/', '-'][style % 2]! : '/';
      const parts = monthFirst ? [month, day] : [day, month];
      const written = style === 5 && monthFirst ? parts.map(String) : parts.map(pad);
      return [...written, style === 4 ? String(year).slice(2) : String(year)].join(separator);
    }
    if (language === 'en') {
      if (monthFirst)
        return style < 8 ? `${name(month)} ${String(day)}, ${String(year)}` : `${name(month).slice(0, 3)} ${pad(day)}, ${String(year)}`;
      return style < 8 ? `${String(day)} ${name(month)} ${String(year)}` : `${pad(day)}-${name(month).slice(0, 3)}-${String(year)}`;
    }
    if (language === 'de') return `${String(day)}. ${name(month)} ${String(year)}`;
    if (language === 'es' || language === 'pt') return `${String(day)} de ${name(month)} de ${String(year)}`;
    return `${String(day)} ${name(month)} ${String(year)}`;
  };
}

/** An amount format; `bare` omits the currency. */
export interface MoneyFormatter {
  full(amount: number): string;
  bare(amount: number): string;
}

export function createMoneyFormatter(random: SeededRandom, country: Country): MoneyFormatter {
  const { comma, sign, code, language } = COUNTRY_DATA[country];
  const thousands = comma
    ? language === 'fr'
      ? random.pick([' ', ' ', '.'])
      : random.pick(['.', '.', '.', ''])
    : random.pick([',', ',', ',', '']);
  const bare = (amount: number): string => {
    const [whole, cents] = Math.abs(amount).toFixed(2).split('.') as [string, string];
    return `${amount < 0 ? '-' : ''}${whole.replace(/\B(?=(?:\d{3})+$)/gu, thousands)}${comma ? ',' : '.'}${cents}`;
  };
  const style = random.integer(0, comma ? 4 : 5);
  return {
    bare,
    full: (amount) => {
      if (comma) return style <= 2 ? `${bare(amount)} ${sign}` : style === 3 ? `${sign} ${bare(amount)}` : `${bare(amount)} ${code}`;
      return style <= 3
        ? amount < 0
          ? `-${sign}${bare(-amount)}`
          : `${sign}${bare(amount)}`
        : style === 4
          ? `${sign} ${bare(amount)}`
          : bare(amount);
    },
  };
}
