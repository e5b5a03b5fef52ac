/** Layouts of health cards and business cards as issuers print them; persons, companies and numbers are fictitious. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, checkPrinted, readPrinted } from '../../../../../test/support/printed-fields.ts';
import type { TestLine } from '../../../../../test/support/test-layout.ts';
import { createTestLayout } from '../../../../../test/support/test-layout.ts';
import { cardModels } from './models.ts';

const [business, health] = cardModels as [(typeof cardModels)[number], (typeof cardModels)[number]];

checkPrinted(
  health,
  'reads a row of captions over a row of values',
  [
    at(20, 8, 'Evergreen Health Plan', 14),
    at(20, 40, 'Member Name', 6),
    at(160, 40, 'Member ID', 6),
    at(280, 40, 'Group No.', 6),
    at(20, 48, 'PAT LEE SAMPLE'),
    at(160, 48, 'XYZ123456789'),
    at(280, 48, '0098765'),
    at(20, 70, 'RxBIN', 6),
    at(110, 70, 'RxPCN', 6),
    at(200, 70, 'RxGrp', 6),
    at(290, 70, 'Payer ID', 6),
    at(20, 78, '610014'),
    at(110, 78, 'MEDDPRIME'),
    at(200, 78, 'RX1234'),
    at(290, 78, '60054'),
    at(20, 100, 'PCP', 6),
    at(110, 100, 'Specialist', 6),
    at(200, 100, 'Emergency', 6),
    at(20, 108, '$20'),
    at(110, 108, '$40'),
    at(200, 108, '$150'),
  ],
  {
    Insurer: 'Evergreen Health Plan',
    Member: { Name: 'PAT LEE SAMPLE' },
    IdNumber: { Prefix: 'XYZ', Number: '123456789' },
    GroupNumber: '0098765',
    PrescriptionInfo: { RxBIN: '610014', RxPCN: 'MEDDPRIME', RxGrp: 'RX1234' },
    Payer: { Id: '60054' },
    Copays: [
      { Benefit: 'PCP', Amount: 20 },
      { Benefit: 'Specialist', Amount: 40 },
      { Benefit: 'Emergency', Amount: 150 },
    ],
  },
);

checkPrinted(
  health,
  'reads values far to the right of their captions',
  [
    at(20, 8, 'Blue Harbor', 14),
    at(20, 24, 'Insurance', 14),
    at(20, 50, 'Member:'),
    at(160, 50, 'PAT SAMPLE'),
    at(20, 64, 'Member ID:'),
    at(160, 64, '901234567 01'),
    at(20, 78, 'Group Number:'),
    at(160, 78, '76-411234'),
    at(20, 92, 'Effective Date:'),
    at(160, 92, '01/01/2024'),
    at(20, 106, 'Rx Bin:'),
    at(160, 106, '012843'),
  ],
  {
    Insurer: 'Blue Harbor Insurance',
    Member: { Name: 'PAT SAMPLE' },
    IdNumber: { Number: '901234567 01' },
    GroupNumber: '76-411234',
    EffectiveDate: '2024-01-01',
    PrescriptionInfo: { RxBIN: '012843' },
  },
);

checkPrinted(
  health,
  'reads both sides of a card on one page',
  [
    at(20, 8, 'Summit Mutual Healthcare', 14),
    at(20, 40, 'ID: 123456789'),
    at(20, 54, 'Name: PAT SAMPLE'),
    at(20, 68, 'Dependents'),
    at(20, 80, '01 ALEX SAMPLE'),
    at(20, 92, '02 KIM SAMPLE'),
    at(20, 160, 'Customer Service: 1-800-555-0123'),
    at(20, 176, 'Mail claims to:'),
    at(20, 188, 'P.O. Box 1234'),
    at(20, 200, 'Salem, OR 97301'),
    at(20, 216, 'Electronic Payer ID: 12345'),
  ],
  {
    Insurer: 'Summit Mutual Healthcare',
    Member: { Name: 'PAT SAMPLE' },
    IdNumber: { Number: '123456789' },
    Dependents: [{ Name: 'ALEX SAMPLE' }, { Name: 'KIM SAMPLE' }],
    Payer: { Id: '12345', PhoneNumber: '+18005550123', Address: 'P.O. Box 1234' },
  },
);

checkPrinted(
  health,
  'reads a Medicare card',
  [
    at(20, 8, 'MEDICARE HEALTH INSURANCE', 12),
    at(20, 40, 'Name/Nombre', 6),
    at(20, 48, 'JOHN L SMITH', 9),
    at(20, 70, 'Medicare Number/Número de Medicare', 6),
    at(20, 78, '1EG4-TE5-MK72', 9),
    at(20, 100, 'Entitled to/Con derecho a', 6),
    at(200, 100, 'Coverage starts/Cobertura empieza', 6),
    at(20, 110, 'HOSPITAL (PART A)'),
    at(200, 110, '03-01-2016'),
    at(20, 122, 'MEDICAL (PART B)'),
    at(200, 122, '04-01-2016'),
  ],
  {
    Member: { Name: 'JOHN L SMITH' },
    MedicareMedicaidInfo: { Id: '1EG4-TE5-MK72', PartAEffectiveDate: '2016-03-01', PartBEffectiveDate: '2016-04-01' },
  },
);

checkPrinted(
  health,
  'reads a logo without words of insurance, and the pharmacy group beside BIN and PCN',
  [
    at(20, 10, 'Lumina', 18),
    at(20, 30, 'Caring for you every day', 7),
    at(20, 60, 'Member Number:'),
    at(120, 60, 'LUM-900112233'),
    at(20, 72, 'ALEX P KIM'),
    at(20, 86, 'Group #'),
    at(20, 96, 'G-7788'),
    at(20, 112, 'BIN 610591'),
    at(80, 112, 'PCN ADV'),
    at(140, 112, 'GRP RX22AA'),
    at(250, 60, '$20 Office Visit'),
    at(250, 72, 'Copay: $35'),
    at(250, 84, 'PCP/Specialist $15/$45'),
  ],
  {
    Insurer: 'Lumina',
    Member: { Name: 'ALEX P KIM' },
    IdNumber: { Prefix: 'LUM', Number: '900112233' },
    GroupNumber: 'G-7788',
    PrescriptionInfo: { RxBIN: '610591', RxPCN: 'ADV', RxGrp: 'RX22AA' },
    Copays: [
      { Benefit: 'Office Visit', Amount: 20 },
      { Amount: 35 },
      { Benefit: 'PCP', Amount: 15 },
      { Benefit: 'Specialist', Amount: 45 },
    ],
  },
);

checkPrinted(
  business,
  'reads a name on two lines and labels in a column of their own',
  [
    at(20, 10, 'JORDAN', 14),
    at(20, 26, 'WHITFIELD', 14),
    at(20, 46, 'Vice President of'),
    at(20, 56, 'Client Services'),
    at(200, 10, 'Northgate', 12),
    at(200, 24, 'Analytics', 12),
    at(20, 90, 'Office'),
    at(70, 90, '(503) 555-0101'),
    at(20, 102, 'Cell'),
    at(70, 102, '(503) 555-0102'),
    at(20, 114, 'Fax'),
    at(70, 114, '(503) 555-0103'),
    at(200, 90, 'jwhitfield@northgateanalytics.com'),
    at(200, 102, 'northgateanalytics.com'),
    at(200, 120, '500 SW Main St, Suite 210'),
    at(200, 130, 'Portland, OR 97204'),
  ],
  {
    ContactNames: [{ FirstName: 'JORDAN', LastName: 'WHITFIELD' }],
    JobTitles: ['Vice President of Client Services'],
    CompanyNames: ['Northgate Analytics'],
    WorkPhones: ['+15035550101'],
    MobilePhones: ['+15035550102'],
    Faxes: ['+15035550103'],
    Emails: ['jwhitfield@northgateanalytics.com'],
    Websites: ['northgateanalytics.com'],
    Addresses: ['500 SW Main St, Suite 210'],
  },
);

checkPrinted(
  business,
  'reads a German card',
  [
    at(20, 10, 'Muster Maschinenbau GmbH', 12),
    at(20, 40, 'Dipl.-Ing. Erika von Muster', 10),
    at(20, 54, 'Vertriebsleiterin'),
    at(20, 80, 'Hauptstraße 5'),
    at(20, 92, '50667 Köln'),
    at(20, 110, 'Tel. +49 221 1234567'),
    at(20, 122, 'Mobil 0171 1234567'),
    at(20, 134, 'e.muster@muster-maschinenbau.de'),
  ],
  {
    ContactNames: [{ FirstName: 'Erika', LastName: 'von Muster' }],
    CompanyNames: ['Muster Maschinenbau GmbH'],
    JobTitles: ['Vertriebsleiterin'],
    WorkPhones: ['+492211234567'],
    MobilePhones: ['+491711234567'],
    Emails: ['e.muster@muster-maschinenbau.de'],
  },
);

test('reads two cards on one page as two documents', () => {
  const card = (top: number, name: string, host: string, company: string): TestLine[] => [
    at(20, top, company, 12),
    at(20, top + 18, name, 10),
    at(20, top + 32, 'Account Manager'),
    at(20, top + 46, 'T (503) 555-0199'),
    at(20, top + 58, `${name.split(' ')[0]!.toLowerCase()}@${host}.com`),
  ];
  const found = readPrinted(business, [
    ...card(10, 'Pat Sample', 'contourlabs', 'Contour Labs'),
    ...card(140, 'Kim Porter', 'harrow', 'Harrow Design'),
  ]);
  assert.deepEqual(
    found.map(({ ContactNames, CompanyNames }) => [ContactNames, CompanyNames]),
    [
      [[{ FirstName: 'Pat', LastName: 'Sample' }], ['Contour Labs']],
      [[{ FirstName: 'Kim', LastName: 'Porter' }], ['Harrow Design']],
    ],
  );
});

checkPrinted(
  health,
  'reads the name of a plan without a caption',
  [
    at(20, 8, 'Evergreen Health', 14),
    at(20, 40, 'Member ID: 123456789'),
    at(20, 54, 'Group #: 05-1234'),
    at(20, 68, 'Member: PAT SAMPLE'),
    at(20, 90, 'Evergreen Choice Plus'),
  ],
  { Insurer: 'Evergreen Health', GroupNumber: '05-1234', Plan: { Name: 'Evergreen Choice Plus' } },
);

checkPrinted(
  health,
  'reads a name behind its capital caption and the number of the member, and a compound for the insurer',
  [
    at(20, 14, 'HorizonCare', 12),
    at(20, 50, 'ID W2418 82077'),
    at(20, 64, 'NAME 01 PRESTON J GALLOWAY'),
    at(20, 110, 'GRP: 0884410-011'),
    at(20, 124, 'BIN# 610502 GRP# RXAETD'),
    at(20, 138, 'PCP $20 SPC $45 ER $200 UC $50'),
  ],
  { Insurer: 'HorizonCare', Member: { Name: 'PRESTON J GALLOWAY', IdNumberSuffix: '01' } },
);

const addressWords = (lines: readonly TestLine[]): string => {
  const layout = createTestLayout(lines, { width: 500, height: 300 });
  const addresses = business.extract(layout, {})[0]?.fields['Addresses'];
  const [first] = addresses?.type === 'array' ? addresses.value : [];
  const words = (first?.items ?? []).map((i) => layout.items[i]!);
  return words.map((item) => (item.kind === 'word' ? item.text : '')).join(' ');
};

test('keeps headings, labels and neighboring text out of addresses', () => {
  const name = at(20, 10, 'Alva Brenner', 14);
  const mail = at(20, 120, 'alva@brenner.example.com');
  const cases: [string[], string][] = [
    [['Am Hopfengarten 12 · 97299 Zell am Main'], 'Am Hopfengarten 12 · 97299 Zell am Main'],
    [['Head office: 19 Quarry Road, Leeds LS4 2AB'], '19 Quarry Road, Leeds LS4 2AB'],
    [['A 60 Mill Street #03-11 Singapore 238801'], '60 Mill Street #03-11 Singapore 238801'],
    [['C/ Els Forns, 8', '46940 Manises (Valencia)', 'Tel. 961 550 144 -Móvil 655 010 277'], 'C/ Els Forns, 8 46940 Manises (Valencia)'],
    [['700 Prairie Dr Ste 4, Omaha NE 68102', 'Proud to serve you since 1988'], '700 Prairie Dr Ste 4, Omaha NE 68102'],
    [['3-8-1 Kita-Aoyama, Minato-ku,', 'Tokyo 107-0061 JAPAN'], '3-8-1 Kita-Aoyama, Minato-ku, Tokyo 107-0061 JAPAN'],
  ];
  for (const [lines, address] of cases)
    assert.equal(addressWords([name, ...lines.map((line, i) => at(20, 50 + 12 * i, line)), mail]), address);
});

checkPrinted(
  business,
  'reads a company above an address, an owner and a registration number',
  [
    at(20, 10, 'Spenglerei Aichner', 12),
    at(20, 40, 'Inh. Georg "Schorsch" Aichner'),
    at(20, 60, 'Gewerbering 5, 83022 Rosenheim'),
    at(20, 80, 'Tel. 08031 55501'),
  ],
  { CompanyNames: ['Spenglerei Aichner'], ContactNames: [{ FirstName: 'Georg', LastName: 'Aichner' }] },
);

checkPrinted(
  business,
  'keeps a company without a legal form out of the address below it',
  [
    at(20, 10, 'Park Min-seo', 12),
    at(20, 24, 'Deputy General Manager'),
    at(20, 50, 'DAESONG PRECISION'),
    at(20, 62, '31, Gasan-ro 9-gil, Geumcheon-gu, Seoul 08507, Korea'),
    at(20, 74, 'Mobile 82-10-5555-0177'),
    at(20, 86, 'minseo@daesong-p.example.com'),
  ],
  { CompanyNames: ['DAESONG PRECISION'] },
);

checkPrinted(
  business,
  'reads a company without its registration number',
  [at(20, 10, 'Lim Hui Ling', 12), at(20, 40, 'Tanjong Bay Pte Ltd (Reg. No. 200901234K)'), at(20, 60, 'T +65 6555 0101')],
  { CompanyNames: ['Tanjong Bay Pte Ltd'] },
);
