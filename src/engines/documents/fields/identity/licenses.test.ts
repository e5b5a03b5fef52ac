/** Layouts of driving licenses as states and countries print them; persons and numbers are fictitious. */
import type { TestLine } from '../../../../../test/support/test-layout.ts';
import { at, checkPrinted } from '../../../../../test/support/printed-fields.ts';
import { identityModels } from './models.ts';

const check = (name: string, lines: readonly TestLine[], expected: Record<string, unknown>): void => {
  checkPrinted(identityModels[0]!, name, lines, expected);
};
const LICENSE = 'idDocument.driverLicense';

check(
  'reads a license with captions glued to numbers and values',
  [
    at(10, 8, 'UTAH', 16),
    at(150, 8, 'DRIVER LICENSE', 10),
    at(120, 30, '4dDLN123456789'),
    at(250, 30, '9CLASS:D'),
    at(120, 44, '1SAMPLE'.replace('1', '1 ')),
    at(120, 58, '2 PAT LEE'),
    at(120, 72, '8 12 OAK AVE'),
    at(130, 84, 'PROVO, UT 84601'),
    at(120, 100, '3DOB:02/03/1980'),
    at(250, 100, '15SEX:F'),
    at(120, 114, '4aISS:03/04/2020'),
    at(250, 114, '16HGT:5\'-04"'),
    at(120, 128, '4bEXP:02/03/2028'),
    at(250, 128, '18EYES:GRN'),
    at(120, 142, '5DD12345678901234'),
  ],
  {
    docType: LICENSE,
    Region: 'Utah',
    DocumentNumber: '123456789',
    VehicleClassifications: 'D',
    LastName: 'SAMPLE',
    FirstName: 'PAT LEE',
    Address: '12 OAK AVE',
    DateOfBirth: '1980-02-03',
    DateOfIssue: '2020-03-04',
    DateOfExpiration: '2028-02-03',
    Sex: 'F',
    Height: '5\'-04"',
    EyeColor: 'GRN',
    DocumentDiscriminator: '12345678901234',
  },
);

check(
  'reads values below small captions in columns',
  [
    at(10, 8, 'NEVADA', 16),
    at(200, 10, 'DRIVER LICENSE', 10),
    at(120, 30, '4d DL NO.', 6),
    at(240, 30, '9 CLASS', 6),
    at(300, 30, '4a ISS', 6),
    at(120, 38, '1234567890'),
    at(240, 38, 'C'),
    at(300, 38, '01/05/2021'),
    at(120, 52, '3 DOB', 6),
    at(240, 52, '4b EXP', 6),
    at(120, 60, '05/06/1971'),
    at(240, 60, '05/06/2029'),
    at(120, 74, '1', 6),
    at(130, 74, 'GARCIA'),
    at(120, 86, '2', 6),
    at(130, 86, 'MARIA ELENA'),
    at(120, 98, '8', 6),
    at(130, 98, '450 W PINE ST APT 2'),
    at(130, 110, 'RENO NV 89501'),
    at(120, 126, '15 SEX', 6),
    at(160, 126, '16 HGT', 6),
    at(210, 126, '17 WGT', 6),
    at(260, 126, '18 EYES', 6),
    at(310, 126, '19 HAIR', 6),
    at(120, 134, 'F'),
    at(160, 134, '5\'-02"'),
    at(210, 134, '130 lb'),
    at(260, 134, 'BRO'),
    at(310, 134, 'BLK'),
    at(120, 148, '12 RESTRICTIONS', 6),
    at(240, 148, '9a ENDORSEMENTS', 6),
    at(120, 156, 'B'),
    at(240, 156, 'NONE'),
  ],
  {
    docType: LICENSE,
    Region: 'Nevada',
    CountryRegion: 'USA',
    DocumentNumber: '1234567890',
    VehicleClassifications: 'C',
    LastName: 'GARCIA',
    FirstName: 'MARIA ELENA',
    DateOfBirth: '1971-05-06',
    DateOfIssue: '2021-01-05',
    DateOfExpiration: '2029-05-06',
    Sex: 'F',
    Height: '5\'-02"',
    Weight: '130 lb',
    EyeColor: 'BRO',
    HairColor: 'BLK',
    Restrictions: 'B',
    Endorsements: 'NONE',
  },
);

