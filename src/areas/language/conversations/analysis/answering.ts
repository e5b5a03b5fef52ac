/** A question to a deployment, and for an orchestration to the one who answers for the intent that it finds. */
import type { Account } from '../../../../kernel/account.ts';
import { fail } from '../../../../kernel/failures.ts';
import type { LanguageServices } from '../../services.ts';
import type { LanguagePrediction } from '../../../../engines/language/model.ts';
import { deployedOf } from '../../projects/deployments/deployed.ts';
import type { Deployed } from '../../projects/deployments/deployed.ts';
import { projectFailure } from '../../projects/failures.ts';
import { isLanguage } from '../../projects/languages.ts';
import { keep, tidy } from '../../projects/query-log/query-log.ts';
import { Change } from '../../../../kernel/change.ts';
import { askApp } from '../../../understanding/area.ts';
import { conversationFailure } from '../failures.ts';
import { categoryOf } from '../migration/fields.ts';
import { NONE } from '../model.ts';
import type { Facts, Orchestration } from '../model.ts';
import type { TargetParameters } from '../schemas.ts';
import { conversationAnswer, orchestrationAnswer, ownAnswer, topOf } from './wire.ts';
import type { Style, TargetIntent } from './wire.ts';

export interface Question {
  projectName: string;
  deploymentName: string;
  text: string;
  language?: string | undefined;
  /** Whether the query is kept for review, in the project that answers. */
  log?: boolean | undefined;
  directTarget?: string | undefined;
  targets?: Readonly<Record<string, TargetParameters>> | undefined;
}

/** An answer, and what is to be written down with it. */
export interface Answer { body: object; change?: Change }

export async function answer(services: LanguageServices, caller: Account, question: Question, style: Style): Promise<Answer> {
  const { projectName, deploymentName, text, directTarget } = question;
  if (question.language !== undefined && !isLanguage(question.language)) throw projectFailure('LanguageUnknown', { language: question.language, target: 'language' });
  const deployed = await deployedOf(services, 'conversations', caller, projectName, deploymentName);
  if (directTarget !== undefined) return await askedDirectly(services, deployed, question, directTarget, style);
  if (text.trim() === '') throw projectFailure('QueryEmpty');
  const prediction = await predict(services, deployed, text, question.language);
  if (deployed.project.kind !== 'Orchestration') return { body: conversationAnswer(text, prediction, thresholdOf(deployed), style), ...question.log === true && { change: await kept(services, deployed, prediction, question) } };
  const top = topOf(prediction, thresholdOf(deployed));
  const score = prediction.intents.find(({ intent }) => intent === top)?.score ?? 0;
  const asked = await askTarget(services, deployed, question, top, score, style);
  const intents = prediction.intents.map((one): TargetIntent => one.intent === top ? asked.intent : { ...one, kind: targetOf(deployed, one.intent)?.targetProjectKind ?? 'NonLinked' });
  // Where nobody else answers, the orchestration does.
  const change = asked.change ?? (asked.isOwn && question.log === true ? await kept(services, deployed, prediction, question) : undefined);
  return { body: orchestrationAnswer(text, top, intents, style), ...change && { change } };
}

async function askedDirectly(services: LanguageServices, deployed: Deployed, question: Question, name: string, style: Style): Promise<Answer> {
  const target = targetOf(deployed, name);
  if (!target) throw conversationFailure('TargetUnknown', { name: name.slice(0, 100), target: 'directTarget' });
  if (target.questionAnsweringOrchestration) throw unavailable(name, target);
  const { intent, change } = await askTarget(services, deployed, question, name, 1, style);
  return { body: orchestrationAnswer(question.text, name, [intent], style), ...change && { change } };
}

async function predict({ sentences, clock }: LanguageServices, { project, model }: Deployed, text: string, language: string | undefined): Promise<LanguagePrediction> {
  const sentence = model.needsSentence ? await encoder.encode(text) : undefined;
  return model.predict(text, { culture: language ?? project.language, when: { referenceMs: clock.now() }, sentence });
}

/** A query as it is kept in the project that answered it. */
async function kept(services: LanguageServices, deployed: Deployed, { intents, entities }: LanguagePrediction, { text, language }: Pick<Question, 'text' | 'language'>): Promise<Change> {
  const change = new Change();
  await tidy(change, deployed, 1, services);
  await keep(change, 'conversations', deployed, [{
    text, language, deployment: deployed.deployment.name, intents: intents.map(({ intent, score }) => ({ category: intent, score })),
    ...entities.length > 0 && { entities: entities.map((entity) => ({ category: categoryOf(entity), offset: entity.start, length: entity.end - entity.start, score: entity.score })) },
  }], services);
  return change;
}

function thresholdOf({ project: { settings } }: Deployed): number {
  return settings.confidenceThreshold ?? 0;
}

function targetOf({ deployment: { facts } }: Deployed, name: string): Orchestration | undefined {
  return (facts as Facts | undefined)?.targets.find(({ intent }) => intent === name)?.target;
}

interface AskedTarget { intent: TargetIntent; change?: Change; /** Nobody was asked. */ isOwn?: boolean }

/** Targets are asked as the orchestration's owner may ask them, whoever the caller is. */
async function askTarget(services: LanguageServices, { owner, ...deployed }: Deployed, question: Question, intent: string, score: number, style: Style): Promise<AskedTarget> {
  const target = targetOf({ owner, ...deployed }, intent);
  if (!target) return { isOwn: true, intent: { intent, score, kind: 'NonLinked', ...intent !== NONE && { result: ownAnswer(question.text, intent, score, style) } } };
  const given = question.targets && Object.hasOwn(question.targets, intent) ? question.targets[intent]! : {};
  const text = given.query ?? question.text;
  const kind = target.targetProjectKind;
  if (target.questionAnsweringOrchestration) return { isOwn: true, intent: { intent, score, kind, result: { error: errorOf(intent, target) } } };
  if (text.trim() === '') throw projectFailure('QueryEmpty');
  const account = await services.accounts.byId(owner);
  if (!account) throw fail('Unexpected');
  if (target.luisOrchestration) {
    const { body, change } = await askApp(services, account, target.luisOrchestration, text, { log: question.log, ...given.callingOptions });
    return { intent: { intent, score, kind, apiVersion: 'v3.0', result: body }, ...change && { change } };
  }
  const { projectName, deploymentName } = target.conversationOrchestration!;
  const asked = await deployedOf(services, 'conversations', account, projectName, deploymentName);
  if (asked.project.kind !== 'Conversation') throw conversationFailure('TargetIsOrchestration', { intent, project: projectName });
  const { language = question.language, isLoggingEnabled, log = isLoggingEnabled ?? question.log } = given.callingOptions ?? {};
  const prediction = await predict(services, asked, text, language);
  return { intent: { intent, score, kind, result: conversationAnswer(text, prediction, thresholdOf(asked), style) }, ...log === true && { change: await kept(services, asked, prediction, { text, language }) } };
}

function unavailable(intent: string, { questionAnsweringOrchestration }: Orchestration): ReturnType<typeof conversationFailure> {
  return conversationFailure('AnswersUnavailable', { intent, project: questionAnsweringOrchestration!.projectName });
}

/** The routing itself is answered: who has the answers elsewhere can go on from there. */
function errorOf(intent: string, target: Orchestration): object {
  return { code: 'NotFound', message: unavailable(intent, target).message };
}
