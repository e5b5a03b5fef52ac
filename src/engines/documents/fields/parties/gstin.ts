/**
 * The tax number of India (GSTIN): two digits of the state, the ten characters of the PAN, one for the registration, Z, and a check
 * character. Its form says where letters and digits are, and its check character which of two that look alike was printed.
 */
const FORM = '99AAAAA9999A*Z*';
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ALIKE = ['0OQD', '1IL', '2Z', '5S', '6G', '8B'];

const alikes = (character: string): string => ALIKE.find((group) => group.includes(character)) ?? character;

/** The characters that the form allows in place of the one that was read. */
function allowed(character: string, place: string): string[] {
  const fits = { '9': /\d/u, A: /[A-Z]/u, Z: /Z/u, '*': /[A-Z\d]/u }[place]!;
  return fits.test(character) && place !== '*' ? [character] : [character, ...alikes(character)].filter((other) => fits.test(other));
}

function checkCharacter(first: string): string {
  const sum = [...first].reduce((total, character, i) => {
    const product = CHARACTERS.indexOf(character) * (i % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return CHARACTERS[(36 - (sum % 36)) % 36]!;
}

/** The number as it was printed, if `text` is one in which characters were mistaken for others; otherwise `text`. */
export function repairGstin(text: string): string {
  if (text.length !== FORM.length || !/^(?:[A-Z\d]*[A-Z]){4}[A-Z\d]*$/u.test(text)) return text;
  const choices = [...text].map((character, i) => [...new Set(allowed(character, FORM[i]!))]);
  let numbers = [''];
  for (const choice of choices) numbers = numbers.flatMap((start) => choice.map((character) => start + character)).slice(0, MAX_NUMBERS);
  return numbers.find((number) => checkCharacter(number.slice(0, -1)) === number.at(-1)) ?? numbers[0] ?? text;
}

const MAX_NUMBERS = 256;