check(
  'reads a license whose heading is misread and whose names share a line',
  [
    at(10, 8, 'VlRGINlA', 16),
    at(200, 10, "DRlVER'S LlCENSF", 10),
    at(120, 30, 'Customer Identifier'),
    at(240, 30, 'T64235789'),
    at(120, 46, 'NAME'),
    at(160, 46, 'SAMPLE, PAT LEE'),
    at(120, 60, '2300 WEST BROAD STREET'),
    at(120, 72, 'RICHMOND, VA 23220-0001'),
    at(120, 88, 'DOB 06/07/1966'),
    at(240, 88, 'SEX M'),
    at(120, 102, 'ISSUED 10/12/2019'),
    at(240, 102, 'EXPIRES 10/12/2027'),
    at(120, 116, 'END NONE'),
    at(240, 116, 'REST 9B'),
    at(120, 130, 'HEIGHT 6-01'),
    at(240, 130, 'EYES BLU'),
  ],
  {
    docType: LICENSE,
    Region: 'Virginia',
    DocumentNumber: 'T64235789',
    LastName: 'SAMPLE',
    FirstName: 'PAT LEE',
    Address: '2300 WEST BROAD STREET',
    DateOfBirth: '1966-06-07',
    DateOfIssue: '2019-10-12',
    DateOfExpiration: '2027-10-12',
    Sex: 'M',
    Endorsements: 'NONE',
    EyeColor: 'BLU',
  },
);

check(
  'reads a license without a heading by its captions',
  [
    at(120, 30, 'DL A1234567'),
    at(120, 44, 'EXP 07/04/2029'),
    at(120, 58, 'LN CARDHOLDER'),
    at(120, 72, 'FN IMA'),
    at(120, 86, '2570 24TH STREET'),
    at(120, 98, 'ANYTOWN, CA 95818'),
    at(120, 114, 'DOB 08/31/1977'),
    at(120, 128, 'RSTR NONE'),
    at(220, 30, 'CLASS C'),
    at(220, 44, 'END NONE'),
    at(220, 128, 'SEX F'),
    at(260, 128, 'HAIR BRN'),
    at(320, 128, 'EYES BRN'),
    at(220, 140, 'HGT 5\'-05"'),
    at(290, 140, 'WGT 125 lb'),
    at(220, 152, 'DD 00/00/0000NNNAN/ANFD/YY'),
    at(320, 164, 'ISS 08/31/2021'),
  ],
  {
    docType: LICENSE,
    Region: 'California',
    DocumentNumber: 'A1234567',
    LastName: 'CARDHOLDER',
    FirstName: 'IMA',
    DateOfBirth: '1977-08-31',
    DateOfExpiration: '2029-07-04',
    DateOfIssue: '2021-08-31',
    Restrictions: 'NONE',
    Endorsements: 'NONE',
    VehicleClassifications: 'C',
    Weight: '125 lb',
  },
);

check(
  'assigns dates without captions by their order',
  [
    at(10, 8, 'KANSAS', 16),
    at(200, 10, 'DRIVER LICENSE', 10),
    at(120, 30, '4d DL K00-12-3456'),
    at(120, 46, '1 SAMPLE'),
    at(120, 60, '2 PAT'),
    at(120, 74, '04/05/1985'),
    at(120, 88, '04/06/2019'),
    at(220, 88, '04/05/2025'),
  ],
  { docType: LICENSE, DateOfBirth: '1985-04-05', DateOfIssue: '2019-04-06', DateOfExpiration: '2025-04-05', DocumentNumber: 'K00-12-3456' },
);

check(
  'reads a British license by its numbers',
  [
    at(60, 6, 'DRIVING LICENCE', 12),
    at(10, 8, 'UK', 10),
    at(120, 30, '1.'),
    at(132, 30, 'MORGAN'),
    at(120, 44, '2.'),
    at(132, 44, 'SARAH MEREDYTH'),
    at(120, 58, '3.'),
    at(132, 58, '11.03.1976 UNITED KINGDOM'),
    at(120, 72, '4a. 19.01.2013 4c. DVLA'),
    at(120, 86, '4b. 18.01.2023'),
    at(120, 100, '5.'),
    at(132, 100, 'MORGA753116SM9IJ'),
    at(120, 130, '8. 122 BURNS CRESCENT'),
    at(132, 142, 'EDINBURGH'),
    at(132, 154, 'EH1 9GP'),
    at(120, 170, '9. AM/A/B1/B'),
  ],
  {
    docType: LICENSE,
    CountryRegion: 'GBR',
    LastName: 'MORGAN',
    FirstName: 'SARAH MEREDYTH',
    DateOfBirth: '1976-03-11',
    PlaceOfBirth: 'UNITED KINGDOM',
    DateOfIssue: '2013-01-19',
    DateOfExpiration: '2023-01-18',
    DocumentNumber: 'MORGA753116SM9IJ',
    Address: '122 BURNS CRESCENT',
    VehicleClassifications: 'AM/A/B1/B',
  },
);

