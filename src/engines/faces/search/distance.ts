/** How far two templates are from each other. */
export function distanceBetween(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) {
    const difference = one[i]! - other[i]!;
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}
