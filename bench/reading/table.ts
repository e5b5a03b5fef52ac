/** Rows of figures beside one another, and whether a bar was met. */

const NAME = 34;
const FIGURE = 10;

export function head(name: string, columns: readonly string[]): void {
  console.log(`\n${name.padEnd(NAME)}${columns.map((column) => column.padStart(FIGURE)).join('')}`);
}

export function row(name: string, figures: readonly (number | string | undefined)[], digits = 3): void {
  console.log(`${name.padEnd(NAME)}${figures.map((figure) => (figure === undefined ? '–' : typeof figure === 'number' ? figure.toFixed(digits) : figure).padStart(FIGURE)).join('')}`);
}

export function bar(met: boolean, says: string): void {
  console.log(`${met ? 'met   ' : 'MISSED'} ${says}`);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
