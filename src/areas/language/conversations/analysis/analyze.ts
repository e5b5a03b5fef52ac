/** Analysis of an utterance by a deployment; an orchestration forwards it to the target of the top intent. */
import type { Account } from '../../../../kernel/account.ts';
import { fail } from '../../../../kernel/failures.ts';
import type { LanguageServices } from '../../services.ts';
import type { LanguagePrediction } from '../../../../engines/language/models/model.ts';
import { loadDeployment } from '../../projects/deployments/load-deployment.ts';
import type { LoadedDeployment } from '../../projects/deployments/load-deployment.ts';
import { projectFailure } from '../../projects/failures.ts';
import { isSupportedLanguage } from '../../projects/languages.ts';
import { logQueries, compactQueries } from '../../projects/query-log/query-log.ts';
import { Change } from '../../../../kernel/change.ts';
import { queryApp } from '../../../understanding/area.ts';
import { conversationFailure } from '../failures.ts';
import { categoryOf } from '../app-fields.ts';
import { NONE } from '../model.ts';
import type { Facts, Orchestration } from '../model.ts';
import type { TargetParameters } from '../schemas.ts';
import { queryLanguage } from './query-language.ts';
import { conversationView, orchestrationView, unlinkedView, selectTopIntent } from './wire.ts';
import type { ViewOptions, TargetIntent } from './wire.ts';

export interface AnalysisRequest {
  projectName: string;
  deploymentName: string;
  text: string;
  language?: string | undefined;
  /** Whether the query is logged for review, in the project that predicts it. */
  log?: boolean | undefined;
  /** Whether the reply also says in which language the query was read. */
  verbose?: boolean | undefined;
  directTarget?: string | undefined;
  targets?: Readonly<Record<string, TargetParameters>> | undefined;
}

/** The reply, and the change that logs the query. */
export interface AnalysisReply {
  body: object;
  change?: Change;
}

export async function analyzeUtterance(
  services: LanguageServices,
  caller: Account,
  question: AnalysisRequest,
  style: ViewOptions,
): Promise<AnalysisReply> {
  const { projectName, deploymentName, text, directTarget } = question;
  if (question.language !== undefined && !isSupportedLanguage(question.language)) {
    throw projectFailure('LanguageUnknown', { language: question.language, target: 'language' });
  }
  const deployed = await loadDeployment(services, 'conversations', caller, projectName, deploymentName);
  if (directTarget !== undefined) return await analyzeDirectTarget(services, deployed, caller, question, directTarget, style);
  if (text.trim() === '') throw projectFailure('QueryEmpty');
  const prediction = await predict(services, deployed, caller, text, question.language);
  if (deployed.project.kind !== 'Orchestration') {
    return {
      body: { ...conversationView(text, prediction, thresholdOf(deployed), style), ...languageView(question, deployed) },
      ...(question.log === true && { change: await logQuery(services, deployed, prediction, question) }),
    };
  }
  const top = selectTopIntent(prediction, thresholdOf(deployed));
  const score = prediction.intents.find(({ intent }) => intent === top)?.score ?? 0;
  const routed = await callTarget(services, deployed, caller, question, top, score, style);
  const intents = prediction.intents.map((one): TargetIntent =>
    one.intent === top ? routed.intent : { ...one, kind: findTarget(deployed, one.intent)?.targetProjectKind ?? 'NonLinked' },
  );
  // An intent without a target is logged in the orchestration itself.
  const change =
    routed.change ?? (routed.isOwn && question.log === true ? await logQuery(services, deployed, prediction, question) : undefined);
  return { body: { ...orchestrationView(text, top, intents, style), ...languageView(question, deployed) }, ...(change && { change }) };
}

async function analyzeDirectTarget(
  services: LanguageServices,
  deployed: LoadedDeployment,
  caller: Account,
  question: AnalysisRequest,
  name: string,
  style: ViewOptions,
): Promise<AnalysisReply> {
  const target = findTarget(deployed, name);
  if (!target) throw conversationFailure('TargetUnknown', { name: name.slice(0, 100), target: 'directTarget' });
  if (target.questionAnsweringOrchestration) throw targetUnavailable(name, target);
  const { intent, change } = await callTarget(services, deployed, caller, question, name, 1, style);
  return {
    body: { ...orchestrationView(question.text, name, [intent], style), ...languageView(question, deployed) },
    ...(change && { change }),
  };
}

async function predict(
  { predictor, clock }: LanguageServices,
  { project, model }: LoadedDeployment,
  caller: Account,
  text: string,
  language: string | undefined,
): Promise<LanguagePrediction> {
  const culture = queryLanguage(project, text, language);
  const { prediction } = await predictor.predict(model, { account: caller.id, text, culture, when: { referenceMs: clock.now() } });
  return prediction;
}

