/** The smallest key after all keys that begin with the prefix; undefined for the empty prefix, which all keys have. */
export function prefixEnd(prefix: string): string | undefined {
  const points = Array.from(prefix);
  while (points.length > 0) {
    const last = points.pop()!.codePointAt(0)!;
    if (last === 0x10ffff) continue;
    const next = last + 1 === 0xd800 ? 0xe000 : last + 1;
    return points.join('') + String.fromCodePoint(next);
  }
  return undefined;
}
