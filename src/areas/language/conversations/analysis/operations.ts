import { fail } from '../../../../kernel/failures.ts';
import { reply } from '../../../../kernel/operation.ts';
import { operation } from '../../services.ts';
import { projectFailure } from '../../projects/failures.ts';
import { RUNTIME_INDEX, parseOffsetUnit } from '../../projects/offset-units.ts';
import { LATER_VERSIONS, OLDEST } from '../../projects/versions.ts';
import { analyzeUtterance } from './analyze.ts';
import { FormerReply, FormerBody, FormerQuery, TaskReply, TaskBody } from '../schemas.ts';
import type { ConversationItem } from '../schemas.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

const ROUTE = 'POST /:analyze-conversations';
const fails = [
  'ProjectNotFound',
  'DeploymentNotFound',
  'ModelOutdated',
  'QueryEmpty',
  'LanguageUnknown',
  'TargetUnknown',
  'TargetIsOrchestration',
  'AnswersUnavailable',
];

/** The words of an item. A transcript may have only the forms that speech recognition gives beside the one for display. */
function textOf({ modality, text, itn, lexical }: ConversationItem): string {
  const words = modality === 'transcript' ? (text ?? itn ?? lexical) : text;
  if (words === undefined) throw fail('ParameterMissing', { parameter: 'analysisInput.conversationItem.text' });
  return words;
}

/** The only synchronous kind of task. */
const TASK = 'Conversation';

/** In the oldest version, project and deployment are query parameters. */
export const analyzeFormer = operation({
  id: 'conversations.analyzeFormer',
  summary: 'Predict the intents and entities of an utterance',
  route: ROUTE,
  versions: [OLDEST],
  needs: 'prediction',
  audited: false,
  query: FormerQuery,
  body: FormerBody,
  example: { query: { projectName: 'restaurant', deploymentName: 'production' }, body: { query: 'a table for two tonight' } },
  replies: { 200: FormerReply },
  fails,
  async run(
    {
      account,
      query: { projectName, deploymentName },
      body: { query: text, language, verbose, isLoggingEnabled: log, directTarget, parameters: targets },
      version,
    },
    services,
  ) {
    const { body, change } = await analyzeUtterance(
      services,
      account,
      { projectName, deploymentName, text, language, log, verbose, directTarget, targets },
      { version, unit: parseOffsetUnit(RUNTIME_INDEX) },
    );
    return reply(200, body, { ...(change && { change }) });
  },
});

/** In the later versions, the body is a task. */
export const analyze = operation({
  id: 'conversations.analyze',
  summary: 'Predict the intents and entities of an utterance',
  route: ROUTE,
  versions: LATER_VERSIONS,
  needs: 'prediction',
  audited: false,
  body: TaskBody,
  example: exampleCalls.analyze,
  replies: { 200: TaskReply },
  fails: [...fails, 'TaskUnsupported'],
  async run({ account, body: { kind, analysisInput, parameters }, version }, services) {
    const { conversationItem } = analysisInput;
    if (kind !== TASK) throw projectFailure('TaskUnsupported', { kind, target: 'kind' });
    const {
      projectName,
      deploymentName,
      isLoggingEnabled: log,
      verbose,
      directTarget,
      targetProjectParameters: targets,
      stringIndexType = RUNTIME_INDEX,
    } = parameters;
    const { language } = conversationItem;
    const text = textOf(conversationItem);
    const { body, change } = await analyzeUtterance(
      services,
      account,
      { projectName, deploymentName, text, language, log, verbose, directTarget, targets },
      { version, unit: parseOffsetUnit(stringIndexType) },
    );
    return reply(200, { kind: 'ConversationResult', result: body }, { ...(change && { change }) });
  },
});
