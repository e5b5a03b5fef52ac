/** Stored results of test documents, which include the text for converting offsets, and their wire form. */
import { spanConverter, parseOffsetUnit } from '../../projects/offset-units.ts';
import { ENTITIES } from '../model.ts';
import type { EntityLabel, TextKind } from '../model.ts';

interface RegionResult {
  expectedEntities: EntityLabel[];
  predictedEntities: EntityLabel[];
  regionOffset: number;
  regionLength: number;
}
export interface StoredResult {
  projectKind: TextKind;
  text?: string;
  [field: string]: unknown;
}

/** The field that is specific to a kind. */
export function kindField(kind: TextKind, what: 'Evaluation' | 'Result'): string {
  return `${kind[0]!.toLowerCase()}${kind.slice(1)}${what}`;
}

/** Results with offsets in the requested unit. */
export function writeResults(results: readonly object[], stringIndexType: string): object[] {
  const unit = parseOffsetUnit(stringIndexType);
  return (results as readonly StoredResult[]).map(({ text, ...result }) => {
    if (text === undefined) return result;
    const toSpan = spanConverter(text, unit);
    const convert = ({ category, offset, length }: EntityLabel): EntityLabel => ({ category, ...toSpan(offset, offset + length) });
    const field = kindField(ENTITIES, 'Result');
    const { entities } = result[field] as { entities: RegionResult[] };
    return {
      ...result,
      [field]: {
        entities: entities.map(({ expectedEntities, predictedEntities, regionOffset, regionLength }) => {
          const region = toSpan(regionOffset, regionOffset + regionLength);
          return {
            expectedEntities: expectedEntities.map(convert),
            predictedEntities: predictedEntities.map(convert),
            regionOffset: region.offset,
            regionLength: region.length,
          };
        }),
      },
    };
  });
}
