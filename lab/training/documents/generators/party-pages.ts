/**
 * Pages with the parties of an invoice and little else, laid out directly without a PDF: letters with a sender's line, letterheads,
 * headings side by side, captions in columns, footers, logos, windows at the right, pages that start with the customer; 26 languages,
 * addresses of forty countries. Names may have two lines, a slogan, a person or a department below, tax numbers stand inside or outside
 * of the blocks, and misread headings are left out or garbled.
 */
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import type { TestLine } from '../../../../test/support/test-layout.ts';
import { createTestLayout } from '../../../../test/support/test-layout.ts';
import labels from '../../../../src/engines/documents/fields/invoice/labels.json' with { type: 'json' };
import headings from '../../../../src/engines/documents/fields/parties/headings.json' with { type: 'json' };
import { SeededRandom } from '../seeded-random.ts';

export interface PartyPage {
  layout: DocumentLayout;
  fields: Readonly<Record<string, string>>;
}

type Phrases = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
const phrases: Phrases = headings;
const captions: Phrases = labels.fields;

interface Style {
  language: string;
  legalForms: readonly string[];
  people: readonly string[];
  /** N number, C code digits are replaced: `#` is a digit. */
  addresses: readonly string[];
}

/** Lines are separated by |; # is a digit from 1 to 9. */
export const STYLES: readonly Style[] = [
  {
    language: 'en',
    legalForms: ['Inc.', 'LLC', 'Corp.', 'Co.'],
    people: ['John Baker', 'Mary Ann Stone', 'Luis Ortega'],
    addresses: [
      '### Oak Street|Springfield, IL 6####',
      '#### NW 5th Ave, Suite ###|Portland, OR 97###',
      'P.O. Box ####|Austin TX 78###|USA',
      '## King St W|Toronto ON M#X 1A9|Canada',
    ],
  },
  {
    language: 'en',
    legalForms: ['Ltd', 'Limited', 'PLC', 'LLP'],
    people: ['Oliver Walker', 'Emily Green'],
    addresses: [
      '## High Street|Leeds LS# 4DY',
      'Unit ##, Mill Park|Station Road|Bristol|BS# 5TR',
      'Rose House|## Church Lane|York YO1 7HH|United Kingdom',
      '## Grafton Street|Dublin 2|D02 X###|Ireland',
    ],
  },
  {
    language: 'en',
    legalForms: ['Pty Ltd', 'Pty. Ltd.', 'Limited'],
    people: ['Liam Cooper', 'Mia Ryan'],
    addresses: ['Level #, ## Collins St|Melbourne VIC 3###', '## Queen Street|Auckland 1010|New Zealand'],
  },
  {
    language: 'en',
    legalForms: ['Pvt. Ltd.', 'Private Limited', 'LLP'],
    people: ['Anil Kumar', 'Priya Sharma'],
    addresses: [
      'No. ##/#, ##th Cross, Gandhi Nagar|Bangalore, Karnataka 5600##',
      'Plot ##, Sector ##, Vashi|Navi Mumbai - 4007##|Maharashtra, India',
      '#/##, Tagore Enclave,|near City Mall|Kanpur 2080## Uttar Pradesh',
    ],
  },
  {
    language: 'en',
    legalForms: ['Ltd.', 'Co., Ltd', 'Pte Ltd', 'Sdn Bhd'],
    people: ['Wong Mei Ling', 'Tan Ah Kow'],
    addresses: [
      'Flat ##B, Sun Tower|Tai Po, N.T.|Hong Kong',
      '# Raffles Place #2#-0#|Singapore 0486##',
      'No. ##, Jalan Kenanga #/#,|Taman Indah,|47100 Puchong, Selangor',
      'Room ####, ## Queen’s Road Central|Hong Kong',
    ],
  },
  {
    language: 'de',
    legalForms: ['GmbH', 'AG', 'GmbH & Co. KG', 'e.K.', 'UG (haftungsbeschränkt)', 'KG'],
    people: ['Hans Becker', 'Petra Vogel'],
    addresses: [
      'Hauptstraße ##a|10### Berlin',
      'Am Alten Markt #-#|D-50### Köln',
      'Postfach ## ##|80### München|Deutschland',
      'Bahnhofstrasse ##|80## Zürich',
      'Ringstraße #|10## Wien|Österreich',
      'Weinberg ##|DE 99### Erfurt',
    ],
  },
  {
    language: 'fr',
    legalForms: ['SARL', 'SAS', 'S.A.', 'EURL'],
    people: ['Jean Moreau', 'Claire Petit'],
    addresses: [
      '## bis, rue de la Paix|75002 Paris',
      '#, avenue des Lilas|69### Lyon|France',
      'ZA des Prés|## chemin du Moulin|44### Nantes',
      'Rue Neuve ##|10## Bruxelles|Belgique',
    ],
  },
  {
    language: 'es',
    legalForms: ['S.L.', 'S.A.', 'S.L.U.'],
    people: ['Carmen Ruiz', 'Pedro Vega Soto'],
    addresses: [
      'Calle Mayor ##, #º B|28### Madrid',
      'C/ del Sol, ##|46### Valencia (Valencia)',
      'Avda. Diagonal ###|08### Barcelona|España',
      'Polígono Industrial Sur, nave ##|41### Sevilla',
    ],
  },
  {
    language: 'it',
    legalForms: ['S.r.l.', 'S.p.A.', 'S.n.c.'],
    people: ['Marco Rinaldi', 'Giulia Ferri'],
    addresses: ['Via Mazzini ##|20### Milano MI', 'Piazza Dante, #|50### Firenze (FI)|Italia', 'Viale Europa ###|00### Roma RM'],
  },
  {
    language: 'nl',
    legalForms: ['B.V.', 'BV', 'N.V.', 'V.O.F.'],
    people: ['Jan de Vries', 'Sanne Bakker'],
    addresses: ['Keizersgracht ###|1015 CJ Amsterdam', 'Dorpsstraat #|30## AB Rotterdam|Nederland', 'Postbus ###|25## BA Den Haag'],
  },
  {
    language: 'pt',
    legalForms: ['Lda.', 'S.A.', 'Unipessoal Lda'],
    people: ['João Silva', 'Ana Matos'],
    addresses: ['Rua das Flores, ##|1200-### Lisboa', 'Av. da República ##, #º Dto|4000-### Porto|Portugal'],
  },
  {
    language: 'pl',
    legalForms: ['Sp. z o.o.', 'S.A.'],
    people: ['Jan Kowalski', 'Anna Nowak'],
    addresses: ['ul. Marszałkowska ##/#|00-### Warszawa', 'al. Jana Pawła II ##|31-### Kraków|Polska'],
  },
  {
    language: 'sv',
    legalForms: ['AB', 'HB'],
    people: ['Erik Lind', 'Karin Berg'],
    addresses: ['Storgatan ##|111 ## Stockholm', 'Box ###|SE-411 ## Göteborg|Sverige'],
  },
  {
    language: 'da',
    legalForms: ['A/S', 'ApS'],
    people: ['Lars Holm', 'Mette Krog'],
    addresses: ['Vestergade ##|21## København Ø', 'Havnevej #|80## Aarhus C|Danmark'],
  },
  {
    language: 'no',
    legalForms: ['AS', 'ANS'],
    people: ['Ola Haugen', 'Ingrid Dahl'],
    addresses: ['Storgata ##|01## Oslo', 'Strandveien #B|50## Bergen|Norge'],
  },
  {
    language: 'fi',
    legalForms: ['Oy', 'Ky', 'Oyj'],
    people: ['Matti Virtanen', 'Aino Laine'],
    addresses: ['Mannerheimintie ## A #|001## Helsinki', 'Satakatu #|331## Tampere|Finland'],
  },
  {
    language: 'cs',
    legalForms: ['s.r.o.', 'a.s.', 'spol. s r.o.'],
    people: ['Petr Novák', 'Jana Dvořáková'],
    addresses: ['Dlouhá ###/##|110 00 Praha 1', 'Masarykova ##|602 00 Brno|Česká republika', 'Lhotka ###|739 ## Frýdek'],
  },
  {
    language: 'sk',
    legalForms: ['s.r.o.', 'a.s.'],
    people: ['Ján Horváth', 'Eva Kováčová'],
    addresses: ['Hlavná ##|811 0# Bratislava', 'Štúrova #|040 01 Košice|Slovensko'],
  },
  {
    language: 'hu',
    legalForms: ['Kft.', 'Zrt.', 'Bt.'],
    people: ['Nagy István', 'Szabó Katalin'],
    addresses: ['1### Budapest, Váci út ##.', '6720 Szeged|Kossuth utca #.', '4024 Debrecen|Piac u. ##. #. em.'],
  },
  {
    language: 'ro',
    legalForms: ['S.R.L.', 'SRL', 'S.A.'],
    people: ['Andrei Popescu', 'Maria Ionescu'],
    addresses: ['Str. Victoriei nr. ##, bl. A#|Sector #, București', 'Bd. Unirii ##, ap. ##|400### Cluj-Napoca|România'],
  },
  {
    language: 'hr',
    legalForms: ['d.o.o.', 'j.d.o.o.', 'd.d.'],
    people: ['Ivan Horvat', 'Ana Marić'],
    addresses: ['Ilica ###|10000 Zagreb', 'Ulica kralja Petra #|21000 Split|Hrvatska', 'Dunajska cesta ##|1000 Ljubljana'],
  },
  {
    language: 'lt',
    legalForms: ['UAB', 'MB'],
    people: ['Jonas Petraitis', 'Rasa Jankauskienė'],
    addresses: ['Gedimino pr. ##-#|01### Vilnius', 'Brīvības iela ##|Rīga, LV-10##', 'Pärnu mnt ##|10### Tallinn'],
  },
  {
    language: 'bg',
    legalForms: ['ООД', 'ЕООД', 'АД'],
    people: ['Иван Петров', 'Мария Георгиева'],
    addresses: ['ул. Шипка № ##|1### София', 'бул. Витоша ##, ет. #|гр. София 1000', 'ул. Дунав #|4000 Пловдив'],
  },
  {
    language: 'ru',
    legalForms: ['ООО', 'АО', 'ЗАО'],
    people: ['Иванов Сергей Петрович', 'Смирнова Ольга'],
    addresses: [
      '1150##, г. Москва, ул. Ленина, д. ##, оф. ###',
      '19#### Санкт-Петербург|Невский пр., д. ##',
      '6300##, Новосибирск, ул. Мира, ##',
    ],
  },
  {
    language: 'uk',
    legalForms: ['ТОВ', 'ФОП', 'ПП'],
    people: ['Коваленко Олена', 'Шевченко Андрій'],
    addresses: ['0100#, м. Київ, вул. Хрещатик, ##', 'вул. Городоцька, буд. ##|79000 Львів', '6500#, Одеса, просп. Миру, #'],
  },
  {
    language: 'el',
    legalForms: ['Α.Ε.', 'Ε.Π.Ε.', 'Ι.Κ.Ε.'],
    people: ['Νίκος Παππάς', 'Ελένη Δήμου'],
    addresses: ['Ερμού ##|105 6# Αθήνα', 'Λεωφ. Κηφισίας ###|Μαρούσι 151 ##'],
  },
  {
    language: 'tr',
    legalForms: ['A.Ş.', 'Ltd. Şti.', 'San. ve Tic. Ltd. Şti.'],
    people: ['Ahmet Yılmaz', 'Ayşe Demir'],
    addresses: ['Atatürk Cad. No: ## Kat: #|34### Kadıköy / İstanbul', 'Cumhuriyet Mah. Gül Sok. No:#/#|Çankaya Ankara'],
  },
  {
    language: 'id',
    legalForms: ['PT', 'CV'],
    people: ['Budi Santoso', 'Siti Rahayu'],
    addresses: ['Jl. Sudirman No. ##|Jakarta Selatan 12###', 'Jl. Gajah Mada ##, RT 0#/RW 0#|Surabaya 60###|Indonesia'],
  },
  {
    language: 'vi',
    legalForms: ['TNHH', 'Công ty TNHH'],
    people: ['Nguyễn Văn An', 'Trần Thị Mai'],
    addresses: ['Số ##, Đường Lê Lợi, Phường #, Quận #, TP. Hồ Chí Minh', '## Phố Huế, Quận Hai Bà Trưng|Hà Nội'],
  },
  {
    language: 'ja',
    legalForms: ['株式会社', '有限会社'],
    people: ['田中 一郎', '佐藤 花子'],
    addresses: ['〒100-00##|東京都千代田区丸の内#-#-#', '〒530-00##|大阪府大阪市北区梅田#-##-#|梅田ビル#F'],
  },
  {
    language: 'zh',
    legalForms: ['有限公司', '股份有限公司'],
    people: ['王小明', '李华'],
    addresses: ['北京市朝阳区建国路##号', '上海市浦东新区世纪大道###号##楼', '台北市信義區信義路五段#號'],
  },
  {
    language: 'ko',
    legalForms: ['주식회사', '(주)'],
    people: ['김민수', '이영희'],
    addresses: ['서울특별시 강남구 테헤란로 ###', '부산광역시 해운대구 센텀로 ##|##층'],
  },
];
const STEMS =
  'Nordwind,Blue Harbor,Atlas,Meridian,Kestrel,Solaria,Pinnacle,Verdano,Quantum,Lumina,Castor,Orbis,Silverline,Tamarin,Zephyr,Halcyon,Brightwater,Monteverde,Altona,Ferrum'.split(
    ',',
  );
