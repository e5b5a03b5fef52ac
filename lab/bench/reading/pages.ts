/**
 * Synthetic pages by seed, drawn as PDF with the standard fonts, with known words and positions: a letter, a page in two
 * columns, a ruled invoice, a statement in small print, and a page of instructions. No two seeds share a sentence.
 */
import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import type { PDFFont, PDFPage } from 'pdf-lib';
import { Random } from '../../../src/engines/shared/random.ts';

/** Drawn text with its box in points from the top left corner. */
export interface DrawnText {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface SyntheticPage {
  name: string;
  pdf: Uint8Array;
  lines: DrawnText[];
}

export const KINDS = ['letter', 'columns', 'invoice', 'statement'] as const;
export type PageKind = (typeof KINDS)[number];

const [WIDTH, HEIGHT] = [595, 842];
const WORDS =
  `about above account across action active address advance after again agreement allow almost amount analysis annual answer apply approach area around arrange assembly attention average balance basic because
become before benefit between beyond board branch bridge budget building business capital careful center century chapter charge choice circle claim clear client climate close collect column comfort common company complete
concern condition consider contain content continue contract control correct cost council country course cover create credit current customer damage decade decision degree delay deliver demand depend describe design detail
develop different direct discount discuss distance district document double during early east economic education effect effort either electric employ energy engine enough ensure entire equal equipment estimate evening event
every evidence example except exchange expect expense experience explain express extend factor failure family feature federal field figure final finance finish floor follow force foreign form forward found fresh from future
garden general glass government great ground group growth guarantee half handle happen harbor health heavy history holiday house however hundred image impact improve include increase industry inform inside instance instead
interest invoice issue item journal judge keep kitchen knowledge labor language large later leader learn leave legal length letter level library light limit listen little local longer machine main major manage manner market
material matter measure medical meeting member memory method middle might million minute modern moment money month morning motor mountain natural nature nearly network never notice number object observe obtain office often
open operate opinion option orange order ordinary original other outside owner paper park partner party pattern payment people percent perform period person phone image piece place plan plant point policy popular position
possible power practice prepare present pressure prevent price primary print private problem process produce product program project promise proper protect prove provide public purchase purpose quality quarter question quick
quite railway range rather reach reason receive recent record reduce region regular relate release remain remember remove repair repeat replace report request require research reserve resource respect result return review
river road safety sample school science season second section security select senior sense separate series service settle several share sharp short should signal silver similar simple single skill small social society
software soil solution source south special speed spring square staff standard start state station steel still stock storage story street strong student subject success suggest summer supply support surface system table target
tax teach technical theory thing third thousand through together tomorrow total toward town trade traffic training transfer travel treat trouble truck trust under union unit until upper usual value various vehicle version
village visit voice volume wait wall warm watch water wealth weather week weight welcome west while window winter within without wonder wood work world worth write yellow young zone`.split(
    /\s+/,
  );
const NAMES =
  'Amelia Bertrand Carlisle Dorothy Ezekiel Farnham Gutierrez Hollis Ingrid Jorgensen Kowalski Lavinia Montrose Nakamura Oswald Pemberton Quigley Rosamund Sheffield Thackeray Ursula Vandermeer Whitlock Xavier Yardley Zimmerman'.split(
    ' ',
  );
const STREETS = 'Street Avenue Road Lane Square Drive'.split(' ');

export async function createPage(kind: PageKind, seed: number): Promise<SyntheticPage> {
  return await drawPage(kind, seed * 7919 + KINDS.indexOf(kind), seed, { letter, columns, invoice, statement }[kind]);
}

/** A page full of 8-point print in three columns, like the instructions of a tax form: the most that a page is likely to contain. */
export async function createInstructionsPage(seed: number): Promise<SyntheticPage> {
  return await drawPage('instructions', seed * 7919 + KINDS.length, seed, instructions);
}

async function drawPage(name: string, randomSeed: number, seed: number, draw: (writer: PageWriter) => void): Promise<SyntheticPage> {
  const document = await PDFDocument.create();
  const page = document.addPage([WIDTH, HEIGHT]);
  const font = async (name: StandardFonts): Promise<PDFFont> => await document.embedFont(name);
  const writer = new PageWriter(page, new Random(randomSeed), {
    serif: await font(StandardFonts.TimesRoman),
    sans: await font(StandardFonts.Helvetica),
    bold: await font(StandardFonts.HelveticaBold),
    typed: await font(StandardFonts.Courier),
  });
  draw(writer);
  return { name: `${name} ${seed}`, pdf: await document.save(), lines: writer.lines };
}

class PageWriter {
  readonly lines: DrawnText[] = [];
  readonly page: PDFPage;
  readonly random: Random;
  readonly fonts: Record<'serif' | 'sans' | 'bold' | 'typed', PDFFont>;

