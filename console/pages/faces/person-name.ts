/** The person of an image by its file name: "Ada 2.jpg" and "ada-1.png" are of Ada. */
const MAX_NAME = 128;

export function personName(file: string): string {
  const plain = file.replace(/\.[^.]*$/, '').replaceAll(/[_\s]+/g, ' ').trim();
  const name = plain.replace(/[\s.-]*\(?\d+\)?$/, '').trim() || plain || 'Somebody';
  return name.slice(0, MAX_NAME);
}

/** Names that differ only in case are the same person. */
export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function initials(name: string): string {
  const words = name.split(/[\s.-]+/).filter((word) => word !== '');
  return [words[0], ...words.length > 1 ? [words.at(-1)] : []].map((word) => [...word ?? '?'][0]!.toUpperCase()).join('');
}