const TRADES = 'Trading,Technik,Consulting,Services,Foods,Elektro,Logistics,Design,Bau,Energy,Media,Pharma,Textil,Systems,Software'.split(
  ',',
);
const SLOGANS = ['Quality since 1968', 'Ihr Partner für Technik', 'Le goût du vrai', 'Everything for your office', 'Soluciones a medida'];
/** Fields beside the parties, with values. */
const PAIRS = [
  ['InvoiceId', '20#####'],
  ['InvoiceDate', '1#.0#.2021'],
  ['CustomerId', '44###'],
  ['DueDate', '2#.0#.2021'],
  ['PurchaseOrder', 'B-8####'],
] as const;

export const capitalized = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

/** A label of a field; `{no}` stands for words such as "number". */
function captionOf(random: SeededRandom, field: string, language: string): string {
  const own = captions[field]?.[language] ?? captions[field]!.en!;
  const words = (labels.expansions as Phrases).no?.[language] ?? ['no'];
  return capitalized(random.pick(own).replace('{no}', random.pick(words)).replace(/:$/u, ''));
}

export const ITEMS = [
  '12 ft cable',
  'Ergonomic keyboard',
  'Montage vor Ort',
  '27 inch monitor',
  'Câble 3 m',
  'Servicio técnico',
  'Trennblätter A4',
  '5 kg Mehl',
];

