/** Draws PDF files of one page, with embedded text, so that no OCR is needed. Lengths are points, from the lower left corner. */

export function text(size: number, x: number, y: number, words: string): string {
  return `BT /F ${size} Tf ${x} ${y} Td (${words.replace(/[\\()]/g, '\\$&')}) Tj ET`;
}

/** Ends at `right`. Widths are those of digits and points in Helvetica; other characters are about as wide as digits. */
export function textTo(size: number, right: number, y: number, words: string): string {
  const width = [...words].reduce((sum, character) => sum + (/[.,: ]/.test(character) ? 0.278 : 0.556), 0) * size;
  return text(size, Math.round((right - width) * 100) / 100, y, words);
}

/** A gray line to the right. */
export const line = (x: number, y: number, right: number): string => `0.7 G ${x} ${y} m ${right} ${y} l S`;

export function drawPdf({ width, height }: { width: number; height: number }, drawings: readonly string[]): Blob {
  const content = drawings.join('\n');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const offset = file.length;
    file += `${n + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const table = [`0000000000 65535 f \n`, ...offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)].join('');
  return new Blob(
    [
      `${file}xref\n0 ${objects.length + 1}\n${table}trailer<</Root 1 0 R/Size ` +
        `${objects.length + 1}>>\nstartxref\n${file.length}\n%%EOF\n`,
    ],
    { type: 'application/pdf' },
  );
}
