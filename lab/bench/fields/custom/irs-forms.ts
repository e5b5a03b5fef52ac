/**
 * Custom models of real US forms: trained on five filled copies of a blank form, one of them a scan, and judged on five
 * others, two of them scans. Fields are all boxes of the form. The engine was developed on the forms of DEVELOPED; the
 * others are only counted.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from '../../../../src/engines/documents/forms/extract.ts';
import { tagsFromSchema } from '../../../../src/engines/documents/forms/labels/labeled-form.ts';
import type { Mode } from '../../../../src/engines/documents/forms/model.ts';
import { trainForms } from '../../../../src/engines/documents/forms/train.ts';
import type { Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';
import type { Condition } from '../../../training/documents/irs-forms/read-filled.ts';
import { filledCopy, readBlank } from './fill-irs-form.ts';
import { cpuSeconds } from './read-samples.ts';
import type { Sample } from './read-samples.ts';
import { add, countMatches, emptyCounts, figures, flattenValues } from './score.ts';
import type { Counts } from './score.ts';

const DEVELOPED = ['f1099msc', 'fw9', 'f1099int'];
const UNSEEN = ['f1099div', 'f1099nec', 'f1099r', 'f1099g', 'f1099k', 'f5498', 'f1095a'];

const TRAINED: readonly Condition[] = ['clean', 'clean', 'scan', 'clean', 'clean'];
const TESTED: readonly Condition[] = ['clean', 'scan', 'clean', 'scan', 'clean'];
const SEED = 7000;

export async function benchIrsForms(
  data: string,
  reader: Reader,
  { modes, forms = [...DEVELOPED, ...UNSEEN], verbose = false }: { modes: readonly Mode[]; forms?: readonly string[]; verbose?: boolean },
): Promise<void> {
  const folder = join(data, 'corpora/irs-forms');
  if (!existsSync(folder)) {
    console.log(`filled IRS forms: skipped, ${folder} not found`);
    return;
  }
  const totals = new Map<string, Counts>();
  for (const name of forms) {
    const blank = readBlank(folder, name);
    const tags = tagsFromSchema(blank.schema);
    const copies = async (conditions: readonly Condition[], from: number): Promise<Sample[]> => {
      const all: Sample[] = [];
      for (const [i, condition] of conditions.entries()) all.push(await filledCopy(blank, from + i, SEED + from + i, condition, reader));
      return all;
    };
    const [trained, tested] = [await copies(TRAINED, 0), await copies(TESTED, TRAINED.length)];
    const isShown = verbose && DEVELOPED.includes(name);
    for (const mode of modes) {
      const before = cpuSeconds();
      const model = trainForms(
        trained.map(({ labeled }) => labeled),
        blank.schema,
        mode,
      );
      const cost = cpuSeconds() - before;
      const byCondition = { clean: emptyCounts(), scan: emptyCounts() };
      for (const { name: copy, layout, labeled } of tested) {
        const report = isShown ? (line: string): void => console.log(`      ${name} ${mode} ${copy} ${line}`) : undefined;
        const counts = countMatches(labeled, tags, flattenValues(extract(model, layout)[0]!), report);
        add(copy.startsWith('clean') ? byCondition.clean : byCondition.scan, counts);
        const total = totals.get(`${DEVELOPED.includes(name) ? 'developed on' : 'unseen'}, ${mode}`) ?? emptyCounts();
        add(total, counts);
        totals.set(`${DEVELOPED.includes(name) ? 'developed on' : 'unseen'}, ${mode}`, total);
      }
      console.log(
        `  ${name} ${mode}: clean ${figures(byCondition.clean)} | scans ${figures(byCondition.scan)} · training ${cost.toFixed(1)} CPU s`,
      );
    }
  }
  console.log('filled IRS forms, 5 training copies (1 scan), 5 others (2 scans):');
  for (const [title, counts] of totals) console.log(`  ${title}: ${figures(counts)}`);
}
