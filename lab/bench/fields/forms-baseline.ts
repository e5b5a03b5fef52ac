/** Baseline for forms: the exact caption, and the text after it or on the next line. */
import type { Field, FieldType } from '../../../src/engines/documents/fields/field.ts';
import business from '../../../src/engines/documents/fields/cards/business-card.json' with { type: 'json' };
import health from '../../../src/engines/documents/fields/cards/health-insurance-card.json' with { type: 'json' };
import contract from '../../../src/engines/documents/fields/contract/contract.json' with { type: 'json' };
import identity from '../../../src/engines/documents/fields/identity/id-document.json' with { type: 'json' };
import form1098 from '../../../src/engines/documents/fields/tax/form-1098.json' with { type: 'json' };
import form1098e from '../../../src/engines/documents/fields/tax/form-1098e.json' with { type: 'json' };
import form1098t from '../../../src/engines/documents/fields/tax/form-1098t.json' with { type: 'json' };
import w2 from '../../../src/engines/documents/fields/tax/w2.json' with { type: 'json' };
import { typedValue } from '../../../src/engines/documents/fields/values/value.ts';
import type { DocumentLayout } from '../../../src/engines/documents/layout/model/structure.ts';

interface Rule {
  path: string;
  type: FieldType;
  phrases: readonly string[];
}

type Fields = Readonly<Record<string, readonly unknown[]>>;

const typed = (fields: Fields, path: string): FieldType => (fields[path]?.[0] ?? 'string') as FieldType;

const formRules = ({
  boxes,
  fields,
}: {
  boxes: readonly { kind: string; field?: string; part?: string; phrases: readonly string[] }[];
  fields: Fields;
}): Rule[] =>
  boxes.flatMap(({ kind, field, part, phrases }) => {
    if (field === undefined || kind === 'row' || kind === 'coded' || kind === 'mark') return [];
    const path = kind === 'party' ? `${field}.${part === 'street' || part === 'city' || part === 'address' ? 'Address' : 'Name'}` : field;
    return [{ path, type: typed(fields, path), phrases }];
  });

const captionRules = (captions: readonly { field: string; phrases: readonly string[] }[], fields: Fields): Rule[] =>
  captions
    .filter(({ field }) => !['array', 'object'].includes(typed(fields, field)))
    .map(({ field, phrases }) => ({ path: field, type: typed(fields, field), phrases }));

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  [w2.modelId]: formRules(w2),
  [form1098.modelId]: formRules(form1098),
  [form1098e.modelId]: formRules(form1098e),
  [form1098t.modelId]: formRules(form1098t),
  [identity.modelId]: [
    ...captionRules(identity.captions, { ...identity.docTypes['idDocument.passport'], ...identity.docTypes['idDocument.driverLicense'] }),
  ],
  [health.modelId]: captionRules(health.captions, health.fields),
  [contract.modelId]: [
    { path: 'ExecutionDate', type: 'date', phrases: contract.datePhrases.execution },
    { path: 'EffectiveDate', type: 'date', phrases: contract.datePhrases.effective },
    { path: 'ExpirationDate', type: 'date', phrases: contract.datePhrases.expiration },
    { path: 'ContractId', type: 'string', phrases: contract.numbers },
  ],
  [business.modelId]: [],
};

export function extractByCaptions(modelId: string, layout: DocumentLayout): Record<string, Field> {
  const lines = layout.lines.map(({ items }) => ({
    items,
    text: items
      .map((i) => layout.items[i]!)
      .map((item) => (item.kind === 'word' ? item.text : ''))
      .join(' '),
  }));
  const fields: Record<string, Field> = {};
  for (const { path, type, phrases } of RULES[modelId] ?? []) {
    const at = lines.findIndex(({ text }) => phrases.some((phrase) => text.toLowerCase().includes(phrase.toLowerCase())));
    if (at < 0) continue;
    const { text, items } = lines[at]!;
    const phrase = phrases.find((single) => text.toLowerCase().includes(single.toLowerCase()))!;
    const rest = text.slice(text.toLowerCase().indexOf(phrase.toLowerCase()) + phrase.length).replace(/^[\s.:#]+/u, '');
    const [vendorFields, own] = rest === '' ? [lines[at + 1]?.text ?? '', lines[at + 1]?.items ?? []] : [rest, items];
    if (type === 'array' || type === 'object' || vendorFields === '') continue;
    const value = typedValue(type, vendorFields, { locale: 'en-US' });
    if (value.value !== undefined) put(fields, path, { ...value, items: own, confidence: 0.5 } as Field);
  }
  if (modelId === business.modelId) Object.assign(fields, firstLines(lines));
  if (modelId === contract.modelId && lines[0] !== undefined)
    fields['Title'] = { type: 'string', value: lines[0].text, items: lines[0].items, confidence: 0.5 };
  return fields;
}

/** Business cards: patterns, the first line as company, the second as name. */
function firstLines(lines: readonly { items: readonly number[]; text: string }[]): Record<string, Field> {
  const list = (entries: readonly Field[]): Field => ({ type: 'array', value: entries, items: [], confidence: 0.5 });
  const text = (value: string, items: readonly number[]): Field => ({ type: 'string', value, items, confidence: 0.5 });
  const emails = lines.flatMap((line) => /[\w.+-]+@[\w.-]+/u.exec(line.text)?.map((email) => text(email, line.items)) ?? []);
  const sites = lines.flatMap((line) => /www\.[\w.-]+/u.exec(line.text)?.map((site) => text(site, line.items)) ?? []);
  const phones = lines.flatMap(
    (line) =>
      /[(\d][\d() .-]{8,}\d/u
        .exec(line.text)
        ?.map((phone): Field => ({ type: 'phoneNumber', value: phone, items: line.items, confidence: 0.5 })) ?? [],
  );
  const words = lines[1]?.text.split(' ') ?? [];
  const name: Field = {
    type: 'object',
    value: {
      FirstName: text(words.slice(0, -1).join(' '), lines[1]?.items ?? []),
      LastName: text(words.at(-1) ?? '', lines[1]?.items ?? []),
    },
    items: [],
    confidence: 0.5,
  };
  return {
    Emails: list(emails),
    Websites: list(sites),
    WorkPhones: list(phones),
    CompanyNames: list(lines.slice(0, 1).map((line) => text(line.text, line.items))),
    ContactNames: list([name]),
  };
}

function put(fields: Record<string, Field>, path: string, value: Field): void {
  const [name, part] = path.split('.') as [string, string?];
  if (part === undefined) fields[name] ??= value;
  else {
    const parent = fields[name];
    fields[name] = {
      type: 'object',
      value: { [part]: value, ...(parent?.type === 'object' ? parent.value : {}) },
      items: [],
      confidence: 0.5,
    };
  }
}
