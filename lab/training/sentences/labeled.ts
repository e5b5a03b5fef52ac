/** What is known of labeled utterances as arrays: their bots and labels, families of bots, and the slots of their words. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitWords } from '../../../src/engines/language/sentences/words.ts';
import { IdLists } from './id-lists.ts';
import type { LabeledUtterance } from './utterances.ts';

const MAX_WORDS = 40;

export function saveLabeled(out: string, name: string, utterances: readonly LabeledUtterance[]): void {
  const [bots, labels, families, sets, slots] = [new Names(), new Names(), new Names(), new Names(), new Names()];
  const rows = utterances.map(({ bot, label, family, spans }) => [
    bots.of(bot),
    label === undefined ? -1 : labels.of(`${bot}\t${label}`),
    label === undefined || family === undefined ? -1 : families.of(`${family}\t${label}`),
    spans === undefined ? -1 : sets.of(bot.split(' ')[0]!),
  ]);
  writeFileSync(join(out, `${name}-labels.bin`), Int32Array.from(rows.flat()));
  const tags = new IdLists();
  for (const { text, spans } of utterances)
    tags.add(
      spans === undefined
        ? []
        : splitWords(text, MAX_WORDS).map(({ start, end }) => {
            const span = spans.find((one) => start < one.end && end > one.start);
            return span ? 1 + 2 * slots.of(span.slot) + (start > span.start ? 1 : 0) : 0;
          }),
    );
  tags.save(join(out, `${name}-tags`));
  const setOfTag = slots.names.flatMap((slot) => [sets.of(slot.split(' ')[0]!), sets.of(slot.split(' ')[0]!)]);
  writeFileSync(join(out, `${name}.json`), JSON.stringify({ bots: bots.names, slots: slots.names, setOfTag: [-1, ...setOfTag] }));
  console.log(
    `${name}: ${utterances.length} utterances of ${bots.names.length} bots, ${labels.names.length} labels, ${slots.names.length} slots`,
  );
}

/** Numbers for names, in the order in which they are met. */
class Names {
  readonly #numbers = new Map<string, number>();

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known === undefined) this.#numbers.set(name, this.#numbers.size);
    return known ?? this.#numbers.size - 1;
  }

  get names(): string[] {
    return [...this.#numbers.keys()];
  }
}