interface Entity {
  /** Printed lines of the name. */
  lines: string[];
  name: string;
  /** Printed between name and address, part of neither. */
  between: string[];
  address: string[];
  /** With its label. */
  taxId: string;
  style: Style;
}

export class Page {
  readonly lines: TestLine[] = [];
  readonly random: SeededRandom;
  readonly height: number;

  constructor(random: SeededRandom) {
    this.random = random;
    this.height = random.between(7, 10);
  }

  put(text: string, left: number, top: number, scale = 1): void {
    this.lines.push({ text, left, top, height: this.height * scale });
  }

  /** Lines below each other; returns where the next line would be. */
  block(lines: readonly string[], left: number, top: number, scale = 1): number {
    const step = this.height * scale * 1.32;
    lines.forEach((line, i) => {
      this.put(line, left, top + i * step, scale);
    });
    return top + lines.length * step;
  }
}

const withDigits = (text: string, random: SeededRandom): string =>
  text.replace(/(?<!\s)#|#(?=#|\d|[a-zA-Z,|/ºB-]|$)/gu, () => String(random.integer(1, 9)));

/** Forms before the name: Indonesian, Russian, Lithuanian, Japanese. */
const FORM_FIRST = /^(?:PT|CV|UAB|MB|ООО|АО|ЗАО|ТОВ|ФОП|ПП|株式会社|有限会社|주식회사|\(주\)|Công ty TNHH)$/u;

export function randomEntity(random: SeededRandom, style: Style, kind: 'company' | 'customer'): Entity {
  const person = random.pick(style.people);
  const address = withDigits(random.pick(style.addresses), random).split('|');
  const between: string[] = [];
  const isPerson = kind === 'customer' && random.chance(0.3);
  let lines: string[];
  if (isPerson) lines = random.chance(0.2) && style.language === 'de' ? ['Herrn', person] : [person];
  else {
    const stem = random.chance(0.3)
      ? `${random.pick(STEMS)} ${random.pick(TRADES)}`
      : random.chance(0.5)
        ? `${random.pick(STEMS)} & ${random.pick(STEMS)}`
        : random.pick(STEMS);
    const legal = random.chance(0.75) ? random.pick(style.legalForms) : '';
    const name = (FORM_FIRST.test(legal) ? `${legal} ${stem}` : `${stem} ${legal}`).trim();
    lines =
      legal !== '' && !FORM_FIRST.test(legal) && random.chance(0.1)
        ? [stem, `${random.pick(TRADES)} ${legal}`]
        : [random.chance(0.12) ? name.toUpperCase() : name];
    if (kind === 'customer' && random.chance(0.2))
      between.push(random.pick([person, `Attn: ${person}`, 'Accounts Payable', `z.Hd. ${person}`, `c/o ${person}`]));
    if (kind === 'company' && random.chance(0.15)) between.push(random.pick(SLOGANS));
  }
  // Whether a person below the company belongs to the address is a matter of opinion.
  if (between[0] === person && random.chance(0.5)) address.unshift(...between.splice(0, 1));
  const taxId = `${captionOf(random, 'VendorTaxId', style.language)}${random.pick([': ', ' '])}${random.digits(9)}`;
  return { lines, name: lines.join(' '), between, address, taxId, style };
}

export const blockOf = ({ lines, between, address }: Entity): string[] => [...lines, ...between, ...address];
const hostOf = ({ name }: Entity): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z ]/gu, '')
    .split(' ')
    .find((word) => word.length > 2) ?? 'shop';