/** Logs a query in the project that predicted it. */
async function logQuery(
  services: LanguageServices,
  deployed: LoadedDeployment,
  { intents, entities }: LanguagePrediction,
  { text, language }: Pick<AnalysisRequest, 'text' | 'language'>,
): Promise<Change> {
  const change = new Change();
  await compactQueries(change, deployed, 1, services);
  await logQueries(
    change,
    'conversations',
    deployed,
    [
      {
        text,
        language,
        deployment: deployed.deployment.name,
        intents: intents.map(({ intent, score }) => ({ category: intent, score })),
        ...(entities.length > 0 && {
          entities: entities.map((entity) => ({
            category: categoryOf(entity),
            offset: entity.start,
            length: entity.end - entity.start,
            score: entity.score,
          })),
        }),
      },
    ],
    services,
  );
  return change;
}

/** The language that a query without one was read in. */
function languageView(
  { verbose, language, text }: Pick<AnalysisRequest, 'verbose' | 'language' | 'text'>,
  { project }: LoadedDeployment,
): { detectedLanguage?: string } {
  return verbose === true && language === undefined ? { detectedLanguage: queryLanguage(project, text) } : {};
}

function thresholdOf({ project: { settings } }: LoadedDeployment): number {
  return settings.confidenceThreshold ?? 0;
}

function findTarget({ deployment: { facts } }: LoadedDeployment, name: string): Orchestration | undefined {
  return (facts as Facts | undefined)?.targets.find(({ intent }) => intent === name)?.target;
}

interface TargetReply {
  intent: TargetIntent;
  change?: Change;
  /** No target was called. */ isOwn?: boolean;
}

/**
 * Targets are called with the permissions of the orchestration's owner, whoever the caller is. Another caller has agreed that this owner
 * reads its queries, so they are not logged in targets of others.
 */
async function callTarget(
  services: LanguageServices,
  { owner, ...deployed }: LoadedDeployment,
  caller: Account,
  question: AnalysisRequest,
  intent: string,
  score: number,
  style: ViewOptions,
): Promise<TargetReply> {
  const target = findTarget({ owner, ...deployed }, intent);
  if (!target) {
    return {
      isOwn: true,
      intent: { intent, score, kind: 'NonLinked', ...(intent !== NONE && { result: unlinkedView(question.text, intent, score, style) }) },
    };
  }
  const given = question.targets && Object.hasOwn(question.targets, intent) ? question.targets[intent]! : {};
  const text = given.query ?? question.text;
  const kind = target.targetProjectKind;
  if (target.questionAnsweringOrchestration) {
    return { isOwn: true, intent: { intent, score, kind, result: { error: targetError(intent, target) } } };
  }
  if (text.trim() === '') throw projectFailure('QueryEmpty');
  const account = await services.accounts.byId(owner);
  if (!account) throw fail('Unexpected');
  if (target.luisOrchestration) {
    const { body, change } = await queryApp(services, account, caller, target.luisOrchestration, text, {
      log: question.log,
      ...given.callingOptions,
    });
    return { intent: { intent, score, kind, apiVersion: 'v3.0', result: body }, ...(change && { change }) };
  }
  const { projectName, deploymentName } = target.conversationOrchestration!;
  const targetDeployment = await loadDeployment(services, 'conversations', account, projectName, deploymentName);
  if (targetDeployment.project.kind !== 'Conversation') {
    throw conversationFailure('TargetIsOrchestration', { intent, project: projectName });
  }
  const {
    language = question.language,
    isLoggingEnabled,
    log = isLoggingEnabled ?? question.log,
    verbose = question.verbose,
  } = given.callingOptions ?? {};
  const prediction = await predict(services, targetDeployment, caller, text, language);
  const mayLog = caller.id === owner || targetDeployment.owner === owner;
  return {
    intent: {
      intent,
      score,
      kind,
      result: {
        ...conversationView(text, prediction, thresholdOf(targetDeployment), style),
        ...languageView({ verbose, language, text }, targetDeployment),
      },
    },
    ...(log === true && mayLog && { change: await logQuery(services, targetDeployment, prediction, { text, language }) }),
  };
}

function targetUnavailable(intent: string, { questionAnsweringOrchestration }: Orchestration): ReturnType<typeof conversationFailure> {
  return conversationFailure('AnswersUnavailable', { intent, project: questionAnsweringOrchestration!.projectName });
}

/** The routing result is returned anyway, so that a client with the knowledge base elsewhere can continue from it. */
function targetError(intent: string, target: Orchestration): object {
  return { code: 'NotFound', message: targetUnavailable(intent, target).message };
}
