/** Summaries of a conversation in wire form. */
import { summarizer } from '../../../../engines/language/summaries/summarize.ts';
import type { SummaryPart } from '../../../../engines/language/summaries/summarize.ts';
import { offsetsIn } from '../../../../engines/shared/text/offsets.ts';
import { parseOffsetUnit } from '../../projects/offset-units.ts';
import { displayText } from './model.ts';
import type { InputConversation, SummaryLength, SummaryTask, SummaryView } from './model.ts';

/** The sentences of a narrative and of a recap, by the requested length. */
const SENTENCES: Readonly<Record<SummaryLength, readonly [narrative: number, recap: number]>> = {
  short: [1, 2],
  medium: [2, 4],
  long: [4, 8],
};

export function summarizeConversation(
  { items }: InputConversation,
  { aspects, sentenceCount, length = 'medium', stringIndexType }: SummaryTask,
): SummaryView[] {
  const texts = items.map(displayText);
  const unit = parseOffsetUnit(stringIndexType);
  const summaries = summarizer(items.map(({ participantId, role }, i) => ({ text: texts[i]!, speaker: participantId, role })));
  const [narrative, recap] = SENTENCES[length];
  const contexts = ({ firstTurn, endTurn }: Omit<SummaryPart, 'text'>): Required<SummaryView>['contexts'] =>
    items.slice(firstTurn, endTurn).map(({ id }, i) => ({
      conversationItemId: id,
      offset: 0,
      length: offsetsIn(texts[firstTurn + i]!, unit).length,
    }));
  const parts = (aspect: string, given: readonly SummaryPart[]): SummaryView[] =>
    given.map(({ text, ...turns }) => ({ aspect, text, contexts: contexts(turns) }));
  const whole = { firstTurn: 0, endTurn: items.length };
  return aspects.flatMap((aspect): SummaryView[] => {
    switch (aspect) {
      case 'issue':
        return [{ aspect, text: summaries.issue(sentenceCount) }];
      case 'resolution':
        return [{ aspect, text: summaries.resolution(sentenceCount) }];
      case 'chapterTitle':
        return parts(aspect, summaries.titles());
      case 'narrative':
        return parts(aspect, summaries.narratives(sentenceCount ?? narrative));
      case 'recap':
        return parts(aspect, [{ ...whole, text: summaries.recap(sentenceCount ?? recap) }]);
      case 'follow-up tasks':
        // The service writes the name of this aspect with capitals.
        return summaries.followUps().map((text) => ({ aspect: 'Follow-Up Tasks', text }));
    }
  });
}
