/** The resolved value of an entity in short: dates, amounts and list names as people write them, anything else as JSON. */

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Alternatives without duplicates: a weekday may be the last or the next. */
function joinAlternatives(values: readonly unknown[]): string {
  return [...new Set(values.map(formatResolution))].join(' or ');
}

export function formatResolution(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return joinAlternatives(value);
  if (!isObject(value)) return JSON.stringify(value) ?? '';
  if (Array.isArray(value['values'])) return joinAlternatives(value['values']);
  if (Array.isArray(value['resolution'])) return joinAlternatives(value['resolution']);
  const { start, end, number, units, unit } = value;
  if (typeof start === 'string' || typeof end === 'string') return `${String(start ?? '…')} to ${String(end ?? '…')}`;
  if (typeof number === 'number') return [number, units ?? unit].filter((part) => part !== undefined && part !== null).join(' ');
  return typeof value['value'] === 'string' || typeof value['value'] === 'number' ? [value['value'], unit].filter((part) => part !== undefined).join(' ') : JSON.stringify(value);
}
