/** Counts the text that a file gives; too much of it ends the reading. */
import type { Limits } from '../model/limits.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

export class TextBudget {
  #left: number;

  constructor({ maxCharacters: mostCharacters }: Pick<Limits, 'maxCharacters'>) {
    this.#left = mostCharacters;
  }

  take(text: string): string {
    this.#left -= text.length;
    if (this.#left < 0) throw new UnreadableFile('tooLarge', 'the file has more text than is read');
    return text;
  }
}
