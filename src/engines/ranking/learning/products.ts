/** Products of one action: places in the weight table, or hashes, and their values. */
export class Products {
  places = new Int32Array(256);
  values = new Float64Array(256);
  kinds = new Uint8Array(256);
  /** What prior variances are multiplied by. */
  shares = new Float64Array(256);
  /** Number of products per kind, by which prior variances are divided. */
  readonly counts = new Int32Array(5);
  /** Names of the features multiplied, joined by `^`; kept only when asked for. */
  readonly labels: string[] | null;
  count = 0;

  constructor(withLabels = false) {
    this.labels = withLabels ? [] : null;
  }

  clear(): void {
    this.count = 0;
    this.counts.fill(0);
    if (this.labels) this.labels.length = 0;
  }

  /** Sets by how many features of the context and of the action their prior variances are divided. */
  setSizes(shared: number, action: number): void {
    this.counts[1] = shared;
    this.counts[2] = action;
    this.counts[3] = shared * action;
  }

  push(place: number, value: number, kind = 0, share = 1): void {
    if (this.count === this.places.length) {
      const places = new Int32Array(this.count * 2);
      const values = new Float64Array(this.count * 2);
      const kinds = new Uint8Array(this.count * 2);
      const shares = new Float64Array(this.count * 2);
      places.set(this.places);
      values.set(this.values);
      kinds.set(this.kinds);
      shares.set(this.shares);
      this.places = places;
      this.values = values;
      this.kinds = kinds;
      this.shares = shares;
    }
    this.places[this.count] = place;
    this.kinds[this.count] = kind;
    this.shares[this.count] = share;
    this.counts[kind]!++;
    this.values[this.count++] = value;
  }
}

/** The weighted sum of listed products. */
export function dot(weights: Float32Array, products: Products): number {
  const { places, values, count } = products;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += weights[places[i]!]! * values[i]!;
  return sum;
}