check(
  'reads a German license with misread numbers',
  [
    at(60, 6, 'FÜHRERSCHEIN BUNDESREPUBLIK DEUTSCHLAND', 10),
    at(120, 30, 'l. Muster'),
    at(120, 44, '2. Erika'),
    at(120, 58, '3. 27.11.1972 Bremen'),
    at(120, 72, '4a. 01.02.2019 4c. Stadt Köln'),
    at(120, 86, '46. 31.01.2034'),
    at(120, 100, 's. B072RRE2I55'),
    at(20, 150, '9. AM/B/L'),
  ],
  {
    docType: LICENSE,
    CountryRegion: 'DEU',
    LastName: 'Muster',
    FirstName: 'Erika',
    DateOfBirth: '1972-11-27',
    PlaceOfBirth: 'Bremen',
    DateOfIssue: '2019-02-01',
    DateOfExpiration: '2034-01-31',
    DocumentNumber: 'B072RRE2I55',
    VehicleClassifications: 'AM/B/L',
  },
);

check(
  'reads an Italian license with a personal number',
  [
    at(60, 6, 'PATENTE DI GUIDA REPUBBLICA ITALIANA', 10),
    at(120, 30, '1. ROSSI'),
    at(120, 44, '2. MARIO'),
    at(120, 58, '3. 01/02/1970 ROMA (RM)'),
    at(120, 72, '4a. 10/03/2015 4c. MIT-UCO'),
    at(120, 86, '4b. 01/02/2025'),
    at(120, 100, '5. U1A234567B'),
    at(120, 140, '9. AM B'),
  ],
  {
    docType: LICENSE,
    CountryRegion: 'ITA',
    LastName: 'ROSSI',
    FirstName: 'MARIO',
    DateOfBirth: '1970-02-01',
    DateOfIssue: '2015-03-10',
    DateOfExpiration: '2025-02-01',
    DocumentNumber: 'U1A234567B',
  },
);

check(
  'reads an Ontario license with bilingual captions',
  [
    at(10, 6, 'Ontario', 14),
    at(100, 6, "DRIVER'S LICENCE PERMIS DE CONDUIRE", 8),
    at(120, 30, '1,2 NAME/NOM', 6),
    at(120, 38, 'PUBLIC,'),
    at(120, 48, 'JOHN Q'),
    at(120, 64, '4d NUMBER/NUMÉRO', 6),
    at(120, 72, 'P9500 - 40606 - 60105'),
    at(120, 88, '4a ISS/DÉL', 6),
    at(220, 88, '4b EXP/EXP', 6),
    at(120, 96, '2020/04/07'),
    at(220, 96, '2025/01/05'),
    at(120, 112, '3 DOB/DDN', 6),
    at(220, 112, '15 SEX/SEXE', 6),
    at(120, 120, '1966/01/05'),
    at(220, 120, 'M'),
    at(120, 134, '9 CLASS/CATÉG', 6),
    at(120, 142, 'G'),
  ],
  {
    docType: LICENSE,
    Region: 'Ontario',
    CountryRegion: 'CAN',
    DateOfBirth: '1966-01-05',
    DateOfIssue: '2020-04-07',
    DateOfExpiration: '2025-01-05',
    Sex: 'M',
    VehicleClassifications: 'G',
    LastName: 'PUBLIC',
  },
);

