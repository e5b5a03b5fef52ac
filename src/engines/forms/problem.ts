/** Why training files or forms cannot be used, in kinds that a caller can answer with. */

export type FormsProblemKind =
  /** Not JSON, or JSON of another shape than its kind of file has. */
  | 'malformed'
  /** More of something than is taken: fields, labels, words, pages. */
  | 'tooLarge'
  /** Fewer forms than a model can be learned from. */
  | 'tooFewForms'
  /** No label says anything that could be learned. */
  | 'nothingLabelled';

export class FormsProblem extends Error {
  readonly kind: FormsProblemKind;
  /** Where in the file, such as `labels[3].value[0].page`; empty for the whole. */
  readonly path: string;
  readonly reason: string;

  constructor(kind: FormsProblemKind, path: string, reason: string) {
    super(path === '' ? reason : `${path}: ${reason}`);
    this.name = 'FormsProblem';
    this.kind = kind;
    this.path = path;
    this.reason = reason;
  }
}
