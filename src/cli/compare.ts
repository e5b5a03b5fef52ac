/** Asks this server what an old resource was asked, and reports where it answers in another way, so that a team can sign off a move. */
import { AUTHORING_FLAGS, Authoring } from './authoring.ts';
import { UsageError, textFlag } from './command.ts';
import type { Command, Invocation } from './command.ts';
import { readAnswer } from './compare/answers.ts';
import { readQuestions } from './compare/questions.ts';
import type { Question } from './compare/questions.ts';
import { compareAnswers, reportLines } from './compare/report.ts';
import type { Compared } from './compare/report.ts';
import { Resource } from './compare/resource.ts';
import type { Target } from './compare/resource.ts';
import { serverUrl } from './management.ts';

const SHOWN = 20;

function targetOf(flags: Invocation['flags'], prefix: '' | 'from-'): Target | undefined {
  const of = (name: string): string => textFlag(flags, `${prefix}${name}`, '');
  if (of('app') !== '') return { app: of('app'), slot: textFlag(flags, 'slot', 'production') };
  if (of('project') !== '') return { project: of('project'), deployment: textFlag(flags, 'deployment', 'production') };
  return of('model') === '' ? undefined : { model: of('model') };
}

async function compareQuestion({ name, input, recorded }: Question, old: Resource | undefined, server: Resource): Promise<Compared> {
  const { answer, form } = recorded ?? (await old!.ask(input));
  const before = readAnswer(answer, form);
  try {
    return { question: name, before, now: readAnswer((await server.ask(input, form)).answer, form) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return { question: name, before, problem: (error as Error).message };
  }
}

async function run(invocation: Invocation): Promise<number> {
  const { flags, print } = invocation;
  const from = textFlag(flags, 'from', '');
  const target = targetOf(flags, '');
  if (from === '' || !target) throw new UsageError('compare needs --from, and one of --app, --project and --model; see --help');
  const isLive = /^https?:\/\//i.test(from);
  const file = isLive ? textFlag(flags, 'questions', '') : from;
  if (file === '') throw new UsageError('compare needs --questions to ask a live resource; see --help');
  const old = isLive ? new Resource(from, textFlag(flags, 'from-key', ''), targetOf(flags, 'from-') ?? target) : undefined;
  const questions = readQuestions(file).map((one) => (isLive ? { name: one.name, input: one.input } : one));
  const asked = questions.filter(({ recorded }) => isLive || recorded);
  if (asked.length === 0) throw new UsageError(`${file} has no answers to compare with.`);
  const { key } = await Authoring.connect(invocation, '');
  const server = new Resource(serverUrl(invocation), key, target);
  const compared: Compared[] = [];
  for (const question of asked) compared.push(await compareQuestion(question, old, server));
  const report = compareAnswers(compared);
  print(report, reportLines(report, SHOWN));
  return 0;
}

export const compare: Command = {
  summary: 'Compare the answers of a running server with those of the resource it replaces',
  usage: '--from LOG | FOLDER | URL (--app ID | --project NAME | --model ID) [--questions FILE --from-key KEY]',
  flags: {
    ...AUTHORING_FLAGS,
    from: { type: 'string', help: 'log of the old resource (.csv, .json, .jsonl), folder of documents with results, or its address' },
    app: { type: 'string', help: 'app to ask' },
    slot: { type: 'string', help: 'slot of the app [production]' },
    project: { type: 'string', help: 'conversation project to ask' },
    deployment: { type: 'string', help: 'deployment of the project [production]' },
    model: { type: 'string', help: 'document model to ask' },
    questions: { type: 'string', help: 'for an address: file with a query on each line, log, or folder of documents' },
    'from-key': { type: 'string', help: 'key of the old resource' },
    'from-app': { type: 'string', help: 'app of the old resource, where it has another id' },
    'from-project': { type: 'string', help: 'project of the old resource, where it has another name' },
    'from-model': { type: 'string', help: 'model of the old resource, where it has another id' },
  },
  run,
};
