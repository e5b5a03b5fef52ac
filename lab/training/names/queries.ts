/**
 * Sentences of requests, made from patterns of our own and the lists of names: people write to assistants otherwise than in the sets, and
 * names that few texts mention must count as names too. {person}, {given}, {city}, {country}, {state}, {poi} and {org} are filled in.
 */
import type { Random } from '../../../src/engines/shared/random.ts';
import type { NameKind, NamedText } from './corpora.ts';

export interface NameLists {
  readonly given: readonly string[];
  readonly surname: readonly string[];
  readonly city: readonly string[];
  readonly country: readonly string[];
  readonly state: readonly string[];
  readonly poi: readonly string[];
  /** Organizations as patterns with {surname} and {city}; English ones where they are missing. */
  readonly organizations?: readonly string[];
  /** Whether organizations are also those of `COMPANIES`. */
  readonly hasCompanies?: boolean;
  /** Words between given name and surname. */
  readonly particles?: readonly string[];
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

/** Well-known organizations of one or two words, which look like persons. */
const COMPANIES = (
  'Adidas|Airbus|Allianz|Amazon|Apple|BBC|BMW|Boeing|Bosch|British Airways|Canon|Carlsberg|CIA|Citroën|CNN|Coca-Cola|Daimler|Ericsson|Epson|EU|Exxon|Facebook|FBI|Ferrari|Fiat|FIFA|Ford|Fox News|General Motors|' +
  "Google|Greenpeace|Heineken|Honda|Hyundai|IBM|IKEA|Intel|Lego|Lufthansa|McDonald's|Mercedes|Microsoft|Mitsubishi|Motorola|NASA|NATO|Nestlé|Netflix|Nielsen|Nike|Nintendo|Nissan|Nokia|Novo Nordisk|" +
  'Oracle|Panasonic|Pepsi|Petrobras|Peugeot|Philips|Procter & Gamble|Real Madrid|Renault|Reuters|Saab|Samsung|SAS|Shell|Siemens|Sony|Spotify|Starbucks|Suzuki|Texaco|Toyota|Twitter|UEFA|UN|UNESCO|Unilever|' +
  'Vodafone|Volkswagen|Volvo|Walmart|Warner|WHO|Xerox|Yahoo|Yamaha|YouTube|Manchester United|Juventus|Barcelona|Bayern|Palmeiras|Corinthians|Flamengo|Santos|Grêmio|Brøndby'
).split('|');

/** A given name and a surname, sometimes with a hyphen or with the particle of a language. */
export function fullName({ given, surname, particles = [] }: NameLists, random: Random): string {
  const anyOf = (list: readonly string[]): string => list[Math.floor(random.next() * list.length)]!;
  const first =
    random.next() < 0.05 ? `${anyOf(given)}-${anyOf(given)}` : random.next() < 0.08 ? `${anyOf(given)} ${anyOf(given)}` : anyOf(given);
  const last = random.next() < 0.06 ? `${anyOf(surname)}-${anyOf(surname)}` : anyOf(surname);
  return particles.length > 0 && random.next() < 0.15 ? `${first} ${anyOf(particles)} ${last}` : `${first} ${last}`;
}

/** One text from a pattern. */
export function fillPattern(pattern: string, lists: NameLists, random: Random): NamedText {
  const pick = (list: readonly string[]): string => list[Math.floor(random.next() ** 1.5 * list.length)]!;
  const anyOf = (list: readonly string[]): string => list[Math.floor(random.next() * list.length)]!;
  const valueOf = (slot: string): string => {
    switch (slot) {
      case 'person': {
        const chance = random.next();
        if (chance < 0.25) return pick(lists.given);
        if (chance < 0.9) return fullName(lists, random);
        return `${pick(lists.given)} ${String.fromCharCode(65 + Math.floor(random.next() * 26))}. ${anyOf(lists.surname)}`;
      }
      case 'given':
        return pick(lists.given);
      case 'surname':
        return anyOf(lists.surname);
      case 'org': {
        const chance = random.next();
        if (lists.hasCompanies && chance < 0.3) return anyOf(COMPANIES);
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
The government of {country} said on Thursday that it would withdraw its troops from {city}.
{country} and {country} signed an agreement in {city} last week.
Thousands of people in {city} and other cities of {country} took to the streets.
A bomb exploded near {city}, killing three people.
The U.S. and {country} have not agreed on the terms.
{country}'s economy grew by two percent last year.
The {city} area has some good restaurants.
I grew up in {city} but now live in {city}, {state}.
We stayed in {city} for three nights and then drove to {city}.
Does anyone know a good vet in {city}, {state}?
Where can I buy fresh fish in {city}?
I am going to {country} in June, what should I pack?
Is {city} a safe place to live?
Has anyone been to {poi}?
From the airport in {city} it is an hour to {poi}.
The embassy of {country} in {city} was closed.
Troops moved north from {city} toward the border with {country}.
He was born in {city}, {country}, in 1957.
{person}, a professor at the University of {city}, agrees.
{person} told reporters in {city} that he would not resign.
{person} and his wife {given} live in {city}.
"We did not expect this," {person} said.
{surname} said he would run again.
Prime Minister {person} met {person} on Friday.
Senator {surname} voted against the bill.
Secretary of State {person} arrived in {city}.
Gen. {person} commands the troops in {country}.
Judge {surname} ruled in favor of {org}.
The novel by {person} was published in 1998.
In his book, {surname} describes life in {country}.
From: {person}
To: {person}; {person}
Cc: {person}
{given}, can you please review the attached draft?
{given} - thanks for the update. Regards, {given}
Please call {given} or me if you have questions.
I spoke with {person} at {org} this morning.
Attached is the agreement between {org} and {org}.
{person} will be out of the office until Monday.
I met {given} and her sister at the mall.
My doctor, Dr. {person}, is wonderful.
Ask for {given}, he is the best mechanic in {city}.
{given} did a great job on my hair!
{org} has the best service in {city}.
I bought it at {org} on {surname} Street.
The American and British governments disagreed.
The French and German ministers met on Tuesday.
Russian and Chinese officials denied the report.
Two Iraqi soldiers and an Afghan officer were hurt.
He speaks Spanish and a little Italian.
On Monday and Tuesday the Internet was down in March.
God knows what the Army and the Navy want.
Happy New Year and Merry Christmas to all of you!
Windows and Linux both support Python and Java.
I love my new iPhone and my old Mac.
The Constitution and the First Amendment protect the press.
The Senate and the House passed the Clean Air Act.
The Bible, the Koran and the Torah are old books.
Democrats and Republicans blamed each other.
Subject: Re: Meeting on Thursday
Please see the Exhibit A and Section 4 of the Agreement.
THE MASTER AGREEMENT IS SUBJECT TO CREDIT APPROVAL
VERY GOOD SERVICE AND FRIENDLY STAFF
{person} IS THE BEST DENTIST IN {city}
Great Food And Nice People
Flights From {city} To {city} Are Cheap In May
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
