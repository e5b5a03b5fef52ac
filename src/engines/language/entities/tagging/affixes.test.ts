import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenizeFinely } from '../../recognizers/fine-tokens.ts';
import { learnAffixes, splitAffixes } from './affixes.ts';

/** A row with its label in brackets. */
function row(written: string, culture: string): Parameters<typeof learnAffixes>[0][number] {
  const start = written.indexOf('[');
  const end = written.indexOf(']') - 1;
  return { pieces: tokenizeFinely(written.replace(/[[\]]/g, ''), culture), labels: start < 0 ? [] : [{ start, end }] };
}
const split = (rows: readonly string[], text: string, culture: string): string[] =>
  splitAffixes(tokenizeFinely(text, culture), learnAffixes(rows.map((one) => row(one, culture))), culture).map((piece) => piece.text);

test('splits what labels leave out of words', () => {
  assert.deepEqual(split(['[서울]에서 출발', '[부산]에서 만나', '날씨 어때'], '대전에서 출발', 'ko'), ['대전', '에서', '출발']);
  assert.deepEqual(split(['מזג האוויר ב[לונדון]', 'מלון ב[פריז]', 'תודה רבה'], 'מלון בחיפה', 'he'), ['מלון', 'ב', 'חיפה']);
});

test('prefers the longest suffix', () => {
  assert.deepEqual(split(['[서울]에 가', '[부산]에 가', '[서울]에서 와', '[부산]에서 와'], '대전에서 와', 'ko'), ['대전', '에서', '와']);
});

test('splits nothing where labels end with words, or cut a word once', () => {
  assert.deepEqual(split(['fly to [Rome] now', 'fly to [Oslo]', 'wake me at [5]pm'], 'at 7pm in Rome', 'en'), ['at', '7pm', 'in', 'Rome']);
});

test('splits nothing where most words with an affix are not cut', () => {
  const rows = ['احجز ل[اثنين]', 'احجز ل[ثلاثة]', 'لماذا لا', 'لندن جميلة', 'ليس الآن', 'لقد وصل'];
  assert.deepEqual(split(rows, 'احجز لأربعة', 'ar'), ['احجز', 'لأربعة']);
});

test('does not split a grapheme cluster', () => {
  for (const piece of split(['[क]ि लाल', '[ख]ि नीला'], 'गि', 'hi')) assert.equal(piece, 'गि');
});
