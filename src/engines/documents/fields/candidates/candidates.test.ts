import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestLayout } from '../../../../../test/support/test-layout.ts';
import { buildLexicon, findLabels } from '../text/lexicon.ts';
import { segmentText } from '../text/segmented-text.ts';
import { ibansIn } from './bank-numbers.ts';
import type { Candidate, Kind } from './candidates.ts';
import { findCandidates } from './candidates.ts';
import { paymentTermsIn } from './payment-terms.ts';

const lexicon = buildLexicon({ Id: { en: ['invoice no'], fr: ['facture n'] }, Period: { en: ['period'] } });

function candidatesIn(text: string, kind: Kind, locale?: string): Candidate[] {
  const segmented = segmentText(createTestLayout([{ text, left: 10, top: 10 }]));
  return findCandidates(segmented, findLabels(segmented, lexicon), { locale }).filter((candidate) => candidate.kind === kind);
}

test('separates a number from the label it is glued to', () => {
  assert.ok(candidatesIn('Facture n°718830256', 'id').some(({ text }) => text === '718830256'));
  assert.ok(candidatesIn('Invoice no.AB-12 of today', 'id').some(({ text }) => text === 'AB-12'));
});

test('finds codes of several words after a label', () => {
  assert.ok(candidatesIn('Invoice no: KD 51807 cash', 'id').some(({ text }) => text === 'KD 51807'));
});

test('marks the days of a period', () => {
  const dates = candidatesIn('Period May 1 - May 31, 2022', 'date');
  assert.deepEqual(
    dates.map(({ value, period }) => [value, period]),
    [
      ['2022-05-01', 'start'],
      ['2022-05-31', 'end'],
    ],
  );
});

test('finds valid IBANs with and without spaces', () => {
  assert.equal(ibansIn('IBAN DE89 3704 0044 0532 0130 00 BIC').length, 1);
  assert.equal(ibansIn('DE89370400440532013000').length, 1);
  assert.equal(ibansIn('DE89-3704-0044-0532-0130-00').length, 1);
  assert.equal(ibansIn('DE88370400440532013000').length, 0);
});

test('finds payment terms by their wording', () => {
  for (const text of [
    'Net 30',
    '21 Tage netto',
    '30 jours fin de mois',
    'Due on receipt',
    '45 GG DF',
    '30 dagen',
    'Zahlbar innerhalb von 14 Tagen rein netto',
    '14 дней',
  ])
    assert.deepEqual(paymentTermsIn(text), [{ start: 0, end: text.length }], text);
  assert.deepEqual(paymentTermsIn('Total 30'), []);
});

test('groups of figures are one number', () => {
  assert.deepEqual(
    candidatesIn('4410 7782 31', 'id').map(({ text }) => text),
    ['4410 7782 31'],
  );
});
