import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GrayImage } from '../../model/page.ts';
import { wordText } from './readings.ts';
import { gridsOf } from './mrz-cells.ts';
import type { ZoneLine } from './mrz-cells.ts';
import { decodeZone, layoutOf } from './mrz-decode.ts';
import { checkDigit, ZONE_CHARACTERS, ZONE_FORMATS } from './mrz-formats.ts';
import type { ZoneFormat } from './mrz-formats.ts';
import { decodeStack, findStacks, joinPieces, readZones } from './mrz.ts';
import type { Piece } from './mrz.ts';
import type { Recognizer } from './recognizer.ts';
import type { Strip } from '../line-images/strip.ts';

const withCheck = (text: string): string => text + checkDigit(text);

function passport(number: string, birth: string, expiry: string, own = '<<<<<<<<<<<<<<'): string[] {
  const [a, b, c, d] = [withCheck(number.padEnd(9, '<')), withCheck(birth), withCheck(expiry), withCheck(own)];
  return ['P<SWEHOLMQVIST<<MIKKO<OSCAR'.padEnd(44, '<'), `${a}SWE${b}F${c}${d}${checkDigit(a + b + c + d)}`];
}
function card2(): string[] {
  const [a, b, c] = [withCheck('K7714OS21'), withCheck('810923'), withCheck('310130')];
  return ['I<NLDVAN<DEN<BERG<<TESSA'.padEnd(36, '<'), `${a}NLD${b}F${c}<<<<<<<${checkDigit(`${a}${b}${c}<<<<<<<`)}`];
}
function card1(): string[] {
  const first = `${withCheck('XR8804217')}41BQ<<<<<<<<<<<`;
  const [b, c] = [withCheck('751130'), withCheck('290704')];
  return [`I<PRT${first}`, `${b}M${c}PRT<<<<<<<<<<<${checkDigit(`${first}${b}${c}<<<<<<<<<<<`)}`, 'FERREIRA<<JOSE<LUIS'.padEnd(30, '<')];
}
function frenchCard(): string[] {
  const first = `IDFRA${'DUVALLET'.padEnd(25, '<')}751042`;
  const second = `${withCheck('020675301844')}${'AGATHE<<INES'.padEnd(14, '<')}${withCheck('790215')}F`;
  return [first, second + checkDigit(first + second)];
}

const SPECIMENS: Readonly<Record<string, string[]>> = {
  TD3: passport('ZE0041528', '670819', '330412', 'AB12345<<<<<<<'),
  TD2: card2(),
  TD1: card1(),
  'French card': frenchCard(),
};

/** A line as the recognizer saw it: certain of every character, with gaps where there are spaces, at a pitch of ten pixels. */
function seen(text: string, certainty = 0.97): ZoneLine {
  const placed = [...text]
    .map((character, i) => ({ character, x: i * 10 + ((i * 7) % 3) - 1 }))
    .filter(({ character }) => character !== ' ');
  return {
    letters: placed.map(({ character, x }) => ({ text: character, x, probability: certainty })),
    steps: placed.map(({ character, x }) => {
      const probabilities = new Float32Array(ZONE_CHARACTERS.length + 1);
      probabilities[ZONE_CHARACTERS.indexOf(character) + 1] = certainty;
      probabilities[0] = 1 - certainty;
      return { x, probabilities };
    }),
  };
}

const decoded = (lines: readonly string[]): string[] | undefined => decodeStack(lines.map((line) => seen(line)))?.decoded.lines;

test('computes check digits as ICAO 9303 defines them', () => {
  assert.equal(checkDigit('520727'), '3');
  assert.equal(checkDigit('AB2134<<<'), '5');
});

