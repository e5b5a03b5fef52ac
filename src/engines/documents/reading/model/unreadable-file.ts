/** Why a file cannot be read. */

export type Unreadable =
  /** Damaged, or not what its first bytes indicate. */
  | 'corrupt'
  /** An unsupported kind of file. */
  | 'unsupported'
  /** A page or image is too small or too large. */
  | 'dimensions'
  /** An image is too small for the requested detection. */
  | 'tooSmall'
  /** Too many bytes, packed or unpacked. */
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
