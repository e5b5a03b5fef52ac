/** Resolutions of prebuilt entities, in the published kinds. */
import type { Kind, DatetimeValue, Resolution } from '../../../../engines/language/recognizers/entity.ts';
import { languageUnit } from '../../../../engines/language/recognizers/units.ts';
import modifiers from './modifiers.json' with { type: 'json' };

const SUB_KINDS: Readonly<Record<string, string>> = { time: 'Time', date: 'Date', datetime: 'DateTime', duration: 'Duration', set: 'Set' };
const MODIFIERS = modifiers;
const MODIFIERS_BY_WORD = new Map(MODIFIERS.map((name) => [name.toLowerCase(), name]));
const NAMES: Readonly<Partial<Record<Kind, string>>> = { personName: 'person.name', geographyV2: 'geography.location' };
const QUANTITIES = new Set<Kind>(['number', 'ordinal', 'ordinalV2', 'percentage', 'age', 'dimension', 'currency', 'temperature']);

/** Empty for entities without a value, such as an e-mail address. With `spanTimex`, spans include their TIMEX. */
export function toResolutions(kind: Kind, resolution: Resolution, { spanTimex }: { spanTimex: boolean }): object[] {
  switch (resolution.is) {
    case 'number':
      return [{ resolutionKind: 'NumberResolution', numberKind: resolution.numberKind, value: resolution.value }];
    case 'ordinal':
      return [ordinal(resolution.offset, resolution.relativeTo)];
    case 'quantity':
      return quantity(kind, resolution);
    case 'datetime':
      return resolution.values.map((value) => temporal(value, spanTimex));
    case 'boolean':
      return [{ resolutionKind: 'BooleanResolution', value: resolution.value }];
    case 'text':
    case 'phrase':
    case 'place':
      return [];
  }
}

/** The subtype of a prebuilt entity. */
export function subtypeOf(kind: Kind, resolution: Resolution): string {
  if (resolution.is === 'datetime') return `datetime.${resolution.subtype}`;
  if (kind === 'dimension' && resolution.is === 'quantity') {
    return `quantity.${languageUnit(kind, resolution.unit)?.measure.toLowerCase() ?? kind}`;
  }
  if (Object.hasOwn(NAMES, kind)) return NAMES[kind]!;
  return QUANTITIES.has(kind) ? `quantity.${kind === 'ordinalV2' ? 'ordinal' : kind}` : kind;
}

function ordinal(offset: number, relativeTo: 'start' | 'end' | 'current'): object {
  const value =
    relativeTo === 'start' ? String(offset) : offset === 0 ? relativeTo : `${relativeTo} ${offset < 0 ? '-' : '+'} ${Math.abs(offset)}`;
  return {
    resolutionKind: 'OrdinalResolution',
    offset: String(offset),
    relativeTo: relativeTo[0]!.toUpperCase() + relativeTo.slice(1),
    value,
  };
}

function quantity(kind: Kind, { value, unit, iso }: Extract<Resolution, { is: 'quantity' }>): object[] {
  if (value === null) return [];
  if (kind === 'currency') return [{ resolutionKind: 'CurrencyResolution', ...(iso !== undefined && { ISO4217: iso }), value, unit }];
  const measured = kind === 'age' || kind === 'temperature' || kind === 'dimension' ? languageUnit(kind, unit) : undefined;
  return measured ? [{ resolutionKind: `${measured.measure}Resolution`, value, unit: measured.unit }] : [];
}

/** Ranges are spans; their duration is part of the TIMEX. */
function temporal({ timex, type, value, start, end, modifier: word }: DatetimeValue, spanTimex: boolean): object {
  const modifier = word === undefined ? undefined : MODIFIERS_BY_WORD.get(word.toLowerCase().replace(/[^a-z]/g, ''));
  const more = modifier === undefined ? {} : { modifier };
  const kind = SUB_KINDS[type];
  if (kind !== undefined) {
    return { resolutionKind: 'DateTimeResolution', dateTimeSubKind: kind, timex, value: value ?? 'not resolved', ...more };
  }
  const duration = /^\(.*,(P[^,]*)\)$/.exec(timex)?.[1];
  return {
    resolutionKind: 'TemporalSpanResolution',
    ...(spanTimex && { timex }),
    ...(start !== undefined && { begin: start }),
    ...(end !== undefined && { end }),
    ...(duration !== undefined && { duration }),
    ...more,
  };
}
