/** Countries by code and by name in many languages, as alpha-3. Names come from Intl. */
import { foldText } from './months.ts';

/** Alpha-2 followed by alpha-3. */
const PAIRS =
  'AD AND AE ARE AF AFG AG ATG AI AIA AL ALB AM ARM AO AGO AQ ATA AR ARG AS ASM AT AUT AU AUS AW ABW AX ALA AZ AZE BA BIH BB BRB BD BGD BE BEL BF BFA BG BGR BH BHR BI BDI BJ BEN BL BLM BM BMU BN BRN BO BOL BQ BES BR BRA BS BHS BT BTN BV BVT BW BWA BY BLR BZ BLZ ' +
  'CA CAN CC CCK CD COD CF CAF CG COG CH CHE CI CIV CK COK CL CHL CM CMR CN CHN CO COL CR CRI CU CUB CV CPV CW CUW CX CXR CY CYP CZ CZE DE DEU DJ DJI DK DNK DM DMA DO DOM DZ DZA EC ECU EE EST EG EGY EH ESH ER ERI ES ESP ET ETH FI FIN FJ FJI FK FLK FM FSM FO FRO FR FRA GA GAB GB GBR GD GRD GE GEO GF GUF GG GGY GH GHA GI GIB GL GRL GM GMB GN GIN GP GLP GQ GNQ GR GRC GS SGS GT GTM GU GUM GW GNB GY GUY ' +
  'HK HKG HM HMD HN HND HR HRV HT HTI HU HUN ID IDN IE IRL IL ISR IM IMN IN IND IO IOT IQ IRQ IR IRN IS ISL IT ITA JE JEY JM JAM JO JOR JP JPN KE KEN KG KGZ KH KHM KI KIR KM COM KN KNA KP PRK KR KOR KW KWT KY CYM KZ KAZ LA LAO LB LBN LC LCA LI LIE LK LKA LR LBR LS LSO LT LTU LU LUX LV LVA LY LBY MA MAR MC MCO MD MDA ME MNE MF MAF MG MDG MH MHL MK MKD ML MLI MM MMR MN MNG MO MAC MP MNP MQ MTQ MR MRT MS MSR MT MLT MU MUS MV MDV MW MWI MX MEX MY MYS MZ MOZ ' +
  'NA NAM NC NCL NE NER NF NFK NG NGA NI NIC NL NLD NO NOR NP NPL NR NRU NU NIU NZ NZL OM OMN PA PAN PE PER PF PYF PG PNG PH PHL PK PAK PL POL PM SPM PN PCN PR PRI PS PSE PT PRT PW PLW PY PRY QA QAT RE REU RO ROU RS SRB RU RUS RW RWA SA SAU SB SLB SC SYC SD SDN SE SWE SG SGP SH SHN SI SVN SJ SJM SK SVK SL SLE SM SMR SN SEN SO SOM SR SUR SS SSD ST STP SV SLV SX SXM SY SYR SZ SWZ TC TCA TD TCD TF ATF TG TGO TH THA TJ TJK TK TKL TL TLS TM TKM TN TUN TO TON TR TUR TT TTO TV TUV TW TWN TZ TZA ' +
  'UA UKR UG UGA UM UMI US USA UY URY UZ UZB VA VAT VC VCT VE VEN VG VGB VI VIR VN VNM VU VUT WF WLF WS WSM YE YEM YT MYT ZA ZAF ZM ZMB ZW ZWE';

const BY_TWO = new Map<string, string>();
const codes = PAIRS.split(' ');
for (let i = 0; i < codes.length; i += 2) BY_TWO.set(codes[i]!, codes[i + 1]!);
const BY_THREE = new Map([...BY_TWO].map(([two, three]) => [three, two]));

