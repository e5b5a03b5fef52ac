/** Queries a deployment with a document. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiCall } from '../../kit/call-behind.tsx';
import { CheckField, Form, TextArea } from '../../kit/form.tsx';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Confidence, Empty } from '../../kit/parts.tsx';
import { useAction } from '../../kit/use.ts';
import { MarkedText } from '../../language/marked-text.tsx';
import { DeploymentField, useDeployment } from '../../projects/deployment-field.tsx';
import { useProject } from '../../projects/context.ts';
import { queryDocuments, analysisCall } from './answer.ts';
import type { AnalysisResponse, DocumentResult, FoundEntity } from './answer.ts';
import { categoryNames } from './assets.ts';
import type { Assets } from './assets.ts';

export function Playground(): JSX.Element {
  const { client, name, assets, metadata: { language, projectKind } } = useProject<Assets>();
  const deployment = useDeployment();
  const [text, setText] = useState('');
  const [log, setLog] = useState(false);
  const [answer, setAnswer] = useState<{ text: string; job: AnalysisResponse; document: DocumentResult | undefined }>();
  const asked = { projectName: name, deploymentName: deployment, kind: projectKind, language, log };
  const ask = useAction(async () => {
    const { job, documents: [document] } = await queryDocuments(client, asked, [text]);
    setAnswer({ text, job, document });
  });
  const document = answer?.document;
  return <div class="columns projects-playground">
    <Card title="Query"><DeploymentField><Form onSubmit={() => void (text.trim() !== '' && ask.run())}>
      <TextArea label="Text" rows={8} value={text} onInput={setText} placeholder="Where is my parcel?" />
      <CheckField label="Log for review" value={log} onInput={setLog} hint="It then appears under Review." />
      <div><Button type="submit" kind="primary" icon="play" busy={ask.busy} disabled={text.trim() === ''}>Run</Button></div>
      <ApiCall call={analysisCall(asked, [text])} />
    </Form></DeploymentField></Card>
    <Card title="Result">{answer && document ? <div class="stack" aria-live="polite">
      {document.class && <ClassResults of={document.class} />}
      {document.entities && <EntityResults text={answer.text} of={document.entities} known={categoryNames(assets).map((one) => ({ name: one }))} />}
      <JsonView value={answer.job} label="Raw response" height={260} />
    </div> : <Empty icon="texts" title="No result yet">Enter or paste a document and run it.</Empty>}</Card>
  </div>;
}

function ClassResults({ of: classes }: { of: NonNullable<DocumentResult['class']> }): JSX.Element {
  if (classes.length === 0) return <p class="soft">No class above the threshold.</p>;
  return <table aria-label="Classes"><thead><tr><th>Class</th><th>Confidence</th></tr></thead><tbody>{classes.map(({ category, confidenceScore }, i) => <tr><td>{i === 0 ? <strong>{category}</strong> : category}</td><td><Confidence value={confidenceScore} label={`Confidence of ${category}`} /></td></tr>)}</tbody></table>;
}

function EntityResults({ text, of: entities, known }: { text: string; of: readonly FoundEntity[]; known: readonly { name: string }[] }): JSX.Element {
  return <>
    <p class="language-answer"><MarkedText text={text} entities={known} labels={entities.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length }))} /></p>
    {entities.length === 0 ? <p class="soft">No entities found.</p> : <div class="language-scroll" tabIndex={0} role="region" aria-label="Entities in the text"><table aria-label="Entities"><thead><tr><th>Entity</th><th>Text</th><th>Confidence</th></tr></thead>
      <tbody>{entities.map(({ category, text: own, confidenceScore }) => <tr><td><strong>{category}</strong></td><td>{own}</td><td><Confidence value={confidenceScore} label={`Confidence of ${own}`} /></td></tr>)}</tbody></table></div>}
  </>;
}