type HeadingRole = 'vendor' | 'customer' | 'billing' | 'shipping' | 'remittance';

/** Some headings are misread, or in words that no list has. */
function heading(random: SeededRandom, role: HeadingRole, language: string): string {
  const text = random.pick(phrases[role]![language] ?? phrases[role]!.en!);
  const written = random.chance(0.2) ? text.toUpperCase() : capitalized(text);
  const read = random.chance(0.06) ? written.replaceAll(/[aeiou]/gu, (letter) => (random.chance(0.5) ? 'x' : letter)) : written;
  return read.endsWith(':') ? read : `${read}${random.chance(0.5) ? ':' : ''}`;
}

const KINDS = [
  ...['letter', 'letter', 'headings', 'headings', 'letterhead', 'captions', 'from to', 'inline', 'logo'],
  ...['window right', 'window right', 'footer', 'customer first', 'side by side', 'side by side', 'form', 'two names'],
];

export function generatePartyPage(seed: number): PartyPage {
  const random = new SeededRandom(seed * 3 + 7);
  const style = random.pick(STYLES);
  const other = random.chance(0.15) ? random.pick(STYLES) : style;
  const page = new Page(random);
  const vendor = randomEntity(random, style, 'company');
  const customer = randomEntity(random, other, 'customer');
  const fields: Record<string, string> = { VendorName: vendor.name, CustomerName: customer.name };
  const kind = random.pick(KINDS);
  const [left, middle, right] = [40, 320, 400];
  const h = page.height;
  let y = 150;
  const title = captionOf(random, 'Other.title', style.language);
  const pairs = random
    .sample(PAIRS, random.integer(2, 4))
    .map(([field, value]) => `${captionOf(random, field, style.language)}${random.pick([': ', ' '])}${withDigits(value, random)}`);
  const contact = random.sample(
    [
      `Tel. ${random.digits(3)} ${random.digits(6)}`,
      `info@${hostOf(vendor)}.com`,
      `www.${hostOf(vendor)}.com`,
      `Fax ${random.digits(3)} ${random.digits(6)}`,
      vendor.taxId,
    ],
    random.integer(0, 3),
  );
  const customerTax = random.chance(0.4) ? [customer.taxId] : [];
  const addressOf = ({ address }: Entity): string => address.join(' ');
  if (kind === 'letter') {
    if (random.chance(0.6)) page.put(vendor.lines[0]!, random.pick([left, right]), 24, random.between(1.2, 2.2));
    const separator = random.pick([' · ', ' - ', ' | ', ', ', ' • ']);
    page.put([vendor.name, ...vendor.address].join(separator), left, 110, 0.8);
    fields.VendorAddress = addressOf(vendor);
    y = page.block(blockOf(customer), left, 110 + h * random.between(1.6, 4));
    fields.CustomerAddress = addressOf(customer);
    page.block(pairs, right, 130);
    y += 4 * h;
    page.put(title, left, y, 1.5);
    if (random.chance(0.6)) page.block([...blockOf({ ...vendor, between: [] }), ...contact], left, 730, 0.85);
  } else if (kind === 'letterhead' || kind === 'headings' || kind === 'logo') {
    const x = random.pick([left, left, right]);
    const scale = random.pick([1, 1, 1.4, 2]);
    const top = random.between(20, 50);
    y = page.block(vendor.lines, x, top, scale);
    if (kind !== 'logo') {
      fields.VendorAddress = addressOf(vendor);
      const gap = random.pick([0, 0, 0.8 * h]);
      y = random.chance(0.15)
        ? page.block([vendor.address.join(', '), ...contact], x, y + gap)
        : page.block([...vendor.between, ...vendor.address, ...contact], x, y + gap);
    } else if (contact.length > 0) page.block(contact, left, 740, 0.85);
    page.put(title, x === left ? right : left, top, random.pick([1, 1.5, 2.2]));
    page.block(pairs, x === left ? right : left, top + 4 * h);
    y = Math.max(y, top + 11 * h) + 2 * h;
    if (kind === 'letterhead') {
      y = page.block(blockOf(customer), left, y);
      fields.CustomerAddress = addressOf(customer);
    } else y = putHeadings(page, customer, style.language, y, fields, [left, middle]);
  } else if (kind === 'from to') {
    page.put(title, random.pick([left, middle]), 30, 1.8);
    y = 90;
    page.put(heading(random, 'vendor', style.language), left, y);
    const end = page.block([...blockOf(vendor), ...contact], left, y + 1.4 * h);
    fields.VendorAddress = addressOf(vendor);
    const sameRow = random.chance(0.6);
    y = Math.max(end, putHeadings(page, customer, style.language, sameRow ? y : end + 2 * h, fields, [sameRow ? middle : left, 0]));
    page.block(pairs, left, y + 2 * h);
    y += 8 * h;
  } else if (kind === 'captions') {
    page.put(title, left, 30, 1.6);
    const value = left + random.between(90, 180);
    const [name, address] = [captionIn(random, 'name', style), captionIn(random, 'address', style)];
    y = 90;
    for (const [role, entity] of [['vendor', vendor] as const, ['customer', customer] as const]) {
      page.put(heading(random, role, style.language), left, y);
      y += 1.5 * h;
      page.put(`${name}:`, left, y);
      y = page.block(entity.lines, value, y);
      page.put(`${address}:`, left, y);
      y = page.block(entity.address, value, y) + 2 * h;
      fields[role === 'vendor' ? 'VendorAddress' : 'CustomerAddress'] = addressOf(entity);
    }
  } else if (kind === 'window right') {
    // Letters in France, Switzerland and Italy: the address of the customer is at the right, below the height of the letterhead.
    y = page.block([...vendor.lines, ...vendor.between, ...vendor.address, ...contact], left, random.between(20, 50));
    y = Math.max(y, page.block([...blockOf(customer), ...customerTax], middle, random.between(50, 140)));
    Object.assign(fields, { VendorAddress: addressOf(vendor), CustomerAddress: addressOf(customer) });
    page.put(title, left, y + 2 * h, 1.5);
    page.block(pairs, left, y + 5 * h);
    y += 12 * h;
  } else if (kind === 'footer') {
    if (random.chance(0.5)) page.put(vendor.lines[0]!.split(' ')[0]!, random.pick([left, right]), 20, random.between(1.5, 2.6));
    y = page.block([...blockOf(customer), ...customerTax], left, random.between(90, 130));
    page.block(pairs, right, 100);
    page.put(title, left, y + 3 * h, 1.5);
    y += 6 * h;
    page.block([...vendor.lines, ...vendor.address], left, 725, 0.85);
    page.block([`Tel. ${random.digits(9)}`, `info@${hostOf(vendor)}.com`, `www.${hostOf(vendor)}.com`], 240, 725, 0.85);
    page.block([`IBAN XX${random.digits(18)}`, vendor.taxId], 420, 725, 0.85);
    Object.assign(fields, { VendorAddress: addressOf(vendor), CustomerAddress: addressOf(customer) });
  } else if (kind === 'customer first') {
    page.put(title, right, 24, 1.5);
    y = random.chance(0.5)
      ? putHeadings(page, customer, style.language, 60, fields, [left, 0])
      : page.block([...blockOf(customer), ...customerTax], left, 60);
    fields.BillingAddress ??= addressOf(customer);
    const isRight = random.chance(0.5);
    const end = page.block([...blockOf(vendor), vendor.taxId, ...contact], isRight ? right - 40 : left, isRight ? 90 : y + 3 * h);
    fields.VendorAddress = addressOf(vendor);
    y = Math.max(y, end) + 2 * h;
  } else if (kind === 'side by side' || kind === 'form') {
    // Law of many countries asks for both parties with their numbers, in two columns or below each other.
    page.put(title, random.pick([left, middle]), 30, 1.6);
    const [name, address] = [captionIn(random, 'name', style), captionIn(random, 'address', style)];
    const isForm = kind === 'form';
    let top = 80;
    for (const [role, entity, x] of [['vendor', vendor, left] as const, ['customer', customer, isForm ? left : middle] as const]) {
      const isHeaded = !isForm || random.chance(0.6);
      if (isHeaded) page.put(heading(random, role, style.language), x, top);
      const numbers = random.sample([entity.taxId, `Tel. ${random.digits(9)}`, `IBAN XX${random.digits(18)}`], random.integer(1, 3));
      const own = isForm
        ? [`${name}: ${entity.name}`, `${address}: ${entity.address.join(', ')}`, ...numbers]
        : [...entity.lines, ...entity.address, ...numbers];
      const end = page.block(own, x, isHeaded ? top + 1.5 * h : top);
      y = Math.max(y, end);
      if (isForm) top = end + 2.5 * h;
      fields[role === 'vendor' ? 'VendorAddress' : 'CustomerAddress'] = entity.address.join(' ');
    }
    page.block(pairs, left, y + 2 * h);
    y += 9 * h;
  } else if (kind === 'two names') {
    // A brand as logo, and the company behind it with its address elsewhere.
    page.put(random.pick(STEMS).toUpperCase(), random.pick([left, right]), 20, random.between(2, 3));
    y = putHeadings(page, customer, style.language, 110, fields, [left, middle]);
    page.put(title, left, y + 3 * h, 1.5);
    page.block(pairs, right, y + 3 * h);
    y += 9 * h;
    page.block([...vendor.lines, ...vendor.address, vendor.taxId, ...contact], random.pick([left, middle]), 700, 0.9);
    fields.VendorAddress = addressOf(vendor);
  } else {
    page.put(title, left, 30, 1.6);
    page.put(`${heading(random, 'vendor', style.language).replace(/:$/u, '')}: ${vendor.name}`, left, 70);
    page.put(`${captionIn(random, 'address', style)}: ${vendor.address.join(', ')}`, left, 70 + 1.5 * h);
    fields.VendorAddress = addressOf(vendor);
    page.block(pairs, left, 70 + 4 * h);
    y = putHeadings(page, customer, style.language, 70 + 11 * h, fields, [left, middle]);
  }
  drawRest(page, vendor, y + 4 * h, fields, style.language);
  return { layout: createTestLayout(page.lines), fields };
}

