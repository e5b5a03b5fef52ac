/** How models, classifiers and training sets may be called. */
const PATTERN = /^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$/;

/** What is wrong with a name; nothing for one that is empty yet. */
export function nameProblem(name: string): string | undefined {
  if (name === '' || (PATTERN.test(name) && !name.startsWith('prebuilt-'))) return undefined;
  return name.startsWith('prebuilt-') ? 'Names that begin with prebuilt- are reserved.' : 'Two to 64 letters, digits, dots, dashes, underscores and tildes, with a letter or digit first.';
}

export const isName = (name: string): boolean => name !== '' && nameProblem(name) === undefined;
