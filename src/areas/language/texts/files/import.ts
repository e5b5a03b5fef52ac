/**
 * Parses an exported text project of any version into stored assets. Unknown references, duplicates and spans outside
 * of the text are rejected by the path of the field.
 */
import { offsetsIn } from '../../../../engines/shared/text/offsets.ts';
import type { Offsets } from '../../../../engines/shared/text/offsets.ts';
import { projectFailure } from '../../projects/failures.ts';
import { FILE_INDEX, parseOffsetUnit } from '../../projects/offset-units.ts';
import { isSupportedLanguage } from '../../projects/languages.ts';
import { ENTITIES, MAX_DOCUMENT_CHARACTERS, SINGLE } from '../model.ts';
import type { EntityLabel, Region, TextAssets, TextDocument, TextKind } from '../model.ts';
import type { ExportedDocument, ExportedName, ExportedProject, ExportedRegion } from '../schemas.ts';

const MAX_CATEGORIES = 500;
const MAX_DOCUMENTS = 100_000;
const DATASETS = { train: 'Train', test: 'Test' } as const;

function reject(target: string, details: string): never {
  throw projectFailure('AssetsInvalid', { target, details });
}

/** Validates and converts the assets of a file for a project of a kind. */
export function parseAssets({ assets, stringIndexType }: ExportedProject, kind: TextKind): TextAssets {
  const unit = parseOffsetUnit(stringIndexType ?? FILE_INDEX);
  if (assets?.projectKind !== undefined && assets.projectKind !== null && assets.projectKind.toLowerCase() !== kind.toLowerCase()) {
    reject('assets.projectKind', `is not the kind of the project, ${kind}.`);
  }
  const extracts = kind === ENTITIES;
  const [field, list] = extracts
    ? listByName('entities', assets?.entities, 'extractors', assets?.extractors)
    : listByName('classes', assets?.classes, 'classifiers', assets?.classifiers);
  const categories = parseNames(list, `assets.${field}`);
  const documents = assets?.documents ?? [];
  if (documents.length > MAX_DOCUMENTS) reject('assets.documents', `has more than ${MAX_DOCUMENTS} items.`);
  const known = new Set(categories);
  const locations = new Set<string>();
  const read = documents.map((document, i): TextDocument => {
    const at = `assets.documents[${i}]`;
    const { location } = document;
    if (locations.has(location)) reject(`${at}.location`, 'is the location of another document.');
    locations.add(location);
    const text = document.text ?? undefined;
    if (text !== undefined && text.length > MAX_DOCUMENT_CHARACTERS) {
      reject(`${at}.text`, `is longer than ${MAX_DOCUMENT_CHARACTERS} characters.`);
    }
    if (unit !== 'utf16' && text === undefined && extracts) {
      reject('stringIndexType', `must be Utf16CodeUnit, because the text of ${at} is not in the file.`);
    }
    return {
      location,
      ...parseProperties(document, at),
      ...(text !== undefined && { text }),
      ...(extracts
        ? parseRegions(document, at, known, text, text === undefined ? undefined : offsetsIn(text, unit))
        : parseLabels(document, at, known, kind)),
    };
  });
  return { projectKind: kind, [extracts ? 'entities' : 'classes']: categories.map((category) => ({ category })), documents: read };
}

/** A list by its name in the later versions, or in the oldest. */
function listByName<T>(
  name: string,
  list: readonly T[] | null | undefined,
  formerName: string,
  former: readonly T[] | null | undefined,
): [name: string, list: readonly T[]] {
  return list || !former ? [name, list ?? []] : [formerName, former];
}

function parseName({ category, name, classifierName }: ExportedName, at: string): string {
  const given = category ?? name ?? classifierName ?? '';
  return given.trim() === '' ? reject(at, 'has no name.') : given;
}

function parseNames(list: readonly ExportedName[], at: string): string[] {
  if (list.length > MAX_CATEGORIES) reject(at, `has more than ${MAX_CATEGORIES} items.`);
  const names = list.map((one, i) => parseName(one, `${at}[${i}]`));
  const twice = names.findIndex((name, i) => names.indexOf(name) < i);
  return twice < 0 ? names : reject(`${at}[${twice}]`, `${names[twice]} is listed twice.`);
}

