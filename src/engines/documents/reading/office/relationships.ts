/** Relationships between the parts of an office file. */
import type { Archive } from './zip.ts';
import { walkXml } from './xml.ts';

export interface Relationship {
  id: string;
  type: string;
  part: string;
}

/** The relationships of a part by id. External targets are omitted. */
export function readRelationships(archive: Archive, part: string): Map<string, Relationship> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const xml = archive.text(`${folder}_rels/${part.slice(folder.length)}.rels`);
  const relations = new Map<string, Relationship>();
  if (xml === undefined) return relations;
  walkXml(xml, {
    open: ({ name, get }) => {
      const [id, type, target] = [get('Id'), get('Type'), get('Target')];
      if (name !== 'Relationship' || id === undefined || target === undefined || get('TargetMode') === 'External') return;
      relations.set(id, { id, type: type?.slice(type.lastIndexOf('/') + 1) ?? '', part: resolveTarget(folder, target) });
    },
  });
  return relations;
}

/** The main part by the package relationships, or at its usual path. */
export function findMainPart(archive: Archive, usualPath: string): string {
  return [...readRelationships(archive, '').values()].find(({ type }) => type === 'officeDocument')?.part ?? usualPath;
}

function resolveTarget(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target.slice(1) : folder + target).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}
