/** Whether a search matches a name: each word is the start of a word in it; with `whole`, they are the start of the name itself. */
export function matchesName(written: string, name: string, whole = false): boolean {
  const wanted = written.toLowerCase().trim();
  if (wanted === '') return !whole;
  const given = name.toLowerCase();
  if (whole) return given.startsWith(wanted);
  const words = given.split(/\s+/);
  return wanted.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)) || (part.length > 2 && given.includes(part)));
}