function parseProperties({ language, dataset }: ExportedDocument, at: string): Pick<TextDocument, 'language' | 'dataset'> {
  if (language && !isSupportedLanguage(language)) reject(`${at}.language`, `${language} is not supported.`);
  if (dataset && !Object.hasOwn(DATASETS, dataset.toLowerCase())) reject(`${at}.dataset`, 'is neither Train nor Test.');
  return { ...(language && { language }), ...(dataset && { dataset: DATASETS[dataset.toLowerCase() as keyof typeof DATASETS] }) };
}

function parseLabels(
  document: ExportedDocument,
  at: string,
  known: ReadonlySet<string>,
  kind: TextKind,
): Pick<TextDocument, 'class' | 'classes'> {
  const [field, list] = listByName('classes', document.classes, 'classifiers', document.classifiers);
  const places = [
    ...(document.class ? [{ given: document.class, place: `${at}.class` }] : []),
    ...list.map((given, i) => ({ given, place: `${at}.${field}[${i}]` })),
  ];
  const named = new Set<string>();
  for (const { given, place } of places) {
    const category = parseName(given, place);
    if (!known.has(category)) reject(place, `${category} is not among the classes.`);
    if (named.has(category)) reject(place, `${category} is listed twice.`);
    named.add(category);
    if (kind === SINGLE && named.size > 1) reject(place, 'is a second class; documents of this project have one class each.');
  }
  const classes = [...named].map((category) => ({ category }));
  if (classes.length === 0) return {};
  return kind === SINGLE ? { class: classes[0]! } : { classes };
}

function parseRegions(
  document: ExportedDocument,
  at: string,
  known: ReadonlySet<string>,
  text: string | undefined,
  offsets: Offsets | undefined,
): Pick<TextDocument, 'entities'> {
  const [field, list] = listByName('entities', document.entities, 'extractors', document.extractors);
  const entities = list.map((region, i) => parseRegion(region, `${at}.${field}[${i}]`, known, text, offsets));
  const labels = entities
    .flatMap((region, i) =>
      region.labels.map((label, j) => ({
        ...label,
        place: `${at}.${field}[${i}].labels[${j}]`,
      })),
    )
    .sort((a, b) => a.offset - b.offset);
  labels.forEach(({ offset, place }, i) => {
    const before = labels[i - 1];
    if (before && before.offset + before.length > offset) reject(place, `overlaps with ${before.place}.`);
  });
  return entities.length > 0 ? { entities } : {};
}

function parseRegion(
  region: ExportedRegion,
  at: string,
  known: ReadonlySet<string>,
  text: string | undefined,
  offsets: Offsets | undefined,
): Region {
  const given = region.labels ?? [];
  const start = region.regionOffset ?? 0;
  const end =
    region.regionLength == null
      ? (offsets?.length ?? Math.max(start, ...given.map(({ offset, length }) => offset + length)))
      : start + region.regionLength;
  if (offsets && end > offsets.length) reject(at, 'ends after the text.');
  const toUtf16 = (offset: number): number => (offsets ? offsets.to(offset) : offset);
  const labels = given.map(({ category, extractorName, offset, length }, i): EntityLabel => {
    const where = `${at}.labels[${i}]`;
    const name = category ?? extractorName ?? '';
    if (!known.has(name)) reject(where, name === '' ? 'has no name.' : `${name} is not among the entities.`);
    if (length === 0) reject(where, 'has no length.');
    if (offset < start || offset + length > end) reject(where, 'is outside of its region.');
    const [from, to] = [toUtf16(offset), toUtf16(offset + length)];
    if (text !== undefined && text.slice(from, to).trim() === '') reject(where, 'contains only white space.');
    return { category: name, offset: from, length: to - from };
  });
  return { regionOffset: toUtf16(start), regionLength: toUtf16(end) - toUtf16(start), labels };
}
