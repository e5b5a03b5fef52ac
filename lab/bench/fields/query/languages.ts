/** Names in five languages: how many of them give the value that the English name gives, on invoices and cards of the open half. */
import type { Field } from '../../../../src/engines/documents/fields/field.ts';
import { ask } from './ask.ts';
import { askedDocuments } from './asked-documents.ts';
import type { OpenLayout } from './asked-documents.ts';

const NAMES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  invoice: {
    en: ['invoice number', 'invoice date', 'due date', 'vendor', 'customer', 'total amount', 'subtotal', 'tax amount'],
    de: ['Rechnungsnummer', 'Rechnungsdatum', 'Fälligkeitsdatum', 'Lieferant', 'Kunde', 'Gesamtbetrag', 'Zwischensumme', 'Steuerbetrag'],
    fr: [
      'numéro de facture',
      'date de facture',
      "date d'échéance",
      'fournisseur',
      'client',
      'montant total',
      'sous-total',
      'montant de la taxe',
    ],
    es: [
      'número de factura',
      'fecha de factura',
      'fecha de vencimiento',
      'proveedor',
      'cliente',
      'importe total',
      'subtotal',
      'importe del impuesto',
    ],
    ja: ['請求書番号', '請求日', '支払期限', '仕入先', '顧客', '合計金額', '小計', '消費税額'],
  },
  id: {
    en: ['surname', 'first name', 'date of birth', 'date of issue', 'expiration date', 'sex', 'document number', 'nationality'],
    de: ['Nachname', 'Vorname', 'Geburtsdatum', 'Ausstellungsdatum', 'Ablaufdatum', 'Geschlecht', 'Ausweisnummer', 'Staatsangehörigkeit'],
    fr: [
      'nom de famille',
      'prénom',
      'date de naissance',
      'date de délivrance',
      "date d'expiration",
      'sexe',
      'numéro de document',
      'nationalité',
    ],
    es: [
      'apellidos',
      'nombre',
      'fecha de nacimiento',
      'fecha de expedición',
      'fecha de caducidad',
      'sexo',
      'número de documento',
      'nacionalidad',
    ],
    ja: ['姓', '名', '生年月日', '発行日', '有効期限', '性別', '文書番号', '国籍'],
  },
};

export async function benchLanguages(data: string, open: OpenLayout): Promise<void> {
  const counts = new Map<string, { same: number; of: number }>();
  for await (const { kind, layout } of askedDocuments(data, open, 'open')) {
    const names = NAMES[kind ?? ''];
    if (names === undefined) continue;
    const english = await ask(names['en']!, layout);
    for (const [language, own] of Object.entries(names)) {
      if (language === 'en') continue;
      const fields = await ask(own, layout);
      own.forEach((name, i) => {
        const expected = english[names['en']![i]!];
        if (expected === undefined) return;
        const count = counts.get(`${language} ${name}`) ?? { same: 0, of: 0 };
        counts.set(`${language} ${name}`, { same: count.same + Number(isSame(expected, fields[name])), of: count.of + 1 });
      });
    }
  }
  for (const [language, own] of Map.groupBy(counts, ([key]) => key.slice(0, 2))) {
    const [same, of] = own.reduce(([a, b], [, one]) => [a + one.same, b + one.of], [0, 0]);
    const weak = own.filter(([, one]) => one.same < 0.5 * one.of).map(([key]) => key.slice(3));
    console.log(
      `names in ${language}: ${(same / of).toFixed(3)} of ${String(of)} as the English name${weak.length > 0 ? `; less than half of: ${weak.join(', ')}` : ''}`,
    );
  }
}

const isSame = (one: Field, other: Field | undefined): boolean =>
  other !== undefined &&
  JSON.stringify([one.items, 'value' in one && one.value]) === JSON.stringify([other.items, 'value' in other && other.value]);
