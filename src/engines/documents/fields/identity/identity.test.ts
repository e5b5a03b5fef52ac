import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Field } from '../field.ts';
import { withoutPositions, createTestLayout } from '../../../../../test/support/test-layout.ts';
import { pageText } from '../captions/page-text.ts';
import { identityModels } from './models.ts';
import { readZone } from './mrz.ts';
import { cleanZoneLine, fitLength, repairZone } from './mrz-repair.ts';

const { extract } = identityModels[0]!;
const values = (fields: Readonly<Record<string, Field>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.type === 'object' ? values(field.value) : field.value]));
const lines = (texts: readonly string[], top = 200): { text: string; left: number; top: number }[] =>
  texts.map((text, i) => ({ text, left: 20, top: top + i * 12 }));

/** Specimen of ICAO 9303. */
const TD3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const TD1 = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];
const TD2 = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];

test('reads zones of all three formats with their check digits', () => {
  for (const [format, zone, number] of [
    ['TD3', TD3, 'L898902C3'],
    ['TD1', TD1, 'D23145890'],
    ['TD2', TD2, 'D23145890'],
  ] as const) {
    const found = readZone(pageText(createTestLayout(lines(zone)), 0))!;
    assert.deepEqual(
      {
        format: found.format,
        number: found.documentNumber,
        last: found.lastName,
        first: found.firstName,
        birth: found.birthDate,
        expiration: found.expirationDate,
        sex: found.sex,
        issuer: found.issuer,
        checked: found.checked,
      },
      {
        format,
        number,
        last: 'ERIKSSON',
        first: 'ANNA MARIA',
        birth: '1974-08-12',
        expiration: '2012-04-15',
        sex: 'F',
        issuer: 'UTO',
        checked: 1,
      },
    );
  }
});

