/** Runs in a thread: the subjects of texts, by the sentence encoder of the thread. The vectors of the subjects are made once a thread. */
import { SUBJECTS, SubjectFinder } from '../../language/subjects/subjects.ts';
import { encodeTexts } from './sentence-encoder.ts';

let finder: Promise<SubjectFinder> | undefined;

/** For each text the subjects nearest to it. */
export async function subjectsOf(texts: readonly string[]): Promise<string[][]> {
  const subjects = await (finder ??= loadFinder());
  return (await encodeTexts(texts)).map(({ sentence }) => subjects.nearest(sentence));
}

async function loadFinder(): Promise<SubjectFinder> {
  const encoded = await encodeTexts(SUBJECTS);
  return new SubjectFinder(
    SUBJECTS,
    encoded.map(({ sentence }) => sentence),
  );
}