check(
  'reads a state identification card',
  [
    at(10, 8, 'NEW JERSEY', 14),
    at(160, 10, 'IDENTIFICATION CARD', 10),
    at(120, 30, '4d ID S12345678901234'),
    at(120, 44, '1 SAMPLE'),
    at(120, 58, '2 PAT'),
    at(120, 72, '8 5 ELM RD'),
    at(130, 84, 'TRENTON, NJ 08608'),
    at(120, 98, '3 DOB 01/02/1990'),
    at(120, 112, '4b EXP 01/02/2030'),
  ],
  {
    docType: 'idDocument.nationalIdentityCard',
    Region: 'New Jersey',
    DocumentNumber: 'S12345678901234',
    LastName: 'SAMPLE',
    FirstName: 'PAT',
    DateOfBirth: '1990-01-02',
    DateOfExpiration: '2030-01-02',
  },
);

check(
  'reads values whose captions are glued, misread or missing',
  [
    at(10, 8, 'OHIO', 16),
    at(150, 8, 'DRIVER LICENSE', 10),
    at(120, 28, 'TB482913', 12),
    at(120, 44, '1MILLER'),
    at(120, 58, '₹JUNE ANN'),
    at(130, 72, '12 OAK AVE'),
    at(130, 84, 'DAYTON, OH 45402'),
    at(120, 100, 'з0ов02/03/1980'),
    at(250, 100, 'SEXF'),
    at(120, 114, 'Iss03/04/2020'),
    at(250, 114, '5-047'),
    at(120, 128, 'Exp02/03/2028'),
    at(250, 128, 'EvEsGRN'),
  ],
  {
    docType: LICENSE,
    DocumentNumber: 'TB482913',
    LastName: 'MILLER',
    FirstName: 'JUNE ANN',
    DateOfBirth: '1980-02-03',
    DateOfIssue: '2020-03-04',
    DateOfExpiration: '2028-02-03',
    Sex: 'F',
    Height: '5\'-04"',
    EyeColor: 'GRN',
  },
);

check(
  'separates names from LN and FN',
  [at(10, 8, 'IDAHO', 16), at(150, 8, 'DRIVER LICENSE', 10), at(120, 30, 'DL AB123456'), at(120, 44, 'LNWINTER'), at(120, 58, 'FNJUNE')],
  { LastName: 'WINTER', FirstName: 'JUNE' },
);

check(
  'reads a house number with its caption glued to it, and given names above the family name',
  [
    at(10, 8, 'OHIO', 16),
    at(150, 8, 'DRIVER LICENSE', 10),
    at(120, 28, 'W536-200-61', 12),
    at(126, 44, 'JUNE'),
    at(126, 58, 'WINTER'),
    at(120, 72, '812 OAK AVE'),
    at(126, 82, 'DAYTON, OH 45402'),
    at(300, 100, '02/03/61'),
    at(120, 114, 'ISS 03/04/2020'),
    at(120, 128, 'EXP 02/03/2028'),
  ],
  { LastName: 'WINTER', FirstName: 'JUNE', Address: '12 OAK AVE', DateOfBirth: '1961-02-03' },
);

check(
  'reads values above their captions',
  [
    at(10, 8, 'OHIO', 16),
    at(150, 8, 'DRIVER LICENSE', 10),
    at(120, 40, '02/03/1980'),
    at(120, 50, 'DATE OF BIRTH', 5),
    at(220, 40, '02/03/2028'),
    at(220, 50, 'EXPIRES', 5),
    at(120, 80, 'TB482913'),
    at(120, 90, 'LICENSE NO', 5),
    at(220, 80, 'M'),
    at(220, 90, 'SEX', 5),
  ],
  { DateOfBirth: '1980-02-03', DateOfExpiration: '2028-02-03', DocumentNumber: 'TB482913', Sex: 'M' },
);

check(
  'cuts a misread number from a name that starts left of the address',
  [
    at(10, 8, 'OHIO', 16),
    at(150, 8, 'DRIVER LICENSE', 10),
    at(120, 28, 'DL TB482913'),
    at(121, 44, 'IWINTER'),
    at(126, 58, 'JUNE'),
    at(126, 72, '12 OAK AVE'),
    at(126, 82, 'DAYTON, OH 45402'),
  ],
  { LastName: 'WINTER', FirstName: 'JUNE' },
);