for (const [name, lines] of Object.entries(SPECIMENS)) {
  test(`reads the ${name} format with all check digits valid`, () => {
    const zone = decodeStack(lines.map((line) => seen(line)))!;
    assert.deepEqual([zone.decoded.format.name, zone.decoded.lines], [name, lines]);
    assert.equal(zone.decoded.valid, zone.decoded.checks);
  });

  test(`repairs nearly every lookalike that a check digit of the ${name} format covers`, () => {
    const swaps: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 8: 'B', 6: 'G', O: '0', S: '5', B: '8', Z: '2' };
    const layout = layoutOf(ZONE_FORMATS.find((one) => one.name === name)!);
    const results = lines.flatMap((line, row) => {
      const positions = layout.filter((position) => position.line === row);
      return [...line].flatMap((character, i) => {
        const swap = swaps[character];
        // Every other one: decoding takes long.
        if (i % 2 === 1 || swap === undefined || (positions[i]!.compositeIndex === undefined && positions[i]!.segment.isComposite !== true))
          return [];
        const misread = lines.map((other, at) => (at === row ? other.slice(0, i) + swap + other.slice(i + 1) : other));
        return [decoded(misread)?.join() === lines.join()];
      });
    });
    // Now and then another lookalike fits as well.
    assert.ok(results.filter(Boolean).length >= 0.9 * results.length, `${results.filter(Boolean).length} of ${results.length}`);
  });
}

test('takes a row of misread fillers for fillers, and keeps the letters of names', () => {
  const [names, second] = SPECIMENS['TD3']!;
  assert.deepEqual(decoded(['PKSWEHOLMQVISTKKALMA<OSCARKKCKKEKKSKKKEKKKKK', second!]), [
    names!.replace('MIKKO', 'ALMA').padEnd(44, '<'),
    second,
  ]);
  assert.deepEqual(decoded(['P<SWEHOLMQVIST<KMIKKO<OSCAR<<<<<C<<<<<<K<<<<', second!]), [names, second]);
});

test('keeps names of letters that fillers are taken for', () => {
  const [, second] = SPECIMENS['TD3']!;
  for (const names of ['LEE<<KEK', 'CLARK<<LESLEE', 'EKKEL<<ECE<LEX']) {
    const line = `P<SWE${names}`.padEnd(44, '<');
    assert.deepEqual(decoded([line, second!]), [line, second]);
  }
});

test('fills in fillers that were not read, within a line and at its end', () => {
  const [names, second] = SPECIMENS['TD3']!;
  assert.deepEqual(decoded(['P<SWEHOLMQVIST<<MIKKO<OSCAR< <<  < <<< <   ', second!]), [names, second]);
  assert.deepEqual(decoded(['P<SWEHOLMQVIST<<MIKKO<OSCAR<<<<<', second!]), [names, second]);
});

test('ignores what stands before and behind a line, and letters that were read twice', () => {
  const [names, second] = SPECIMENS['TD3']!;
  assert.deepEqual(decoded([`I${names!}`, second!]), [names, second]);
  assert.deepEqual(decoded([names!, `${second!}1`]), [names, second]);
  const twice = seen(second!);
  const letters = twice.letters.flatMap((letter, i) => (i === 12 ? [letter, { ...letter, x: letter.x + 3 }] : [letter]));
  assert.deepEqual(decodeStack([seen(names!), { ...twice, letters }])?.decoded.lines, [names, second]);
});

test('reads a second line alone only if its check digits are valid', () => {
  const [, second] = SPECIMENS['TD3']!;
  assert.equal(decodeStack([seen(second!)])?.decoded.lines[1], second);
  assert.equal(decoded([`${second!.slice(0, 13)}999999${second!.slice(19)}`]), undefined);
});

test('keeps wrong check digits that were read with certainty', () => {
  const [names, second] = SPECIMENS['TD3']!;
  const wrong = second!.slice(0, 9) + String((Number(second![9]) + 5) % 10) + second!.slice(10);
  const zone = decodeStack([seen(names!, 0.999), seen(wrong, 0.999)])!;
  assert.equal(zone.decoded.lines[1], wrong);
  assert.equal(zone.decoded.valid, zone.decoded.checks - 2);
});

test('does not take other text for a zone', () => {
  assert.equal(decoded(['TOTAL AMOUNT DUE 14002 INVOICE NUMBER 889123', 'PLEASE PAY WITHIN 30 DAYS TO ACCOUNT 4471220']), undefined);
  assert.equal(decoded(['A'.repeat(44), '1'.repeat(44)]), undefined);
  assert.equal(decodeStack([{ letters: [], steps: [] }]), undefined);
});

