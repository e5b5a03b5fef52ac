/** The parts of the kit that need no browser. */
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findFailure, toJobStatus } from './api.ts';
import {
  boundsOf,
  BoxIndex,
  closeView,
  quarterTurns,
  rotationTransform,
  scannedRectangle,
  uprightBoxes,
  uprightPoint,
  uprightSize,
} from './boxes.ts';
import type { Box, QuarterTurns } from './boxes.ts';
import { labelPlace } from './draw-boxes.ts';
import { asCurl, asJavaScript, pathAndQuery } from './call.ts';
import { formatBytes, formatCompleted, formatDuration, formatMoney, plural, toCsv } from './format.ts';
import { expandTo, jsonRows } from './json-rows.ts';
import { keyName } from './key-name.ts';
import { UndoStack } from './undo.ts';
import { rowForKey, visibleRows } from './virtual-rows.ts';

const ORIGIN = 'http://127.0.0.1:8080';

describe('calls as code', () => {
  const call = {
    method: 'POST',
    path: '/ranking/v1.0/rank',
    query: { a: 'b c', none: undefined },
    json: { text: "it's" },
  } as const;

  test('curl quotes for the shell', () => {
    assert.equal(
      asCurl(call, 'account', ORIGIN),
      [
        `curl -X POST '${ORIGIN}/ranking/v1.0/rank?a=b%20c'`,
        '-H "Ocp-Apim-Subscription-Key: $KEY"',
        "-H 'Content-Type: application/json'",
        `-d '{"text":"it'\\''s"}'`,
      ].join(' \\\n  '),
    );
    assert.equal(
      asCurl({ method: 'GET', path: '/accounts' }, 'manager', ORIGIN),
      `curl '${ORIGIN}/accounts' \\\n  -H "Authorization: Bearer $TOKEN"`,
    );
  });

  test('JavaScript is a program', () => {
    const text = asJavaScript(call, 'account', ORIGIN);
    assert.match(
      text,
      /^const response = await fetch\("http:\/\/127\.0\.0\.1:8080\/ranking\/v1\.0\/rank\?a=b%20c", \{\n {2}method: 'POST',/,
    );
    assert.doesNotThrow(() => new Function(`return async () => { ${text} }`));
    const file = asJavaScript(
      { method: 'POST', path: '/x', file: new File(['a'], 'a.pdf', { type: 'application/pdf' }) },
      'account',
      ORIGIN,
    );
    assert.match(file, /readFile\("a\.pdf"\)/);
  });

  test('adds a query to the one in the path', () =>
    assert.equal(pathAndQuery({ path: '/x?api-version=1', query: { top: 5 } }), '/x?api-version=1&top=5'));
});

describe('failure lookup', () => {
  const rows = [
    {
      area: 'ranking',
      bases: ['/ranking/v1.0'],
      kind: 'BadRequest',
      status: 400,
      message: 'Request could not be understood.',
      remedy: 'ranking',
    },
    {
      area: 'accounts',
      bases: [''],
      kind: 'AccountNotFound',
      status: 404,
      message: 'There is no account {name}.',
      remedy: 'account',
    },
    {
      area: '',
      bases: [''],
      kind: 'RateExceeded',
      status: 429,
      message: 'Rate limit is exceeded. Try again in {retryAfter} seconds.',
      remedy: 'shared',
    },
  ];
  const remedy = (path: string, status: number, code: string, message: string): string | undefined =>
    findFailure(rows, { path, status, code, message })?.remedy;

  test('by code in the area that was called', () => assert.equal(remedy('/ranking/v1.0/rank', 400, 'BadRequest', 'x'), 'ranking'));
  test('by message if the code is only the status', () =>
    assert.equal(remedy('/ranking/v1.0/rank', 429, '429', 'Rate limit is exceeded. Try again in 3 seconds.'), 'shared'));
  test('nothing if nothing matches', () => assert.equal(remedy('/elsewhere', 400, 'BadRequest', 'x'), undefined));
});

describe('virtual rows', () => {
  test('renders every visible row and few others', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(3_000_000),
        fc.integer({ min: 20, max: 2000 }),
        fc.integer({ min: 10, max: 80 }),
        (count, top, height, rowHeight) => {
          const { from, to } = visibleRows({ top, height, rowHeight, count });
          assert.ok(from >= 0 && to <= count && to - from <= height / rowHeight + 20);
          for (let y = top; y < top + height; y += rowHeight) {
            const row = Math.floor(y / rowHeight);
            if (row < count) assert.ok(row >= from && row < to);
          }
        },
      ),
    );
  });

  test('keys stay within the rows', () => {
    assert.deepEqual(
      ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map((key) => rowForKey(key, 3, 10, 5)),
      [4, 2, 8, 0, 0, 9, undefined],
    );
    assert.equal(rowForKey('End', 0, 0, 5), undefined);
  });
});

