/**
 * node lab/training/documents/parties.ts [folder of e-invoices]: fits weights/fields/parties.json. Weights of roles and of merchants' names
 * start from the values below, which say what is true of letters and invoices in general, and move as far as the documents demand: a
 * softmax over the candidates of a document and "none". Confidences are fitted on other documents. Seeds: 20000 on for roles, 21000 on
 * for confidences.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { collectParties, findParties } from '../../../src/engines/documents/fields/parties/find-parties.ts';
import type { PartyWeights } from '../../../src/engines/documents/fields/parties/find-parties.ts';
import { findMerchant, headLines, merchantAddress, merchantNames } from '../../../src/engines/documents/fields/parties/merchant.ts';
import { partText } from '../../../src/engines/documents/fields/parties/party-lines.ts';
import { isSimilarText } from './evaluation/compare.ts';
import type { ConfidenceSample } from './fit-confidence.ts';
import { fitConfidence } from './fit-confidence.ts';
import { generateInvoice } from './generators/invoice.ts';
import { generateReceipt } from './generators/receipt.ts';
import type { PartyDocument } from './parties-samples.ts';
import { eInvoiceParties, generatedParties, partyPages, receiptHeads } from './parties-samples.ts';

type Weights = Readonly<Record<string, number>>;

const START: { vendor: Weights; customer: Weights; merchant: Weights } = {
  vendor: {
    bias: -1.5,
    'vendor heading': 6,
    'customer heading': -6,
    'billing heading': -6,
    'shipping heading': -4,
    'remittance heading': 1,
    'sender line': 3,
    'below sender line': -2,
    footer: 1.5,
    head: 1.2,
    topmost: 1,
    'left window': -0.4,
    second: -0.5,
    right: 0.5,
    contact: 1.5,
    domain: 2,
    logo: 1.5,
    'legal form': 0.7,
    trade: 0.4,
    person: -0.8,
    mentions: 1,
    address: 0.5,
    'no name': -0.7,
    'name only': -0.5,
    lower: -0.5,
    registered: 1.2,
    captioned: -0.5,
    'captioned second': -3,
  },
  customer: {
    bias: -1.5,
    'vendor heading': -6,
    'customer heading': 6,
    'billing heading': 6,
    'shipping heading': 0.5,
    'remittance heading': -3,
    'sender line': -3,
    'below sender line': 2.5,
    footer: -2,
    head: -0.3,
    topmost: -0.5,
    'left window': 1.3,
    second: 1,
    right: 0.3,
    contact: -1.5,
    domain: -2,
    logo: -2,
    person: 0.5,
    mentions: -0.5,
    address: 1,
    'no name': -0.7,
    'name only': -3,
    lower: -1,
    registered: -0.3,
    captioned: 2.2,
    'captioned second': 1.5,
  },
  merchant: {
    first: 1.2,
    second: 0.3,
    'legal form': 2.5,
    trade: 0.8,
    'above address': 1.3,
    'below address': -1.2,
    large: 0.8,
    'small letters': -2,
    person: -0.8,
    digits: -0.5,
    region: -1.5,
    street: -1,
    domain: 1,
    repeated: 0.3,
    description: -2,
    deep: -2,
    'two lines': 0.3,
    joined: 0.8,
    slogan: -1.5,
    owner: -3,
    labeled: 4,
    logo: 4,
    branch: -2,
  },
};

interface Choice {
  candidates: readonly Weights[];
  /** Indexes of the right candidates; none if empty. */
  right: ReadonlySet<number>;
}

/** Strength of the pull toward the start, in documents. */
const PULL = 12;
const [STEPS, RATE] = [300, 0.5];

/** A softmax over the candidates and "none", whose score is 0; gradient descent with a penalty on the distance from the start. */
function fitChoices(choices: readonly Choice[], start: Weights): Record<string, number> {
  const weights: Record<string, number> = { ...start };
  for (let step = 0; step < STEPS; step++) {
    const gradient: Record<string, number> = {};
    for (const name of Object.keys(start)) gradient[name] = PULL * (weights[name]! - start[name]!);
    for (const { candidates, right } of choices) {
      const scores = candidates.map((own) => Object.entries(own).reduce((sum, [name, value]) => sum + (weights[name] ?? 0) * value, 0));
      const most = Math.max(0, ...scores);
      const shares = scores.map((score) => Math.exp(score - most));
      const total = shares.reduce(
        (sum, share) => sum + share,
        right.size === 0 || candidates.length === 0 ? Math.exp(-most) : Math.exp(-most),
      );
      const meant = shares.reduce((sum, share, i) => sum + (right.has(i) ? share : 0), 0);
      candidates.forEach((own, i) => {
        const pull = shares[i]! / total - (right.has(i) ? shares[i]! / meant : 0);
        for (const [name, value] of Object.entries(own)) if (name in gradient) gradient[name]! += pull * value;
      });
    }
    for (const name of Object.keys(start)) weights[name]! -= (RATE * gradient[name]!) / (choices.length + PULL);
  }
  return Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, Math.round(weight * 1000) / 1000]));
}

