/** Generated forms for custom models with their labels: the same print, different values. */
import { crc32 } from 'node:zlib';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { Azurite } from './azurite.ts';
import { pdfWithTexts } from './documents.ts';
import type { PlacedText } from './documents.ts';

export interface TrainingFile {
  name: string;
  content: Buffer;
}

const [WIDTH, HEIGHT, SIZE] = [612, 792, 11];
const PLANTS = ['Maple', 'Rowan', 'Willow', 'Alder', 'Hazel', 'Juniper', 'Spruce', 'Poplar'];
const PEOPLE = ['Ada Moss', 'Ben Field', 'Cora Brook', 'Dan Hill', 'Eve Stone', 'Finn Marsh', 'Gwen Lake', 'Hal Wood'];

export interface Order {
  Customer: string;
  OrderDate: string;
  Plant: string;
  Total: string;
}

export function createOrder(n: number): Order {
  return {
    Customer: PEOPLE[n % PEOPLE.length]!,
    OrderDate: `0${1 + (n % 9)}/1${n % 10}/2024`,
    Plant: PLANTS[(3 * n + 1) % PLANTS.length]!,
    Total: `$${120 + 37 * n}.50`,
  };
}

const CAPTIONS: Readonly<Record<keyof Order, readonly [caption: string, y: number]>> = {
  Customer: ['Customer name', 180],
  OrderDate: ['Date of order', 220],
  Plant: ['Plant wanted', 260],
  Total: ['Sum to pay', 320],
};
const VALUE_X = 220;

/** The print on every order form. */
const PRINT: readonly PlacedText[] = [
  { text: 'Green Valley Nursery', x: 72, y: 80, size: 20 },
  { text: 'Order form for trees and shrubs', x: 72, y: 110 },
  ...Object.values(CAPTIONS).map(([text, y]) => ({ text, x: 72, y })),
  { text: 'Thank you for planting with us', x: 72, y: 700 },
];

export async function orderPdf(order: Order): Promise<Buffer> {
  return await pdfWithTexts([
    [...PRINT, ...Object.entries(order).map(([name, text]) => ({ text, x: VALUE_X, y: CAPTIONS[name as keyof Order][1] }))],
  ]);
}

/** A form that has only the paper size in common with the order. */
export async function repairPdf(n: number): Promise<Buffer> {
  return await pdfWithTexts([
    [
      { text: 'Harbour Boat Works', x: 200, y: 90, size: 18 },
      { text: 'Repair ticket', x: 200, y: 116 },
      ...[
        ['Ticket', `T-${4100 + n}`],
        ['Owner', PEOPLE[(n + 3) % PEOPLE.length]!],
        ['Vessel', `Sea ${PLANTS[n % PLANTS.length]}`],
      ].flatMap(([caption, text], row) => [
        { text: caption!, x: 90, y: 200 + 50 * row },
        { text: text!, x: 320, y: 200 + 50 * row },
      ]),
      { text: 'Engines hulls and rigging since 1961', x: 90, y: 640 },
    ],
  ]);
}

const relativeBox = (x: number, y: number, width: number): number[] => {
  const [left, top, right, bottom] = [x / WIDTH, (y - 9) / HEIGHT, (x + width) / WIDTH, (y + 3) / HEIGHT];
  return [left, top, right, top, right, bottom, left, bottom];
};

/** Labels as the vendor's tool writes them, one value per word. */
async function createLabels(name: string, values: readonly { label: string; text: string; x: number; y: number }[]): Promise<object> {
  const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
  return {
    document: name,
    labels: values.map(({ label, text, x, y }) => {
      let at = x;
      return {
        label,
        key: null,
        value: text.split(' ').map((word) => {
          const box = relativeBox(at, y, font.widthOfTextAtSize(word, SIZE));
          at += font.widthOfTextAtSize(`${word} `, SIZE);
          return { page: 1, text: word, boundingBoxes: [box] };
        }),
      };
    }),
  };
}

const json = (name: string, content: object): TrainingFile => ({ name, content: Buffer.from(JSON.stringify(content)) });
const fieldsJson = (types: Readonly<Record<string, string>>): TrainingFile =>
  json('fields.json', {
    fields: Object.entries(types).map(([fieldKey, fieldType]) => ({ fieldKey, fieldType, fieldFormat: 'not-specified' })),
  });

/** Labeled orders with their fields; no layouts, so that the forms are read. */
export async function orderFiles(count = 6): Promise<TrainingFile[]> {
  const forms = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const name = `order-${n}.pdf`;
      const values = Object.entries(createOrder(n)).map(([label, text]) => ({
        label,
        text,
        x: VALUE_X,
        y: CAPTIONS[label as keyof Order][1],
      }));
      return [{ name, content: await orderPdf(createOrder(n)) }, json(`${name}.labels.json`, await createLabels(name, values))];
    }),
  );
  return [fieldsJson({ Customer: 'string', OrderDate: 'date', Plant: 'string', Total: 'currency' }), ...forms.flat()];
}

/** Labeled repair tickets. */
export async function repairFiles(count = 6): Promise<TrainingFile[]> {
  const forms = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const name = `ticket-${n}.pdf`;
      const values = [
        { label: 'Ticket', text: `T-${4100 + n}`, x: 320, y: 200 },
        { label: 'Owner', text: PEOPLE[(n + 3) % PEOPLE.length]!, x: 320, y: 250 },
      ];
      return [{ name, content: await repairPdf(n) }, json(`${name}.labels.json`, await createLabels(name, values))];
    }),
  );
  return [fieldsJson({ Ticket: 'string', Owner: 'string' }), ...forms.flat()];
}

/** A zip archive of the files, uncompressed. */
export function createZip(files: readonly TrainingFile[]): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, content } of files) {
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(title.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, entry, title);
    parts.push(Buffer.from('PK\x03\x04'), common, title, content);
    offset += 30 + title.length + content.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}

/** The URL of a container with a signature, by default to read and list it. */
export function signedUrl(storage: Azurite, container: string, permissions?: string): string {
  const [, endpoint, signature] = /^BlobEndpoint=([^;]+);SharedAccessSignature=(.*)$/.exec(
    storage.signedConnectionString(container, permissions),
  )!;
  return `${endpoint}/${container}?${signature}`;
}

/** Creates a container with the files. */
export async function createContainer(storage: Azurite, container: string, files: readonly TrainingFile[]): Promise<string> {
  await storage.createContainer(container);
  for (const { name, content } of files) await storage.putBlob(container, name, content);
  return signedUrl(storage, container);
}