describe('boxes over an image', () => {
  const box = fc.record({
    left: fc.nat(90),
    top: fc.nat(90),
    width: fc.integer({ min: 1, max: 10 }),
    height: fc.integer({ min: 1, max: 10 }),
  });

  test('finds the smallest box under a point', () => {
    fc.assert(
      fc.property(fc.array(box, { maxLength: 40 }), fc.nat(99), fc.nat(99), (drawn, x, y) => {
        const boxes = drawn.map(({ left, top, width, height }, i): Box => ({
          id: String(i),
          points: [left, top, left + width, top + height],
        }));
        const [px, py] = [x + 0.5, y + 0.5];
        const area = (one: Box): number => {
          const { left, top, right, bottom } = boundsOf(one);
          return (right - left) * (bottom - top);
        };
        const hits = boxes.filter((one) => {
          const { left, top, right, bottom } = boundsOf(one);
          return px > left && px < right && py > top && py < bottom;
        });
        const found = new BoxIndex(boxes, 100, 100).at(px, py);
        assert.equal(found && area(found), hits.length === 0 ? undefined : Math.min(...hits.map(area)));
      }),
    );
  });
});

describe('JSON as rows', () => {
  test('large parts start collapsed and expand one by one', () => {
    const value = { small: [1], large: Array.from({ length: 5000 }, (_, i) => ({ i })) };
    const folded = jsonRows(value, new Set());
    assert.deepEqual(
      folded.map(({ text }) => text),
      ['{', '[', '1', ']', '[ 5000 ]', '}'],
    );
    assert.equal(jsonRows(value, new Set(['/large'])).length, 5 + 1 + 5000 * 3 + 1);
  });

  test('collapsing the root leaves one row', () =>
    assert.deepEqual(
      jsonRows([[1], [2]], new Set([''])).map(({ kind, text }) => [kind, text]),
      [['folded', '[ 2 ]']],
    ));
});

describe('words', () => {
  test('sizes and durations', () => {
    assert.deepEqual([0, 999, 1500, 25_000_000].map(formatBytes), ['0 bytes', '999 bytes', '1.5 KB', '25 MB']);
    assert.equal(formatCompleted({ count: 12, of: 2000, unit: 'pages' }), '12 of 2,000 pages');
    assert.deepEqual(
      [12, 61_000, 3_600_000, 90_000_000].map((ms) => formatDuration(ms)),
      ['12 ms', '1 min 1 s', '1 h', '1 d 1 h'],
    );
  });

  test('money with the decimals of its currency, and counts with their unit', () => {
    assert.deepEqual(
      [formatMoney(1262.9, 'USD'), formatMoney(115, 'JPY'), formatMoney(1262.9, undefined, '$')],
      ['USD 1,262.90', 'JPY 115', '$ 1,262.90'],
    );
    assert.deepEqual(
      [plural(1, 'column'), plural(2, 'column'), plural(1200, 'query', 'queries')],
      ['1 column', '2 columns', '1,200 queries'],
    );
  });
  test('escapes spreadsheet formulas', () => assert.equal(toCsv([['=1+1', 'a,b', 'say "x"', 5]]), '\'=1+1,"a,b","say ""x""",5\r\n'));
  test('keys', () => {
    const press = (key: string, more: object = {}): string =>
      keyName({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });
    assert.deepEqual(
      [press('K', { ctrlKey: true }), press('?', { shiftKey: true }), press('Enter', { shiftKey: true }), press('n')],
      ['Ctrl+k', '?', 'Shift+Enter', 'n'],
    );
  });
  test('maps the states of all areas', () =>
    assert.deepEqual(
      ['NotStarted', 'Queued', 'InProgress', 'running', 'cancelling', 'UpToDate', 'Success', 'partiallyCompleted', 'Fail', 'canceled'].map(
        toJobStatus,
      ),
      ['waiting', 'waiting', 'running', 'running', 'running', 'succeeded', 'succeeded', 'succeeded', 'failed', 'cancelled'],
    ));
});

test('expands a path, whatever was collapsed before, and nothing else', () => {
  const value = { 'a/b': Array.from({ length: 100 }, (_, n) => ({ deep: [{ deeper: { n } }] })) };
  const path = '/a~1b/42/deep/0/deeper/n';
  const shown = (toggled: ReadonlySet<string>): string[] => jsonRows(value, toggled).map((row) => row.path);
  assert.ok(!shown(new Set()).includes(path));
  const toggled = expandTo(value, new Set(), path);
  assert.ok(shown(toggled).includes(path));
  assert.deepEqual([...expandTo(value, toggled, path)], [...toggled]);
  assert.ok(shown(expandTo(value, new Set(['']), path)).includes(path), 'also when the root was collapsed');
  assert.deepEqual([...expandTo(value, new Set(), '/nowhere/at/all')], []);
});

