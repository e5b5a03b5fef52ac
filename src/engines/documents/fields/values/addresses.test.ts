import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Address } from '../field.ts';
import { addressOf } from './addresses.ts';

type Parts = Omit<Address, 'streetAddress'>;
const CASES: readonly [text: string, parts: Parts | undefined, locale?: string][] = [
  ['2318 MAIN STREET SALEM, OR 97301', { houseNumber: '2318', road: 'MAIN STREET', city: 'SALEM', state: 'OR', postalCode: '97301' }],
  [
    'TAX OFFICE PO BOX 1234 SALEM, OR 97301',
    { house: 'TAX OFFICE', poBox: 'PO BOX 1234', city: 'SALEM', state: 'OR', postalCode: '97301' },
  ],
  [
    '12 RIVER WAY, APT. 55 SALEM OR 97301',
    { houseNumber: '12', road: 'RIVER WAY', unit: 'APT. 55', city: 'SALEM', state: 'OR', postalCode: '97301' },
  ],
  [
    '1 River way Suite\n6000 Salem, OR\n97301',
    { houseNumber: '1', road: 'River way', unit: 'Suite 6000', city: 'Salem', state: 'OR', postalCode: '97301' },
  ],
  ['123 456th St New York, NY, 10001', { houseNumber: '123', road: '456th St', city: 'New York', state: 'NY', postalCode: '10001' }],
  [
    '1600 Pennsylvania Ave NW\nWashington, DC 20500\nUSA',
    { houseNumber: '1600', road: 'Pennsylvania Ave NW', city: 'Washington', state: 'DC', postalCode: '20500', countryRegion: 'USA' },
  ],
  ['100 Broadway, New York, NY 10005', { houseNumber: '100', road: 'Broadway', city: 'New York', state: 'NY', postalCode: '10005' }],
  ['12 Oak St Park City UT 84060', { houseNumber: '12', road: 'Oak St', city: 'Park City', state: 'UT', postalCode: '84060' }],
  [
    '9 Forest Hill Rd Springfield IL 62704',
    { houseNumber: '9', road: 'Forest Hill Rd', city: 'Springfield', state: 'IL', postalCode: '62704' },
  ],
  [
    '2400 Highway 59 Houston TX 77002-1234',
    { houseNumber: '2400', road: 'Highway 59', city: 'Houston', state: 'TX', postalCode: '77002-1234' },
  ],
  [
    '500 S Main St Springfield, Illinois 62701',
    { houseNumber: '500', road: 'S Main St', city: 'Springfield', state: 'Illinois', postalCode: '62701' },
  ],
  [
    '100 King St W Suite 400 Toronto ON M5X 1A9',
    { houseNumber: '100', road: 'King St W', unit: 'Suite 400', city: 'Toronto', state: 'ON', postalCode: 'M5X 1A9' },
  ],
  ['1 George Street Sydney NSW 2000', { houseNumber: '1', road: 'George Street', city: 'Sydney', state: 'NSW', postalCode: '2000' }],
  ['123 Main St', { houseNumber: '123', road: 'Main St' }],
  ['10 Downing Street, London SW1A 2AA', { houseNumber: '10', road: 'Downing Street', city: 'London', postalCode: 'SW1A 2AA' }],
  [
    'Flat 2, 15 High Street\nCambridge\nCambridgeshire\nCB2 1TN\nUnited Kingdom',
    {
      houseNumber: '15',
      road: 'High Street',
      unit: 'Flat 2',
      city: 'Cambridge',
      state: 'Cambridgeshire',
      postalCode: 'CB2 1TN',
      countryRegion: 'GBR',
    },
  ],
  [
    'Rose Cottage, Mill Lane, Grantchester, Cambridge CB3 9NB',
    { house: 'Rose Cottage', road: 'Mill Lane', suburb: 'Grantchester', city: 'Cambridge', postalCode: 'CB3 9NB' },
  ],
  ['22 High Street Bath BA1 1AA', { houseNumber: '22', road: 'High Street', city: 'Bath', postalCode: 'BA1 1AA' }],
  ['Hauptstraße 12a, 10115 Berlin', { houseNumber: '12a', road: 'Hauptstraße', city: 'Berlin', postalCode: '10115' }],
  [
    'Hauptstr. 12 D-10115 Berlin Deutschland',
    { houseNumber: '12', road: 'Hauptstr.', city: 'Berlin', postalCode: '10115', countryRegion: 'DEU' },
  ],
  ['Am Alten Markt 3-5\n50667 Köln', { houseNumber: '3-5', road: 'Am Alten Markt', city: 'Köln', postalCode: '50667' }, 'de'],
  ['12 bis rue de la Paix 75002 Paris', { houseNumber: '12 bis', road: 'rue de la Paix', city: 'Paris', postalCode: '75002' }],
  [
    '12, rue de la Paix, 75002 Paris, France',
    { houseNumber: '12', road: 'rue de la Paix', city: 'Paris', postalCode: '75002', countryRegion: 'FRA' },
  ],
  ['Calle Mayor 5, 2º B, 28013 Madrid', { houseNumber: '5', road: 'Calle Mayor', unit: '2º B', city: 'Madrid', postalCode: '28013' }],
  [
    'C/ Mayor, 5, 28013 Madrid (Madrid) España',
    { houseNumber: '5', road: 'C/ Mayor', city: 'Madrid', state: 'Madrid', postalCode: '28013', countryRegion: 'ESP' },
  ],
  ['Via Roma 10, 20121 Milano MI', { houseNumber: '10', road: 'Via Roma', city: 'Milano', state: 'MI', postalCode: '20121' }],
  ['Keizersgracht 123-2, 1015 CJ Amsterdam', { houseNumber: '123-2', road: 'Keizersgracht', city: 'Amsterdam', postalCode: '1015 CJ' }],
  ['Postbus 123 1000 AA Amsterdam', { poBox: 'Postbus 123', city: 'Amsterdam', postalCode: '1000 AA' }],
  [
    'Dorpsstraat 7, 1015 CJ Amsterdam, The Netherlands',
    { houseNumber: '7', road: 'Dorpsstraat', city: 'Amsterdam', postalCode: '1015 CJ', countryRegion: 'NLD' },
  ],
  ['Bahnhofstrasse 1, 8001 Zürich', { houseNumber: '1', road: 'Bahnhofstrasse', city: 'Zürich', postalCode: '8001' }, 'de-CH'],
  ['John Smith', undefined],
  ['Total 12345 items', undefined],
  ['', undefined],
  ['Invoice 2024 May', undefined],
  ['555-1234', undefined],
];

test('parses addresses by country, and rejects other text', () => {
  for (const [text, parts, locale] of CASES) {
    const found = addressOf(text, { locale });
    const { streetAddress, ...rest } = found ?? {};
    assert.deepEqual(found === undefined ? undefined : rest, parts, text);
    assert.equal(found !== undefined && (found.road ?? found.poBox) !== undefined, streetAddress !== undefined, text);
  }
});

test('returns the text before the city as street address, without the suburb', () => {
  assert.equal(addressOf('7 Lantern Street\nWapping, London, E1 7QX')?.streetAddress, '7 Lantern Street');
  assert.equal(addressOf('Flat 3, 7 Lantern Street, Wapping, London, E1 7QX')?.streetAddress, 'Flat 3, 7 Lantern Street');
  assert.equal(addressOf('12 RIVER WAY, APT. 55 SALEM OR 97301')?.streetAddress, '12 RIVER WAY, APT. 55');
  assert.equal(addressOf('12 bis rue de la Paix\n75002 Paris')?.streetAddress, '12 bis rue de la Paix');
});
