/** Checks the tasks and conversations of a request. */
import type { RedactionMask } from '../../../../engines/language/personal-data/redact.ts';
import { fail } from '../../../../kernel/failures.ts';
import { projectFailure } from '../../projects/failures.ts';
import { RUNTIME_INDEX, parseOffsetUnit } from '../../projects/offset-units.ts';
import { conversationFailure } from '../failures.ts';
import { categoriesIn } from './categories.ts';
import { PERSONAL_DATA_TASK, SUMMARY_ASPECTS, SUMMARY_TASK, TRANSCRIPT_FORMS } from './model.ts';
import type { InputConversation, InputItem, SummaryAspect, Task, TranscriptForm } from './model.ts';
import type { RequestedConversation, RequestedItem, RequestedParameters, RequestedTask } from './schemas.ts';

const MAX_CONVERSATIONS = 25;
const MAX_TASKS = 25;
/** The only versions without chapters; see the vendor's description of 2022-05-15-preview. */
const FIRST_ASPECTS: readonly SummaryAspect[] = ['issue', 'resolution'];
const FIRST_VERSION = '2022-05-15-preview';
const MODEL_VERSION = /^(latest|\d{4}-\d{2}-\d{2}(-preview)?)$/;

export function parseTasks(given: readonly RequestedTask[], version: string): Task[] {
  if (given.length === 0) throw conversationFailure('TasksMissing', { target: 'tasks' });
  if (given.length > MAX_TASKS) throw conversationFailure('TooManyTasks', { max: MAX_TASKS, target: 'tasks' });
  return given.map((task, i) => parseTask(task, version, `tasks[${i}]`));
}

function parseTask({ kind, taskName: name, parameters = {} }: RequestedTask, version: string, target: string): Task {
  if (kind !== SUMMARY_TASK && kind !== PERSONAL_DATA_TASK) throw projectFailure('TaskUnsupported', { kind, target: `${target}.kind` });
  const { modelVersion = 'latest', stringIndexType = RUNTIME_INDEX } = parameters;
  if (!MODEL_VERSION.test(modelVersion)) {
    throw fail('ParameterInvalid', { parameter: `${target}.parameters.modelVersion`, details: 'must be latest or a date.' });
  }
  parseOffsetUnit(stringIndexType);
  const parts = { ...(name !== undefined && { name }), modelVersion, stringIndexType };
  if (kind === SUMMARY_TASK) {
    return {
      kind,
      ...parts,
      aspects: parseAspects(parameters, version, `${target}.parameters.summaryAspects`),
      ...(parameters.sentenceCount !== undefined && { sentenceCount: parameters.sentenceCount }),
      ...(parameters.summaryLength !== undefined && { length: parameters.summaryLength }),
    };
  }
  const { piiCategories, excludePiiCategories, redactionSource, includeAudioRedaction, redactAudioTiming } = parameters;
  return {
    kind,
    ...parts,
    categories: categoriesIn(version, piiCategories, excludePiiCategories, `${target}.parameters`),
    ...(redactionSource !== undefined && { source: redactionSource }),
    redactsAudio: includeAudioRedaction ?? redactAudioTiming ?? false,
    mask: maskOf(parameters),
  };
}

function parseAspects({ summaryAspects = [] }: RequestedParameters, version: string, parameter: string): SummaryAspect[] {
  if (summaryAspects.length === 0) throw fail('ParameterMissing', { parameter });
  const known = version === FIRST_VERSION ? FIRST_ASPECTS : SUMMARY_ASPECTS;
  const aspects = summaryAspects.map((name) => {
    const aspect = known.find((one) => one.toLowerCase() === name.toLowerCase());
    if (!aspect) throw fail('ParameterInvalid', { parameter, details: `must be a list of ${known.join(', ')}.` });
    return aspect;
  });
  return [...new Set(aspects)];
}

function maskOf({ redactionPolicy, redactionCharacter }: RequestedParameters): RedactionMask {
  if (redactionPolicy?.policyKind === 'noMask') return { kind: 'none' };
  if (redactionPolicy?.policyKind === 'entityMask') return { kind: 'entity' };
  return { kind: 'character', character: redactionPolicy?.redactionCharacter ?? redactionCharacter ?? '*' };
}

export function parseConversations(given: readonly RequestedConversation[]): InputConversation[] {
  const target = 'analysisInput.conversations';
  if (given.length === 0) throw conversationFailure('ConversationsMissing', { target });
  if (given.length > MAX_CONVERSATIONS) throw conversationFailure('TooManyConversations', { max: MAX_CONVERSATIONS, target });
  const ids = new Set<string>();
  return given.map(({ id, language, modality, conversationItems }, i) => {
    if (ids.has(id)) throw conversationFailure('ConversationIdTwice', { id, target: `${target}[${i}].id` });
    ids.add(id);
    const items = conversationItems.map((item, j) => parseItem(item, modality, `${target}[${i}].conversationItems[${j}]`));
    return { id, language, modality, items };
  });
}

function parseItem(item: RequestedItem, modality: 'text' | 'transcript', target: string): InputItem {
  const { id, participantId, role } = item;
  const names: readonly TranscriptForm[] = modality === 'text' ? ['text'] : TRANSCRIPT_FORMS;
  const forms = Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));
  if (Object.keys(forms).length === 0) throw fail('ParameterMissing', { parameter: `${target}.text` });
  const words = modality === 'text' ? undefined : (item.wordLevelTimings ?? item.audioTimings);
  return {
    id,
    participantId,
    ...(role !== undefined && { role }),
    forms,
    ...(words && { words: words.map(({ word = '', offset = 0, duration = 0 }) => ({ word, offset, duration })) }),
  };
}
