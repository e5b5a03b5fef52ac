/** Loads the texts of a project's documents from its assets and from the container of the account's linked storage. */
import type { Ports } from '../../../../kernel/ports.ts';
import { JobProblem } from '../../projects/family.ts';
import type { Project } from '../../projects/model.ts';
import { MAX_DOCUMENT_CHARACTERS, isLabeled } from '../model.ts';
import type { TextAssets, TextDocument } from '../model.ts';

const CONCURRENCY = 8;
/** A character has at most four bytes. */
const MAX_DOCUMENT_BYTES = 4 * MAX_DOCUMENT_CHARACTERS;
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** Texts in the order of the documents; undefined for those that are not trained on. */
export async function gatherTexts(
  { documents }: TextAssets,
  { container: name }: Project,
  account: string,
  { linkedContainer }: Ports,
  signal: AbortSignal,
): Promise<(string | undefined)[]> {
  const texts = documents.map(({ text }) => text);
  const missing = [...documents.keys()].filter((i) => texts[i] === undefined && isLabeled(documents[i]!));
  if (missing.length === 0) return texts;
  if (name === undefined) {
    throw new JobProblem(
      'invalidOperation',
      `The document ${documents[missing[0]!]!.location} has no text, and the project has no storage container.`,
    );
  }
  const container = await linkedContainer(account, name);
  if (!container) throw new JobProblem('invalidOperation', 'The account of the project has no linked storage for its documents.');
  let characters = 0;
  for (let from = 0; from < missing.length; from += CONCURRENCY) {
    await Promise.all(
      missing.slice(from, from + CONCURRENCY).map(async (i) => {
        const { location } = documents[i]!;
        const bytes = await container.get(location, { maxBytes: MAX_DOCUMENT_BYTES, signal });
        if (!bytes) throw new JobProblem('notFound', `The document ${location} is not in the container ${name}.`);
        texts[i] = checkLabelsFit(decodeText(bytes, location), documents[i]!);
        characters += texts[i].length;
      }),
    );
    if (characters > MAX_CHARACTERS) {
      throw new JobProblem('invalidOperation', `The documents have more than ${MAX_CHARACTERS} characters in total.`);
    }
  }
  return texts;
}

function decodeText(bytes: Uint8Array, location: string): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new JobProblem('invalidOperation', `The document ${location} is not text in UTF-8.`);
  }
  if (text.length > MAX_DOCUMENT_CHARACTERS) {
    throw new JobProblem('invalidOperation', `The document ${location} has more than ${MAX_DOCUMENT_CHARACTERS} characters.`);
  }
  return text;
}

/** A text that was not imported can be shorter than its labels require. */
function checkLabelsFit(text: string, { location, entities = [] }: TextDocument): string {
  for (const { labels } of entities) {
    const beyond = labels.find(({ offset, length }) => offset + length > text.length);
    if (beyond) {
      throw new JobProblem(
        'invalidOperation',
        `The document ${location} has ${text.length} characters, but a label ${beyond.category} ends at ${beyond.offset + beyond.length}.`,
      );
    }
  }
  return text;
}
