/** ROUGE-L (Lin 2004): the F-measure of the longest common subsequence of words, in lower case, without stemming. */

export function rougeWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

export function rougeL(summary: string, reference: string): number {
  const [found, wanted] = [rougeWords(summary), rougeWords(reference)];
  const common = commonLength(found, wanted);
  if (common === 0) return 0;
  const [precision, recall] = [common / found.length, common / wanted.length];
  return (2 * precision * recall) / (precision + recall);
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = new Uint32Array(b.length + 1);
  for (const word of a) {
    const next = new Uint32Array(b.length + 1);
    for (let j = 0; j < b.length; j++) next[j + 1] = word === b[j] ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!);
    row = next;
  }
  return row[b.length]!;
}
