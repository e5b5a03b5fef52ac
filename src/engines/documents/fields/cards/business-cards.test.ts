/** Business cards of many countries; persons, companies and numbers are fictitious. */
import type { TestLine } from '../../../../../test/support/test-layout.ts';
import { at, checkPrinted } from '../../../../../test/support/printed-fields.ts';
import { cardModels } from './models.ts';

const check = (name: string, lines: readonly TestLine[], expected: Record<string, unknown>): void => {
  checkPrinted(cardModels[0]!, name, lines, expected);
};

check(
  'reads a Japanese card with department and title in one line',
  [
    at(20, 10, '株式会社北山製作所', 12),
    at(20, 40, '営業部 課長'),
    at(20, 54, '中村 一郎', 14),
    at(20, 90, '〒100-0005 東京都千代田区丸の内1-2-3'),
    at(20, 102, 'TEL 03-1234-5678 FAX 03-1234-5679'),
    at(20, 114, '携帯 090-1234-5678'),
    at(20, 126, 'nakamura@kitayama.example.jp'),
  ],
  {
    ContactNames: [{ FirstName: '一郎', LastName: '中村' }],
    CompanyNames: ['株式会社北山製作所'],
    JobTitles: ['課長'],
    Departments: ['営業部'],
    WorkPhones: ['+81312345678'],
    MobilePhones: ['+819012345678'],
    Faxes: ['+81312345679'],
  },
);

check(
  'reads a Russian name with its patronymic',
  [
    at(20, 10, 'ООО «Северный ветер»', 12),
    at(20, 40, 'Иванов Пётр Сергеевич', 12),
    at(20, 56, 'Генеральный директор'),
    at(20, 92, 'тел.: +7 (495) 123-45-67'),
    at(20, 104, 'моб.: +7 (916) 123-45-67'),
    at(20, 116, 'e-mail: p.ivanov@sevveter.ru'),
  ],
  {
    ContactNames: [{ FirstName: 'Пётр Сергеевич', LastName: 'Иванов' }],
    CompanyNames: ['ООО «Северный ветер»'],
    JobTitles: ['Генеральный директор'],
    WorkPhones: ['+74951234567'],
    MobilePhones: ['+79161234567'],
  },
);

check(
  'reads the name of a card in two scripts twice',
  [at(20, 10, 'KEN MORITA', 14), at(20, 30, '森田健一', 14), at(20, 50, 'Sales Manager'), at(20, 80, 'ken@morita.example')],
  {
    ContactNames: [
      { FirstName: 'KEN', LastName: 'MORITA' },
      { FirstName: '健一', LastName: '森田' },
    ],
    CompanyNames: undefined,
  },
);

check(
  'reads an Arabic card',
  [
    at(20, 10, 'شركة النور للتجارة', 12),
    at(20, 40, 'أحمد محمود', 14),
    at(20, 56, 'مدير المبيعات'),
    at(20, 92, 'هاتف: +971 4 123 4567'),
    at(20, 104, 'جوال: +971 50 123 4567'),
  ],
  { CompanyNames: ['شركة النور للتجارة'], JobTitles: ['مدير المبيعات'], WorkPhones: ['+97141234567'], MobilePhones: ['+971501234567'] },
);

check(
  'takes the word in capitals as family name, and a mail address with blanks',
  [
    at(20, 10, 'Atelier Dubreuil', 12),
    at(20, 40, 'MARCHAND Claire', 12),
    at(20, 56, 'Chargée de clientèle'),
    at(20, 104, 'Tél. : 04 78 12 34 56'),
    at(20, 116, 'Port. : 06 12 34 56 78'),
    at(20, 128, 'claire.marchand @ atelier-dubreuil. fr'),
  ],
  {
    ContactNames: [{ FirstName: 'Claire', LastName: 'MARCHAND' }],
    Emails: ['claire.marchand@atelier-dubreuil.fr'],
    WorkPhones: ['+33478123456'],
    MobilePhones: ['+33612345678'],
  },
);

check(
  'reads address, phones and mail from one line',
  [
    at(20, 10, 'Harbor & Finch', 16),
    at(20, 40, 'Morgan Ellis, CPA', 12),
    at(20, 56, 'Partner'),
    at(20, 120, '410 Lake Shore Drive, Chicago, IL 60611 | T 312.555.0144 | F 312.555.0145 | mellis@harborfinch.com', 6),
  ],
  {
    ContactNames: [{ FirstName: 'Morgan', LastName: 'Ellis' }],
    Addresses: ['410 Lake Shore Drive'],
    WorkPhones: ['+13125550144'],
    Faxes: ['+13125550145'],
    Emails: ['mellis@harborfinch.com'],
  },
);

check(
  'splits name and title, and joins a mail address of two lines',
  [
    at(20, 10, 'John Carter | Regional Sales Manager', 10),
    at(20, 40, 'BrightPath Logistics', 12),
    at(20, 92, 'john.carter@brightpath'),
    at(20, 102, 'logistics.com'),
  ],
  {
    ContactNames: [{ FirstName: 'John', LastName: 'Carter' }],
    JobTitles: ['Regional Sales Manager'],
    Emails: ['john.carter@brightpathlogistics.com'],
    Websites: undefined,
  },
);

