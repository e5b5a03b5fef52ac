/** Summaries and personal data of a conversation: needs no project. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { CheckField, Form, TextArea } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card, Empty, PageHeader, Tag } from '../../kit/parts.tsx';
import { MarkedText } from '../../shared/language/prediction-view.tsx';
import { runJob, versioned, type Job } from '../../shared/projects/calls.ts';

interface Item {
  id: string;
  participantId: string;
  role?: string;
  text: string;
}
interface Found {
  category: string;
  offset: number;
  length: number;
}
interface Analyzed extends Job {
  tasks: {
    items: {
      results: {
        conversations: {
          summaries?: { aspect: string; text: string }[];
          conversationItems?: { id: string; redactedContent: { text: string }; entities: Found[] }[];
        }[];
      };
    }[];
  };
}

const EXAMPLE = `Agent: Good morning, how can I help you?
Customer: My name is Ada Moss. My router does not turn on any more.
Agent: Please press the reset button for ten seconds.
Customer: That works. If it happens again, call me at 415 555 0134.`;

const ASPECTS = ['issue', 'resolution'];

/** Lines as `Speaker: text`; a line without a speaker belongs to the one before. */
function toItems(text: string): Item[] {
  let speaker = 'customer';
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, i) => {
      const [, name, words] = /^\s*([^:]{1,40}):\s+(.*)$/.exec(line) ?? [];
      speaker = name?.toLowerCase() ?? speaker;
      return {
        id: String(i + 1),
        participantId: speaker,
        ...(/^(agent|customer)$/.test(speaker) && { role: speaker }),
        text: words ?? line,
      };
    });
}

export function AnalyzeConversation() {
  const { client } = useAccount();
  const [text, setText] = useState(EXAMPLE);
  const [wantsSummary, setSummary] = useState(true);
  const [wantsPersonal, setPersonal] = useState(true);
  const [result, setResult] = useState<{ job: Analyzed; sent: readonly Item[] }>();
  const items = toItems(text);
  const call = {
    method: 'POST',
    path: versioned('/language/analyze-conversations/jobs'),
    json: {
      analysisInput: { conversations: [{ id: '1', language: 'en', modality: 'text', conversationItems: items }] },
      tasks: [
        ...(wantsSummary ? [{ kind: 'ConversationalSummarizationTask', parameters: { summaryAspects: ASPECTS } }] : []),
        ...(wantsPersonal ? [{ kind: 'ConversationalPIITask' }] : []),
      ],
    },
  } as const;
  const isFine = items.length > 0 && call.json.tasks.length > 0;
  const run = useAction(async () => setResult({ job: await runJob<Analyzed>(client, call), sent: items }));
  return (
    <>
      <PageHeader
        title={t('Summaries and personal data')}
        about={t('What a conversation is about, and the personal data in it. It needs no project; the text is not kept.')}
      />
      <div class="columns language-playground">
        <Card title={t('Conversation')}>
          <Form onSubmit={() => void (isFine && run.run())}>
            <TextArea
              label={t('Lines, each with its speaker')}
              rows={10}
              value={text}
              onInput={setText}
              onEnter={() => void (isFine && run.run())}
              hint={t('In English: “Agent: …” and “Customer: …”.')}
            />
            <CheckField label={t('Summary: issue and resolution')} value={wantsSummary} onInput={setSummary} />
            <CheckField label={t('Personal data')} value={wantsPersonal} onInput={setPersonal} />
            <div>
              <Button type="submit" kind="primary" icon="play" busy={run.busy} disabled={!isFine} text={t('Run')} />
            </div>
          </Form>
          <ApiCall call={call} />
        </Card>
        <Card title={t('Result')}>{result ? <Result {...result} /> : <Empty icon="conversations" title={t('No result yet')} />}</Card>
      </div>
    </>
  );
}

function Result({ job: { tasks }, sent }: { job: Analyzed; sent: readonly Item[] }) {
  const conversations = tasks.items.flatMap(({ results }) => results.conversations);
  const summaries = conversations.flatMap((one) => one.summaries ?? []);
  const items = conversations.flatMap((one) => one.conversationItems ?? []);
  const categories = [...new Set(items.flatMap(({ entities }) => entities.map(({ category }) => category)))].map((name) => ({ name }));
  return (
    <div class="stack" role="status">
      {summaries.map(({ aspect, text }) => (
        <div key={`${aspect} ${text}`}>
          <h3>{aspect}</h3>
          <p>{text}</p>
        </div>
      ))}
      {items.length > 0 && (
        <div class="stack tight">
          <h3>{t('Personal data')}</h3>
          <div class="row">
            {categories.length === 0 ? <span class="soft">{t('none found')}</span> : categories.map(({ name }) => <Tag>{name}</Tag>)}
          </div>
          {items.map(({ id, redactedContent, entities }) => (
            <p key={id}>
              <MarkedText
                text={sent.find((one) => one.id === id)?.text ?? redactedContent.text}
                entities={categories}
                labels={entities.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length }))}
              />
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
