/** Sentences and headings of invoices that contain numbers and dates: some are fields, others belong to other documents. */
import type { Language } from './countries.ts';

export interface Sentences {
  /** Heading with the number and date of the invoice. */
  headings: readonly string[];
  /** The due date; `{early}` is the last day of an early payment discount. */
  due: readonly string[];
  /** Numbers and dates of other documents. */
  others: readonly string[];
}

export const SENTENCES: Readonly<Record<Language, Sentences>> = {
  en: {
    headings: ['Invoice No. {id} dated {date}', 'Invoice {id} of {date}', 'INVOICE #{id} - {date}', 'Tax Invoice No: {id}, {date}'],
    due: ['Please pay by {date} at the latest.', 'Payment is due on {date}.', '2% discount until {early}, net payable by {date}.'],
    others: [
      'Please refer to our invoice no. {id} dated {date}.',
      'This invoice replaces invoice {id} of {date}.',
      'Goods delivered with delivery note {id} on {date}.',
      'Our offer {id} of {date} applies. Version 2.1 of {date}.',
    ],
  },
  de: {
    headings: [
      'Rechnung Nr. {id} vom {date}',
      'Rechnung {id} vom {date}',
      'Rechnung (Original) Nr. {id} vom {date}',
      'RECHNUNG NR. {id} / {date}',
    ],
    due: [
      'Zahlbar bis zum {date} ohne Abzug.',
      'Bitte überweisen Sie den Betrag bis spätestens {date}.',
      '2% Skonto bis {early}, netto bis {date}.',
    ],
    others: [
      'Bezug: unsere Rechnung Nr. {id} vom {date}.',
      'Diese Rechnung ersetzt die Rechnung {id} vom {date}.',
      'Lieferung laut Lieferschein {id} vom {date}.',
      'Es gilt unser Angebot {id} vom {date}. Version 2.1 vom {date}.',
    ],
  },
  fr: {
    headings: ['Facture n° {id} du {date}', 'Facture {id} du {date}', 'FACTURE N°{id} du {date}'],
    due: ['À régler avant le {date}.', 'Paiement au plus tard le {date}.', 'Escompte de 2% avant le {early}, échéance le {date}.'],
    others: [
      'Voir notre facture n° {id} du {date}.',
      'Cette facture remplace la facture {id} du {date}.',
      'Livraison selon bon de livraison {id} du {date}.',
      'Selon notre devis {id} du {date}.',
    ],
  },
  es: {
    headings: ['Factura nº {id} de {date}', 'Factura {id} del {date}', 'FACTURA Nº{id} - {date}'],
    due: ['Pagar antes del {date}.', 'Vencimiento el {date}.', 'Descuento del 2% hasta {early}, vencimiento {date}.'],
    others: [
      'Véase nuestra factura nº {id} del {date}.',
      'Esta factura sustituye a la factura {id} del {date}.',
      'Entregado con albarán {id} del {date}.',
      'Según presupuesto {id} del {date}.',
    ],
  },
  it: {
    headings: ['Fattura n. {id} del {date}', 'Fattura {id} del {date}', 'FATTURA N.{id} DEL {date}'],
    due: ['Da pagare entro il {date}.', 'Scadenza il {date}.', 'Sconto 2% entro {early}, scadenza {date}.'],
    others: [
      'Riferimento nostra fattura n. {id} del {date}.',
      'La presente sostituisce la fattura {id} del {date}.',
      'Consegna con DDT {id} del {date}.',
      'Come da preventivo {id} del {date}.',
    ],
  },
  pt: {
    headings: ['Fatura n.º {id} de {date}', 'Fatura {id} de {date}', 'FATURA Nº{id} - {date}'],
    due: ['Pagar até {date}.', 'Vencimento em {date}.', 'Desconto de 2% até {early}, vencimento {date}.'],
    others: [
      'Ver a nossa fatura n.º {id} de {date}.',
      'Esta fatura substitui a fatura {id} de {date}.',
      'Entregue com a guia de remessa {id} de {date}.',
      'Conforme orçamento {id} de {date}.',
    ],
  },
  nl: {
    headings: ['Factuur nr. {id} van {date}', 'Factuur {id} d.d. {date}', 'FACTUUR NR. {id} - {date}'],
    due: ['Te betalen vóór {date}.', 'Gelieve uiterlijk op {date} te betalen.', '2% korting tot {early}, vervaldatum {date}.'],
    others: [
      'Zie onze factuur nr. {id} van {date}.',
      'Deze factuur vervangt factuur {id} van {date}.',
      'Geleverd met pakbon {id} van {date}.',
      'Volgens offerte {id} van {date}.',
    ],
  },
};
