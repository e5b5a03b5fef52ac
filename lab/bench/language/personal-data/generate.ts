/** Generated conversations with personal data, written as in chats and spoken as in transcripts. Seeded: the same seed, the same text. */
import { Random } from '../../../../src/engines/shared/random.ts';
import { parseUtterance } from './scoring.ts';
import type { MarkedConversation } from './scoring.ts';

const FIRST =
  'Amelia Bruno Chiara Dmitri Esther Farah Gareth Helga Ibrahim Jasmine Kwame Lorena Mateusz Nora Omar Paloma Quentin Rebecca Stefan Tamara Ursula Viktor Wendy Xavier Yusuf Zoe Daniel Laura Peter Susan'.split(
    ' ',
  );
const LAST =
  'Abbott Bianchi Castillo Dubois Eriksen Fischer Garcia Haddad Ivanov Johansson Kaplan Lindqvist Murphy Nguyen Osei Petrov Quigley Rossi Schmidt Takahashi Usman Vargas Williams Xiong Yamada Zimmermann Baker Turner Foster Reed'.split(
    ' ',
  );
const STREETS = 'Willow Sunset Jefferson Magnolia Franklin Hillcrest Cedar Riverside Lincoln Orchard'.split(' ');
const TYPES = 'Street Avenue Road Lane Drive Court Boulevard Way'.split(' ');
const CITIES = ['Boise, ID', 'Columbus, OH', 'Tampa, FL', 'Austin, TX', 'Madison, WI', 'Fresno, CA', 'Albany, NY', 'Salem, OR'];
const STATES: Readonly<Record<string, string>> = {
  ID: 'idaho',
  OH: 'ohio',
  FL: 'florida',
  TX: 'texas',
  WI: 'wisconsin',
  CA: 'california',
  NY: 'new york',
  OR: 'oregon',
};
const HOSTS = ['example.com', 'mail.example.org', 'contoso.com', 'fabrikam.net'];
const ID_WORDS = [
  'account number',
  'order number',
  'case number',
  'member number',
  'policy number',
  'confirmation number',
  'invoice number',
  'reference number',
];
const DIGITS = 'zero one two three four five six seven eight nine'.split(' ');

/** Questions with their answers; `{…}` is filled in, and `~` marks a turn of the customer. */
type Exchange = readonly [question: string, answer: string];

export const DEVELOPMENT_EXCHANGES: readonly Exchange[] = [
  ['What is your name?', '~{name}'],
  ['May I have your full name please?', "~Sure, it's {name}."],
  ['Thank you for calling, my name is {first}.', '~Hi {first}, I have a question about my bill.'],
  ['Who should I ask for?', '~Please ask for {name}.'],
  ['What number can we reach you at?', '~{phone}'],
  ['Can I get a callback number?', '~Yes, my number is {phone}.'],
  ['How do I contact the store?', '~You can call them at {phone}.'],
  ['What is your email address?', "~It's {email}"],
  ['I can send you the receipt.', '~Please send it to {email}.'],
  ['Where should we ship it?', '~To {address}, please.'],
  ['Could you confirm your mailing address?', '~{address}'],
  ['Could you tell me the {idword}?', '~{id}'],
  ['How can I help?', '~My {idword} is {id} and I need an update.'],
  ['Can you read me your card number?', '~{card}'],
  ['How would you like to pay?', '~With my credit card, {card}.'],
  ['What is your social security number?', '~{ssn}'],
  ['I need to verify your identity.', '~My social security number is {ssn}.'],
  ['The repair costs {amount} dollars and takes {small} days.', '~That is fine.'],
  ['We open at nine on Monday.', '~Then I will come at ten.'],
  ['Is there anything else I can do?', '~No, thank you.'],
  ['Your total comes to {amount} dollars for {small} months.', '~When is it due?'],
];

