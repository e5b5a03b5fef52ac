/** Receipts with the text and box of every line, from a folder in the layout of the SROIE data set. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { GrayImage } from '../../../src/engines/documents/reading/model/page.ts';
import type { TrueLine } from './scores.ts';
import type { ExpectedValue } from '../../training/documents/evaluation/value-search.ts';

export interface Receipt {
  name: string;
  file: Uint8Array;
  image: GrayImage;
  lines: TrueLine[];
  /** Company, date, address and total. */
  values: ExpectedValue[];
}

/** Empty if the folder does not contain them. */
export async function readReceipts(folder: string): Promise<Receipt[]> {
  const images = join(folder, 'document', 'sroie');
  if (!existsSync(images)) return [];
  const names = readdirSync(images)
    .filter((file) => file.endsWith('.csv'))
    .map((file) => file.slice(0, -4))
    .sort();
  return await Promise.all(
    names.map(async (name) => {
      const file = readFileSync(join(images, `${name}.jpg`));
      const { data, info } = await sharp(file)
        .flatten({ background: '#fff' })
        .toColourspace('b-w')
        .raw()
        .toBuffer({ resolveWithObject: true });
      return {
        name,
        file,
        image: { width: info.width, height: info.height, data: new Uint8Array(data) },
        lines: parseLines(readFileSync(join(images, `${name}.csv`), 'utf8')),
        values: parseValues(readFileSync(join(images, `${name}.json`), 'utf8')),
      };
    }),
  );
}

function parseValues(text: string): ExpectedValue[] {
  return Object.entries(JSON.parse(text) as Record<string, string>).map(([path, value]) => ({
    path,
    value: /^\d+\.\d\d$/.test(value) ? Number(value) : value,
  }));
}

/** x1, y1 … x4, y4, and the text, which may contain commas. */
function parseLines(table: string): TrueLine[] {
  return table
    .split(/\r?\n/)
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const parts = row.split(',');
      const [x1, y1, x2, y2, x3, y3, x4, y4] = parts.slice(0, 8).map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      return {
        text: parts.slice(8).join(','),
        box: { left: Math.min(x1, x4), top: Math.min(y1, y2), right: Math.max(x2, x3), bottom: Math.max(y3, y4) },
      };
    });
}