check(
  'reads endorsements and restrictions behind letters',
  [
    at(20, 8, 'NEW YORK STATE', 12),
    at(20, 24, 'DRIVER LICENSE', 10),
    at(120, 40, 'ID: 012 345 678'),
    at(260, 40, 'CLASS D'),
    at(120, 54, 'SAMPLE'),
    at(120, 66, 'PAT, S'),
    at(120, 80, '12 OAK AVE'),
    at(120, 92, 'ALBANY NY 12345'),
    at(120, 106, 'DOB: 08/31/1978'),
    at(260, 106, 'E: NONE'),
    at(260, 120, 'R: NONE'),
  ],
  { docType: LICENSE, DocumentNumber: '012 345 678', LastName: 'SAMPLE', FirstName: 'PAT, S', Endorsements: 'NONE', Restrictions: 'NONE' },
);

check(
  'cuts numbers of the column from values, and takes given names as a list',
  [
    at(20, 8, 'PERMIS DE CONDUIRE', 10),
    at(180, 8, 'RÉPUBLIQUE FRANÇAISE', 9),
    at(114, 30, 'DUPONT'),
    at(100, 44, '2. Anne, Louise, Eve'),
    at(100, 58, '3. 02.05.1973 Vannes'),
    at(100, 72, '4a. 11.12.2019'),
    at(220, 72, '4b. 11.12.2034'),
    at(100, 86, '4c. Préfet'),
    at(100, 100, '519AV44071'),
    at(100, 130, '9. B'),
  ],
  { DocumentNumber: '19AV44071', LastName: 'DUPONT', FirstName: 'Anne, Louise, Eve', DateOfBirth: '1973-05-02', DateOfIssue: '2019-12-11' },
);

check(
  'reads dates in the order that other dates of the card show, and the country of the heading',
  [
    at(100, 8, 'THE UNION OF INDIA', 10),
    at(60, 24, 'MAHARASHTRA STATE MOTOR DRIVING LICENCE', 9),
    at(20, 40, 'DL No : MH12 20140077316'),
    at(220, 40, 'DOI : 22-08-2014'),
    at(20, 56, 'Valid Till : 04-05-2034'),
    at(20, 72, 'DOB : 05-05-1984'),
  ],
  { CountryRegion: 'IND', DateOfIssue: '2014-08-22', DateOfExpiration: '2034-05-04' },
);

check(
  'takes the value below a number whose caption was misread, and numbers in groups',
  [
    at(20, 8, 'Ontario', 12),
    at(120, 8, "DRIVER'S LICENCE", 9),
    at(120, 30, '8 ADDRESS'),
    at(120, 40, '45 RIDEAU ST'),
    at(120, 50, 'OTTAWA, ON K1M 2A3'),
    at(120, 64, '4d NUMBER', 6),
    at(120, 74, 'B2209 - 28107 - 65914'),
    at(120, 88, '5 DDIREF', 6),
    at(220, 88, '16 HGT', 6),
    at(120, 98, 'DM1184027'),
    at(220, 98, '167 cm'),
    at(120, 112, '3 DOBDDN', 6),
    at(120, 122, '1976/09/14'),
  ],
  { DocumentNumber: 'B2209 - 28107 - 65914', DocumentDiscriminator: 'DM1184027', DateOfBirth: '1976-09-14', Height: '167 cm' },
);

check(
  'reads Japanese dates with what stands behind them',
  [
    at(20, 8, '氏名佐藤花子'),
    at(160, 8, '平成4年6月18日生'),
    at(20, 24, '交付 今和03年05月27日'),
    at(20, 40, '2026年(今和08年)07月18日まで有効'),
    at(20, 56, '番号 第301508827640号'),
    at(20, 72, '運転免許証', 10),
  ],
  { DateOfBirth: '1992-06-18', DateOfIssue: '2021-05-27', DateOfExpiration: '2026-07-18', CountryRegion: 'JPN' },
);

check(
  'distinguishes class E from a French caption, and endorsements from the class where their letter is lost',
  [
    at(20, 8, 'Florida', 18),
    at(110, 10, 'DRIVER LICENSE', 10),
    at(300, 30, 'CLASS E', 10),
    at(130, 30, 'dB520-738-77-914-0', 11),
    at(130, 50, '3 DOB 11/14/1977'),
    at(130, 66, '9END', 6),
    at(155, 65, 'NONE'),
  ],
  {
    DocumentNumber: 'B520-738-77-914-0',
    VehicleClassifications: 'E',
    Endorsements: 'NONE',
    DateOfBirth: '1977-11-14',
  },
);