const isAnyOf = (text: string, expected: readonly string[]): boolean => expected.some((one) => isSimilarText(text, one));

function roleChoices(documents: readonly PartyDocument[], field: 'VendorName' | 'CustomerName'): Choice[] {
  return documents.flatMap(({ segmented, options, names }) => {
    const expected = names[field];
    if (expected === undefined) return [];
    const { parties, features } = collectParties(segmented, options);
    const right = parties.flatMap(({ groups }, i) =>
      groups.some(({ name }) => name !== undefined && isAnyOf(name.map(partText).join(' '), expected)) ? [i] : [],
    );
    return [{ candidates: features, right: new Set(right) }];
  });
}

function merchantChoices(documents: readonly PartyDocument[]): Choice[] {
  return documents.flatMap(({ segmented, options: { ignored = new Set(), labels }, names }) => {
    const expected = names.MerchantName;
    if (expected === undefined) return [];
    const lines = headLines(segmented, ignored, labels);
    const candidates = merchantNames(lines, merchantAddress(lines), segmented);
    const right = candidates.flatMap(({ parts }, i) => (isAnyOf(parts.map(partText).join(' '), expected) ? [i] : []));
    return right.length === 0 ? [] : [{ candidates: candidates.map(({ features }) => features), right: new Set(right) }];
  });
}

const [folder] = process.argv.slice(2);
const [COUNT, PAGES, HEADS] = [120, 1200, 600];
const eInvoices = folder === undefined ? [] : await eInvoiceParties(folder);
const invoices = [...(await generatedParties(generateInvoice, 20_000, COUNT)), ...partyPages(0, PAGES), ...eInvoices];
const receipts = await generatedParties(generateReceipt, 20_000, COUNT);
const roles = {
  vendor: fitChoices(roleChoices(invoices, 'VendorName'), START.vendor),
  customer: fitChoices(roleChoices(invoices, 'CustomerName'), START.customer),
};
const merchant = fitChoices(merchantChoices(receipts), START.merchant);

const samples = new Map<string, ConfidenceSample[]>();
const partyWeights: PartyWeights = { roles, confidence: {} };
const figures = new Map<string, { right: number; given: number }>();
const judged = [...(await generatedParties(generateInvoice, 21_000, COUNT)), ...partyPages(10_000, PAGES), ...eInvoices];
const record = (
  document: PartyDocument,
  name: string,
  field: Parameters<PartyDocument['judge']>[1],
  kind: string,
  evidence: ConfidenceSample['evidence'],
): void => {
  const right = document.judge(name, field);
  if (right === undefined) return;
  samples.set(kind, [...(samples.get(kind) ?? []), { evidence, right }]);
  const own = figures.get(name) ?? { right: 0, given: 0 };
  figures.set(name, { right: own.right + Number(right), given: own.given + 1 });
};
for (const document of judged)
  findParties(document.segmented, document.options, partyWeights, (name, field, kind, evidence) => {
    record(document, name, field, kind, evidence);
  });
for (const document of [...(await generatedParties(generateReceipt, 21_000, COUNT)), ...receiptHeads(10_000, HEADS)])
  findMerchant(document.segmented, document.options, { merchant, confidence: {} }, (name, field, kind, evidence) => {
    record(document, name, field, kind, evidence);
  });
const confidence = Object.fromEntries([...samples].map(([kind, own]) => [kind, clamp(fitConfidence(own))]));

/** A poorly read word never raises a confidence, and a heading never lowers it. */
function clamp(weights: Weights): Weights {
  return Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [
      name,
      ['ocr', 'headed', 'margin', 'domain', 'code', 'complete'].includes(name) ? Math.max(0, weight) : weight,
    ]),
  );
}

const target = fileURLToPath(new URL('../../../weights/fields/parties.json', import.meta.url));
writeFileSync(
  target,
  `${JSON.stringify({ version: 1, roles, merchant, confidence, figures: { invoices: judged.length, eInvoices: eInvoices.length } }, null, 1)}\n`,
);
for (const [name, { right, given }] of [...figures].sort()) console.log(`${name}: ${String(right)} of ${String(given)} right`);
