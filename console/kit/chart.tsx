/** Line charts drawn by uPlot, which is loaded with the first chart. Colors follow the theme. */
import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { t } from '../i18n/messages.ts';
import { useCell } from './cell.ts';
import { isoTime } from './format.ts';
import { useSize } from './hooks.ts';
import { theme } from './theme.ts';

export interface Series {
  label: string;
  values: readonly (number | null)[];
  /** One of the six chart colors. */
  color?: 1 | 2 | 3 | 4 | 5 | 6;
  kind?: 'line' | 'bars' | 'area';
  dashed?: boolean;
  /** Draws a dot at each value, so that isolated values are visible. */
  points?: boolean;
  /** A band around the line, such as a confidence interval. */
  low?: readonly (number | null)[];
  high?: readonly (number | null)[];
}

export interface ChartProps {
  /** Accessible description. */
  label: string;
  /** Seconds since 1970 where `time` is set. */
  x: readonly number[];
  series: readonly Series[];
  time?: boolean;
  height?: number;
  format?: (value: number) => string;
  /** Show whole numbers only on the axis. */
  whole?: boolean;
  formatX?: (value: number) => string;
  /** Smallest and greatest y; taken from the values if omitted. */
  range?: readonly [number | undefined, number | undefined];
  /** Called with the point under the pointer. */
  onPoint?: (index: number | undefined) => void;
}

/** Up to this many bars, each has its label below it. */
const MAX_LABELED_BARS = 16;

export function Chart(props: ChartProps) {
  const { label, height = 200 } = props;
  const [sized, { width }] = useSize<HTMLElement>();
  const place = useRef<HTMLDivElement>(null);
  const shade = useCell(theme);
  useEffect(() => {
    if (width === 0) return undefined;
    let plot: uPlot | undefined;
    let gone = false;
    void import('uplot').then(({ default: Plot }) => {
      if (!gone) plot = new Plot(buildOptions(props, Plot, width, height), toChartData(props), place.current!);
    });
    return () => {
      gone = true;
      plot?.destroy();
    };
  }, [width, height, shade, props.x, props.series, props.range?.[0], props.range?.[1]]);
  return (
    <figure class="chart" ref={sized}>
      <div role="img" aria-label={label} ref={place} style={{ minHeight: `${height}px` }} />
    </figure>
  );
}

function toChartData({ x, series }: ChartProps): uPlot.AlignedData {
  return [
    x as number[],
    ...(series.flatMap(({ values, low, high }) => (low && high ? [values, low, high] : [values])) as (number | null)[][]),
  ];
}

function buildOptions(
  { x, series, time = false, whole = false, format = String, formatX = time ? formatClock(x) : undefined, range, onPoint }: ChartProps,
  Plot: typeof uPlot,
  width: number,
  height: number,
): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const axis: uPlot.Axis = {
    stroke: color('--soft'),
    grid: { stroke: color('--chart-grid'), width: 1 },
    ticks: { show: false },
    font: `11px ${style.fontFamily}`,
  };
  const lines: uPlot.Series[] = [
    { label: time ? t('Time') : t('Event'), value: (_, value) => (value === null ? '–' : formatX ? formatX(value) : String(value)) },
  ];
  const bands: uPlot.Band[] = [];
  const bars = !time && x.length > 0 && series.some(({ kind }) => kind === 'bars');
  for (const [i, { label, color: number = ((i % 6) + 1) as 1, kind = 'line', dashed, points = false, low, high }] of series.entries()) {
    const stroke = color(`--chart-${number}`);
    const value = (_: uPlot, shown: number | null): string => (shown === null ? '–' : format(shown));
    lines.push({
      label,
      stroke,
      value,
      width: 1.5,
      points: { show: points || x.length === 1 },
      ...(dashed && { dash: [5, 4] }),
      ...(kind !== 'line' && { fill: `${stroke}33` }),
      ...(kind === 'bars' && { paths: Plot.paths.bars!({ size: [0.8, 24] }), points: { show: false } }),
    });
    if (!low || !high) continue;
    const at = lines.length;
    // Band edges have no legend entry of their own.
    lines.push(
      ...['low', 'high'].map((end): uPlot.Series => ({
        label: `${label}, ${end}`,
        class: 'edge',
        stroke: 'transparent',
        value,
        points: { show: false },
      })),
    );
    bands.push({ series: [at + 1, at], fill: `${stroke}22` });
  }
  return {
    width,
    height: Math.max(60, height - 28),
    series: lines,
    bands,
    padding: [8, 20, 0, 0],
    scales: {
      x: { time, ...(bars && { range: () => [x[0]! - 0.6, x.at(-1)! + 0.6] }) },
      y: { range: (_, min, max) => scaleRange(min, max, range) },
    },
    axes: [
      {
        ...axis,
        size: 30,
        ...(bars && x.length <= MAX_LABELED_BARS && { splits: () => x as number[] }),
        ...(formatX && { values: (_, shown) => shown.map(formatX) }),
      },
      { ...axis, size: 52, values: (_, shown) => shown.map((value) => (whole && !Number.isInteger(value) ? '' : format(value))) },
    ],
    legend: { live: true },
    cursor: { y: false, points: { size: 6 } },
    hooks: onPoint ? { setCursor: [(plot) => onPoint(plot.cursor.idx ?? undefined)] } : {},
  };
}

/** Hours and minutes within two days, dates beyond. */
function formatClock(x: readonly number[]): (seconds: number) => string {
  const short = (x.at(-1) ?? 0) - (x[0] ?? 0) < 2 * 86_400;
  return (seconds) => (short ? isoTime(seconds * 1000).slice(11, 16) : isoTime(seconds * 1000).slice(0, 10));
}

/** Leaves some room above; equal values still get a scale. */
function scaleRange(min: number | null, max: number | null, fixed: ChartProps['range']): [number, number] {
  const from = fixed?.[0] ?? Math.min(0, min ?? 0);
  const to = fixed?.[1] ?? (max ?? 0) + ((max ?? 0) - from) * 0.08;
  return to > from ? [from, to] : [from, from + 1];
}
