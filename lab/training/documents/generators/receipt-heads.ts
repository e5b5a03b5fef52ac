/**
 * Heads of receipts of forty countries, laid out directly without a PDF: logo, company, branch, slogan, address, phone and tax numbers,
 * the title that law asks for, and the lines about cashier and number that follow, before a few priced lines. Order, size and alignment
 * are random; lines slant and boxes are shifted as on photographs.
 */
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import labels from '../../../../src/engines/documents/fields/receipt/labels.json' with { type: 'json' };
import type { TestLine } from '../../../../test/support/test-layout.ts';
import { createTestLayout } from '../../../../test/support/test-layout.ts';
import type { SeededRandom } from '../seeded-random.ts';

export interface ReceiptHead {
  layout: DocumentLayout;
  /** Names that are right. */
  names: readonly string[];
  address: string;
}

interface Style {
  language: string;
  legalForms: readonly string[];
  /** # is a digit; lines are separated by |. */
  addresses: readonly string[];
  taxIds: readonly string[];
  titles: readonly string[];
  branch: string;
}

const STYLES: readonly Style[] = [
  {
    language: 'en',
    legalForms: ['LLC', 'Inc', ''],
    addresses: ['#### W Oak Street|Springfield, IL 6####', '## MAIN ST|AUSTIN TX 78###', '#### Bay Rd Suite ##|Tampa FL 33###'],
    taxIds: [],
    titles: ['RECEIPT', 'GUEST CHECK', 'SALE'],
    branch: 'Store #####',
  },
  {
    language: 'en',
    legalForms: ['Ltd', 'Limited', ''],
    addresses: ['## High Street|Leeds LS# 4DY', '## King Road, Newtown|Auckland', 'Shop #, City Mall|## Queen St|Brisbane QLD 4###'],
    taxIds: ['VAT No: GB #########', 'ABN ## ### ### ###', 'GST No. ###-###-###'],
    titles: ['TAX INVOICE', 'VAT RECEIPT', 'Customer copy'],
    branch: 'Riverside branch',
  },
  {
    language: 'en',
    legalForms: ['Sdn Bhd', 'Pte Ltd', 'Pvt Ltd', 'Corp.'],
    addresses: [
      'No ##, Jalan Mawar #/#|47### Puchong, Selangor',
      '# Raffles Place #0#-##|Singapore 0486##',
      'Shop No #, Link Road|Mumbai-4000##',
    ],
    taxIds: ['GST ID: ############', 'GSTIN: ##ABCDE####F1Z#', 'VAT REG TIN ###-###-###-000'],
    titles: ['TAX INVOICE', 'OFFICIAL RECEIPT', 'CASH BILL'],
    branch: 'Outlet ###',
  },
  {
    language: 'de',
    legalForms: ['GmbH', 'AG', 'e.K.', ''],
    addresses: ['Bahnhofstr. ##|8#### München', 'Hauptstrasse ##|80## Zürich', 'Am Markt #|10## Wien'],
    taxIds: ['USt-IdNr.: DE#########', 'CHE-###.###.### MWST', 'ATU########', 'St.-Nr. ##/###/#####'],
    titles: ['Rechnung', 'Quittung', 'Kassenbon', 'Bewirtungsbeleg'],
    branch: 'Filiale ####',
  },
  {
    language: 'fr',
    legalForms: ['SARL', 'SAS', ''],
    addresses: ['## RUE DE LA GARE|75012 PARIS', '#, place du Marché|69### Lyon', 'Chaussée de Mons ###|1070 Bruxelles'],
    taxIds: ['SIRET ### ### ### #####', 'TVA FR ## #########', 'BTW/TVA BE 0###.###.###'],
    titles: ['TICKET', 'Facture', 'Reçu', 'Duplicata'],
    branch: 'Magasin ####',
  },
  {
    language: 'es',
    legalForms: ['S.L.', 'S.A.', 'S.A. de C.V.', ''],
    addresses: ['C/ Mayor ##|28### Madrid', 'Av. Reforma ###, Col. Centro|CP 06###, Ciudad de México', 'Av. Corrientes ####|Buenos Aires'],
    taxIds: ['NIF: B########', 'CIF A########', 'RFC: ABC######XY#', 'CUIT: 30-########-#'],
    titles: ['FACTURA SIMPLIFICADA', 'TICKET', 'NOTA DE VENTA', 'BOLETA ELECTRONICA'],
    branch: 'Sucursal ###',
  },
  {
    language: 'it',
    legalForms: ['S.r.l.', 'S.p.A.', 'di Rossi M.', ''],
    addresses: ['VIA ROMA ##|20### MILANO (MI)', 'Piazza Garibaldi #|50### Firenze'],
    taxIds: ['P.IVA ###########', 'PARTITA IVA: ###########'],
    titles: ['DOCUMENTO COMMERCIALE|di vendita o prestazione', 'SCONTRINO'],
    branch: 'Punto vendita ##',
  },
  {
    language: 'pt',
    legalForms: ['Lda', 'S.A.', 'LTDA', 'ME'],
    addresses: ['Rua das Flores, ##|1200-### Lisboa', 'AV PAULISTA, ####, CENTRO|SAO PAULO - SP'],
    taxIds: ['NIF: 5########', 'CNPJ: ##.###.###/0001-##', 'Contribuinte Nº #########'],
    titles: ['FATURA SIMPLIFICADA', 'CUPOM FISCAL', 'NFC-e Documento Auxiliar'],
    branch: 'Loja ##',
  },
  {
    language: 'nl',
    legalForms: ['B.V.', 'VOF', ''],
    addresses: ['Dorpsstraat ##|30## AB Rotterdam', 'Damrak #|1012 LG Amsterdam'],
    taxIds: ['BTW NL#########B01', 'KVK ########'],
    titles: ['KASSABON', 'Kopie bon'],
    branch: 'Filiaal ##',
  },
  {
    language: 'sv',
    legalForms: ['AB', ''],
    addresses: ['Storgatan ##|411 ## GÖTEBORG', 'Drottninggatan ##|111 ## Stockholm', 'Karl Johans gate ##|0154 Oslo'],
    taxIds: ['Org.nr: ######-####', 'Org nr ### ### ### MVA'],
    titles: ['KVITTO', 'KÖP', 'Kvittering'],
    branch: 'Butik ###',
  },
  {
    language: 'fi',
    legalForms: ['Oy', ''],
    addresses: ['Asemakatu #|33100 TAMPERE', 'KAUPPAKATU ## JYVÄSKYLÄ', 'Vestergade ##|8000 Aarhus C'],
    taxIds: ['Y-tunnus #######-#', 'CVR-nr. ########'],
    titles: ['KUITTI', 'BON'],
    branch: 'Keskusta',
  },
  {
    language: 'pl',
    legalForms: ['Sp. z o.o.', 'S.A.', 's.r.o.'],
    addresses: ['ul. Długa ##|00-### Warszawa', '05-### Łomianki|ul. Leśna #', 'Hlavní ##|110 00 Praha 1'],
    taxIds: ['NIP ###-##-##-###', 'DIČ: CZ########', 'IČO: ########'],
    titles: ['PARAGON FISKALNY', 'Účtenka', 'DAŇOVÝ DOKLAD'],
    branch: 'Sklep nr ###',
  },
  {
    language: 'hu',
    legalForms: ['Kft.', 'Zrt.', 'SRL', 'd.o.o.'],
    addresses: ['1### Budapest, Fő utca ##.', '6720 Szeged|Kárász u. #.', 'Str. Lungă nr. ##|Brașov', 'Ilica ##|10000 Zagreb'],
    taxIds: ['ADÓSZÁM: ########-2-##', 'CIF: RO########', 'OIB: ###########'],
    titles: ['NYUGTA', 'BON FISCAL', 'RAČUN'],
    branch: '###. sz. üzlet',
  },
  {
    language: 'ru',
    legalForms: ['ООО', 'ИП', 'ТОВ', 'ЕООД'],
    addresses: ['1150##, г. Москва, ул. Ленина, д. ##', 'м. Львів, вул. Зелена, ##', 'гр. София бул. Витоша ##'],
    taxIds: ['ИНН ##########', 'ПН #########', 'ЕИК #########'],
    titles: ['КАССОВЫЙ ЧЕК', 'ФІСКАЛЬНИЙ ЧЕК', 'ФИСКАЛЕН БОН'],
    branch: 'Магазин №##',
  },
  {
    language: 'tr',
    legalForms: ['A.Ş.', 'LTD. ŞTİ.', 'MMC'],
    addresses: ['Atatürk Cad. No:##|Kadıköy / İstanbul', 'CUMHURIYET MAH. GUL SOK. NO:#|ANKARA', 'Nizami küç. ##|Bakı'],
    taxIds: ['VERGI DAIRESI: KADIKOY VN: ##########', 'VÖEN: ##########'],
    titles: ['BİLGİ FİŞİ', 'SATIŞ ÇEKİ'],
    branch: '#### Şubesi',
  },
  {
    language: 'id',
    legalForms: ['PT', ''],
    addresses: ['JL. MERDEKA NO ##|BANDUNG', 'Jl. Gatot Subroto ##|Jakarta Selatan 12###', 'Số ## Lê Lợi, P. #, Quận #|TP. Hồ Chí Minh'],
    taxIds: ['NPWP: ##.###.###.#-###.000', 'MST: ##########'],
    titles: ['STRUK PEMBELIAN', 'HÓA ĐƠN BÁN HÀNG', 'PHIẾU THANH TOÁN'],
    branch: 'Cabang ##',
  },
  {
    language: 'ja',
    legalForms: ['株式会社', ''],
    addresses: [
      '東京都新宿区西新宿#-#-#',
      '〒530-00##|大阪府大阪市北区梅田#-#',
      '서울특별시 강남구 테헤란로 ###',
      '台北市信義區松高路##號',
    ],
    taxIds: ['登録番号 T#############', '사업자번호 ###-##-#####', '統一編號 ########'],
    titles: ['領収書', '領 収 証', '영수증', '電子發票證明聯'],
    branch: '新宿店',
  },
];