  constructor(page: PDFPage, random: Random, fonts: Record<'serif' | 'sans' | 'bold' | 'typed', PDFFont>) {
    this.page = page;
    this.random = random;
    this.fonts = fonts;
  }

  /** Draws with the baseline `y` points from the top; with `right`, `x` is the right end. */
  write(text: string, x: number, y: number, size: number, font: PDFFont, right = false): void {
    const width = font.widthOfTextAtSize(text, size);
    const left = right ? x - width : x;
    this.page.drawText(text, { x: left, y: HEIGHT - y, size, font });
    this.lines.push({ text, left, top: y - size * 0.8, right: left + width, bottom: y + size * 0.25 });
  }

  rule(x1: number, y1: number, x2: number, y2: number): void {
    this.page.drawLine({ start: { x: x1, y: HEIGHT - y1 }, end: { x: x2, y: HEIGHT - y2 }, thickness: 0.7, color: rgb(0.1, 0.1, 0.1) });
  }

  whole(below: number): number {
    return Math.floor(this.random.next() * below);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.whole(from.length)]!;
  }

  money(below = 5000): string {
    const cents = String(this.whole(100)).padStart(2, '0');
    const units = this.whole(below);
    return units >= 1000 ? `${Math.floor(units / 1000)},${String(units % 1000).padStart(3, '0')}.${cents}` : `${units}.${cents}`;
  }

  date(): string {
    return `${String(1 + this.whole(12)).padStart(2, '0')}/${String(1 + this.whole(28)).padStart(2, '0')}/${2015 + this.whole(10)}`;
  }

  name(): string {
    return `${this.pick(NAMES)} ${this.pick(NAMES)}`;
  }

  words(count: number): string {
    return Array.from({ length: count }, () => this.pick(WORDS)).join(' ');
  }

  /** A sentence: mostly words, sometimes a name, a number or a quotation. */
  sentence(): string {
    const words = Array.from({ length: 6 + this.whole(12) }, () => {
      const kind = this.random.next();
      return kind < 0.9
        ? this.pick(WORDS)
        : kind < 0.94
          ? this.pick(NAMES)
          : kind < 0.96
            ? `$${this.money()}`
            : kind < 0.98
              ? `(${this.pick(WORDS)})`
              : String(1900 + this.whole(130));
    });
    const comma = 2 + this.whole(words.length - 3);
    words[comma] = `${words[comma]!},`;
    const text = words.join(' ');
    return `${text[0]!.toUpperCase()}${text.slice(1)}${this.pick(['.', '.', '.', '.', '?', ';'])}`;
  }

  /** Wraps sentences into lines of a width; returns the y after the last. */
  prose(sentences: number, x: number, y: number, width: number, size: number, font: PDFFont, bottom: number): number {
    let line = '';
    const flush = (): void => {
      if (line !== '' && y < bottom) this.write(line, x, y, size, font);
      y += size * 1.3;
      line = '';
    };
    for (const word of Array.from({ length: sentences }, () => this.sentence())
      .join(' ')
      .split(' ')) {
      if (line !== '' && font.widthOfTextAtSize(`${line} ${word}`, size) > width) flush();
      line = line === '' ? word : `${line} ${word}`;
    }
    flush();
    return y;
  }
}

function title(text: string): string {
  return text
    .split(' ')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ');
}

function letter(writer: PageWriter): void {
  const { serif, bold } = writer.fonts;
  const size = writer.pick([10.5, 11, 12]);
  writer.write(`${title(writer.words(2))} Ltd.`, 60, 70, 18, bold);
  writer.write(`${1 + writer.whole(400)} ${writer.pick(NAMES)} ${writer.pick(STREETS)}`, 60, 92, 10, serif);
  writer.write(`Telephone ${100 + writer.whole(900)}-${1000 + writer.whole(9000)}`, 60, 106, 10, serif);
  writer.write(writer.date(), 535, 140, size, serif, true);
  writer.write(`Dear ${writer.name()},`, 60, 180, size, serif);
  writer.write(`Subject: ${writer.words(5)}`, 60, 205, size, bold);
  let y = 235;
  for (let i = 0; i < 4; i++) y = writer.prose(3 + writer.whole(4), 60, y, 475, size, serif, 740) + size;
  writer.write('Yours sincerely,', 60, Math.min(y + 10, 770), size, serif);
  writer.write(writer.name(), 60, Math.min(y + 45, 800), size, serif);
}