const captionIn = (random: SeededRandom, caption: 'name' | 'address', { language }: Style): string =>
  capitalized(random.pick(phrases[caption]![language] ?? phrases[caption]!.en!)).replace(/:$/u, '');

/** Billing or customer block with its heading, and sometimes another address beside it. */
function putHeadings(
  page: Page,
  customer: Entity,
  language: string,
  top: number,
  fields: Record<string, string>,
  [left, beside]: readonly [number, number],
): number {
  const { random, height } = page;
  const role = random.pick(['billing', 'billing', 'customer'] as const);
  const inline = random.chance(0.15);
  const text = heading(random, role, language);
  fields[role === 'billing' ? 'BillingAddress' : 'CustomerAddress'] = customer.address.join(' ');
  let end: number;
  if (inline) {
    page.put(`${text.replace(/:$/u, '')}:`, left, top);
    end = page.block(blockOf(customer), left + (text.length + 3) * height * 0.5, top);
  } else {
    page.put(text, left, top);
    end = page.block(blockOf(customer), left, top + height * random.between(1.4, 2));
  }
  if (beside > 0 && random.chance(0.5)) {
    const shipped = random.chance(0.5) ? customer : randomEntity(random, customer.style, 'customer');
    page.put(heading(random, 'shipping', language), beside, top);
    end = Math.max(end, page.block(blockOf(shipped), beside, top + height * 1.5));
    fields.ShippingAddress = shipped.address.join(' ');
  }
  return end;
}