const BRANDS =
  'NOVAMART,Kestrel,Blue Olive,Maison Verte,Café Luna,ALDERA,Tamaro,SuperPlus,Zum Hirschen,La Piazza,Green Fork,ORBIS,Pekarna Sova,Casa Pepe,Lotus Garden,Ristorante Bella Vista,Farmacia Centrale,Harbour Books,Elektro Kamm,BISTRO 27,Sakura,Toko Maju,Market 1,Old Mill Inn'.split(
    ',',
  );
const SLOGANS = [
  'fresh every day',
  'Ihr Markt in der Nähe',
  'Le goût du vrai',
  'we love good food',
  'Fresh & Friendly since 1975',
  'Siempre cerca de ti',
  'wir lieben Lebensmittel',
];
const GREETINGS = ['Welcome!', 'Willkommen bei uns', 'Bienvenue', 'Thank you for shopping', 'HOŞGELDİNİZ', 'Bienvenidos'];
const NUMBERS = [
  'Table ##  Guests #',
  'Kasse: # Bon: ####',
  'Cashier: Anna',
  'TERM ### TRANS ######',
  '#### ## ########',
  'Serveur: Marc',
  'Mesa ## Camarero Luis',
  'Касса ## Смена ###',
];

const withDigits = (text: string, random: SeededRandom): string => text.replaceAll('#', () => String(random.integer(1, 9)));

