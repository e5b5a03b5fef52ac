/** Generated invoices and receipts with seeds not used in training: field F1 on PDF text and on degraded scans, calibration, cost. */
import type { Reader } from '../../../src/engines/documents/reading/ocr/reader.ts';
import type { DocumentLayout } from '../../../src/engines/documents/layout/model/structure.ts';
import { extractDocuments } from '../../../src/engines/documents/fields/extract.ts';
import type { Leaf, Score } from '../../training/documents/evaluation/compare.ts';
import { addLeaves, compare, f1, emptyScore } from '../../training/documents/evaluation/compare.ts';
import { layoutOf, degradedLayout } from '../../training/documents/evaluation/read-generated.ts';
import { MODELS } from '../../training/documents/trained-models.ts';
import { extractByRules, ruleFields } from './rules-baseline.ts';

export interface GeneratedSettings {
  documents: number;
  degraded: number;
  seed: number;
  worst: boolean;
  only: (model: string) => boolean;
}

export async function benchGenerated(settings: GeneratedSettings, reader: () => Promise<Reader>): Promise<void> {
  for (const { modelId, generate } of MODELS) {
    if (!settings.only(modelId.replace('prebuilt-', ''))) continue;
    for (const condition of ['clean', 'degraded'] as const) {
      const count = condition === 'clean' ? settings.documents : settings.degraded;
      const [ours, oursOnRuleFields, rules, types] = [emptyScore(), emptyScore(), emptyScore(), { right: 0, all: 0 }];
      const ruled = ruleFields(modelId);
      const byPath = new Map<string, Score>();
      const all: Leaf[] = [];
      let seconds = 0;
      for (let seed = settings.seed; seed < settings.seed + count; seed++) {
        const generated = await generate(seed);
        const layout: DocumentLayout =
          condition === 'clean' ? await layoutOf(generated.pdf) : await degradedLayout(generated.pdf, seed, await reader());
        const before = process.cpuUsage();
        const [found] = extractDocuments(modelId, layout);
        const { user, system } = process.cpuUsage(before);
        seconds += (user + system) / 1e6;
        const leaves = compare(found?.fields ?? {}, generated.fields, layout, generated.optionalFields);
        addLeaves(ours, leaves);
        for (const leaf of leaves) byPath.set(leaf.path, addLeaves(byPath.get(leaf.path) ?? emptyScore(), [leaf]));
        all.push(...leaves);
        types.all += 1;
        types.right += Number(found?.docType === generated.docType);
        addLeaves(
          oursOnRuleFields,
          leaves.filter(({ path }) => ruled.has(path)),
        );
        addLeaves(
          rules,
          compare(extractByRules(modelId, layout), generated.fields, layout, generated.optionalFields).filter(({ path }) =>
            ruled.has(path),
          ),
        );
        if (settings.worst && f1(addLeaves(emptyScore(), leaves)) < 0.9)
          console.log(
            `  ${modelId} ${condition} seed ${String(seed)}: ${f1(addLeaves(emptyScore(), leaves)).toFixed(3)} ${leaves
              .filter((leaf) => !leaf.right)
              .map(({ path }) => path)
              .join(' ')}`,
          );
      }
      if (count === 0) continue;
      console.log(
        `${modelId}, ${condition}: field F1 ${f1(ours).toFixed(3)} (${String(count)} documents, ${String(ours.expected)} fields) · on the ${String(ruled.size)} fields covered by label expressions plus nearest number: ${f1(oursOnRuleFields).toFixed(3)} vs baseline ${f1(rules).toFixed(3)} · document type ${(types.right / types.all).toFixed(3)} · ${(seconds / count).toFixed(3)} CPU s per document without OCR`,
      );
      console.log(
        `  lowest: ${[...byPath]
          .filter(([, { expected }]) => expected >= 5)
          .sort((a, b) => f1(a[1]) - f1(b[1]))
          .slice(0, 8)
          .map(([path, score]) => `${path} ${f1(score).toFixed(2)}`)
          .join(' · ')}`,
      );
      console.log(`  calibration: ${calibration(all)}`);
    }
  }
}

/** Share of correct fields by confidence range. */
function calibration(leaves: readonly Leaf[]): string {
  const given = leaves.filter(({ field }) => field !== undefined);
  return (
    [
      [0.9, 1.01],
      [0.7, 0.9],
      [0.5, 0.7],
      [0, 0.5],
    ] as const
  )
    .map(([low, high]) => {
      const own = given.filter(({ field }) => field!.confidence >= low && field!.confidence < high);
      return `${low.toFixed(1)}–${Math.min(1, high).toFixed(1)}: ${own.length === 0 ? 'none' : `${(own.filter(({ right }) => right).length / own.length).toFixed(3)} of ${String(own.length)} correct`}`;
    })
    .join(' · ');
}
