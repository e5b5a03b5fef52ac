/** Makes the answers of the library neutral. */
import type { DatetimeValue, Kind, NumberKind, Resolution } from './entity.ts';

/** The library's own answer for one span. */
export type LibraryResult = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly typeName: string;
  readonly resolution?: { readonly [name: string]: unknown } | null;
};

/** The neutral meaning of an answer; undefined where the library found a span but could not read it. */
export function resolve(kind: Kind, found: LibraryResult, text: string): Resolution | undefined {
  const from = found.resolution ?? {};
  const written = typeof from['value'] === 'string' ? from['value'] : undefined;
  switch (kind) {
    case 'number':
    case 'percentage': {
      const value = Number((written ?? '').replace('%', ''));
      if (written === undefined || written === '' || !Number.isFinite(value)) return undefined;
      return { is: 'number', value, written, numberKind: kind === 'percentage' ? 'Percent' : numberKind(text, value) };
    }
    case 'ordinal':
    case 'ordinalV2': {
      const offset = Number(written);
      return Number.isFinite(offset) && offset > 0 ? { is: 'ordinal', offset, relativeTo: 'start' } : undefined;
    }
    case 'age':
    case 'dimension':
    case 'currency':
    case 'temperature': {
      const value = written === undefined || written === '' ? null : Number(written);
      if (typeof from['unit'] !== 'string' || (value !== null && !Number.isFinite(value))) return undefined;
      return {
        is: 'quantity',
        value,
        written: written ?? null,
        unit: from['unit'],
        ...(typeof from['isoCurrency'] === 'string' ? { iso: from['isoCurrency'] } : {}),
      };
    }
    case 'datetimeV2': {
      const values = Array.isArray(from['values']) ? (from['values'] as Record<string, unknown>[]).map(datetimeValue) : [];
      return values.length === 0 ? undefined : { is: 'datetime', subtype: found.typeName.replace(/^datetimeV2\./, ''), values };
    }
    case 'boolean':
      return typeof from['value'] === 'boolean' ? { is: 'boolean', value: from['value'] } : undefined;
    default: {
      const score = Number(from['score'] ?? NaN);
      return { is: 'text', value: text, ...(Number.isFinite(score) ? { score } : {}) };
    }
  }
}

function numberKind(text: string, value: number): NumberKind {
  if (/\d\s*[eE^]\s*[-+]?\d/.test(text)) return 'Power';
  if (/\d\s*[/⁄]\s*\d|[¼½¾⅐-⅞]/u.test(text) || (!Number.isInteger(value) && !/\d/.test(text))) return 'Fraction';
  return Number.isInteger(value) ? 'Integer' : 'Decimal';
}

function datetimeValue(one: Record<string, unknown>): DatetimeValue {
  const text = (name: string): string | undefined => (typeof one[name] === 'string' ? one[name] : undefined);
  const [value, start, end, modifier] = [text('value'), text('start'), text('end'), text('Mod') ?? text('mod')];
  return {
    timex: text('timex') ?? '',
    type: text('type') ?? '',
    ...(value === undefined || value === 'not resolved' ? {} : { value }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    ...(modifier === undefined ? {} : { modifier }),
  };
}