export function generateReceiptHead(random: SeededRandom): ReceiptHead {
  const style = random.pick(STYLES);
  const brand = random.chance(0.3) ? random.pick(BRANDS).toUpperCase() : random.pick(BRANDS);
  const form = random.chance(0.55) ? random.pick(style.legalForms) : '';
  const owner = random.chance(0.4) ? random.pick(BRANDS) : brand;
  const isBefore = /^(?:PT|ООО|ИП|ТОВ|株式会社)$/u.test(form);
  const company = form === '' ? '' : isBefore ? `${form} ${owner}` : `${owner} ${form}`;
  const branch = random.chance(0.2) ? withDigits(style.branch, random) : '';
  const address = withDigits(random.pick(style.addresses), random).split('|');
  const phone = `${capitalized(random.pick(phonesOf(style.language)))}${random.pick([': ', ' ', '.: '])}${withDigits(random.pick(['0## ### ## ##', '(###) ###-####', '0###/######', '+## # #### ####']), random)}`;
  const isFooter = random.chance(0.06);
  const lines: { text: string; scale: number }[] = [];
  const put = (text: string, scale = 1): void => void lines.push({ text, scale });
  const scale = random.pick([1, 1, 1.3, 1.8, 2.6]);
  if (random.chance(0.12)) put(random.pick(GREETINGS));
  if (random.chance(0.1)) for (const text of random.pick(style.titles).split('|')) put(text);
  const names = [brand];
  if (company === '' || random.chance(0.75)) {
    if (branch !== '' && random.chance(0.3)) {
      put(`${brand} ${branch}`, scale);
      names.push(`${brand} ${branch}`);
    } else put(brand, scale);
    if (random.chance(0.2)) put(random.pick(SLOGANS));
  } else names.shift();
  const companyAbove = company !== '' && random.chance(0.7);
  if (companyAbove) put(company);
  if (company !== '') names.push(company);
  if (branch !== '' && random.chance(0.5)) put(branch);
  const contact = random.sample(
    [phone, ...style.taxIds.map((text) => withDigits(text, random)).slice(0, 1), `www.${brand.toLowerCase().replace(/[^a-z]/gu, '')}.com`],
    random.integer(0, 3),
  );
  if (random.chance(0.15)) put(contact.shift() ?? phone);
  if (!isFooter) for (const text of address) put(text);
  for (const text of contact) put(text);
  if (company !== '' && !companyAbove) put(company);
  if (random.chance(0.4)) for (const text of random.pick(style.titles).split('|')) put(text);
  for (const text of random.sample(NUMBERS, random.integer(0, 3))) put(withDigits(text, random));
  const height = random.between(8, 11);
  const isCentered = random.chance(0.75);
  const slant = random.between(-0.02, 0.02);
  const laid: TestLine[] = [];
  let top = 30;
  for (const { text, scale: own } of lines) {
    const width = text.length * height * own * 0.48;
    const left = (isCentered ? 160 - width / 2 : 30) + random.between(-2, 2);
    laid.push({ text, left, top: top + slant * left, height: height * own * random.between(0.92, 1.08) });
    top += height * own * random.between(1.15, 1.5);
  }
  for (let i = 0; i < random.integer(2, 5); i++) {
    top += height * 1.4;
    laid.push({
      text: random.pick(['Latte', 'Brot', 'Pain', 'Água 1L', 'Молоко', '牛乳', 'Pho bo']),
      left: 30,
      top: top + slant * 30,
      height,
    });
    laid.push({ text: `${random.digits(2)}.${random.digits(2)}`, left: 260, top: top + slant * 260, height });
  }
  if (isFooter)
    for (const text of ['', ...address])
      laid.push({ text: text === '' ? 'Thank you' : text, left: 60, top: (top += height * 1.4), height });
  return { layout: createTestLayout(laid), names, address: address.join(' ') };
}

const capitalized = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

function phonesOf(language: string): readonly string[] {
  const all = labels.fields.MerchantPhoneNumber as Readonly<Record<string, readonly string[]>>;
  return (all[language] ?? all.en!).filter((text) => text.length < 12).map((text) => text.replace(/:$/u, ''));
}