check(
  'reads a British number with five letters in front',
  [
    at(60, 8, 'DRIVING LICENCE', 14),
    at(130, 32, '1. ABERNATHY'),
    at(130, 45, '2. CALLUM FRASER'),
    at(130, 58, '3. 19.11.1983 SCOTLAND'),
    at(130, 71, '4a. 02.05.2018'),
    at(130, 84, '4b. 01.05.2028'),
    at(130, 97, '5. ABERN 811193 CF9XK'),
  ],
  { DocumentNumber: 'ABERN 811193 CF9XK', LastName: 'ABERNATHY' },
);

check(
  'takes the name of an Australian state for no person',
  [
    at(20, 8, 'VICTORIA AUSTRALIA', 10),
    at(250, 8, 'DRIVER LICENCE', 12),
    at(20, 30, 'JASPER LEE HUTCHINSON', 10),
    at(20, 46, 'UNIT 5 29 BANKSIA CRES', 9),
    at(20, 57, 'MILDURA VIC 3500', 9),
    at(120, 80, 'DATE OF BIRTH', 6),
    at(120, 88, '14-09-1993', 9),
  ],
  { FirstName: 'JASPER LEE', LastName: 'HUTCHINSON', DateOfBirth: '1993-09-14' },
);

check(
  'reads a weight with a decimal',
  [at(20, 8, 'BRITISH COLUMBIA', 12), at(20, 22, "DRIVER'S LICENCE (CAN)"), at(130, 140, 'Sex: M'), at(225, 140, 'Wt: 81.6 kg')],
  { Weight: '81.6 kg', Sex: 'M' },
);

check(
  'reads the birth of a Brazilian license, and not its first issue',
  [
    at(20, 6, 'REPÚBLICA FEDERATIVA DO BRASIL'),
    at(20, 16, 'CARTEIRA NACIONAL DE HABILITAÇÃO'),
    at(110, 30, '2 e 1 NOME E SOBRENOME', 6),
    at(110, 38, 'GUSTAVO HENRIQUE PADILHA'),
    at(300, 30, '1ª HABILITAÇÃO', 6),
    at(300, 38, '12/08/2009'),
    at(110, 52, '3 DATA, LOCAL E UF DE NASCIMENTO', 6),
    at(110, 60, '30/11/1990, LONDRINA, PR'),
  ],
  { DateOfBirth: '1990-11-30', LastName: 'PADILHA' },
);

check(
  'takes the long number that is left on an American license for the discriminator',
  [
    at(20, 8, 'Arizona', 18),
    at(110, 10, 'DRIVER LICENSE', 10),
    at(130, 30, '4d DLN D08264417'),
    at(130, 50, '3 DOB 02/09/1996'),
    at(130, 150, '2204F7719K8837201'),
  ],
  { DocumentNumber: 'D08264417', DocumentDiscriminator: '2204F7719K8837201' },
);

check(
  'takes a house number behind a misread 8 for no caption of a name, and a hyphen for the full stop of a number',
  [
    at(20, 8, 'NORTH DAKOTA', 14),
    at(150, 8, 'DRIVER LICENSE', 12),
    at(130, 40, '1- HALVORSEN'),
    at(130, 54, '2. CARL EDWIN'),
    at(128, 68, '1 608 PRAIRIE VIEW AVENUE'),
    at(138, 80, 'MINOT, ND 58701-0700'),
    at(130, 100, '3. DOB 05/23/1974'),
  ],
  { LastName: 'HALVORSEN', FirstName: 'CARL EDWIN', Address: '608 PRAIRIE VIEW AVENUE' },
);

check(
  'keeps the first figure of a house number whose caption was lost',
  [
    at(20, 8, 'IOWA', 14),
    at(150, 8, 'DRIVER LICENSE', 12),
    at(130, 40, '1 HALVORSEN'),
    at(130, 54, '2 CARL EDWIN'),
    at(130, 72, '147 PRAIRIE ST'),
    at(137, 84, 'CEDAR FALLS, IA 50613-4410'),
    at(130, 104, '3 DOB 05/23/1974'),
    at(130, 120, '4a ISS 08/19/2018'),
  ],
  { LastName: 'HALVORSEN', Address: '147 PRAIRIE ST' },
);