check(
  'reads a single name above a title, and lines that end with a comma as one address',
  [
    at(20, 10, 'SAMIRA', 14),
    at(20, 28, 'General Manager'),
    at(20, 60, '12 Lake St., Wellford,'),
    at(20, 72, 'Northland 60045'),
    at(20, 90, '+123-456-7890'),
    at(20, 110, 'hello@wellford.example'),
  ],
  {
    ContactNames: [{ FirstName: 'SAMIRA' }],
    JobTitles: ['General Manager'],
    WorkPhones: [undefined],
    Emails: ['hello@wellford.example'],
  },
);

check(
  'takes the logo in front of a line of trade below it',
  [
    at(200, 10, 'FarReach', 16),
    at(200, 28, 'BUSINESS CONSULTING', 8),
    at(20, 60, 'Andrea Moran', 11),
    at(20, 74, 'Founder & CEO'),
    at(20, 100, 'amoran@farreachconsulting.com'),
    at(20, 112, '@ farreachconsulting.com'),
  ],
  { CompanyNames: ['FarReach'], Websites: ['farreachconsulting.com'] },
);

check(
  'leaves out letters of a profession behind a comma',
  [
    at(20, 10, 'Heartland Mutual Insurance Agency', 12),
    at(20, 40, 'Connie Jean Dahlberg, CIC', 11),
    at(20, 54, 'Agency Principal'),
    at(20, 110, 'connie@heartlandmutual.example'),
  ],
  { ContactNames: [{ FirstName: 'Connie Jean', LastName: 'Dahlberg' }] },
);

check(
  'reads a name behind a degree with a bracket, and numbers with labels behind them',
  [
    at(20, 10, 'Brandmeyer Anlagenbau GmbH', 12),
    at(20, 40, 'Dipl.-Ing. (FH) Matthias Brandmeyer', 11),
    at(20, 54, 'Geschäftsführer'),
    at(20, 110, '02574 555120 Büro | 0171 5551920 Mobil'),
    at(20, 122, 'm.brandmeyer@brandmeyer.de'),
  ],
  {
    ContactNames: [{ FirstName: 'Matthias', LastName: 'Brandmeyer' }],
    WorkPhones: ['+492574555120'],
    MobilePhones: ['+491715551920'],
  },
);

check(
  'starts two surnames where the mail address does',
  [
    at(20, 10, 'Almazán Logística, S.L.', 12),
    at(20, 40, 'Rocío Benavente Gil', 11),
    at(20, 54, 'Directora Comercial'),
    at(20, 110, 'r.benavente@almazan.es'),
  ],
  { ContactNames: [{ FirstName: 'Rocío', LastName: 'Benavente Gil' }] },
);

check(
  'takes a house number and a postal code for no phone number',
  [
    at(20, 10, 'MORANDINI', 14),
    at(20, 40, 'Luca Morandini', 11),
    at(20, 90, 'Via XXV Aprile, 31 - 38068 Rovereto (TN)'),
    at(20, 104, 'Tel. 0464 555772 - Cell. 347 5551880'),
    at(20, 130, 'luca@morandini.it'),
  ],
  { Addresses: ['Via XXV Aprile, 31'], OtherPhones: undefined, MobilePhones: ['+393475551880'] },
);

check(
  'distinguishes a logo above a kind of company from a name above a title',
  [
    at(120, 10, 'Bella Rosa', 20),
    at(115, 33, 'HAIR & NAIL STUDIO', 9),
    at(120, 70, 'Tatiana Morales', 11),
    at(120, 83, 'Licensed Cosmetologist'),
    at(20, 150, 'o: 0713.555.0166'),
  ],
  { ContactNames: [{ FirstName: 'Tatiana', LastName: 'Morales' }], WorkPhones: ['+17135550166'] },
);

check(
  'takes two surnames in Mexico',
  [
    at(20, 16, 'Muebles Don Beto S.A. de C.V.', 13),
    at(20, 60, 'Alberto Cisneros Rangel', 11),
    at(20, 73, 'Gerente'),
    at(20, 135, 'ventas@donbeto.mx'),
  ],
  { ContactNames: [{ FirstName: 'Alberto', LastName: 'Cisneros Rangel' }] },
);

check(
  'takes a second given name for no surname in Spain',
  [
    at(20, 16, 'Muebles Almazán, S.L.', 13),
    at(20, 60, 'Juan Carlos Cisneros', 11),
    at(20, 73, 'Gerente'),
    at(20, 135, 'ventas@almazan.es'),
  ],
  { ContactNames: [{ FirstName: 'Juan Carlos', LastName: 'Cisneros' }] },
);

check(
  'joins a logo with its legal form in smaller letters',
  [
    at(20, 10, 'QUANTA', 18),
    at(22, 31, 'Robotics Inc.', 9),
    at(20, 70, 'Felix Okafor', 12),
    at(20, 84, 'Chief Technology Officer'),
    at(20, 150, 'felix.okafor@quanta-robotics.com'),
  ],
  { CompanyNames: ['QUANTA Robotics Inc.'], ContactNames: [{ FirstName: 'Felix', LastName: 'Okafor' }] },
);