/** Others than those that the recognizers were developed on. */
export const TEST_EXCHANGES: readonly Exchange[] = [
  ['Whom do I have the pleasure of speaking with?', '~You are talking to {name}.'],
  ['{first} will be your technician tomorrow.', '~Great, tell {first} to ring twice.'],
  ['I have the package here for {name}.', '~That is my neighbor.'],
  ['Do you remember who you spoke to?', '~I believe it was {first}.'],
  ['What would be the best way to get hold of you?', '~On my mobile, {phone}.'],
  ['Is {phone} still a good number for you?', '~Yes it is.'],
  ['Our fax is {phone} if you prefer that.', '~I do not own a fax.'],
  ['Shall I send the invoice by mail?', '~No, use {email} instead.'],
  ['I sent a link to {email} just now.', '~I got it, thanks.'],
  ['Where did the accident happen?', '~In front of {address}.'],
  ['We have you at {address}, is that current?', '~Yes, for {small} years now.'],
  ['Do you have the {idword} at hand?', '~Yes, let me read it to you, {id}.'],
  ['I created {idword} {id} for you.', '~Thank you, I wrote it down.'],
  ['Which card would you like to use?', '~The one with the number {card}.'],
  ['The payment was declined for {card}.', '~Let me try another one.'],
  ['Please give me your social security number.', '~One moment. {ssn}'],
  ['The upgrade is {amount} dollars a month with {small} channels.', '~I will think about it.'],
  ['Our store has {small} parking spaces.', '~And when do you close?'],
  ['It was delivered {small} days ago.', '~I was in Chicago then.'],
  ['The warranty covers {small} repairs.', '~Okay, good to know.'],
];

export function generateConversations(count: number, seed: number, exchanges: readonly Exchange[]): MarkedConversation[] {
  const random = new Random(seed);
  const below = (limit: number): number => Math.floor(random.next() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const digits = (length: number): string => Array.from({ length }, (_, i) => (i === 0 ? 1 + below(9) : below(10))).join('');
  const spell = (text: string): string =>
    [...text].map((character) => (/\d/.test(character) ? DIGITS[Number(character)]! : character.toLowerCase())).join(' ');

  const fill = (template: string, isSpoken: boolean): string => {
    const first = pick(FIRST);
    const [city, state] = pick(CITIES).split(', ') as [string, string];
    const [house, zip] = [digits(3), digits(5)];
    const street = `${pick(STREETS)} ${pick(TYPES)}`;
    const area = `${2 + below(8)}${digits(2)}`;
    const local = `${first.toLowerCase()}.${pick(LAST).toLowerCase()}`;
    const id = pick([digits(6), digits(8), `${pick(['AB', 'KX', 'TR'])}${digits(6)}`]);
    const values: Readonly<Record<string, string>> = {
      name: `[name:${pick(FIRST)} ${pick(LAST)}]`,
      first: `[name:${first}]`,
      phone: isSpoken
        ? `[phone:${spell(`${area}555${digits(4)}`)}]`
        : `[phone:${pick([`(${area}) 555-${digits(4)}`, `${area}-555-${digits(4)}`, `${area}.555.${digits(4)}`])}]`,
      email: isSpoken
        ? `[email:${local.replace('.', ' dot ')} at ${pick(HOSTS).replaceAll('.', ' dot ')}]`
        : `[email:${local}@${pick(HOSTS)}]`,
      address: isSpoken
        ? `[address:${spell(house)} ${street} ${city} ${STATES[state]!} ${spell(zip)}]`
        : `[address:${house} ${street}, ${city}, ${state} ${zip}]`,
      idword: pick(ID_WORDS),
      id: `[id:${isSpoken ? spell(id) : id}]`,
      card: `[card:${isSpoken ? spell(cardNumber(digits)) : cardNumber(digits).replace(/(.{4})(?=.)/g, '$1 ')}]`,
      ssn: isSpoken ? `[ssn:${spell(`5${digits(2)}${digits(2)}${digits(4)}`)}]` : `[ssn:5${digits(2)}-${digits(2)}-${digits(4)}]`,
      amount: isSpoken ? pick(['twenty five', 'one hundred and ten', 'sixty']) : String(10 + below(400)),
      small: isSpoken ? pick(['two', 'three', 'twelve']) : String(2 + below(20)),
    };
    return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!);
  };
  /** Without capitals and punctuation, but with its marks. */
  const asSpoken = (text: string): string => text.replace(/[.,?!](?=\s|$|\])/g, '').toLowerCase();

  return Array.from({ length: count }, () => {
    const isSpoken = random.next() < 0.5;
    return Array.from({ length: 5 }, () => pick(exchanges)).flatMap((exchange) =>
      exchange.map((template) => {
        const text = fill(template.replace('~', ''), isSpoken);
        return parseUtterance(isSpoken ? asSpoken(text) : text, template.startsWith('~') ? 'C' : 'A');
      }),
    );
  });
}

/** Sixteen digits that end with Luhn's check digit. */
function cardNumber(digits: (length: number) => string): string {
  const start = `4${digits(14)}`;
  const sum = [...start].reduce((total, digit, i) => {
    const doubled = i % 2 === 0 ? 2 * Number(digit) : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${start}${(10 - (sum % 10)) % 10}`;
}
