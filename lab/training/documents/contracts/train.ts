/**
 * Trains the contract model on the development issuers of CUAD and writes weights/fields/contract.json. Confidences are fitted on
 * contracts that the rankers had not seen (by issuer, in five parts); those of numbers and renewal dates, which have no labels, on
 * generated contracts.
 * Usage: node lab/training/documents/contracts/train.ts [--data FOLDER]
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findCandidates } from '../../../../src/engines/documents/fields/contract/candidates.ts';
import type { ConfidenceField } from '../../../../src/engines/documents/fields/contract/confidence-evidence.ts';
import type { ContractWeights } from '../../../../src/engines/documents/fields/contract/decide.ts';
import type { ConfidenceSample } from '../fit-confidence.ts';
import { fitConfidence } from '../fit-confidence.ts';
import { collectGenerated, collectLabeled } from './confidence-samples.ts';
import { foldOf, isHeldOut, layoutOfContract, readContracts } from './corpus.ts';
import type { Example } from './examples.ts';
import { fitContracts } from './fit-contracts.ts';
import { generatedExamples } from './generated-examples.ts';
import { labelsOf } from './labels.ts';

const FOLDS = 5;
/** Seeds for rankers. */
const GENERATED = { from: 0, to: 60 };
const HOME = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
const OUTPUT = fileURLToPath(new URL('../../../../weights/fields/contract.json', import.meta.url));
const { values } = parseArgs({ options: { data: { type: 'string', default: process.env['PERENNIAL_BENCH_DATA'] ?? HOME } } });

const examples: (Example & { fold: number })[] = [];
for (const contract of readContracts(values.data)) {
  if (isHeldOut(contract)) continue;
  const candidates = findCandidates(await layoutOfContract(contract), undefined);
  examples.push({ labels: labelsOf(contract), candidates, fold: foldOf(contract, FOLDS) });
}
console.log(`${String(examples.length)} contracts`);

const generated = await generatedExamples(GENERATED.from, GENERATED.to);
const samples = new Map<ConfidenceField, ConfidenceSample[]>();
for (let fold = 0; fold < FOLDS; fold++) {
  const weights = fitContracts([...examples.filter((example) => example.fold !== fold), ...generated]);
  for (const example of examples) if (example.fold === fold) collectLabeled(samples, example, weights);
  console.log(`part ${String(fold + 1)} of ${String(FOLDS)}`);
}
const weights = fitContracts([...examples, ...generated]);
await collectGenerated(samples);
const confidences = Object.fromEntries([...samples].map(([field, own]) => [field, fitConfidence(own)]));
for (const [field, own] of samples) {
  const right = own.filter((sample) => sample.right).length;
  console.log(`${field}: ${String(right)} of ${String(own.length)} right`);
}
writeFileSync(OUTPUT, `${JSON.stringify({ weights: rounded(weights), confidences })}\n`);

/** Small weights decide nothing. */
function rounded(all: ContractWeights): Record<string, Record<string, number>> {
  return Object.fromEntries(
    Object.entries(all).map(([ranker, own]: [string, Readonly<Record<string, number>>]) => [
      ranker,
      Object.fromEntries(
        Object.entries(own)
          .map(([name, weight]) => [name, Math.round(weight * 100) / 100] as const)
          .filter(([, weight]) => Math.abs(weight) >= 0.03),
      ),
    ]),
  );
}