/** Items, totals, remittance, footer. */
function drawRest(page: Page, vendor: Entity, top: number, fields: Record<string, string>, language: string): void {
  const { random, height } = page;
  let y = top;
  for (const item of random.sample(ITEMS, random.integer(1, 4))) {
    page.put(item, 40, y);
    page.put(`${random.digits(2)}.00`, 480, y);
    y += 1.6 * height;
  }
  page.put('Total', 400, y + height);
  page.put(`${random.digits(3)}.00`, 480, y + height);
  y += 5 * height;
  if (random.chance(0.12)) {
    const remit = withDigits(random.pick(vendor.style.addresses), random).split('|');
    page.put(heading(random, 'remittance', language), 40, y);
    y = page.block([vendor.name, ...remit], 40, y + 1.5 * height) + 2 * height;
    fields.RemittanceAddress = remit.join(' ');
  }
  if (random.chance(0.2))
    page.put(random.pick(['Thank you for your business!', 'Vielen Dank für Ihren Auftrag', 'Merci de votre confiance']), 200, y);
  if (random.chance(0.25)) {
    page.put(`${vendor.name}, ${vendor.address.join(', ')}${random.chance(0.5) ? `, Tel. ${random.digits(7)}` : ''}`, 60, 770, 0.8);
    fields.VendorAddress ??= vendor.address.join(' ');
  } else if (random.chance(0.2))
    page.put(`Bank: ${random.pick(['Sparkasse', 'First National Bank'])}, IBAN DE${random.digits(20)}`, 60, 770, 0.8);
}
