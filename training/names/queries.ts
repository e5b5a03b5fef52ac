/**
 * Sentences of requests, made from patterns of our own and the lists of names: people write to assistants otherwise than in the sets, and
 * names that few texts mention must count as names too. {person}, {given}, {city}, {country}, {state}, {poi} and {org} are filled in.
 */
import type { Random } from '../../src/engines/bandits/random.ts';
import type { NameKind, NamedText } from './corpora.ts';

export interface NameLists {
  readonly given: readonly string[];
  readonly surname: readonly string[];
  readonly city: readonly string[];
  readonly country: readonly string[];
  readonly state: readonly string[];
  readonly poi: readonly string[];
  /** Organisations as patterns with {surname} and {city}; English ones where they are missing. */
  readonly organizations?: readonly string[];
}

const KINDS: Readonly<Record<string, NameKind>> = {
  person: 'person',
  given: 'person',
  surname: 'person',
  city: 'place',
  country: 'place',
  state: 'place',
  poi: 'place',
  org: 'organization',
};

const COMPANY_ENDINGS = [
  'Inc',
  'Ltd',
  'Group',
  'Bank',
  'Systems',
  'Foods',
  'Energy',
  'Holdings',
  'Airlines',
  'Motors',
  'Partners',
  'Media',
  'Labs',
  'Insurance',
];

/** One text from a pattern. */
export function fillPattern(pattern: string, lists: NameLists, random: Random): NamedText {
  const pick = (list: readonly string[]): string => list[Math.floor(random.next() ** 1.5 * list.length)]!;
  const anyOf = (list: readonly string[]): string => list[Math.floor(random.next() * list.length)]!;
  const valueOf = (slot: string): string => {
    switch (slot) {
      case 'person': {
        const chance = random.next();
        if (chance < 0.25) return pick(lists.given);
        if (chance < 0.9) return `${pick(lists.given)} ${anyOf(lists.surname)}`;
        return `${pick(lists.given)} ${String.fromCharCode(65 + Math.floor(random.next() * 26))}. ${anyOf(lists.surname)}`;
      }
      case 'given':
        return pick(lists.given);
      case 'surname':
        return anyOf(lists.surname);
      case 'org': {
        const chance = random.next();
        if (lists.organizations && chance < 0.85)
          return anyOf(lists.organizations).replace(/\{(\w+)\}/g, (_, slot: string) =>
            slot === 'city' ? pick(lists.city) : anyOf(lists.surname),
          );
        if (chance < 0.4) return `${anyOf(lists.surname)} ${anyOf(COMPANY_ENDINGS)}`;
        if (chance < 0.6) return `${anyOf(lists.surname)} & ${anyOf(lists.surname)}`;
        if (chance < 0.8)
          return `${anyOf(lists.city)} ${anyOf(['University', 'City Council', 'United', 'Police', 'Chamber of Commerce', 'Hospital Trust'])}`;
        return Array.from({ length: 3 + Math.floor(random.next() * 2) }, () =>
          String.fromCharCode(65 + Math.floor(random.next() * 26)),
        ).join('');
      }
      default:
        return pick(lists[slot as 'city' | 'country' | 'state' | 'poi']);
    }
  };
  let text = '';
  const names: { kind: NameKind; start: number; end: number }[] = [];
  for (const part of pattern.split(/(\{\w+\})/)) {
    const slot = /^\{(\w+)\}$/.exec(part)?.[1];
    if (slot === undefined) {
      text += part;
      continue;
    }
    const start = text.length;
    text += valueOf(slot);
    names.push({ kind: KINDS[slot]!, start, end: text.length });
  }
  return { text, names };
}

export const ENGLISH_PATTERNS = `
book a flight to {city} for {person}
book me a flight from {city} to {city} on friday
I need a hotel in {city} next week
find hotels near {poi}
what is the weather in {city}
what's the weather like in {city}, {state} tomorrow
will it rain in {city} {country} this weekend
is it cold in {country} in january
how far is {city} from {city}
show me restaurants in {city}
find me a table for two in {city}
reserve a table at seven for {person}
directions to {poi}
how do I get to {poi} from {city}
what time is it in {city}
call {given}
call {person} at work
phone {person} on her mobile
text {given} that I am running late
send an email to {person} about the budget
send {given} the report
write a message to {person} and {person}
email {given} and {given} the agenda
schedule a meeting with {person} tomorrow at 3
set up a call with {person} from {org}
add {person} to my contacts
remind me to call {given} at noon
remind me to pick up {given} from school
invite {person} to the party
my name is {person}
i am {person}
this is {person} speaking
hi, my name is {given}
please transfer 100 dollars to {person}
who is {person}
when was {person} born
what did {person} say about it
play songs by {person}
is {person} available today
what is {person}'s phone number
where does {person} live
{person} lives in {city}
{person} works at {org} in {city}
{person} moved from {city} to {city}
{given} and {given} are going to {country}
I want to travel to {country} with {given}
I live in {city}, {state}
I was born in {city}
we are moving to {state} next month
ship it to {city}, {country}
the package goes to {person} in {city}
Dear {given},
Hi {given}, thanks for your message.
Best regards, {person}
Thanks, {given}
Mr. {surname} called about the invoice
please ask Ms. {surname} to call back
Dr. {surname} will see you now
Mrs. {surname} from {org} sent the contract
agent: hello {given}, how can I help you?
my manager {person} approved it
order a taxi from {poi} to {poi}
trains from {city} to {city}
cheap flights to {country}
what is the capital of {country}
how many people live in {state}
does {org} have an office in {city}
{org} opened a store in {city}
{person}, chief executive of {org}, said on Tuesday
{city}-based {org} hired {person}
The mayor of {city}, {person}, resigned.
{person} was arrested in {city}, {country}, on Monday.
President {surname} visited {country} and {country}.
According to {person}, a spokesman for {org}, prices will rise.
The {org} announced results today
turn on the lights in the kitchen
set an alarm for six
how much does it cost
can you help me with my order
I lost my card and need a new one
show me my last five transactions
cancel my subscription please
what is my balance
i want to change my password
add milk and bread to the shopping list
I'd like a large pizza with mushrooms
please open the window
what's on tv tonight
track my parcel
who won the game last night
I will be there in may
will the store open on sunday
mark the task as done
turn the volume up
play the next song
book the blue room for monday
`
  .trim()
  .split('\n');