test('repairs OCR errors in a zone', () => {
  const misreadZones: readonly (readonly string[])[] = [
    ['P<UTOERIKSSON<<ANNA<MARIA<<<K<<<<<<<C<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
    ['PKUTOERIKSSON<KANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8989O2C36UTO74O8122F12O4159ZE184226B<<<<<10'],
    ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<', 'L898902C36UT07408l22F1204159ZE184226B<<<<<10'],
    ['P<UTO ERIKSSON<<ANNA<MARIA <<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
    ['P<UTOERIKSSON«ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<1O'],
  ];
  for (const zone of misreadZones) {
    const found = readZone(pageText(createTestLayout(lines(zone)), 0));
    assert.deepEqual(
      [found?.documentNumber, found?.lastName, found?.firstName, found?.birthDate, found?.expirationDate, found?.nationality],
      ['L898902C3', 'ERIKSSON', 'ANNA MARIA', '1974-08-12', '2012-04-15', 'UTO'],
      zone.join(' '),
    );
  }
});

test('reads numbers and dates of a zone without its name line if the composite check digit is valid', () => {
  const found = readZone(pageText(createTestLayout(lines([TD3[1]!])), 0))!;
  assert.deepEqual(
    [found.format, found.documentNumber, found.birthDate, found.lastName, found.issuer, found.nationality],
    ['TD3', 'L898902C3', '1974-08-12', undefined, undefined, 'UTO'],
  );
  assert.equal(readZone(pageText(createTestLayout(lines(['L898902C36UTO7408122F1204159ZE184226B<<<<<14'])), 0)), undefined);
});

test('repairs zone lines', () => {
  assert.deepEqual(repairZone(TD2, 'TD2'), TD2);
  assert.equal(fitLength('AB<<<<CD', 6), 'AB<<CD');
  assert.equal(fitLength('AB<<CD', 8), 'AB<<<<CD');
  assert.deepEqual(repairZone([...TD1.slice(0, 2), 'ERIKSSON<<ANNA<MARIA<<<K<<<C<<'], 'TD1'), TD1);
  assert.equal(cleanZoneLine('p<uto «a ‹b'), 'P<UTO<<A<B');
});

test('rejects a zone without any valid check digit', () => {
  assert.equal(readZone(pageText(createTestLayout(lines([TD3[0]!, 'L898902C39UTO7408129F1204150ZE184226B<<<<<19'])), 0)), undefined);
  assert.equal(
    readZone(
      pageText(
        createTestLayout(lines(['A LONG LINE OF ORDINARY TEXT THAT SAYS NOTHING', 'AND ANOTHER ONE THAT FOLLOWS IT RIGHT AWAY, TOO'])),
        0,
      ),
    ),
    undefined,
  );
});

test('reads a passport by zone and print', () => {
  const layout = createTestLayout([
    { text: 'PASSPORT', left: 20, top: 10 },
    { text: 'Surname/Nom', left: 100, top: 30, height: 5 },
    { text: 'ERIKSSON', left: 100, top: 38 },
    { text: 'Given names/Prénoms', left: 100, top: 54, height: 5 },
    { text: 'ANNA MARIA', left: 100, top: 62 },
    { text: 'Lieu de naissance/Place of birth', left: 100, top: 80, height: 5 },
    { text: 'ZENITH', left: 100, top: 88 },
    { text: 'Date of issue', left: 100, top: 106, height: 5 },
    { text: '16 APR/AVR 07', left: 100, top: 114 },
    ...lines(TD3),
  ]);
  const [found] = extract(layout, {});
  assert.equal(found?.docType, 'idDocument.passport');
  const own = values(found!.fields);
  assert.deepEqual(
    [
      own['FirstName'],
      own['MiddleName'],
      own['LastName'],
      own['PlaceOfBirth'],
      own['DateOfIssue'],
      own['DateOfBirth'],
      own['DocumentType'],
    ],
    ['ANNA', 'MARIA', 'ERIKSSON', 'ZENITH', '2007-04-16', '1974-08-12', 'P'],
  );
  assert.equal((own['MachineReadableZone'] as Record<string, unknown>)['FirstName'], 'ANNA MARIA');
  assert.ok(found!.fields['LastName']!.confidence >= 0.96);
  assert.deepEqual(
    found!.fields['LastName']!.items.map((i) => (layout.items[i] as { text: string }).text),
    ['ERIKSSON'],
  );
});

test('distinguishes identity cards and residence permits', () => {
  assert.equal(extract(createTestLayout(lines(['IDENTITY CARD', ...TD1], 100)), {})[0]?.docType, 'idDocument.nationalIdentityCard');
  assert.equal(extract(createTestLayout(lines(['RESIDENCE PERMIT', ...TD1], 100)), {})[0]?.docType, 'idDocument.residencePermit');
});

test('reads a driver license with and without captions', () => {
  const numbered = extract(
    createTestLayout(
      lines(
        [
          'OREGON DRIVER LICENSE',
          '4d DL A1234567',
          '3 DOB 02/03/1980 4b EXP 02/03/2028',
          '1 SAMPLE',
          '2 PAT LEE',
          '8 12 OAK AVE APT 3',
          'SALEM, OR 97301',
          '9 CLASS C 12 RESTR NONE',
          '15 SEX F 18 EYES BRO',
          '16 HGT 5\'-08" 17 WGT 140 lb',
          '4a ISS 02/03/2020',
        ],
        20,
      ),
    ),
    {},
  )[0]!;
  assert.equal(numbered.docType, 'idDocument.driverLicense');
  const own = values(numbered.fields);
  assert.deepEqual((own['Address'] as Record<string, string>)['houseNumber'], '12');
  delete own['Address'];
  assert.deepEqual(own, {
    CountryRegion: 'USA',
    Region: 'Oregon',
    DocumentNumber: 'A1234567',
    FirstName: 'PAT LEE',
    LastName: 'SAMPLE',
    DateOfBirth: '1980-02-03',
    DateOfExpiration: '2028-02-03',
    DateOfIssue: '2020-02-03',
    EyeColor: 'BRO',
    Height: '5\'-08"',
    Weight: '140 lb',
    Sex: 'F',
    Restrictions: 'NONE',
    VehicleClassifications: 'C',
  });
  const bare = values(
    extract(
      createTestLayout(lines(['OHIO DRIVER LICENSE', 'SAMPLE', 'PAT LEE', '12 OAK AVE', 'SALEM, OH 44460', 'DOB 02/03/1980'], 20)),
      {},
    )[0]!.fields,
  );
  assert.deepEqual([bare['LastName'], bare['FirstName'], bare['DateOfBirth']], ['SAMPLE', 'PAT LEE', '1980-02-03']);
});

test('reads a social security card', () => {
  const [found] = extract(
    createTestLayout(lines(['SOCIAL SECURITY', '123-45-6789', 'THIS NUMBER HAS BEEN ESTABLISHED FOR', 'PAT LEE SAMPLE', 'SIGNATURE'], 20)),
    {},
  );
  assert.equal(found?.docType, 'idDocument.usSocialSecurityCard');
  assert.deepEqual(values(found!.fields), { DocumentNumber: '123-45-6789', FirstName: 'PAT LEE', LastName: 'SAMPLE' });
});

test('never throws on arbitrary words in identity documents', () => {
  const word = fc.oneof(
    fc.constantFrom(...TD3, ...TD1, 'Surname', 'DOB', '01/02/2020', '4d', 'DL', 'passport', '<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<'),
    fc.string({ minLength: 1, maxLength: 50 }).filter((text) => text.trim() !== ''),
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          text: word,
          left: fc.integer({ min: 0, max: 300 }),
          top: fc.integer({ min: 0, max: 300 }),
          height: fc.integer({ min: 1, max: 20 }),
        }),
        { maxLength: 15 },
      ),
      (own) => {
        assert.ok(Array.isArray(extract(createTestLayout(own), {})));
        assert.ok(Array.isArray(extract(withoutPositions(createTestLayout(own)), { locale: 'de' })));
      },
    ),
    { numRuns: 60 },
  );
});
