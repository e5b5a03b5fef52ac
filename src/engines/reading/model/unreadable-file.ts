/** Why a file cannot be read, in kinds that a caller can answer with. */

export type Unreadable =
  /** Damaged, or not what its first bytes say. */
  | 'corrupt'
  /** A kind of file that is not read. */
  | 'unsupported'
  /** A page or picture is too small or too large to be read. */
  | 'dimensions'
  /** A picture is too small to show what is looked for. */
  | 'tooSmall'
  /** More bytes than are read, or that it would unpack to. */
  | 'tooLarge'
  | 'tooManyPages'
  /** Needs a password. */
  | 'encrypted';

export class UnreadableFile extends Error {
  readonly reason: Unreadable;

  constructor(reason: Unreadable, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'UnreadableFile';
    this.reason = reason;
  }
}
