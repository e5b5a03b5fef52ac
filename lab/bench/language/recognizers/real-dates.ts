/**
 * Dates and times in real utterances (xSID, FOLDER/corpora/xsid): how many labeled spans are found, and how many found ones are labeled.
 * The sentences with even numbers were looked at while the rules were written; those with odd numbers were not.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isRecognized } from '../../../../src/engines/language/recognizers/kinds.ts';
import { recognize } from '../../../../src/engines/language/recognizers/recognize.ts';

interface Utterance {
  id: number;
  text: string;
  spans: { start: number; end: number }[];
}
const WHEN = { referenceMs: Date.UTC(2026, 10, 18, 10, 30) };
const LABEL = /^([BI])-(?:recurring_)?datetime$/;

export function realDates(folder: string, isVerbose: boolean): void {
  const sets = join(folder, 'corpora', 'xsid');
  if (!existsSync(sets)) return console.log(`dates in real utterances: skipped, ${folder} has no corpora/xsid`);
  console.log('\ndates and times in xSID: recall and precision of spans that overlap, sentences looked at / not looked at');
  for (const file of readdirSync(sets).filter((name) => name.endsWith('.conll.gz'))) {
    const language = file.split('.', 1)[0]!;
    if (language.includes('-') || !isRecognized('datetimeV2', language)) continue;
    const all = readUtterances(gunzipSync(readFileSync(join(sets, file))).toString());
    const halves = [0, 1].map((odd) => all.filter(({ id }) => id % 2 === odd));
    const [seen, unseen] = halves.map((utterances, n) => score(utterances, language, isVerbose && n === 0));
    console.log(`${language.padEnd(4)} recall ${seen!.recall} / ${unseen!.recall}   precision ${seen!.precision} / ${unseen!.precision}`);
  }
}

function score(utterances: readonly Utterance[], language: string, isVerbose: boolean): { recall: string; precision: string } {
  let [labeled, hit, found, right] = [0, 0, 0, 0];
  for (const { text, spans } of utterances) {
    const got = recognize(text, ['datetimeV2'], language, WHEN);
    const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }): boolean => a.start < b.end && b.start < a.end;
    const missed = spans.filter((span) => !got.some((one) => overlaps(one, span)));
    const wrong = got.filter((one) => !spans.some((span) => overlaps(one, span)));
    labeled += spans.length;
    hit += spans.length - missed.length;
    found += got.length;
    right += got.length - wrong.length;
    if (isVerbose && missed.length + wrong.length > 0)
      console.log(
        `${language}: ${text} | missed ${missed.map(({ start, end }) => text.slice(start, end)).join('; ')} | wrong ${wrong.map((one) => one.text).join('; ')}`,
      );
  }
  return { recall: (hit / labeled).toFixed(3), precision: (right / found).toFixed(3) };
}

function readUtterances(file: string): Utterance[] {
  return file
    .split(/\n\s*\n/)
    .filter((block) => block.includes('# text = '))
    .map((block, id) => {
      const lines = block.split('\n');
      const text = lines.find((line) => line.startsWith('# text = '))!.slice('# text = '.length);
      const spans: Utterance['spans'] = [];
      let at = 0;
      for (const line of lines.filter((one) => one !== '' && !one.startsWith('#'))) {
        const [, word, , label] = line.split('\t');
        const start = text.indexOf(word!, at);
        if (start < 0) continue;
        at = start + word!.length;
        const kind = LABEL.exec(label ?? '')?.[1];
        if (kind === 'B' || (kind === 'I' && spans.length === 0)) spans.push({ start, end: at });
        else if (kind === 'I') spans.at(-1)!.end = at;
      }
      return { id, text, spans };
    });
}
