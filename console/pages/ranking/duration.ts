/** Durations in ISO 8601 (P1D, PT10M, PT0.5S) and as text. */
import { formatDuration } from '../../kit/format.ts';

const DURATION = /^P(?=[\dT])(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?=\d)(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/;
const UNITS_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000] as const;

/** Undefined if the text is not a duration of weeks, days, hours, minutes and seconds. */
export function parseDuration(text: string): number | undefined {
  const parts = DURATION.exec(text.trim());
  if (!parts) return undefined;
  const ms = UNITS_MS.reduce((sum, unit, i) => sum + Number(parts[i + 1] ?? 0) * unit, 0);
  return Number.isNaN(ms) ? undefined : ms;
}

export function formatIsoDuration(text: string): string {
  const ms = parseDuration(text);
  return ms === undefined ? 'not a duration' : formatDuration(ms);
}
