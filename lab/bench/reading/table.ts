/** Prints tables of figures, and whether a bar was met. */

const NAME = 34;
const FIGURE = 10;

export function printHeader(name: string, columns: readonly string[]): void {
  console.log(`\n${name.padEnd(NAME)}${columns.map((column) => column.padStart(FIGURE)).join('')}`);
}

export function printRow(name: string, figures: readonly (number | string | undefined)[], digits = 3): void {
  console.log(
    `${name.padEnd(NAME)}${figures.map((figure) => (figure === undefined ? '–' : typeof figure === 'number' ? figure.toFixed(digits) : figure).padStart(FIGURE)).join('')}`,
  );
}

export function printBar(met: boolean, text: string): void {
  console.log(`${met ? 'met   ' : 'MISSED'} ${text}`);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
