/** The tax number of Spain (NIF): letter and figures of a company, or figures and letter of a person; one of them is a check character. */
const COMPANY = /^([A-HJNP-SUVW])[-.\s]?(\d{7})[-.\s]?([\dA-J])$/u;
const PERSON = /^([XYZ]?)[-.\s]?(\d{7,8})[-.\s]?([A-Z])$/u;

/** Whether a text without a label is such a number. */
export function isNif(text: string): boolean {
  const [, , figures, check] = COMPANY.exec(text) ?? [];
  if (figures !== undefined) {
    const sum = [...figures].reduce((total, figure, i) => {
      const product = Number(figure) * (i % 2 === 0 ? 2 : 1);
      return total + Math.floor(product / 10) + (product % 10);
    }, 0);
    const control = (10 - (sum % 10)) % 10;
    return check === String(control) || check === 'JABCDEFGHI'[control];
  }
  const [, first, number, letter] = PERSON.exec(text) ?? [];
  const whole = `${first === undefined || first === '' ? '' : 'XYZ'.indexOf(first)}${number ?? ''}`;
  return whole.length === 8 && 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(whole) % 23] === letter;
}
