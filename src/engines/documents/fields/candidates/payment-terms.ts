/** Finds payment terms by their wording: "Net 30", "21 Tage netto", "30 jours fin de mois", "due on receipt". */
import { foldText } from '../../../shared/text/fold-text.ts';

const DAYS = String.raw`(?:days?|tagen?|tg|jours?|jrs|dias?|giorni|gg|dagen|dgn|dni|dagars?|dager?|dage|pv|paivaa?|paeva|dien(?:as|u|os)|dnu|dana?|nap(?:on)?|zile|gun|hari|ngay|дне[ий]|днів|дня|дни|дена?|ημερ(?:εσ|ων)|يوم(?:ا)?|ايام|ימים|วัน|日(?:以内)?|일|天)`;
const PATTERNS: readonly RegExp[] = [
  new RegExp(String.raw`\bnet(?:to)?\s?-?\d{1,3}(?:\s?${DAYS})?(?:\s+(?:from|after|eom|e\.o\.m\.?)[\w\s]{0,20})?`, 'gu'),
  new RegExp(
    String.raw`(?:\b(?:(?:zahlbar|zahlung|payable|payment|betaling|betalbar|paiement|pago|pagamento|platba|platnosc)\s+)?(?:within|innerhalb(?:\s+von)?|innert|binnen|sous|a|entro|en|per|payable in|payment in|due in|in|inom|innen|v\s+roku|do|w\s+ciagu|w\s+terminie|u\s+roku(?:\s+od)?|v\s+terminu|в\s+течение|протягом|dalam|trong|dentro\s+de|te\s+betalen\s+binnen)\s+)?(?<![\d.,])\d{1,3}\s?${DAYS}(?![a-z])(?:\s+(?:netto?|rein netto|ohne abzug|fin de mois|date (?:de )?(?:facture|fattura)|d\.?\s?f\.?(?:\s?f\.?\s?m\.?)?|fine mese|f\.?m\.?|fecha (?:de )?factura|data fattura|eom|end of month|net|nach (?:rechnungs)?(?:erhalt|datum|eingang)|after invoice(?: date)?|from (?:date of )?invoice(?: date)?|a contar da data|na factuurdatum|fra fakturadato|od daty wystawienia))*`,
    'gu',
  ),
  /\b(?:due|payable|payment)?\s?(?:up)?on receipt\b|\bdue (?:immediately|upon receipt)\b|\bcash on delivery\b|\bc\.?o\.?d\.?\b|\bpayment in advance\b|\bprepaid\b|\b\d{1,2}\s?%\s?\d{1,3},?\s?net(?:to)?\s?\d{1,3}\b|\b\d{1,2}\/\d{1,2},?\s?net?\s?\d{1,3}\b/gu,
  /\b(?:sofort (?:netto|fallig|zahlbar|ohne abzug)[\w\s]{0,20}|zahlbar sofort[\w\s]{0,20}|sofort rein netto|vorkasse|vorauskasse|nachnahme|bar bei abholung)\b/gu,
  /\b(?:a reception(?: de (?:la )?facture)?|comptant(?: a reception)?|paiement (?:comptant|immediat)|al contado|contado|pago inmediato|rimessa diretta|vista fattura|contanti|bonifico (?:bancario )?vista fattura|a vista|pronto pagamento|vooraf(?:betaling)?|contant|direct te voldoen|przelew|gotowka|kontant|straks|omgaende)\b/gu,
];

/** Ranges of a text that read as payment terms; later ones do not overlap earlier ones. */
export function paymentTermsIn(text: string): { start: number; end: number }[] {
  const folded = foldText(text);
  const found: { start: number; end: number }[] = [];
  for (const pattern of PATTERNS) {
    for (const match of folded.matchAll(pattern)) {
      const lead = match[0].length - match[0].trimStart().length;
      const [start, end] = [match.index + lead, match.index + match[0].trimEnd().length];
      if (!found.some((other) => other.start < end && start < other.end)) found.push({ start, end });
    }
  }
  return found;
}
