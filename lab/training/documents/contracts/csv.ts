/** Parses comma-separated values with quoted fields; a quote inside a quoted field is doubled. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      at++;
      for (;;) {
        const quote = text.indexOf('"', at);
        const end = quote < 0 ? text.length : quote;
        field += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        field += '"';
        at++;
      }
    } else {
      let end = at;
      while (end < text.length && text[end] !== ',' && text[end] !== '\n') end++;
      field = text.slice(at, end).replace(/\r$/u, '');
      at = end;
    }
    row.push(field);
    if (text[at] === '\r') at++;
    if (text[at] !== ',') {
      rows.push(row);
      row = [];
    }
    at++;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}
