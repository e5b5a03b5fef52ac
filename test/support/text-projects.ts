/** Small text projects of every kind: letters to a shop. */

const GREETINGS = ['Hello,', 'Good morning,', 'To whom it may concern,', 'Dear team,'];
const CLOSINGS = ['Thank you.', 'Please answer soon.', 'Kind regards from a customer.', 'I am looking forward to your reply.'];
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  Delivery: [
    'The parcel has not arrived yet.',
    'The courier left the package in the rain.',
    'The shipment is three days late.',
    'Tracking says the box is still at the depot.',
    'My delivery came to the wrong street.',
    'The parcel was opened when the courier brought it.',
  ],
  Billing: [
    'The invoice shows the amount twice.',
    'My credit card was charged two times.',
    'I want a refund for the last payment.',
    'The bill has the wrong tax on it.',
    'Please correct the amount on my invoice.',
    'The payment was taken before the due date.',
  ],
  Account: [
    'I forgot my password and cannot log in.',
    'The login page rejects my user name.',
    'Please delete my profile.',
    'I cannot change the email of my account.',
    'My account was locked after the third login.',
    'The reset link for the password does not work.',
  ],
};
export const CLASSES = Object.keys(SENTENCES);

function letter(n: number, ...sentences: string[]): string {
  return [GREETINGS[n % GREETINGS.length]!, ...sentences, CLOSINGS[(n * 3 + 1) % CLOSINGS.length]!].join('\n');
}

const metadata = (kind: string): object => ({ projectKind: kind, language: 'en', multilingual: false, settings: {} });
const classes = CLASSES.map((category) => ({ category }));
const file = (kind: string, assets: object): { metadata: object; assets: object; [field: string]: unknown } => ({
  projectFileVersion: '2022-05-01',
  stringIndexType: 'Utf16CodeUnit',
  metadata: metadata(kind),
  assets: { projectKind: kind, ...assets },
});

/** One class for each letter. */
export function singleLabel(): ReturnType<typeof file> {
  const documents = CLASSES.flatMap((category) =>
    SENTENCES[category]!.map((one, i) => ({
      location: `${category}-${i}.txt`,
      language: 'en',
      text: letter(i, one, SENTENCES[category]![(i + 1) % 6]!),
      class: { category },
    })),
  );
  return file('CustomSingleLabelClassification', { classes, documents });
}

/** One or two classes. */
export function multiLabel(): ReturnType<typeof file> {
  const pairs = CLASSES.flatMap((one, i) => CLASSES.slice(i + 1).map((other) => [one, other] as const));
  const both = pairs.flatMap(([one, other]) =>
    [0, 1, 2, 3].map((i) => ({
      location: `${one}-${other}-${i}.txt`,
      text: letter(i, SENTENCES[one]![i]!, SENTENCES[other]![(i + 2) % 6]!),
      classes: [{ category: one }, { category: other }],
    })),
  );
  const alone = CLASSES.flatMap((category) =>
    SENTENCES[category]!.map((one, i) => ({
      location: `${category}-${i}.txt`,
      text: letter(i + 1, one),
      classes: [{ category }],
    })),
  );
  return file('CustomMultiLabelClassification', { classes, documents: [...both, ...alone] });
}

const CUSTOMERS = [
  'Anna Berg',
  'Luis Ortega',
  'Mira Patel',
  'Tom Okafor',
  'Yuki Sato',
  'Ines Costa',
  'Paul Weber',
  'Lena Novak',
  'Omar Haddad',
  'Sofia Rossi',
  'Jan Kowalski',
  'Emma Larsen',
];
const CITIES = ['Oslo', 'Madrid', 'Vienna', 'Lagos', 'Kyoto', 'Lisbon', 'Berlin', 'Prague', 'Cairo', 'Turin', 'Gdansk', 'Bergen'];
const ORDERS = [
  'AB-1001',
  'CD-2002',
  'EF-3003',
  'GH-4004',
  'JK-5005',
  'LM-6006',
  'NP-7007',
  'QR-8008',
  'ST-9009',
  'UV-1110',
  'WX-1211',
  'YZ-1312',
];

/** Parses a text with marked entities: `sent to [City:Oslo]`. */
export function marked(text: string): { text: string; labels: { category: string; offset: number; length: number }[] } {
  const labels: { category: string; offset: number; length: number }[] = [];
  let plain = '';
  for (const [, rest, category, phrase] of text.matchAll(/([^[]+)|\[(\w+):([^\]]+)\]/g)) {
    if (rest !== undefined) plain += rest;
    else {
      labels.push({ category: category!, offset: plain.length, length: phrase!.length });
      plain += phrase!;
    }
  }
  return { text: plain, labels };
}

export function orderText(i: number, customer = CUSTOMERS[i % 12]!, city = CITIES[i % 12]!, order = ORDERS[i % 12]!): string {
  const opening = ['Order confirmation', 'Delivery note', 'Notice to our customer'][i % 3]!;
  return `${opening} 🧾\nOrder number: [Order:${order}]\nCustomer: [Customer:${customer}]\n\nWe thank you for shopping with us. The goods will be sent to [City:${city}] next week.\nIf nobody is at home, the courier leaves a card. Questions of [Customer:${customer}] are answered by our office.`;
}

/** Entities in letters of several lines. */
export function entityProject(): ReturnType<typeof file> {
  const documents = CUSTOMERS.map((_, i) => {
    const { text, labels } = marked(orderText(i));
    return { location: `order-${i}.txt`, language: 'en', text, entities: [{ regionOffset: 0, regionLength: text.length, labels }] };
  });
  return file('CustomEntityRecognition', { entities: [{ category: 'Customer' }, { category: 'City' }, { category: 'Order' }], documents });
}
