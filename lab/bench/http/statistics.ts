export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Median, minimum and maximum. */
export function spread(values: readonly number[], digits = 2): string {
  return `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
}

/** CPU microseconds per call, user and system, of this process. */
export async function cpuMicros(calls: number, work: (call: number) => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call++) await work(call);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

export function verdict(name: string, value: number, bar: number, kind: 'at least' | 'at most', unit = ''): void {
  const met = kind === 'at least' ? value >= bar : value <= bar;
  console.log(`${met ? 'met   ' : 'MISSED'}  ${name}: ${value.toFixed(2)}${unit} (bar: ${kind} ${bar}${unit})`);
}
