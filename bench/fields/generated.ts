/** Made-up invoices and receipts of seeds that no training used: field F1 by the file's words and by OCR of spoiled pictures, calibration, cost. */
import type { Reader } from '../../src/engines/reading/ocr/reader.ts';
import type { DocumentLayout } from '../../src/engines/layout/model/structure.ts';
import { extractDocuments } from '../../src/engines/fields/extract.ts';
import type { Leaf, Score } from '../../training/documents/evaluation/compare.ts';
import { addLeaves, compare, f1, noScore } from '../../training/documents/evaluation/compare.ts';
import { layoutOf, spoiledLayout } from '../../training/documents/evaluation/read-generated.ts';
import { MODELS } from '../../training/documents/trained-models.ts';
import { byRules, ruledFields } from './rules-baseline.ts';

export interface MadeUpSettings { documents: number; degraded: number; seed: number; worst: boolean; only: (model: string) => boolean }

export async function benchMadeUp(settings: MadeUpSettings, reader: () => Promise<Reader>): Promise<void> {
  for (const { modelId, make } of MODELS) {
    if (!settings.only(modelId.replace('prebuilt-', ''))) continue;
    for (const way of ['clean', 'degraded'] as const) {
      const count = way === 'clean' ? settings.documents : settings.degraded;
      const [ours, oursThere, rules, types] = [noScore(), noScore(), noScore(), { right: 0, all: 0 }];
      const ruled = ruledFields(modelId);
      const byPath = new Map<string, Score>();
      const all: Leaf[] = [];
      let seconds = 0;
      for (let seed = settings.seed; seed < settings.seed + count; seed++) {
        const made = await make(seed);
        const layout: DocumentLayout = way === 'clean' ? await layoutOf(made.pdf) : await spoiledLayout(made.pdf, seed, await reader());
        const before = process.cpuUsage();
        const [found] = extractDocuments(modelId, layout);
        const { user, system } = process.cpuUsage(before);
        seconds += (user + system) / 1e6;
        const leaves = compare(found?.fields ?? {}, made.fields, layout, made.open);
        addLeaves(ours, leaves);
        for (const leaf of leaves) byPath.set(leaf.path, addLeaves(byPath.get(leaf.path) ?? noScore(), [leaf]));
        all.push(...leaves);
        types.all += 1;
        types.right += Number(found?.docType === made.docType);
        addLeaves(oursThere, leaves.filter(({ path }) => ruled.has(path)));
        addLeaves(rules, compare(byRules(modelId, layout), made.fields, layout, made.open).filter(({ path }) => ruled.has(path)));
        if (settings.worst && f1(addLeaves(noScore(), leaves)) < 0.9) console.log(`  ${modelId} ${way} seed ${String(seed)}: ${f1(addLeaves(noScore(), leaves)).toFixed(3)} ${leaves.filter((leaf) => !leaf.right).map(({ path }) => path).join(' ')}`);
      }
      if (count === 0) continue;
      console.log(`${modelId}, ${way}: field F1 ${f1(ours).toFixed(3)} (${String(count)} documents, ${String(ours.there)} fields) · on the ${String(ruled.size)} fields that label expressions and the nearest number find: ${f1(oursThere).toFixed(3)} beside ${f1(rules).toFixed(3)} · type right ${(types.right / types.all).toFixed(3)} · ${(seconds / count).toFixed(3)} CPU s a document beside reading`);
      console.log(`  lowest: ${[...byPath].filter(([, { there }]) => there >= 5).sort((a, b) => f1(a[1]) - f1(b[1])).slice(0, 8).map(([path, score]) => `${path} ${f1(score).toFixed(2)}`).join(' · ')}`);
      console.log(`  calibration: ${calibration(all)}`);
    }
  }
}

/** Of fields given with a confidence, the share that is right. */
function calibration(leaves: readonly Leaf[]): string {
  const given = leaves.filter(({ field }) => field !== undefined);
  return ([[0.9, 1.01], [0.7, 0.9], [0.5, 0.7], [0, 0.5]] as const).map(([low, high]) => {
    const own = given.filter(({ field }) => field!.confidence >= low && field!.confidence < high);
    return `${low.toFixed(1)}–${Math.min(1, high).toFixed(1)}: ${own.length === 0 ? 'none' : `${(own.filter(({ right }) => right).length / own.length).toFixed(3)} of ${String(own.length)} right`}`;
  }).join(' · ');
}
