/** A word in lower case without accents and without punctuation around it, of any script. */
export const foldWord = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/^[([{"'«“‘]+|[\])}"'»”’.,;:+!&|]+$/gu, '');
