/** Validation of model, classifier and training set names. */
const PATTERN = /^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$/;

/** What is wrong with a name; nothing while it is empty. */
export function nameProblem(name: string): string | undefined {
  if (name === '' || (PATTERN.test(name) && !name.startsWith('prebuilt-'))) return undefined;
  return name.startsWith('prebuilt-') ? 'Names that start with prebuilt- are reserved.' : 'Use 2 to 64 letters, digits, dots, dashes, underscores and tildes, starting with a letter or digit.';
}

export const isName = (name: string): boolean => name !== '' && nameProblem(name) === undefined;
