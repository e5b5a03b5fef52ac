/** Counts the text of a file and throws when there is too much. */
import type { Limits } from '../model/limits.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

export class TextBudget {
  #left: number;

  constructor({ maxCharacters }: Pick<Limits, 'maxCharacters'>) {
    this.#left = maxCharacters;
  }

  take(text: string): string {
    this.#left -= text.length;
    if (this.#left < 0) throw new UnreadableFile('tooLarge', 'the file has too much text');
    return text;
  }
}
