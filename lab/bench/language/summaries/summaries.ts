/**
 * Summaries of meetings of QMSum: the narrative of the whole meeting against the summary of the whole meeting, and the narrative of the
 * turns that a question is about against its answer. ROUGE-L beside the first three sentences and TextRank, which gets as many words as
 * ours. Meetings are split in two by their names: the engine was developed on one half, and the other is reported first.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Turn } from '../../../../src/engines/language/summaries/sentences.ts';
import { summarizer } from '../../../../src/engines/language/summaries/summarize.ts';
import { leadThree, textRank } from './baselines.ts';
import { rougeL, rougeWords } from './rouge.ts';

interface Meeting {
  general_query_list: { answer: string }[];
  specific_query_list: { answer: string; relevant_text_span: [string, string][] }[];
  meeting_transcripts: { speaker: string; content: string }[];
}
type Scores = Record<'lead-3' | 'TextRank' | 'ours', number[]>;

export function summaries(folder: string): void {
  const meetings = join(folder, 'corpora/qmsum/val');
  if (!existsSync(meetings)) return;
  const files = readdirSync(meetings).sort();
  const halves = { 'not developed on': files.filter((_, i) => i % 2 === 1), 'developed on': files.filter((_, i) => i % 2 === 0) };
  console.log('\nSummaries, QMSum: ROUGE-L (F)\n');
  console.log('| meetings | against | count | lead-3 | TextRank | ours | words of ours | ms each |\n|---|---|---|---|---|---|---|---|');
  for (const [half, names] of Object.entries(halves)) {
    const whole: [Turn[], string][] = [];
    const parts: [Turn[], string][] = [];
    for (const name of names) {
      const meeting = JSON.parse(gunzipSync(readFileSync(join(meetings, name))).toString('utf8')) as Meeting;
      const turns = meeting.meeting_transcripts.map(({ speaker, content }) => ({ speaker, text: content }));
      for (const { answer } of meeting.general_query_list) whole.push([turns, answer]);
      for (const { answer, relevant_text_span: spans } of meeting.specific_query_list) {
        parts.push([spans.flatMap(([from, to]) => turns.slice(Number(from), Number(to) + 1)), answer]);
      }
    }
    print(half, 'summary of the meeting', whole);
    print(half, 'answers about parts', parts);
  }
}

function print(half: string, against: string, cases: readonly [Turn[], string][]): void {
  const scores: Scores = { 'lead-3': [], TextRank: [], ours: [] };
  const [lengths, times]: [number[], number[]] = [[], []];
  for (const [turns, reference] of cases) {
    const started = performance.now();
    const own = summarizer(turns)
      .narratives()
      .map(({ text }) => text)
      .join(' ');
    times.push(performance.now() - started);
    const length = rougeWords(own).length;
    lengths.push(length);
    scores.ours.push(rougeL(own, reference));
    scores['lead-3'].push(rougeL(leadThree(turns), reference));
    scores.TextRank.push(rougeL(textRank(turns, length), reference));
  }
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const figures = [scores['lead-3'], scores.TextRank, scores.ours].map((values) => mean(values).toFixed(4));
  console.log(
    `| ${half} | ${against} | ${cases.length} | ${figures.join(' | ')} | ${mean(lengths).toFixed(0)} | ${mean(times).toFixed(0)} |`,
  );
}
