/** Layouts of passports, identity cards and permits as countries print them; persons and numbers are fictitious. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestLine } from '../../../../../test/support/test-layout.ts';
import { createTestLayout } from '../../../../../test/support/test-layout.ts';
import { at, checkPrinted, readPrinted, sketch } from '../../../../../test/support/printed-fields.ts';
import { extractDocuments } from '../extract.ts';
import { identityModels } from './models.ts';

const check = (name: string, lines: readonly TestLine[], expected: Record<string, unknown>): void => {
  checkPrinted(identityModels[0]!, name, lines, expected);
};

check(
  'reads a passport page without a zone',
  [
    at(20, 8, 'UNITED STATES OF AMERICA', 12),
    at(20, 24, 'PASSPORT', 10),
    at(120, 30, 'Type / Type', 5),
    at(170, 30, 'Code / Code', 5),
    at(260, 30, 'Passport No. / No. du Passeport', 5),
    at(120, 38, 'P'),
    at(170, 38, 'USA'),
    at(260, 38, '340007237'),
    at(120, 52, 'Surname / Nom / Apellidos', 5),
    at(120, 60, 'TRAVELER'),
    at(120, 74, 'Given Names / Prénoms / Nombres', 5),
    at(120, 82, 'HAPPY'),
    at(120, 96, 'Nationality / Nationalité / Nacionalidad', 5),
    at(120, 104, 'UNITED STATES OF AMERICA'),
    at(120, 118, 'Date of birth / Date de naissance / Fecha de nacimiento', 5),
    at(120, 126, '15 May 1950'),
    at(120, 140, 'Place of birth / Lieu de naissance / Lugar de nacimiento', 5),
    at(300, 140, 'Sex / Sexe / Sexo', 5),
    at(120, 148, 'TEXAS, U.S.A.'),
    at(300, 148, 'M'),
    at(120, 162, 'Date of issue / Date de délivrance / Fecha de expedición', 5),
    at(300, 162, 'Authority / Autorité / Autoridad', 5),
    at(120, 170, '14 May 2017'),
    at(300, 170, 'United States'),
    at(120, 184, "Date of expiration / Date d'expiration / Fecha de caducidad", 5),
    at(120, 192, '14 May 2027'),
  ],
  {
    docType: 'idDocument.passport',
    DocumentNumber: '340007237',
    LastName: 'TRAVELER',
    FirstName: 'HAPPY',
    Nationality: 'USA',
    CountryRegion: 'USA',
    DateOfBirth: '1950-05-15',
    DateOfIssue: '2017-05-14',
    DateOfExpiration: '2027-05-14',
    Sex: 'M',
    PlaceOfBirth: 'TEXAS, U.S.A.',
    IssuingAuthority: 'United States',
  },
);

check(
  'reads a German identity card',
  [
    at(20, 8, 'BUNDESREPUBLIK DEUTSCHLAND', 9),
    at(20, 22, 'PERSONALAUSWEIS', 9),
    at(300, 22, 'L01X00T47'),
    at(120, 40, 'Name / Surname / Nom', 5),
    at(120, 48, 'MUSTER'),
    at(120, 60, 'Vornamen / Given names / Prénoms', 5),
    at(120, 68, 'ERIKA'),
    at(120, 82, 'Geburtstag / Date of birth', 5),
    at(220, 82, 'Staatsangehörigkeit / Nationality', 5),
    at(120, 90, '12.08.1983'),
    at(220, 90, 'DEUTSCH'),
    at(120, 104, 'Geburtsort / Place of birth', 5),
    at(120, 112, 'BERLIN'),
    at(120, 126, 'Gültig bis / Date of expiry', 5),
    at(120, 134, '02.08.2031'),
  ],
  {
    docType: 'idDocument.nationalIdentityCard',
    CountryRegion: 'DEU',
    LastName: 'MUSTER',
    FirstName: 'ERIKA',
    DateOfBirth: '1983-08-12',
    PlaceOfBirth: 'BERLIN',
    DateOfExpiration: '2031-08-02',
  },
);

check(
  'reads a Spanish identity card',
  [
    at(20, 8, 'ESPAÑA', 9),
    at(100, 8, 'DOCUMENTO NACIONAL DE IDENTIDAD', 9),
    at(20, 30, 'DNI 48213675V', 10),
    at(120, 44, 'APELLIDOS / SURNAMES', 5),
    at(120, 52, 'IBARRA SOLER'),
    at(120, 66, 'NOMBRE / NAME', 5),
    at(120, 74, 'LUCÍA'),
    at(120, 88, 'SEXO / SEX', 5),
    at(180, 88, 'NACIONALIDAD / NATIONALITY', 5),
    at(120, 96, 'F'),
    at(180, 96, 'ESP'),
    at(120, 110, 'FECHA DE NACIMIENTO / DATE OF BIRTH', 5),
    at(120, 118, '17 05 1988'),
    at(120, 132, 'VALIDEZ / DATE OF EXPIRY', 5),
    at(120, 140, '01 06 2031'),
  ],
  {
    docType: 'idDocument.nationalIdentityCard',
    CountryRegion: 'ESP',
    DocumentNumber: '48213675V',
    LastName: 'IBARRA SOLER',
    FirstName: 'LUCÍA',
    Sex: 'F',
    DateOfBirth: '1988-05-17',
    DateOfExpiration: '2031-06-01',
  },
);

check(
  'reads a French identity card by its own zone',
  [
    at(20, 8, 'CARTE NATIONALE D’IDENTITÉ N° : 130475601234', 8),
    at(20, 150, 'IDFRALAMBERT<<<<<<<<<<<<<<<<<<754031', 8),
    at(20, 164, '1304756012340CLAIRE<<<<<<<<7103140F4', 8),
  ],
  {
    docType: 'idDocument.nationalIdentityCard',
    CountryRegion: 'FRA',
    DocumentNumber: '130475601234',
    LastName: 'LAMBERT',
    FirstName: 'CLAIRE',
    DateOfBirth: '1971-03-14',
    Sex: 'F',
  },
);

check(
  'reads a permanent resident card',
  [
    at(20, 6, 'UNITED STATES OF AMERICA', 8),
    at(20, 18, 'PERMANENT RFSIDENT', 12),
    at(120, 40, 'Surname', 6),
    at(120, 48, 'SPECIMEN'),
    at(120, 60, 'Given Name', 6),
    at(120, 68, 'TEST V'),
    at(120, 82, 'USCIS#', 6),
    at(200, 82, 'Category', 6),
    at(120, 90, '000-417-352'),
    at(200, 90, 'RE8'),
    at(120, 104, 'Country of Birth', 6),
    at(120, 112, 'Utopia'),
    at(120, 126, 'Date of Birth', 6),
    at(220, 126, 'Sex', 6),
    at(120, 134, '01 JAN 1920'),
    at(220, 134, 'F'),
    at(120, 148, 'Card Expires:'),
    at(210, 148, '02/22/27'),
    at(120, 160, 'Resident Since:'),
    at(210, 160, '02/22/17'),
  ],
  {
    docType: 'idDocument.residencePermit',
    CountryRegion: 'USA',
    LastName: 'SPECIMEN',
    FirstName: 'TEST V',
    DocumentNumber: '000-417-352',
    Category: 'RE8',
    PlaceOfBirth: 'Utopia',
    DateOfBirth: '1920-01-01',
    Sex: 'F',
    DateOfExpiration: '2027-02-22',
  },
);

check(
  'reads a European residence permit',
  [
    at(20, 6, 'RESIDENCE PERMIT', 10),
    at(250, 6, 'RP1234567'),
    at(120, 30, 'NAME', 5),
    at(120, 38, 'MENSAH ABENA'),
    at(120, 52, 'VALID UNTIL', 5),
    at(120, 60, '24 12 2029'),
    at(120, 74, 'PLACE AND DATE OF ISSUE', 5),
    at(120, 82, 'LEEDS 10 01 2024'),
    at(120, 96, 'TYPE OF PERMIT', 5),
    at(120, 104, 'SETTLEMENT'),
  ],
  { docType: 'idDocument.residencePermit', DateOfExpiration: '2029-12-24', Category: 'SETTLEMENT' },
);

check(
  'reads a social security card with the name on two lines and an arched heading that was not read',
  [
    at(150, 60, '123-45-6789', 14),
    at(100, 90, 'THIS NUMBER HAS BEFN ESTABLISHED FOR', 6),
    at(150, 104, 'PAT LEE', 10),
    at(150, 116, 'SAMPLE JR', 10),
    at(160, 150, 'SIGNATURE', 6),
    at(280, 160, '03/04/2015', 7),
  ],
  {
    docType: 'idDocument.usSocialSecurityCard',
    DocumentNumber: '123-45-6789',
    FirstName: 'PAT LEE',
    LastName: 'SAMPLE JR',
    DateOfIssue: '2015-03-04',
  },
);

check(
  'accepts misread captions in a passport',
  [
    at(20, 8, 'PASSEPORT', 10),
    at(120, 30, 'Nom/Surnarne (1)', 5),
    at(120, 38, 'DUPONT'),
    at(120, 52, 'Prénorns/Given narnes (2)', 5),
    at(120, 60, 'Zoé'),
    at(120, 74, 'Date de naissonce/Date of birth (4)', 5),
    at(250, 74, 'Lieu de naissanse/Place of birth (5)', 5),
    at(120, 82, '23 04 1991'),
    at(250, 82, 'ANNECY'),
    at(120, 96, 'Date de délivrance/Date of issue (7)', 5),
    at(120, 104, '14 09 2016'),
    at(120, 118, "Date d'expiration/Date of expiry (8)", 5),
    at(120, 126, '13 09 2026'),
  ],
  {
    docType: 'idDocument.passport',
    LastName: 'DUPONT',
    FirstName: 'Zoé',
    DateOfBirth: '1991-04-23',
    PlaceOfBirth: 'ANNECY',
    DateOfIssue: '2016-09-14',
    DateOfExpiration: '2026-09-13',
  },
);

check(
  'takes no name for a caption',
  [
    at(20, 8, 'SOUTH CAROLINA', 12),
    at(20, 24, "DRIVER'S LICENSE", 10),
    at(20, 40, '1 BENNETT'),
    at(20, 54, '2 JAMES FRANKLIN'),
    at(20, 68, '8 10311 WILSON BLVD'),
    at(20, 82, 'BLYTHEWOOD SC 29016'),
  ],
  { LastName: 'BENNETT', FirstName: 'JAMES FRANKLIN' },
);

check(
  'reads the pages of a Russian passport',
  [
    at(120, 20, 'Фамилия', 6),
    at(180, 20, 'СОКОЛОВА'),
    at(120, 40, 'Имя', 6),
    at(180, 40, 'ЕЛЕНА'),
    at(120, 60, 'Отчество', 6),
    at(180, 60, 'ВИКТОРОВНА'),
    at(120, 80, 'Дата рождения', 6),
    at(220, 80, '07.01.1987'),
    at(120, 140, '70 08 400000', 10),
  ],
  { DocumentNumber: '70 08 400000', LastName: 'СОКОЛОВА', FirstName: 'ЕЛЕНА ВИКТОРОВНА', DateOfBirth: '1987-01-07' },
);

check(
  'reads date of birth and sex from the number of a Chinese card',
  [
    at(20, 20, '民族'),
    at(60, 20, '汉'),
    at(20, 60, '住址'),
    at(60, 60, '浙江省杭州市西湖区文三路128号'),
    at(120, 120, '330106199103180047'),
  ],
  { DocumentNumber: '330106199103180047', DateOfBirth: '1991-03-18', Sex: 'F' },
);

test('keeps the number of the house and the state in a Malaysian address', () => {
  const layout = createTestLayout([
    at(20, 10, 'KAD PENGENALAN', 10),
    at(200, 10, 'MALAYSIA', 10),
    at(20, 40, '880412-10-5566', 10),
    at(20, 120, 'NURUL AIN BINTI HASSAN'),
    at(20, 140, 'NO 8 JALAN MAWAR 3'),
    at(20, 152, 'TAMAN SERI INDAH'),
    at(20, 164, '43000 KAJANG'),
    at(20, 176, 'SELANGOR'),
  ]);
  const { fields } = extractDocuments('prebuilt-idDocument', layout)[0]!;
  const words = fields.Address?.items.map((item) => (layout.items[item] as { text: string }).text);
  assert.equal(words?.join(' '), 'NO 8 JALAN MAWAR 3 TAMAN SERI INDAH 43000 KAJANG SELANGOR');
});

test('finds no document in a letter', () => {
  assert.deepEqual(
    readPrinted(identityModels[0]!, [
      at(20, 20, 'Dear Sir or Madam,'),
      at(20, 40, 'thank you for your letter of 02/03/2020.'),
      at(20, 60, 'Yours sincerely'),
    ]),
    [],
  );
});

check(
  'reads a name of three lines below one caption',
  [
    at(60, 6, 'INSTITUTO NACIONAL ELECTORAL', 9),
    at(60, 18, 'CREDENCIAL PARA VOTAR', 9),
    at(120, 36, 'NOMBRE', 6),
    at(120, 44, 'GÓMEZ'),
    at(120, 54, 'MUESTRA'),
    at(120, 64, 'MARGARITA'),
    at(120, 78, 'FECHA DE NACIMIENTO', 6),
    at(120, 86, '05/07/1980'),
  ],
  {
    docType: 'idDocument.nationalIdentityCard',
    CountryRegion: 'MEX',
    LastName: 'GÓMEZ MUESTRA',
    FirstName: 'MARGARITA',
    DateOfBirth: '1980-07-05',
  },
);

check(
  'reads an Indian card with one caption for the whole name',
  [
    at(20, 6, 'INCOME TAX DEPARTMENT', 9),
    at(250, 6, 'GOVT. OF INDIA', 9),
    at(20, 30, 'Permanent Account Number Card', 6),
    at(20, 40, 'ABCDE1234F', 10),
    at(20, 60, 'Name', 6),
    at(20, 68, 'RAHUL KUMAR SAMPLE'),
    at(20, 82, "Father's Name", 6),
    at(20, 90, 'SANJAY SAMPLE'),
    at(20, 104, 'Date of Birth', 6),
    at(20, 112, '23/11/1974'),
  ],
  {
    docType: 'idDocument.nationalIdentityCard',
    CountryRegion: 'IND',
    DocumentNumber: 'ABCDE1234F',
    FirstName: 'RAHUL KUMAR',
    LastName: 'SAMPLE',
    DateOfBirth: '1974-11-23',
  },
);

check(
  'reads months in two languages and a sex in two languages',
  [
    at(20, 6, 'KONINKRIJK DER NEDERLANDEN', 9),
    at(20, 18, 'PASPOORT', 9),
    at(120, 30, 'Documentnummer/document no./no. du document', 5),
    at(120, 38, 'SPECI2014'),
    at(120, 52, 'Naam/surname/nom', 5),
    at(120, 60, 'De Bruijn'),
    at(120, 74, 'Voornamen/given names/prénoms', 5),
    at(120, 82, 'Willeke'),
    at(120, 96, 'Geboortedatum/date of birth/date de naissance', 5),
    at(120, 104, '10 MAA/MAR 1965'),
    at(120, 118, 'Geslacht/sex/sexe', 5),
    at(120, 126, 'V/F'),
    at(120, 140, "Geldig tot/date of expiry/date d'expiration", 5),
    at(120, 148, '09 MAA/MAR 2024'),
  ],
  {
    docType: 'idDocument.passport',
    CountryRegion: 'NLD',
    DocumentNumber: 'SPECI2014',
    LastName: 'De Bruijn',
    FirstName: 'Willeke',
    DateOfBirth: '1965-03-10',
    DateOfExpiration: '2024-03-09',
    Sex: 'F',
  },
);

check(
  'reads an employment authorization with captions in a row',
  [
    at(20, 6, 'UNITED STATES OF AMERICA', 9),
    at(20, 18, 'EMPLOYMENT AUTHORIZATION', 12),
    at(120, 36, 'Surname', 6),
    at(120, 44, 'TESTER'),
    at(120, 56, 'Given Name', 6),
    at(120, 64, 'PAT'),
    at(120, 78, 'USCIS#', 6),
    at(190, 78, 'Category', 6),
    at(250, 78, 'Card#', 6),
    at(120, 86, '000-999-111'),
    at(190, 86, 'C09'),
    at(250, 86, 'SRC9999999999'),
    at(120, 100, 'Card Expires:'),
    at(200, 100, '02/02/22'),
  ],
  {
    docType: 'idDocument.residencePermit',
    DocumentNumber: '000-999-111',
    Category: 'C09',
    LastName: 'TESTER',
    FirstName: 'PAT',
    DateOfExpiration: '2022-02-02',
  },
);

check(
  'reads place and date of birth behind one caption',
  sketch(
    'REPUBBLICA ITALIANA',
    'CARTA DI IDENTITÀ',
    '^COGNOME / SURNAME',
    'PROVA',
    '^NOME / NAME',
    'LINA',
    '^LUOGO E DATA DI NASCITA / PLACE AND DATE OF BIRTH',
    'BORGO (XY) 03.04.1981',
    '^SESSO / SEX',
    'F',
  ),
  { LastName: 'PROVA', FirstName: 'LINA', PlaceOfBirth: 'BORGO (XY)', DateOfBirth: '1981-04-03', Sex: 'F' },
);

check(
  'reads a second surname on the next line, and a range of validity',
  sketch(
    'REPÚBLICA DE CHILE',
    'CÉDULA DE IDENTIDAD',
    '^APELLIDOS',
    'MUESTRA',
    'PRUEBA',
    '^NOMBRES',
    'CLARA INÉS',
    '^SEXO|VALIDEZ',
    'F|02.03.2020-02.03.2030',
  ),
  { LastName: 'MUESTRA PRUEBA', FirstName: 'CLARA INÉS', Sex: 'F', DateOfExpiration: '2030-03-02' },
);

check(
  'reads names above their captions',
  sketch('REPÚBLICA DE COLOMBIA', 'CÉDULA DE CIUDADANÍA', 'NÚMERO 1.234.567.890', 'MUESTRA PRUEBA', '^APELLIDOS', 'CLARA INÉS', '^NOMBRES'),
  { DocumentNumber: '1.234.567.890', LastName: 'MUESTRA PRUEBA', FirstName: 'CLARA INÉS' },
);

check(
  'reads a card without captions of name, sex and number',
  sketch('Government of India', 'Asha Sample', 'DOB: 12/03/1988', 'Female', '1234 5678 9012'),
  { FirstName: 'Asha', LastName: 'Sample', DateOfBirth: '1988-03-12', Sex: 'F', DocumentNumber: '1234 5678 9012', CountryRegion: 'IND' },
);

check(
  'takes the number of the license, not that of the card, and the day first in Australia',
  sketch(
    'New South Wales, Australia',
    'PAT SAMPLE',
    '12 OAK STREET',
    'SYDNEY NSW 2000',
    '^Card Number',
    '2 123 456 789',
    '^License No.|License Class',
    '12345678|C',
    '^Date of Birth|License Expiry',
    '03/02/1980|04/03/2026',
  ),
  {
    DocumentNumber: '12345678',
    DateOfBirth: '1980-02-03',
    DateOfExpiration: '2026-03-04',
    CountryRegion: 'AUS',
  },
);

check(
  'reads a full name behind the caption of names alone, and words for the sex',
  sketch(
    'PROVINSI JAWA TENGAH',
    'NIK : 3171234567890123',
    'Nama : SITI CONTOH',
    'Tempat/Tgl Lahir : SOLO, 18-02-1986',
    'Jenis Kelamin : PEREMPUAN',
    'Berlaku Hingga : 22-02-2027',
  ),
  { FirstName: 'SITI', LastName: 'CONTOH', PlaceOfBirth: 'SOLO', DateOfBirth: '1986-02-18', Sex: 'F', CountryRegion: 'IDN' },
);

check(
  'reads a zone whose line of names is missing',
  sketch('IDENTITY CARD', 'I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6'),
  { DocumentNumber: 'D23145890', DateOfBirth: '1974-08-12', DateOfExpiration: '2012-04-15', Sex: 'F' },
);

check(
  'reads a nationality below a caption of one word, and months in two languages',
  sketch('PASSPORT', '^Passport No.|Code', 'E12345678|CHN', '^Nationality|Date of birth', '中国/CHINESE|29 7月/JUL 1981'),
  { DocumentNumber: 'E12345678', Nationality: 'CHN', DateOfBirth: '1981-07-29' },
);

check(
  'finds places of a passport without captions by the order of its values, and drops a filler that was read as a K',
  [
    at(20, 8, 'UTOPIA', 10),
    at(120, 8, 'PASSPORT', 10),
    at(120, 40, 'ERIKSSON'),
    at(120, 60, 'ANNA MARIA'),
    at(120, 80, 'UTOPIAN'),
    at(120, 100, '12 AUG /AOU 74'),
    at(120, 120, 'F'),
    at(180, 120, 'ZENITH'),
    at(120, 140, '16 APR /AVR 07'),
    at(220, 140, 'PASSPORT OFFICE A'),
    at(120, 160, '15 APR /AVR 12'),
    at(20, 200, 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 10),
    at(20, 214, 'L8989020K8UTO7408122F1204159<<<<<<<<<<<<<<02', 10),
  ],
  { LastName: 'ERIKSSON', PlaceOfBirth: 'ZENITH', IssuingAuthority: 'PASSPORT OFFICE A', DateOfIssue: '2007-04-16' },
);

check(
  'finds names in capitals with unread captions between them, and the number that contains the date of birth',
  [
    at(60, 8, 'REPUBLICA DE COLOMBIA', 9),
    at(60, 22, 'CEDULA DE CIUDADANIA', 9),
    at(20, 50, 'VALENCIA RIOS', 8),
    at(20, 74, 'LUZ ESTELLA', 8),
    at(20, 100, 'FECHA DE NACIMIENTO', 5),
    at(20, 108, '14.05.1985'),
    at(160, 120, '2850514125411'),
  ],
  { LastName: 'VALENCIA RIOS', FirstName: 'LUZ ESTELLA', DateOfBirth: '1985-05-14', DocumentNumber: '2850514125411' },
);

check(
  'reads a name with a comma below the caption of surnames alone',
  [
    at(20, 8, 'PASSPORT', 10),
    at(20, 30, 'Passport No.', 5),
    at(20, 38, 'X48210937'),
    at(120, 52, 'Surname', 5),
    at(120, 60, 'QUILL, NORA'),
    at(120, 118, 'Date of birth', 5),
    at(120, 126, '15 May 1950'),
  ],
  { LastName: 'QUILL', FirstName: 'NORA' },
);

check(
  'reads dates with two names of a month and a short year, and a nationality that resembles another',
  [
    at(20, 8, 'FEDERAL REPUBLIC OF NIGERIA', 9),
    at(240, 8, 'PASSPORT', 9),
    at(130, 30, 'Surname', 6),
    at(130, 38, 'OKONJO', 9),
    at(130, 54, 'Nationality', 6),
    at(130, 62, 'NIGERIAN', 9),
    at(130, 80, 'Date of Birth', 6),
    at(130, 88, '02 DEC / DEC 85', 9),
    at(130, 104, 'Date of Issue', 6),
    at(130, 112, '11 MAR / MARS 20', 9),
    at(130, 128, 'Date of Expiry', 6),
    at(130, 136, '10 MAR / MARS 25', 9),
  ],
  { Nationality: 'NGA', DateOfBirth: '1985-12-02', DateOfIssue: '2020-03-11', DateOfExpiration: '2025-03-10' },
);

check(
  'puts the series before the number of a Romanian card',
  [
    at(20, 8, 'ROMANIA CARTE DE IDENTITATE', 9),
    at(20, 20, 'SERIA XR NR 772104', 9),
    at(130, 40, 'Nume/Nom/Last name', 6),
    at(130, 48, 'DUMITRESCU', 9),
  ],
  { DocumentNumber: 'XR 772104', LastName: 'DUMITRESCU' },
);

check(
  'reads the given name of a Croatian card, and the sex behind a word in another script',
  [
    at(20, 8, 'REPUBLIKA HRVATSKA OSOBNA ISKAZNICA', 9),
    at(130, 34, 'Prezime / Surname', 6),
    at(130, 42, 'MARUŠIĆ', 9),
    at(130, 56, 'Ime / Name', 6),
    at(130, 64, 'DOMAGOJ', 9),
    at(130, 90, 'पुरुष / MALE', 9),
  ],
  { LastName: 'MARUŠIĆ', FirstName: 'DOMAGOJ', Sex: 'M' },
);

check(
  'takes a date of issue long before the expiration for the birth',
  [
    at(20, 8, 'PASSPORT', 9),
    at(130, 30, 'Surname', 6),
    at(130, 38, 'DESROCHERS', 9),
    at(130, 60, 'Date of issue', 6),
    at(130, 68, '17 05 1990', 9),
    at(130, 90, 'Date of expiry', 6),
    at(130, 98, '21 11 2028', 9),
  ],
  { DateOfBirth: '1990-05-17', DateOfIssue: undefined, DateOfExpiration: '2028-11-21' },
);
