/** Words that say what comes next: in the same utterance, or in a question that the next one answers. */
import type { PersonalDataKind } from './entity.ts';

/** `verification` is the code, the end or the expiry date of a card. */
export type Cue = PersonalDataKind | 'cardDetail';

const CUES: readonly (readonly [Cue, RegExp])[] = [
  [
    'socialSecurityNumber',
    /\b(social security( number)?|social( number)?(?= (is|number|ends|starts))|my social|your social|ssn|s\.s\.n\.)/g,
  ],
  [
    'cardDetail',
    /\b(cvv2?|cvc2?|c v v|c v c|security code|verification code on the (back|card)|digits on the back|expir(y|es|ed|ation|ing)( date)?|exp\.? date|valid (thru|through|until)|card (is )?end(s|ing)( in| with)?|good (thru|through))/g,
  ],
  [
    'creditCard',
    /\b((credit|debit|bank|visa|payment|gift|corporate|business) ?card( number| no\.?)?|card number|card no\.?|master ?card|visa|amex|american express|card on file|new card|(number )?on (my|the|your) card|card is|(my|the|your) card)/g,
  ],
  [
    'phoneNumber',
    /\b((phone|telephone|cell( ?phone)?|cellular|mobile|callback|call ?back|contact|daytime|evening|landline|fax|whatsapp|toll[- ]free|direct)( phone)?( number| line| no\.?)?|(home|work|office|alternate|backup|best|better|good) (phone )?(number|line|phone)|phone|call (me|you|us|him|her|them|back)( back)?( at| on)?|(reach|text|ring|get|contact) (me|you|us|him|her|them)( back)? (at|on)|dial|my number|your number|number to (call|reach)|number (i|we) can)/g,
  ],
  ['email', /\b(e-?mail( address| addresses| id)?|gmail|hotmail|outlook address)/g],
  [
    'address',
    /\b((home|mailing|street|shipping|billing|delivery|postal|physical|current|service|work|new|old|full|your|my|the|property) address|address|zip( code)?|post ?code|postal code|where do you live|i live (at|on)|we live (at|on)|ship (it )?to|deliver(ed)? to|located (at|on)|moved to|moving to|sent? (it )?to)/g,
  ],
  [
    'numericIdentifier',
    /\b((bank )?(account|acct|member(ship)?|case|ticket|order|confirmation|reference|ref|policy|claim|customer|client|invoice|serial|tracking|booking|reservation|passport|driver'?s? licen[cs]e|licen[cs]e|employee|student|patient|routing|loan|device|installation|transaction|vehicle|record|subscription|contract|meter|support|incident|service request|request|user|medical record|prescription|rx|insurance|group|loyalty|frequent flyer|flight|gift card|voucher|coupon|tax|vat|registration|job|work order|model|imei|equipment|purchase order|rma|return|shipment|package|badge|unit|product|asset|tax(payer)?|national insurance|plate)( id)?( number| no\.?| num| code| key| id|'s number| #)s?|iban|i b a n|sort code|swift code|ip address|mac address|imei|vin|pin( code| number)?|product key|(my|your|the|member|user|customer|account|case|ticket|order|employee|booking|tracking) id|(account|ticket|case|order|policy|claim|booking|reference|tracking|invoice) (is|ending)|(order|ticket|case|invoice|claim|policy|account|reference|confirmation|tracking|booking) (?=#|[a-z]*\d)|passcode|access code|one[- ]time (code|password|passcode)|verification code|id number|identification number|identifier)/g,
  ],
  [
    'name',
    /\b((your|my|the|his|her|their|first|last|middle|full|given|family|maiden|legal|account holder'?s?|card ?holder'?s?|whose|customer'?s?|caller'?s?|patient'?s?) (full |first |last |complete )?name|surname|who am i (speaking|talking|chatting)|who('s| is) (calling|speaking|this)|name on the (account|card|order|reservation|policy|file)|name, please|name please)/g,
  ],
];

export interface FoundCue {
  cue: Cue;
  start: number;
  end: number;
}

/** All cues of a text, in order of their end. */
export function findCues(text: string): FoundCue[] {
  const lower = text.toLowerCase().replaceAll('’', "'");
  return CUES.flatMap(([cue, pattern]) =>
    [...lower.matchAll(pattern)].map(({ 0: { length }, index }) => ({
      cue,
      start: index,
      end: index + length,
    })),
  ).sort((a, b) => a.end - b.end || a.end - a.start - (b.end - b.start));
}

const QUESTION =
  /\?|\b(can|could|may|might) (i|you|we)\b|\bwhat('s| is| was| are)\b|\bplease\b|\b(need|provide|confirm|verify|give|tell|have|spell|repeat|read|share|enter|type|start with|go ahead)\b|\bwhich\b|\bwho\b|\band (the|your)\b/i;

/** What an utterance asks for. */
export function findQuestions(text: string): Cue[] {
  return QUESTION.test(text) ? [...new Set(findCues(text).map(({ cue }) => cue))] : [];
}
