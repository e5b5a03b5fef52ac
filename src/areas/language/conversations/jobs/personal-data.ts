/** Personal data of a conversation in wire form, and its redaction in every form of a transcript and in its audio. */
import { alignWords, projectRange, projectSpan, spokenWords } from '../../../../engines/language/personal-data/align.ts';
import type { PersonalData } from '../../../../engines/language/personal-data/entity.ts';
import { findPersonalData } from '../../../../engines/language/personal-data/find.ts';
import { redact } from '../../../../engines/language/personal-data/redact.ts';
import { splitWords } from '../../../../engines/language/personal-data/words.ts';
import { parseOffsetUnit, spanConverter } from '../../projects/offset-units.ts';
import { TRANSCRIPT_FORMS } from './model.ts';
import type { InputConversation, InputItem, PersonalDataTask, RedactedItemView, TranscriptForm, WordTiming } from './model.ts';

/** The form in which data is looked for unless a task names one. */
const SOURCES: readonly TranscriptForm[] = ['text', 'itn', 'maskedItn', 'lexical'];

type Found = ReadonlyMap<TranscriptForm, PersonalData[]>;

export function redactConversation({ items }: InputConversation, task: PersonalDataTask): RedactedItemView[] {
  const found = items.map((): Map<TranscriptForm, PersonalData[]> => new Map());
  for (const form of TRANSCRIPT_FORMS) {
    const inForm = findPersonalData(items.map(({ forms, participantId }) => ({ text: forms[form] ?? '', speaker: participantId })));
    for (const [i, own] of inForm.entries())
      found[i]!.set(
        form,
        own.filter(({ kind }) => Object.hasOwn(task.categories, kind)),
      );
  }
  return items.map((item, i) => redactItem(item, found[i]!, task));
}

function redactItem(
  { id, forms, words }: InputItem,
  found: Found,
  { categories, source, mask, redactsAudio, stringIndexType }: PersonalDataTask,
): RedactedItemView {
  const from = [source, ...SOURCES].find((form) => form !== undefined && forms[form] !== undefined && forms[form] !== '') ?? 'text';
  const text = forms[from] ?? '';
  const entities = found.get(from) ?? [];
  const toSpan = spanConverter(text, parseOffsetUnit(stringIndexType));
  const masked = TRANSCRIPT_FORMS.filter((form) => forms[form] !== undefined).map((form) => {
    const spans = form === from ? entities : [...(found.get(form) ?? []), ...projectAll(entities, text, forms[form]!)];
    return [
      form,
      redact(
        forms[form]!,
        spans.map(({ kind, start, end }) => ({ start, end, label: categories[kind]! })),
        mask,
      ),
    ];
  });
  return {
    id,
    redactedContent: {
      ...(Object.fromEntries(masked) as Partial<Record<TranscriptForm, string>>),
      ...(redactsAudio && words && { audioTimings: timingsOf(entities, text, words) }),
    },
    entities: entities.map(({ kind, start, end, score }) => ({
      text: text.slice(start, end),
      category: categories[kind]!,
      ...toSpan(start, end),
      confidenceScore: Math.round(score * 100) / 100,
    })),
  };
}

/** Entities of one form in another. */
function projectAll(entities: readonly PersonalData[], source: string, target: string): PersonalData[] {
  if (entities.length === 0 || target === '') return [];
  const [from, to] = [spokenWords(splitWords(source)), spokenWords(splitWords(target))];
  const alignment = alignWords(
    from.map(({ lower }) => lower),
    to.map(({ lower }) => lower),
  );
  return entities.flatMap((entity) => {
    const span = projectSpan(entity, from, to, alignment);
    return span ? [{ ...entity, ...span }] : [];
  });
}

/** When each entity is spoken, in the ticks of the caller. */
function timingsOf(entities: readonly PersonalData[], text: string, words: readonly WordTiming[]): { offset: number; duration: number }[] {
  const from = spokenWords(splitWords(text));
  const spoken = words.map(({ word }) => word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, ''));
  const alignment = alignWords(
    from.map(({ lower }) => lower),
    spoken,
  );
  return entities.flatMap((entity) => {
    const range = projectRange(entity, from, alignment);
    if (!range) return [];
    let [offset, end] = [Infinity, 0];
    for (const word of words.slice(range.from, range.to)) {
      offset = Math.min(offset, word.offset);
      end = Math.max(end, word.offset + word.duration);
    }
    return [{ offset, duration: end - offset }];
  });
}
