/** A generated PDF page with a title and rows of captions and values, with embedded text, so that no OCR is needed. */
export function formPdf(title: string, rows: readonly (readonly [caption: string, value: string])[]): Blob {
  const text = (size: number, x: number, y: number, words: string): string => `BT /F ${size} Tf ${x} ${y} Td (${words.replace(/[\\()]/g, '\\$&')}) Tj ET`;
  const content = [
    text(20, 72, 712, title), text(11, 72, 682, 'Order form for trees and shrubs'),
    ...rows.flatMap(([caption, value], n) => [text(11, 72, 612 - 46 * n, caption), text(11, 220, 612 - 46 * n, value), `0.7 G 216 ${606 - 46 * n} m 460 ${606 - 46 * n} l S`]),
    text(11, 72, 92, 'Thank you for planting with us'),
  ].join('\n');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const offset = file.length;
    file += `${n + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const table = [`0000000000 65535 f \n`, ...offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)].join('');
  return new Blob([`${file}xref\n0 ${objects.length + 1}\n${table}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n${file.length}\n%%EOF\n`], { type: 'application/pdf' });
}
