import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedPage } from '../../../../../lab/training/documents/evaluation/typed-page.ts';
import { extractDocuments } from '../extract.ts';

function amountsOf(...lines: string[]): (number | undefined)[] {
  const { fields } = extractDocuments('prebuilt-receipt', typedPage(lines.join('\n')))[0]!;
  return ['Total', 'Subtotal', 'TotalTax'].map((name) => {
    const field = fields[name];
    return field?.type === 'currency' ? field.value?.amount : undefined;
  });
}

test('takes the amount that the others add up to', () => {
  assert.equal(amountsOf('GREEN GROCER', 'PEAS       150.00', 'RICE        45.00', 'SALT        47.00', 'XQ         242.00')[0], 242);
});

test('takes net amount, tax and total from their ratio', () => {
  assert.deepEqual(amountsOf('분식집', '사업자 123-45-67890', '6,818', '682', '7,500', '감사합니다'), [7500, 6818, 682]);
});
