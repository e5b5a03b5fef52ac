/** How the reference is divided: families of areas, and their operations by group, in the order of the areas. */
import type { DocumentedArea, DocumentedOperation } from './table.ts';

export interface Family {
  /** The folder below `reference/`. */
  slug: string;
  title: string;
  /** The vendor's names of the service. */
  vendorNames: readonly string[];
  /** The page that explains it. */
  guide: string;
  /** Their names. */
  areaNames: readonly string[];
}

export const FAMILIES: readonly Family[] = [
  {
    slug: 'documents',
    title: 'Documents',
    vendorNames: ['Document Intelligence', 'Form Recognizer'],
    guide: 'documents',
    areaNames: ['documents', 'documentsV2'],
  },
  { slug: 'faces', title: 'Faces', vendorNames: ['Face', 'Face API', 'Face person group'], guide: 'faces', areaNames: ['faces'] },
  {
    slug: 'understanding',
    title: 'Understanding',
    vendorNames: ['LUIS', 'Language Understanding'],
    guide: 'understanding',
    areaNames: ['understandingPrediction3', 'understandingPrediction2', 'understanding'],
  },
  {
    slug: 'conversations',
    title: 'Conversations',
    vendorNames: ['CLU', 'Conversational Language Understanding', 'Orchestration workflow'],
    guide: 'conversations',
    areaNames: ['conversationsRuntime', 'conversations'],
  },
  {
    slug: 'texts',
    title: 'Texts',
    vendorNames: ['Custom text classification', 'Custom named entity recognition', 'Custom NER', 'Text Analytics', 'Language service'],
    guide: 'texts',
    areaNames: ['textsRuntime', 'texts'],
  },
  { slug: 'ranking', title: 'Ranking', vendorNames: ['Personalizer'], guide: 'ranking', areaNames: ['ranking'] },
  {
    slug: 'accounts',
    title: 'Accounts and server',
    vendorNames: ['Resource', 'Azure AI services account', 'Cognitive Services account'],
    guide: 'accounts',
    areaNames: ['accounts'],
  },
];

export interface FamilyOperations extends Family {
  areas: readonly DocumentedArea[];
  sections: readonly { title: string; operations: readonly DocumentedOperation[] }[];
}

/** Every operation in its family and group; throws where it has none. */
export function groupOperations(areas: readonly DocumentedArea[]): FamilyOperations[] {
  for (const { name } of areas) if (!FAMILIES.some(({ areaNames }) => areaNames.includes(name))) throw new Error(`${name} has no family.`);
  return FAMILIES.map((family) => {
    const members = family.areaNames.flatMap((name) => areas.filter((area) => area.name === name));
    const groups = Map.groupBy(
      members.flatMap(({ operations }) => operations),
      ({ id, group }) => {
        if (group === undefined) throw new Error(`${id} has no group: list it in its area with inGroup.`);
        return group;
      },
    );
    return { ...family, areas: members, sections: [...groups].map(([title, operations]) => ({ title, operations })) };
  });
}
