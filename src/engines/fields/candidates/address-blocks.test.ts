import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedPage } from '../../../../training/documents/evaluation/typed-page.ts';
import { findAddresses, classifyLine } from './address-blocks.ts';
import { segmentText } from '../text/segmented-text.ts';

const addresses = (text: string): { text: string; recipient?: string }[] =>
  findAddresses(segmentText(typedPage(text)), []).map((found) => ({
    text: found.text,
    recipient: found.recipient?.segment.text.slice(found.recipient.start, found.recipient.end),
  }));

test('classifies address lines of several countries', () => {
  const kinds: Record<string, string> = {
    '123 456th St': 'street',
    'New York, NY, 10001': 'place',
    'Hauptstraße 12a': 'street',
    '10115 Berlin': 'place',
    '12 bis, rue de la Paix': 'street',
    '1012 AB Amsterdam': 'place',
    'Via Roma, 7': 'street',
    'London SW1A 1AA': 'place',
    'P.O. Box 4411': 'street',
    Deutschland: 'country',
    'Tel. 030 123456': 'other',
    'Total 12.00': 'other',
    '5 Main Street, Springfield, IL 62701': 'both',
    'NO.53 55,57 & 59, JALAN SAGU 18,': 'street',
  };
  for (const [text, kind] of Object.entries(kinds)) assert.equal(classifyLine(text), kind, text);
});

test('finds an address from street to place, with the line above as recipient', () => {
  assert.deepEqual(addresses('Acme Ltd\n5 Oak Avenue\nBuilding C\nAustin, TX 73301\nTel: 512-555-0100'), [
    { text: '5 Oak Avenue Building C Austin, TX 73301', recipient: 'Acme Ltd' },
  ]);
  assert.deepEqual(addresses('LOT 1851-A & 1851-B, JALAN KPB 6,\nKAWASAN PERINDUSTRIAN,\n43300 SERI KEMBANGAN,\nSELANGOR'), [
    { text: 'LOT 1851-A & 1851-B, JALAN KPB 6, KAWASAN PERINDUSTRIAN, 43300 SERI KEMBANGAN, SELANGOR', recipient: undefined },
  ]);
});

test('separates addresses side by side, and ignores customer numbers', () => {
  assert.deepEqual(
    addresses('Anna Bell              Carl Dorn\n1 Main Street          2 Park Lane\nBoston, MA 02108       Denver, CO 80014').map(
      ({ recipient }) => recipient,
    ),
    ['Anna Bell', 'Carl Dorn'],
  );
  assert.deepEqual(addresses('Customer ID: CID-12345'), []);
});