function columns(writer: PageWriter): void {
  const { serif, sans, bold } = writer.fonts;
  const font = writer.pick([serif, sans]);
  writer.write(title(writer.words(4)), 60, 70, 20, bold);
  writer.write(`By ${writer.name()}`, 60, 90, 10, font);
  for (const x of [50, 310]) {
    let y = 130;
    while (y < 720) {
      writer.write(title(writer.words(3)), x, y, 11, bold);
      y = writer.prose(3 + writer.whole(3), x, y + 16, 235, 9.5, font, 780) + 12;
    }
  }
  writer.write(String(1 + writer.whole(90)), 297, 815, 9, font);
}

function invoice(writer: PageWriter): void {
  const { sans, bold } = writer.fonts;
  writer.write('INVOICE', 50, 75, 22, bold);
  writer.write(`Number: INV-${10000 + writer.whole(90000)}`, 545, 65, 10, sans, true);
  writer.write(`Date: ${writer.date()}`, 545, 80, 10, sans, true);
  writer.write('Bill to', 50, 120, 10, bold);
  writer.write(writer.name(), 50, 135, 10, sans);
  writer.write(`${1 + writer.whole(900)} ${writer.pick(NAMES)} ${writer.pick(STREETS)}`, 50, 149, 10, sans);
  const edges = [50, 250, 330, 420, 545];
  const rows = 12 + writer.whole(8);
  const [top, height] = [190, 22];
  for (let row = 0; row <= rows; row++) writer.rule(50, top + row * height, 545, top + row * height);
  for (const x of edges) writer.rule(x, top, x, top + rows * height);
  ['Description', 'Quantity', 'Unit price', 'Amount'].forEach((head, i) => {
    writer.write(head, edges[i]! + 6, top + 15, 10, bold);
  });
  for (let row = 1; row < rows; row++) {
    const y = top + row * height + 15;
    writer.write(title(writer.words(2 + writer.whole(2))), 56, y, 10, sans);
    writer.write(String(1 + writer.whole(40)), 324, y, 10, sans, true);
    writer.write(writer.money(500), 414, y, 10, sans, true);
    writer.write(writer.money(), 539, y, 10, sans, true);
  }
  const end = top + rows * height;
  ['Subtotal', 'Tax', 'Total due'].forEach((label, i) => {
    writer.write(label, 340, end + 22 + i * 16, 10, i === 2 ? bold : sans);
    writer.write(`$${writer.money(9000)}`, 539, end + 22 + i * 16, 10, i === 2 ? bold : sans, true);
  });
  writer.prose(2, 50, end + 90, 480, 9, sans, 800);
}

function statement(writer: PageWriter): void {
  const { typed, sans, bold } = writer.fonts;
  const font = writer.pick([typed, sans]);
  writer.write('Account statement', 50, 60, 16, bold);
  writer.write(`Account ${1000 + writer.whole(9000)} ${1000 + writer.whole(9000)} ${1000 + writer.whole(9000)}`, 50, 78, 8, font);
  writer.write(`Period ${writer.date()} to ${writer.date()}`, 50, 90, 8, font);
  const places = [50, 120, 390, 470, 545];
  ['Date', 'Description'].forEach((head, i) => {
    writer.write(head, places[i]!, 115, 8, bold);
  });
  ['Debit', 'Credit', 'Balance'].forEach((head, i) => {
    writer.write(head, places[i + 2]!, 115, 8, bold, true);
  });
  writer.rule(50, 119, 545, 119);
  for (let y = 132; y < 690; y += 12.5) {
    writer.write(writer.date(), 50, y, 8, font);
    writer.write(
      `${title(writer.words(2 + writer.whole(3)))} ${writer.random.next() < 0.4 ? `REF${100000 + writer.whole(900000)}` : ''}`.trim(),
      120,
      y,
      8,
      font,
    );
    writer.write(writer.money(900), writer.random.next() < 0.6 ? 390 : 470, y, 8, font, true);
    writer.write(writer.money(9000), 545, y, 8, font, true);
  }
  writer.prose(4, 50, 715, 495, 7, sans, 810);
}

function instructions(writer: PageWriter): void {
  const { sans, bold } = writer.fonts;
  writer.write(`General instructions for ${title(writer.words(2))}`, 36, 48, 11, bold);
  for (const x of [36, 214, 392]) {
    let y = 66;
    while (y < 790) {
      writer.write(title(writer.words(3)), x, y, 8, bold);
      y = writer.prose(4 + writer.whole(4), x, y + 10, 166, 8, sans, 815) + 4;
    }
  }
}
