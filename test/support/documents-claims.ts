/** Generated expense claims with a table, a check box and a signature, and their labels. */
import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';

export interface Claim {
  name: string;
  isPaid: boolean;
  rows: readonly (readonly [what: string, price: string])[];
}

const [WIDTH, HEIGHT] = [612, 792];

/** Positions in points from the upper left corner of the page; texts by their baselines. */
export const CLAIM = {
  name: { x: 180, y: 160 },
  box: { left: 72, top: 190, side: 12 },
  rows: { x: [80, 380], y: 280, height: 30 },
  signature: { left: 330, top: 560, right: 540, bottom: 644 },
} as const;

const PEOPLE = ['Ada Moss', 'Ben Field', 'Cora Brook', 'Dan Hill', 'Eve Stone', 'Finn Marsh'];
const THINGS = ['Train', 'Hotel', 'Lunch', 'Parking', 'Taxi', 'Books'];

/** Even numbers are paid in advance and have two rows, others have three. */
export function createClaim(n: number): Claim {
  return {
    name: PEOPLE[n % PEOPLE.length]!,
    isPaid: n % 2 === 0,
    rows: Array.from({ length: 2 + (n % 2) }, (_, row) => [THINGS[(n + 2 * row) % THINGS.length]!, `${20 + 7 * n + row}.50`]),
  };
}

export async function claimPdf({ name, isPaid, rows }: Claim): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([WIDTH, HEIGHT]);
  const write = (text: string, x: number, y: number, size = 11): void => page.drawText(text, { x, y: HEIGHT - y, size, font });
  const line = (x1: number, y1: number, x2: number, y2: number): void =>
    page.drawLine({
      start: { x: x1, y: HEIGHT - y1 },
      end: { x: x2, y: HEIGHT - y2 },
      thickness: 1,
    });
  write('Claim of expenses', 72, 90, 20);
  write('Name', 72, CLAIM.name.y);
  write(name, CLAIM.name.x, CLAIM.name.y);
  const { left, top, side } = CLAIM.box;
  page.drawRectangle({ x: left, y: HEIGHT - top - side, width: side, height: side, borderWidth: 1, borderColor: rgb(0, 0, 0) });
  if (isPaid) {
    line(left + 2, top + 2, left + side - 2, top + side - 2);
    line(left + 2, top + side - 2, left + side - 2, top + 2);
  }
  write('Paid in advance', left + side + 8, top + side - 2);
  const { x, y, height } = CLAIM.rows;
  for (const [row, cells] of [['What', 'Price'], ...rows].entries()) {
    for (const [column, text] of cells.entries()) write(text, x[column]!, y + (row - 1) * height);
  }
  const [first, last] = [y - 1.7 * height, y - 0.7 * height + rows.length * height];
  for (let at = first; at <= last; at += height) line(72, at, 540, at);
  for (const at of [72, x[1] - 10, 540]) line(at, first, at, last);
  const sign = { ...CLAIM.signature, line: 640 };
  write('Signature', 260, sign.line);
  line(sign.left, sign.line, sign.right, sign.line);
  // A zigzag as handwriting.
  for (let at = 0; at < 12; at++)
    line(sign.left + 20 + 10 * at, sign.line - 20 - (at % 2) * 25, sign.left + 30 + 10 * at, sign.line - 20 - ((at + 1) % 2) * 25);
  return Buffer.from(await document.save());
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Labels as the console writes them: boxes of words, the check box and the signature region. */
export function claimLabels(n: number): Buffer {
  const { isPaid, rows } = createClaim(n);
  const label = (name: string, text: string, { left, top, right, bottom }: Box, more: object = {}): object => ({
    label: name,
    key: null,
    ...more,
    value: [
      {
        page: 1,
        text,
        boundingBoxes: [[left, top, right, top, right, bottom, left, bottom].map((value, i) => value / (i % 2 === 0 ? WIDTH : HEIGHT))],
      },
    ],
  });
  const {
    box: { left, top, side },
    rows: { x, y, height },
    signature,
  } = CLAIM;
  const labels = [
    label('Paid', isPaid ? 'selected' : 'unselected', { left, top, right: left + side, bottom: top + side }),
    label('Signature', '', signature, { labelType: 'region' }),
    ...rows.flatMap((cells, row) =>
      cells.map((text, column) =>
        label(`Items/${row}/${column === 0 ? 'What' : 'Price'}`, text, {
          left: x[column]!,
          top: y + row * height - 9,
          right: x[column]! + 60,
          bottom: y + row * height + 3,
        }),
      ),
    ),
  ];
  return Buffer.from(JSON.stringify({ document: `claim-${n}.pdf`, labels }));
}
