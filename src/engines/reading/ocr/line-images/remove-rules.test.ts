import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GrayImage } from '../../model/page.ts';
import { removeRules } from './remove-rules.ts';

const paper = (width: number, height: number): GrayImage => ({ width, height, data: new Uint8Array(width * height).fill(255) });

function ink(image: GrayImage, left: number, top: number, right: number, bottom: number): void {
  for (let y = top; y < bottom; y++) image.data.fill(0, y * image.width + left, y * image.width + right);
}

const inkIn = ({ width, data }: GrayImage, left: number, top: number, right: number, bottom: number): number => {
  let dark = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (data[y * width + x] === 0) dark++;
  return dark;
};

test('removes the rule below an entry and keeps the entry, also where a letter crosses it', () => {
  const strip = paper(300, 40);
  ink(strip, 20, 10, 26, 28);
  ink(strip, 150, 10, 154, 39);
  ink(strip, 100, 33, 210, 35);
  const bare = removeRules(strip, []);
  assert.equal(inkIn(bare, 20, 10, 26, 28), 6 * 18);
  assert.equal(inkIn(bare, 150, 10, 154, 39), 4 * 29, 'a letter that crosses it is whole');
  assert.equal(inkIn(bare, 100, 30, 149, 40) + inkIn(bare, 155, 30, 210, 40), 0);
});

test('removes a slightly slanted rule', () => {
  const strip = paper(400, 40);
  ink(strip, 40, 8, 46, 26);
  for (let x = 0; x < 400; x++) ink(strip, x, 32 + Math.floor(x / 100), x + 1, 34 + Math.floor(x / 100));
  const bare = removeRules(strip, []);
  assert.equal(inkIn(bare, 0, 28, 400, 40), 0);
  assert.equal(inkIn(bare, 40, 8, 46, 26), 6 * 18);
});

test('keeps bars of letters, dashes and a dark background', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 46 }), fc.integer({ min: 10, max: 29 }), (length, y) => {
      const strip = paper(300, 40);
      ink(strip, 50, 2, 50 + length, 5);
      ink(strip, 120, y, 280, y + 1);
      assert.deepEqual(removeRules(strip, []).data, strip.data);
    }),
  );
  const ground = paper(300, 40);
  ink(ground, 40, 0, 260, 40);
  for (let x = 50; x < 240; x += 12) for (let y = 12; y < 28; y++) ground.data.fill(255, y * 300 + x, y * 300 + x + 4);
  assert.equal(inkIn(removeRules(ground, []), 40, 0, 260, 40), inkIn(ground, 40, 0, 260, 40));
});
