import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InvalidModel } from '../../../shared/bytes/reader.ts';
import { fingerprintOf } from '../similarity.ts';
import { isUnlabeledForms, loadUnlabeledForms, saveUnlabeledForms } from './checkpoint.ts';
import { extractPairs } from './extract.ts';
import { learnForms } from './learn.ts';
import { around } from './page-text.ts';
import type { FormPageText, PageWord } from './page-text.ts';

const [CHARACTER, HEIGHT, STEP] = [0.008, 0.012, 0.02];

interface Placed {
  text: string;
  x: number;
  row: number;
}

/** A page of lines; a word is an item. */
function createPage(lines: readonly Placed[]): { page: FormPageText; textOf(items: readonly number[]): string } {
  const texts: string[] = [];
  const pageLines = lines.map(({ text, x, row }) => {
    let left = x;
    const words = text.split(' ').map((word): PageWord => {
      const box = { left, top: row * STEP, right: left + word.length * CHARACTER, bottom: row * STEP + HEIGHT };
      left = box.right + CHARACTER;
      const folded = word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') + (/[:#]$/.test(word) ? ':' : '');
      return { text: word, folded, box, item: texts.push(word) - 1 };
    });
    return { words, box: around(words), inTable: false };
  });
  const tokens = pageLines.flatMap(({ words }) => words.map(({ text, box, item }) => ({ page: 0, text, box, confidence: 1, item })));
  return {
    page: { lines: pageLines, fingerprint: fingerprintOf({ pages: [], tokens }) },
    textOf: (items) => items.map((item) => texts[item]).join(' '),
  };
}

const NAMES = ['Ada Moss', 'Ben Field', 'Cora Brook', 'Dan Hill', 'Eve Stone'];
const order = (n: number): Placed[] => [
  { text: 'Green Valley Nursery', x: 0.1, row: 1 },
  { text: `Order No: ${1000 + n}`, x: 0.1, row: 3 },
  { text: `Invoice ${7000 + n}`, x: 0.1, row: 4 },
  { text: 'Customer', x: 0.1, row: 6 },
  { text: NAMES[n % 5]!, x: 0.4, row: 6 },
  { text: 'Delivery address', x: 0.1, row: 8 },
  { text: `${n + 3} Main Street`, x: 0.1, row: 9 },
  { text: `Town ${String.fromCharCode(65 + n)}`, x: 0.1, row: 9.8 },
  { text: 'Terms and conditions apply', x: 0.1, row: 30 },
];
const ticket = (n: number): Placed[] => [
  { text: 'Harbour Boat Works', x: 0.2, row: 1 },
  { text: 'Vessel:', x: 0.1, row: 5 },
  { text: `Sea ${NAMES[n % 5]!}`, x: 0.4, row: 5 },
  { text: 'Engines hulls and rigging', x: 0.2, row: 20 },
];

describe('forms without labels', () => {
  const pages = [0, 1, 2, 3, 4].flatMap((n) => [createPage(order(n)).page, createPage(ticket(n)).page]);
  const model = learnForms(pages);
  const read = (lines: readonly Placed[]): { cluster: number | undefined; pairs: Record<string, string> } => {
    const { page, textOf } = createPage(lines);
    const { cluster, pairs } = extractPairs(model, page);
    return { cluster, pairs: Object.fromEntries(pairs.map(({ key, value }) => [textOf(key), textOf(value)])) };
  };

  test('groups similar pages', () => {
    assert.equal(model.clusters.length, 2);
    assert.deepEqual([read(order(9)).cluster, read(ticket(9)).cluster], [0, 1]);
  });

  test('pairs recurring captions with what is after, beside or below them', () => {
    assert.deepEqual(read(order(7)).pairs, {
      'Order No:': '1007',
      Invoice: '7007',
      Customer: 'Cora Brook',
      'Delivery address': '10 Main Street Town H',
    });
    assert.deepEqual(read(ticket(6)).pairs, { 'Vessel:': 'Sea Ben Field' });
  });

  test('lists texts without a value among the captions, and no values', () => {
    const texts = [...model.clusters[0]!.keys.values()].map(({ text }) => text);
    assert.ok(texts.includes('Green Valley Nursery'));
    assert.ok(!texts.some((text) => NAMES.includes(text)));
  });

  test('finds nothing on a page like no other', () => {
    assert.deepEqual(read([{ text: 'Something entirely different', x: 0.1, row: 2 }]), { cluster: undefined, pairs: {} });
  });

  test('takes no word of a sentence for a caption', () => {
    const { pairs } = read([
      ...order(7),
      { text: 'customer service is open daily', x: 0.1, row: 25 },
      { text: 'our customer service', x: 0.1, row: 27 },
    ]);
    assert.deepEqual(Object.keys(pairs), ['Order No:', 'Invoice', 'Customer', 'Delivery address']);
  });

  test('leaves out a caption without a value', () => {
    const withoutCustomer = order(7).filter(({ text }) => !NAMES.includes(text));
    assert.equal(read(withoutCustomer).pairs.Customer, undefined);
  });

  test('survives storage, and rejects damaged bytes', () => {
    const bytes = saveUnlabeledForms(model);
    assert.ok(isUnlabeledForms(bytes));
    assert.deepEqual(loadUnlabeledForms(bytes), model);
    for (const at of [0, 9, bytes.length >> 1, bytes.length - 1]) {
      const damaged = Uint8Array.from(bytes);
      damaged[at]! ^= 1;
      assert.throws(() => loadUnlabeledForms(damaged), InvalidModel);
    }
    assert.throws(() => loadUnlabeledForms(bytes.slice(0, 20)), InvalidModel);
  });
});
