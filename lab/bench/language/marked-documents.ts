/**
 * Custom entities of whole documents, as text projects find them: exact spans in contracts and filings, trained and asked on different
 * documents. CPU times of this process.
 */
import { MessageChannel } from 'node:worker_threads';
import { ENTITIES } from '../../../src/areas/language/texts/model.ts';
import { predictDocuments, train } from '../../../src/areas/language/texts/training/train.ts';
import { scoreEntities } from '../../../src/engines/language/entities/evaluation/scores.ts';
import { readEnglish, readUniversal } from '../../training/names/corpora.ts';
import type { NamedText } from '../../training/names/corpora.ts';
import { hasDocuments, markedContracts } from './documents.ts';
import type { DocumentSplit, MarkedDocument, Purpose } from './documents.ts';

const SENTENCES_PER_DOCUMENT = 25;

export async function markedDocuments(folder: string, purpose: Purpose = 'report'): Promise<void> {
  if (!hasDocuments(folder)) {
    console.log(`No documents under ${folder}/corpora; entities of documents are skipped.`);
    return;
  }
  console.log('\nEntities of documents, exact spans on held-out documents; CPU times');
  console.log('| set | train / test documents | million characters trained on | F1 | by entity | train s | ms a document |');
  console.log('|---|---|---|---|---|---|---|');
  const sets: [DocumentSplit<MarkedDocument>, string][] = [
    [markedContracts(folder, purpose), 'en'],
    [
      joined('filings (SEC)', readEnglish(folder, 'SEC', 'train'), readEnglish(folder, 'SEC', purpose === 'report' ? 'test' : 'choice')),
      'en',
    ],
    ...(['da', 'zh'] as const).map((language): [DocumentSplit<MarkedDocument>, string] => [
      joined(`Universal NER, ${language}`, readUniversal(folder, language, 'choice'), readUniversal(folder, language, 'test')),
      language,
    ]),
  ];
  for (const [split, culture] of sets) await measure(split, culture);
}

/** Documents of consecutive sentences, one a line. */
function joined(name: string, train: readonly NamedText[], test: readonly NamedText[]): DocumentSplit<MarkedDocument> {
  const join = (sentences: readonly NamedText[]): MarkedDocument[] =>
    Array.from({ length: Math.ceil(sentences.length / SENTENCES_PER_DOCUMENT) }, (_, i) => {
      const spans: { entity: string; start: number; end: number }[] = [];
      let text = '';
      for (const sentence of sentences.slice(i * SENTENCES_PER_DOCUMENT, (i + 1) * SENTENCES_PER_DOCUMENT)) {
        for (const { kind, start, end } of sentence.names) spans.push({ entity: kind, start: text.length + start, end: text.length + end });
        text += `${sentence.text}\n`;
      }
      return { text, spans };
    });
  return { name, train: join(train), test: join(test) };
}

async function measure({ name, train: documents, test }: DocumentSplit<MarkedDocument>, culture: string): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  port1.close();
  const started = cpuMs();
  const { learned: bytes } = await train({
    project: { kind: ENTITIES, language: culture, multilingual: false },
    assets: {
      projectKind: ENTITIES,
      entities: [...new Set(documents.flatMap(({ spans }) => spans.map(({ entity }) => entity)))].map((category) => ({ category })),
      documents: documents.map(({ text, spans }, i) => ({
        location: String(i),
        text,
        entities: [
          {
            regionOffset: 0,
            regionLength: text.length,
            labels: spans.map(({ entity, start, end }) => ({ category: entity, offset: start, length: end - start })),
          },
        ],
      })),
    },
    options: { kind: 'percentage', training: 100, testing: 0 },
    gathered: documents.map(({ text }) => text),
    port: port2,
  });
  const trained = cpuMs();
  const predictions = await predictDocuments({
    learned: `${name} ${Math.random()}`,
    bytes,
    kind: ENTITIES,
    documents: test.map(({ text }) => ({ text, culture })),
  });
  if (predictions === 'outdated') throw new Error('The model cannot be read.');
  const finished = cpuMs();
  const { micro, entities } = scoreEntities(
    test.map(({ spans }, i) => ({
      labels: spans,
      found: predictions[i]!.entities.map(({ category, start, end }) => ({ entity: category, start, end })),
    })),
  );
  const cells = [
    name,
    `${documents.length} / ${test.length}`,
    (documents.reduce((sum, { text }) => sum + text.length, 0) / 1e6).toFixed(2),
    micro.f1.toFixed(3),
    Object.entries(entities)
      .map(([entity, { f1 }]) => `${entity} ${f1.toFixed(3)}`)
      .join(', '),
    ((trained - started) / 1000).toFixed(1),
    ((finished - trained) / test.length).toFixed(1),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