/** Names missing in Intl; `D` is a code of travel documents. */
const OTHERS: Readonly<Record<string, string>> = {
  'united states of america': 'USA',
  'the united states of america': 'USA',
  'the united states': 'USA',
  'u s a': 'USA',
  'u s': 'USA',
  america: 'USA',
  'estados unidos de america': 'USA',
  uk: 'GBR',
  'u k': 'GBR',
  'great britain': 'GBR',
  england: 'GBR',
  scotland: 'GBR',
  wales: 'GBR',
  'northern ireland': 'GBR',
  'united kingdom of great britain and northern ireland': 'GBR',
  'federal republic of germany': 'DEU',
  'bundesrepublik deutschland': 'DEU',
  d: 'DEU',
  holland: 'NLD',
  'the netherlands': 'NLD',
  'koninkrijk der nederlanden': 'NLD',
  'kingdom of the netherlands': 'NLD',
  'republique francaise': 'FRA',
  'reino de espana': 'ESP',
  'repubblica italiana': 'ITA',
  'czech republic': 'CZE',
  'republic of ireland': 'IRL',
  'south korea': 'KOR',
  'republic of korea': 'KOR',
  russia: 'RUS',
  'russian federation': 'RUS',
  turkey: 'TUR',
  'ivory coast': 'CIV',
  macedonia: 'MKD',
  'hong kong': 'HKG',
  'viet nam': 'VNM',
  "people's republic of china": 'CHN',
  prc: 'CHN',
  uae: 'ARE',
  utopia: 'UTO',
  'commonwealth of australia': 'AUS',
  'schweizerische eidgenossenschaft': 'CHE',
  'republik osterreich': 'AUT',
  'royaume de belgique': 'BEL',
  'republica portuguesa': 'PRT',
  'rzeczpospolita polska': 'POL',
};

/** Codes used only on passports: British variants, organizations, and the specimen code. */
const TRAVEL: Readonly<Record<string, string>> = {
  GBD: 'GBR',
  GBN: 'GBR',
  GBO: 'GBR',
  GBP: 'GBR',
  GBS: 'GBR',
  UTO: 'UTO',
  RKS: 'XKX',
  XKX: 'XKX',
  EUE: 'EUE',
  UNO: 'UNO',
};

let names: Map<string, string> | undefined;

/** Letters only, in lower case, without accents. */
const key = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}']+/gu, ' ')
    .trim();

function namesOf(): Map<string, string> {
  if (names !== undefined) return names;
  names = new Map(Object.entries(OTHERS));
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'hu', 'ro', 'tr']) {
    const table = new Intl.DisplayNames(language, { type: 'region' });
    for (const [two, three] of BY_TWO) {
      const name = key(table.of(two) ?? '');
      if (name !== '' && !names.has(name)) names.set(name, three);
    }
  }
  return names;
}

/** Alpha-3 if the whole text is a country's code or name. */
export function parseCountryRegion(text: string): string | undefined {
  const trimmed = text.trim().replace(/^[\s:,.<]+|[\s:,.<]+$/gu, '');
  const upper = trimmed.toUpperCase().replace(/\./gu, '');
  if (upper.length === 2 && BY_TWO.has(upper)) return BY_TWO.get(upper);
  if (upper.length === 3 && (BY_THREE.has(upper) || upper in TRAVEL)) return TRAVEL[upper] ?? upper;
  return trimmed.length > 80 ? undefined : namesOf().get(key(trimmed));
}

/** A country name at the end of a text after a line break, comma or space; codes must follow a line break or comma. */
export function countryAtEnd(text: string): { value: string; start: number } | undefined {
  const words = [...text.matchAll(/[^\s,;]+/gu)];
  for (let count = Math.min(7, words.length); count >= 1; count--) {
    const start = words[words.length - count]!.index;
    const tail = text.slice(start);
    if (/[,;\n]/u.test(tail.trimEnd().replace(/[,;]$/u, ''))) continue;
    const bare = tail.replace(/[.,\s]/gu, '');
    if (bare.length < 4 && !/^(?:USA|UK|UAE)$/u.test(bare) && !/[,;\n]\s*$/u.test(text.slice(0, start))) continue;
    if (bare.length === 2 && bare !== 'UK') continue;
    const value = parseCountryRegion(tail);
    if (value !== undefined) return { value, start };
  }
  return undefined;
}

export const alpha2Of = (alpha3: string): string | undefined => BY_THREE.get(alpha3);
export const alpha3Of = (alpha2: string): string | undefined => BY_TWO.get(alpha2.toUpperCase());
