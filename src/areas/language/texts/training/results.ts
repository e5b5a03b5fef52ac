/** Results for test documents as they are kept, with the text that offsets count in, and as the wire has them. */
import { spanConverter, parseOffsetUnit } from '../../projects/offset-units.ts';
import { ENTITIES } from '../model.ts';
import type { EntityLabel, TextKind } from '../model.ts';

interface RegionResult { expectedEntities: EntityLabel[]; predictedEntities: EntityLabel[]; regionOffset: number; regionLength: number }
export interface StoredResult { projectKind: TextKind; text?: string; [field: string]: unknown }

/** The field that holds what is particular to a kind. */
export function kindField(kind: TextKind, what: 'Evaluation' | 'Result'): string {
  return `${kind[0]!.toLowerCase()}${kind.slice(1)}${what}`;
}

/** With offsets in the unit asked for. */
export function writeResults(results: readonly object[], stringIndexType: string): object[] {
  const unit = parseOffsetUnit(stringIndexType);
  return (results as readonly StoredResult[]).map(({ text, ...result }) => {
    if (text === undefined) return result;
    const place = spanConverter(text, unit);
    const moved = ({ category, offset, length }: EntityLabel): EntityLabel => ({ category, ...place(offset, offset + length) });
    const field = kindField(ENTITIES, 'Result');
    const { entities } = result[field] as { entities: RegionResult[] };
    return {
      ...result,
      [field]: {
        entities: entities.map(({ expectedEntities, predictedEntities, regionOffset, regionLength }) => {
          const region = place(regionOffset, regionOffset + regionLength);
          return { expectedEntities: expectedEntities.map(moved), predictedEntities: predictedEntities.map(moved), regionOffset: region.offset, regionLength: region.length };
        }),
      },
    };
  });
}
