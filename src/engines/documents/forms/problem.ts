/** Why training files or forms cannot be used. */

export type FormsErrorKind =
  /** Not JSON, or not the expected structure. */
  | 'malformed'
  /** A limit is exceeded: fields, labels, words or pages. */
  | 'tooLarge'
  /** Fewer forms than required for training. */
  | 'tooFewForms'
  /** No label can be learned from. */
  | 'nothingLabeled';

export class FormsError extends Error {
  readonly kind: FormsErrorKind;
  /** Path in the file, such as `labels[3].value[0].page`; empty for the whole file. */
  readonly path: string;
  readonly reason: string;

  constructor(kind: FormsErrorKind, path: string, reason: string) {
    super(path === '' ? reason : `${path}: ${reason}`);
    this.name = 'FormsProblem';
    this.kind = kind;
    this.path = path;
    this.reason = reason;
  }
}