test('decodes any cells to a text that the layout allows', () => {
  const line = (format: ZoneFormat): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...ZONE_CHARACTERS), minLength: format.length, maxLength: format.length });
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONE_FORMATS).chain((format) => fc.tuple(fc.constant(format), fc.tuple(...format.lines.map(() => line(format))))),
      ([format, lines]) => {
        const cells = lines.map((text) =>
          gridsOf(seen(text), format.length)[0]!.cells.map((cell) => cell.map((share) => Math.log(share + 1e-6))),
        );
        const zone = decodeZone(format, cells);
        layoutOf(format).forEach(({ allowed }, at) => {
          assert.ok(allowed.includes(ZONE_CHARACTERS.indexOf(zone.lines.join('')[at]!)));
        });
        assert.ok(zone.valid <= zone.checks);
      },
    ),
    { numRuns: 20 },
  );
});

const piece = (text: string, left: number, y: number, width = text.length * 10): Piece => ({
  left,
  right: left + width,
  y,
  yRight: y,
  height: 14,
  text,
});

test('finds stacked lines among others and joins broken ones', () => {
  const [names, second] = SPECIMENS['TD3']!;
  const pieces = [
    piece('Nationality', 20, 100),
    piece(second!.slice(20), 220, 228),
    piece(names!, 20, 200),
    piece(second!.slice(0, 20), 18, 229),
    piece('Read the notes on page 2 before you sign this form', 20, 300),
  ];
  const rows = joinPieces(pieces);
  assert.ok(rows.some((row) => row.join() === '3,1'));
  assert.deepEqual(findStacks(pieces, rows)[0], [[2], [3, 1]]);
  const letter = ['Dear Sir or Madam', 'we thank you for your order of 12 March', 'and have sent it today'];
  const prose = letter.map((text, i) => piece(text, 20, 100 + i * 24));
  assert.deepEqual(findStacks(prose, joinPieces(prose)), []);
});

/** Strips of which the recognizer knows the text by their height. */
function stripsOf(lines: readonly { text: string; x: number; y: number }[]): { strips: Strip[]; recognizer: Recognizer } {
  const image = (text: string, height: number): GrayImage => ({
    width: text.length * 10,
    height,
    data: new Uint8Array(text.length * 10 * height).fill(255),
  });
  const strips = lines.map(({ text, x, y }, i) => ({ image: image(text, 20 + i), map: { a: 1, b: 0, c: 0, d: 1, e: x, f: y } }));
  const recognizer: Recognizer = {
    async read(images, { alphabet } = {}) {
      assert.ok(alphabet !== undefined);
      return images.map(({ height }) => {
        const { letters, steps } = seen(lines[height - 20]!.text);
        return {
          pixelsPerStep: 10,
          letters: letters.map(({ text, probability }, i) => ({ text, probability, at: i, from: i, to: i })),
          steps: steps.map(({ probabilities }) => probabilities),
        };
      });
    },
    async close() {},
  };
  return { strips, recognizer };
}

test('replaces the words of zone lines by one word each, placed on the page, and empties the other pieces', async () => {
  const [names, second] = SPECIMENS['French card']!;
  const lines = [
    { text: names!.slice(0, 20), x: 50, y: 400 },
    { text: names!.slice(20), x: 250, y: 400 },
    { text: second!, x: 50, y: 440 },
  ];
  const { strips, recognizer } = stripsOf(lines);
  const readings = await readZones(
    strips,
    ['IDFRA DUVALLET««««', '<<<<<<<<<<751042', `${second!.slice(0, 12)} ${second!.slice(12)}`],
    recognizer,
  );
  assert.deepEqual(
    [...readings].sort(([a], [b]) => a - b).map(([i, reading]) => [i, reading.map(wordText)]),
    [
      [0, [names]],
      [1, []],
      [2, [second]],
    ],
  );
  const [word] = readings.get(0)!;
  assert.ok(word!.probability > 0.95, 'check digits make it certain');
  assert.ok(Math.abs(word!.letters[0]!.left) < 8 && Math.abs(word!.letters.at(-1)!.right - 360) < 8);
  assert.equal((await readZones(strips, ['Dear Sir', 'thank you', 'for your order'], recognizer)).size, 0);
});
