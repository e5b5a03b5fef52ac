/** A travel app with entities of every kind, small enough to train quickly. */
import type { Author } from './author.ts';

export interface TravelIds {
  bookFlight: string;
  checkIn: string;
  city: string;
  trip: string;
  seat: string;
  travelClass: string;
  hotel: string;
}

export async function travelApp(author: Author, name = 'Travel'): Promise<TravelIds> {
  await author.create(name);
  const bookFlight = await author.add('intents', { name: 'BookFlight' });
  const checkIn = await author.add('intents', { name: 'CheckIn' });
  await author.add('intents', { name: 'BookRoom' });
  const city = await author.add('entities', { name: 'City' });
  for (const role of ['from', 'to']) await author.add(`entities/${city}/roles`, { name: role });
  const seat = await author.add('hierarchicalentities', { name: 'Seat', children: ['Window', 'Aisle'] });
  const prebuilts = await author.add<{ id: string; name: string }[]>('prebuilts', [
    'number',
    'datetimeV2',
    'money',
    'email',
    'ordinal',
    'percentage',
    'temperature',
    'age',
  ]);
  for (const role of ['arrival', 'departure']) {
    await author.add(`prebuilts/${prebuilts.find((one) => one.name === 'datetimeV2')!.id}/roles`, { name: role });
  }
  const trip = await author.add('compositeentities', { name: 'Trip', children: ['City', 'number'] });
  const travelClass = await author.add('closedlists', {
    name: 'Class',
    subLists: [
      { canonicalForm: 'economy', list: ['coach', 'standard class'] },
      { canonicalForm: 'business', list: ['business class'] },
    ],
  });
  await author.add('regexentities', { name: 'Booking', regexPattern: '[a-z]{2}\\d{4}' });
  const hotel = await author.add('patternanyentities', { name: 'Hotel', explicitList: ['the inn at night'] });
  await author.add('patternrule', { pattern: 'book a room at {Hotel}[ please]', intent: 'BookRoom' });
  await author.add('patternrule', {
    pattern: 'i arrive [on ]{datetimeV2:arrival} and leave [on ]{datetimeV2:departure}',
    intent: 'BookRoom',
  });
  await author.label(
    'BookFlight',
    'fly from [City.from:rome] to [City.to:oslo]',
    'fly from [City.from:paris] to [City.to:rome]',
    'i want to fly from [City.from:oslo] to [City.to:madrid]',
    'book a flight from [City.from:madrid] to [City.to:paris]',
    'book a flight to [City.to:rome]',
    'book a flight to [City.to:paris]',
    'get me a flight to [City.to:oslo]',
    'a flight to [City.to:madrid] please',
    'i need a plane to [City.to:vienna]',
    'fly me to [City.to:lisbon]',
  );
  const ticketExample = (text: string, cityName: string): object => ({
    text,
    intentName: 'BookFlight',
    entityLabels: [
      { entityName: 'City', startCharIndex: text.indexOf(cityName), endCharIndex: text.length - 1, role: 'to' },
      { entityName: 'Trip', startCharIndex: text.search(/\d/), endCharIndex: text.length - 1 },
    ],
  });
  await author.ok(`POST ${author.path('/examples')}`, [
    ticketExample('i want 2 tickets to rome', 'rome'),
    ticketExample('buy 3 tickets to oslo', 'oslo'),
    ticketExample('get 4 tickets to paris', 'paris'),
    ticketExample('please buy 5 tickets to madrid', 'madrid'),
    ticketExample('we need 6 tickets to vienna', 'vienna'),
  ]);
  await author.label(
    'CheckIn',
    'check me in',
    'i would like to check in',
    'check in with a [Seat::Window:window seat]',
    'check in now with a [Seat::Aisle:aisle seat]',
    'give me a [Seat::Window:window seat]',
    'give me an [Seat::Aisle:aisle seat]',
    'i prefer the [Seat::Window:window seat]',
    'i prefer the [Seat::Aisle:aisle seat]',
    'my booking is ab1234',
    'check in booking xy9876',
  );
  await author.label(
    'BookRoom',
    'a room for two nights',
    'i need a room',
    'reserve a room for me',
    'is there a room free tonight',
    'a double room please',
  );
  await author.label('None', 'tell me a joke', 'what is the weather like', 'how old are you', 'sing a song', 'play some music');
  return { bookFlight, checkIn, city, trip, seat, travelClass, hotel };
}
