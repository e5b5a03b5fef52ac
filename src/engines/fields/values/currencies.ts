/** Currency symbols and codes, and the currency of each country. */

/** Symbols of a single currency. */
export const SIGNS: Readonly<Record<string, string>> = {
  'US$': 'USD', 'CA$': 'CAD', 'C$': 'CAD', 'AU$': 'AUD', 'A$': 'AUD', 'NZ$': 'NZD', 'HK$': 'HKD', 'S$': 'SGD', 'NT$': 'TWD', 'R$': 'BRL', 'MX$': 'MXN',
  '€': 'EUR', '£': 'GBP', '₹': 'INR', '₩': 'KRW', '₪': 'ILS', '₺': 'TRY', '₽': 'RUB', '₴': 'UAH', '₫': 'VND', '฿': 'THB', '₦': 'NGN', '₱': 'PHP', '₡': 'CRC', '₲': 'PYG', '₵': 'GHS', '₸': 'KZT', '₼': 'AZN', '₾': 'GEL', '元': 'CNY', '円': 'JPY', '원': 'KRW',
  'RM': 'MYR', 'Rs.': 'INR', 'Rs': 'INR', 'Rp': 'IDR', 'zł': 'PLN', 'Kč': 'CZK', 'Ft': 'HUF', 'lei': 'RON', 'CHF': 'CHF', 'SFr.': 'CHF', 'Fr.': 'CHF', 'лв': 'BGN', 'S/': 'PEN', 'S/.': 'PEN',
};

/** Symbols shared by several currencies: by country, or the default. */
export const SHARED: Readonly<Record<string, Readonly<Record<string, string>> & { readonly default: string }>> = {
  '$': { default: 'USD', CA: 'CAD', AU: 'AUD', NZ: 'NZD', MX: 'MXN', SG: 'SGD', HK: 'HKD', TW: 'TWD', AR: 'ARS', CL: 'CLP', CO: 'COP', UY: 'UYU', JM: 'JMD', TT: 'TTD', BS: 'BSD', BB: 'BBD', FJ: 'FJD', NA: 'NAD' },
  '¥': { default: 'JPY', CN: 'CNY' },
  '￥': { default: 'JPY', CN: 'CNY' },
  'kr': { default: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK' },
  'kr.': { default: 'DKK', NO: 'NOK', SE: 'SEK', IS: 'ISK' },
  'R': { default: 'ZAR' },
  'L': { default: 'HNL', RO: 'RON' },
};

export const CODES: ReadonlySet<string> = new Set(('AED AFN ALL AMD ARS AUD AZN BAM BBD BDT BGN BHD BMD BND BOB BRL BSD BWP BYN BZD CAD CHF CLP CNY COP CRC CZK DKK DOP DZD EGP ETB EUR FJD GBP GEL GHS GTQ '
  + 'HKD HNL HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KHR KRW KWD KZT LAK LBP LKR MAD MDL MKD MMK MNT MOP MUR MXN MYR NAD NGN NIO NOK NPR NZD OMR PAB PEN PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SEK SGD '
  + 'THB TND TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND XAF XOF ZAR ZMW ZWL').split(' '));

const EURO = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK BG'.split(' ');

const HOME: Readonly<Record<string, string>> = {
  US: 'USD', GB: 'GBP', CA: 'CAD', AU: 'AUD', NZ: 'NZD', CH: 'CHF', LI: 'CHF', SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK', PL: 'PLN', CZ: 'CZK', HU: 'HUF', RO: 'RON', TR: 'TRY', RU: 'RUB', UA: 'UAH', JP: 'JPY', CN: 'CNY', KR: 'KRW', TW: 'TWD', HK: 'HKD',
  SG: 'SGD', MY: 'MYR', TH: 'THB', ID: 'IDR', PH: 'PHP', VN: 'VND', IN: 'INR', PK: 'PKR', LK: 'LKR', BD: 'BDT', AE: 'AED', SA: 'SAR', IL: 'ILS', EG: 'EGP', ZA: 'ZAR', NG: 'NGN', KE: 'KES', BR: 'BRL', MX: 'MXN', AR: 'ARS', CL: 'CLP', CO: 'COP', PE: 'PEN', UY: 'UYU',
};

/** The currency of a country by its alpha-2 code. */
export const currencyOf = (country: string | undefined): string | undefined => country === undefined ? undefined : EURO.includes(country) ? 'EUR' : HOME[country];
