/** Asks a model one text and shows its answer, beside that of another model if wanted; earlier queries can be run again. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import type { Call } from '../../kit/call.ts';
import { CheckField, Form, TextArea, TextField } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import type { IconName } from '../../kit/icons.tsx';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { currentRoute, setQuery } from '../../kit/router.tsx';
import { markTried } from '../../kit/visits.ts';
import { comparePredictions, type ComparedPrediction } from './compare-predictions.ts';
import { CompareField, Comparison, useCompared, type ModelOption } from './comparison.tsx';
import { HistoryCard, useQueryHistory } from './query-history.tsx';

/** Longer texts are not in the URL. */
const MAX_LINKED = 500;

export interface PlaygroundProps<A> {
  icon: IconName;
  /** What is asked: an app or project of an account. */ scope: string;
  /** The deployment, slot or version. */ model: string;
  options: readonly ModelOption[];
  /** The model can be asked. */ isReady: boolean;
  /** The text is a document. */ isLong?: boolean;
  placeholder: string;
  logHint: string;
  /** Fields before the text, and what holds the form. */ frame: (form: ComponentChildren) => ComponentChildren;
  fields?: ComponentChildren;
  call: (text: string, log: boolean) => Call;
  ask: (text: string, model: string, log: boolean) => Promise<A>;
  /** For the history. */ summary: (answer: A) => string;
  toCompared: (answer: A) => ComparedPrediction;
  draw: (text: string, answer: A) => ComponentChildren;
  /** What can be done with the answer. */ actions: (text: string, answer: A) => ComponentChildren;
  raw: (answer: A) => unknown;
}

interface Result<A> {
  text: string;
  answer: A;
  /** Of the other model. */ other?: { title: string; answer: A } | undefined;
}

export function Playground<A>({ icon, scope, model, options, isReady, isLong = false, ...rest }: PlaygroundProps<A>) {
  const compared = useCompared(options, model);
  const history = useQueryHistory(scope);
  const [text, setText] = useState(currentRoute().query.get('ask') ?? '');
  const [log, setLog] = useState(false);
  const [result, setResult] = useState<Result<A>>();
  const ask = useAction(async (asked: string) => {
    setText(asked);
    setQuery({ ask: asked.length > MAX_LINKED ? undefined : asked });
    const [answer, other] = await Promise.all([rest.ask(asked, model, log), compared && rest.ask(asked, compared.value, false)]);
    setResult({ text: asked, answer, other: other && { title: compared!.label, answer: other } });
    markTried(scope);
    history.add({ text: asked, result: rest.summary(answer), model });
  });
  const run = (): void => void (text.trim() !== '' && ask.run(text));
  // A link with a query shows its result.
  useEffect(() => void (isReady && run()), [isReady]);
  const field = { value: text, onInput: setText, placeholder: rest.placeholder, onEnter: isLong ? run : undefined };
  return (
    <>
      <div class="columns language-playground">
        <Card title={t('Query')}>
          {rest.frame(
            <Form onSubmit={run}>
              {rest.fields}
              <CompareField options={options} selected={model} />
              {isLong ? (
                <TextArea needs="label" label={t('Text')} rows={8} {...field} />
              ) : (
                <TextField label={t('Utterance')} autoFocus maxLength={500} {...field} />
              )}
              <CheckField label={t('Log for review')} value={log} onInput={setLog} hint={rest.logHint} />
              <div>
                <Button type="submit" kind="primary" icon="play" busy={ask.busy} disabled={text.trim() === ''} text={t('Run')} />
              </div>
              <ApiCall call={rest.call(text, log)} />
            </Form>,
          )}
        </Card>
        <Card title={t('Result')}>
          {result ? (
            <div class="stack" aria-live="polite" key={result.text}>
              {rest.draw(result.text, result.answer)}
              {rest.actions(result.text, result.answer)}
              {result.other && (
                <Comparison
                  title={result.other.title}
                  differences={comparePredictions(result.text, rest.toCompared(result.answer), rest.toCompared(result.other.answer))}
                >
                  {rest.draw(result.text, result.other.answer)}
                </Comparison>
              )}
              <JsonView value={rest.raw(result.answer)} label={t('Raw response')} height={260} />
            </div>
          ) : (
            <Empty icon={icon} title={t('No result yet')}>
              {isLong ? t('Enter or paste a document and run it.') : t('Enter an utterance and run it.')}
            </Empty>
          )}
        </Card>
      </div>
      <HistoryCard of={history} onRun={(asked) => void ask.run(asked)} />
    </>
  );
}