const PAGE = { width: 30, height: 50 };
const TURNS: readonly QuarterTurns[] = [0, 1, 2, 3];

test('rounds angles to quarter turns', () => {
  assert.deepEqual([0, 0.8, -2, 90, -90, 179, -180, 271, undefined].map(quarterTurns), [0, 0, 0, 1, 3, 2, 2, 3, 0]);
});

test('the start of the text becomes the upper left corner of the upright page', () => {
  // Text rotated clockwise starts in the upper right corner, then the lower right, then the lower left.
  assert.deepEqual(
    (
      [
        [0, 0],
        [30, 0],
        [30, 50],
        [0, 50],
      ] as const
    ).map((corner, turns) => uprightPoint(corner, PAGE, turns as QuarterTurns)),
    [
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  );
  assert.deepEqual(uprightSize(PAGE, 1), { width: 50, height: 30 });
});

test('shows a rectangle closely: in view, not smaller than the whole page, without empty space beside a large page', () => {
  const [page, shown] = [
    { width: 100, height: 200 },
    { width: 600, height: 400 },
  ];
  const fit = { scale: 2, x: 200, y: 0 };
  fc.assert(
    fc.property(fc.nat(90), fc.nat(190), fc.integer({ min: 1, max: 10 }), (left, top, size) => {
      const rectangle = { left, top, right: left + size, bottom: top + size };
      const { scale, x, y } = closeView(rectangle, page, shown, fit);
      assert.ok(scale >= fit.scale && scale <= 6);
      for (const [from, to, offset, space, length] of [
        [left, rectangle.right, x, shown.width, page.width],
        [top, rectangle.bottom, y, shown.height, page.height],
      ] as const) {
        assert.ok(from * scale + offset >= -1e-9 && to * scale + offset <= space + 1e-9, 'in view');
        if (length * scale > space) assert.ok(offset <= 0 && length * scale + offset >= space - 1e-9, 'no empty space');
      }
    }),
  );
  assert.equal(closeView({ left: 0, top: 0, right: 100, bottom: 200 }, page, shown, fit).scale, fit.scale);
});

test('places labels of boxes inside of the view', () => {
  const view = { width: 300, height: 200 };
  assert.deepEqual(labelPlace({ left: 50, top: 100, bottom: 120 }, 40, view), { x: 50, y: 80, width: 50 });
  assert.deepEqual(
    labelPlace({ left: 280, top: 5, bottom: 20 }, 40, view),
    { x: 248, y: 22, width: 50 },
    'left of the edge, below the box',
  );
  assert.deepEqual(labelPlace({ left: -20, top: 0, bottom: 198 }, 900, view), { x: 2, y: 0, width: 296 }, 'over the box');
});

test('rotates the canvas as it rotates boxes, and maps drawn rectangles back', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TURNS), fc.integer({ min: 0, max: 29 }), fc.integer({ min: 0, max: 49 }), (turns, x, y) => {
      const [a, b, c, d, e, f] = rotationTransform(PAGE, turns);
      assert.deepEqual(
        uprightPoint([x, y], PAGE, turns).map((value) => value + 0),
        [a * x + c * y + e + 0, b * x + d * y + f + 0],
      );
      const [box] = uprightBoxes([{ id: 'one', points: [x, y, x + 1, y + 1] }], PAGE, turns);
      const [left, top, right, bottom] = box!.points as [number, number, number, number];
      assert.ok(left < right && top < bottom);
      assert.deepEqual(scannedRectangle({ left, top, right, bottom }, PAGE, turns), {
        left: x,
        top: y,
        right: x + 1,
        bottom: y + 1,
      });
    }),
  );
});

describe('undo', () => {
  test('undoes and redoes steps; a new step clears the redo stack', () => {
    const stack = new UndoStack('a');
    stack.push('b');
    stack.push('c');
    assert.deepEqual([stack.undo(), stack.undo(), stack.undo(), stack.canUndo], ['b', 'a', 'a', false]);
    assert.equal(stack.redo(), 'b');
    stack.push('d');
    assert.deepEqual([stack.canRedo, stack.redo(), stack.undo()], [false, 'd', 'b']);
  });

  test('restores stored steps', () => {
    const stack = new UndoStack('c', ['a', 'b']);
    assert.deepEqual([[...stack.past], stack.undo(), stack.undo(), stack.canUndo, stack.redo()], [['a', 'b'], 'b', 'a', false, 'b']);
  });

  test('undoing everything and redoing it leads back to the same state', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 150 }), (steps) => {
        const stack = new UndoStack(-1);
        for (const step of steps) stack.push(step);
        const last = stack.value;
        while (stack.canUndo) stack.undo();
        assert.equal(stack.value, -1);
        while (stack.canRedo) stack.redo();
        assert.equal(stack.value, last);
      }),
    );
  });
});
