/** Reads training files and forms with our own engines. */
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { labelForm, tagsFromSchema } from '../../../../src/engines/documents/forms/labels/labeled-form.ts';
import type { LabeledForm, Tag } from '../../../../src/engines/documents/forms/labels/labeled-form.ts';
import { readLabelsFile } from '../../../../src/engines/documents/forms/files/labels-file.ts';
import { formFromLayout } from '../../../../src/engines/documents/forms/form/form.ts';
import { readFieldsFile } from '../../../../src/engines/documents/forms/files/fields-file.ts';
import type { Schema } from '../../../../src/engines/documents/forms/files/fields-file.ts';
import { layoutDocument } from '../../../../src/engines/documents/layout/layout-document.ts';
import { layoutPage } from '../../../../src/engines/documents/layout/layout-page.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import type { Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';
import { LIMITS } from '../../../../src/engines/documents/reading/model/limits.ts';
import { PdfDocument } from '../../../../src/engines/documents/reading/pdf/document.ts';
import { readPageContent } from '../../../../src/engines/documents/reading/pdf/page-content.ts';
import { readDocument } from '../../../../src/engines/documents/reading/read-document.ts';

export interface Sample {
  name: string;
  layout: DocumentLayout;
  labeled: LabeledForm;
}
export interface Samples {
  schema: Schema;
  tags: readonly Tag[];
  all: readonly Sample[];
  cpuSeconds: number;
}

export const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

export async function layoutOf(bytes: Uint8Array, ocr: Reader, range?: string): Promise<DocumentLayout> {
  const pages: ReturnType<typeof layoutPage>[] = [];
  await readDocument(bytes, {
    ocr,
    ...(range !== undefined && { pages: range }),
    onPage: (seen) => {
      pages.push(layoutPage(seen, { tables: true, marks: true, figures: false, keyValuePairs: false }));
    },
  });
  return layoutDocument(pages);
}

/** The first page of a PDF like a scan: slightly rotated, blurred and compressed. */
export async function simulateScan(bytes: Uint8Array, degrees: number): Promise<Uint8Array> {
  const pdf = await PdfDocument.open(bytes, LIMITS);
  try {
    const { image } = pdf.withPage(1, (page) => readPageContent(page, 1, { ocr: false, renderDpi: 200 }));
    const { width, height, data } = image!;
    return await sharp(data, { raw: { width, height, channels: 1 } })
      .rotate(degrees, { background: '#fff' })
      .blur(0.7)
      .jpeg({ quality: 70 })
      .toBuffer();
  } finally {
    pdf.close();
  }
}

export interface Raw {
  name: string;
  bytes: Uint8Array;
  labels: Uint8Array | object;
}

export async function readSamples(fields: Uint8Array | object, forms: readonly Raw[], ocr: Reader): Promise<Samples> {
  const before = cpuSeconds();
  const schema = readFieldsFile(fields);
  const all: Sample[] = [];
  for (const { name, bytes, labels } of forms) {
    const layout = await layoutOf(bytes, ocr);
    all.push({ name, layout, labeled: labelForm(formFromLayout(layout), readLabelsFile(labels), schema) });
  }
  return { schema, tags: tagsFromSchema(schema), all, cpuSeconds: cpuSeconds() - before };
}

/** The labeled forms of a container in a ZIP archive. */
export function readArchive(path: string, folder: string): { fields: Uint8Array; forms: Raw[] } {
  const files = unzip(readFileSync(path));
  const inFolder = [...files.keys()].filter((name) => name.startsWith(folder));
  const forms = inFolder
    .filter((name) => name.endsWith('.labels.json'))
    .sort()
    .map((labels): Raw => {
      const name = labels.slice(0, -'.labels.json'.length);
      return { name: name.slice(folder.length), bytes: files.get(name)!, labels: files.get(labels)! };
    });
  return { fields: files.get(`${folder}fields.json`)!, forms };
}

/** Unpacks a trusted ZIP archive by its central directory. */
function unzip(bytes: Buffer): Map<string, Uint8Array> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, Uint8Array>();
  for (let at = bytes.readUInt32LE(end + 16), n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const [method, packed, nameLength, extra, comment, local] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ];
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(from, from + packed);
    files.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), method === 0 ? data : inflateRawSync(data));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}
