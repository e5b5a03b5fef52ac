/** Barcodes of North American cards; persons and numbers are fictitious. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestLayout } from '../../../../../test/support/test-layout.ts';
import { identityModels } from './models.ts';

const { extract } = identityModels[0]!;

const BARCODE = [
  '@\n\u001e\rANSI 636000080002DL00410278ZV03190008DLDAQT64235789',
  'DCSWINTER\nDDEN\nDACJUNE\nDDFN\nDADANN\nDDGN',
  'DCAD\nDCBK\nDCDNONE\nDBD06062018\nDBB06061986\nDBA12102026\nDBC2\nDAU068 in\nDAYBRO',
  'DAG12 OAK AVE\nDAIDAYTON\nDAJOH\nDAK454020000\nDCF2424244747474786102204\nDCGUSA',
].join('\n');

test('reads the barcode of a license and prefers it to what is printed', () => {
  const layout = createTestLayout([
    { text: 'DRIVER LICENSE', left: 100, top: 10 },
    { text: 'DOB 06/06/1986', left: 100, top: 30 },
    { text: 'LN W1NTER', left: 100, top: 50 },
  ]);
  const box = { left: 0, top: 100, right: 300, bottom: 160 };
  const pages = layout.pages.map((page) => ({ ...page, barcodes: [{ kind: 'PDF417', value: BARCODE, box, confidence: 0.99 }] }));
  const [found] = extract({ ...layout, pages }, {});
  const value = (name: string): unknown => (found?.fields[name] as { value?: unknown } | undefined)?.value;
  assert.equal(found?.docType, 'idDocument.driverLicense');
  assert.deepEqual(
    ['DocumentNumber', 'LastName', 'FirstName', 'DateOfBirth', 'DateOfIssue', 'DateOfExpiration', 'Sex', 'Height', 'EyeColor'].map(value),
    ['T64235789', 'WINTER', 'JUNE ANN', '1986-06-06', '2018-06-06', '2026-12-10', 'F', '68 in', 'BRO'],
  );
  assert.deepEqual(['VehicleClassifications', 'Restrictions', 'Endorsements'].map(value), ['D', 'K', undefined]);
  assert.equal((value('Address') as { postalCode?: string }).postalCode, '45402');
  assert.ok(found.confidence > 0.8);
});

test('ignores barcodes of other things', () => {
  const layout = createTestLayout([{ text: 'DRIVER LICENSE', left: 100, top: 10 }]);
  const pages = layout.pages.map((page) => ({
    ...page,
    barcodes: [{ kind: 'PDF417', value: 'M1WINTER/JUNE E1234567', box: { left: 0, top: 0, right: 1, bottom: 1 }, confidence: 0.99 }],
  }));
  assert.deepEqual(extract({ ...layout, pages }, {}), []);
});
