/**
 * A bot after the vendor's core bot sample: dialogs that book a flight with what the recognizer of botbuilder-ai finds, and an app whose
 * composites From and To are both made of one list, so that they differ only by their place in the sentence.
 */

/** A program: ENDPOINT KEY APP TEXTS…; prints what the bot says to each text. */
export const CORE_BOT = `
  const { ConversationState, MemoryStorage, TestAdapter } = require('botbuilder-core');
  const { LuisRecognizer } = require('botbuilder-ai');
  const { ComponentDialog, ConfirmPrompt, DateTimePrompt, DialogSet, DialogTurnStatus, TextPrompt, WaterfallDialog } = require('botbuilder-dialogs');
  const [endpoint, endpointKey, applicationId, ...texts] = process.argv.slice(1);

  const recognizer = new LuisRecognizer({ applicationId, endpointKey, endpoint }, { apiVersion: 'v3' });
  const placeOf = ({ entities }, name) => {
    const text = entities.$instance[name] ? entities.$instance[name][0].text : undefined;
    return { text, airport: text && entities[name][0].Airport ? entities[name][0].Airport[0][0] : undefined };
  };
  const dateOf = ({ entities: { datetime } }) => {
    const timex = datetime && datetime[0] ? datetime[0].timex : undefined;
    return timex && timex[0] ? timex[0].split('T')[0] : undefined;
  };

  class BookingDialog extends ComponentDialog {
    constructor() {
      super('booking');
      this.initialDialogId = 'steps';
      const ask = (name, prompt, question) => async (step) =>
        step.options[name] ? step.next(step.options[name]) : step.prompt(prompt, question);
      this.addDialog(new TextPrompt('text'));
      this.addDialog(new DateTimePrompt('date'));
      this.addDialog(new ConfirmPrompt('confirm'));
      this.addDialog(
        new WaterfallDialog('steps', [
          ask('destination', 'text', 'To what city?'),
          async (step) => ((step.options.destination = step.result), ask('origin', 'text', 'From what city?')(step)),
          async (step) => ((step.options.origin = step.result), ask('date', 'date', 'On what day?')(step)),
          async (step) => {
            step.options.date = step.result[0].timex || step.result;
            const { destination, origin, date } = step.options;
            return step.prompt('confirm', \`To \${destination} from \${origin} on \${date}?\`);
          },
          async (step) => step.endDialog(step.result ? step.options : undefined),
        ]),
      );
    }
    async onContinueDialog(inner) {
      if (inner.context.activity.text !== 'quit') return super.onContinueDialog(inner);
      await inner.context.sendActivity('Cancelled.');
      return inner.cancelAllDialogs();
    }
  }

  class MainDialog extends ComponentDialog {
    constructor() {
      super('main');
      this.initialDialogId = 'steps';
      this.addDialog(new TextPrompt('text'));
      this.addDialog(new BookingDialog());
      this.addDialog(
        new WaterfallDialog('steps', [
          async (step) => step.prompt('text', step.options.question || 'How can I help?'),
          async (step) => {
            const result = await recognizer.recognize(step.context);
            const intent = LuisRecognizer.topIntent(result);
            if (intent !== 'BookFlight') {
              await step.context.sendActivity(intent === 'GetWeather' ? 'Weather.' : \`I did not get that (\${intent}).\`);
              return step.next();
            }
            const [from, to] = [placeOf(result, 'From'), placeOf(result, 'To')];
            const unknown = [from, to].filter(({ text, airport }) => text && !airport).map(({ text }) => text);
            if (unknown.length > 0) await step.context.sendActivity(\`No airport: \${unknown}.\`);
            return step.beginDialog('booking', { destination: to.airport, origin: from.airport, date: dateOf(result) });
          },
          async (step) => {
            if (step.result) await step.context.sendActivity(\`Booked to \${step.result.destination}.\`);
            return step.replaceDialog('main', { question: 'What else?' });
          },
        ]),
      );
    }
  }

  async function main() {
    const state = new ConversationState(new MemoryStorage());
    const dialogs = new DialogSet(state.createProperty('dialogs'));
    dialogs.add(new MainDialog());
    const adapter = new TestAdapter(async (context) => {
      const turn = await dialogs.createContext(context);
      const { status } = await turn.continueDialog();
      if (status === DialogTurnStatus.empty) await turn.beginDialog('main', {});
      await state.saveChanges(context);
    });
    const turns = [];
    for (const text of texts) {
      await adapter.receiveActivity(text);
      const replies = [];
      for (let reply = adapter.getNextReply(); reply; reply = adapter.getNextReply()) replies.push(reply.text);
      turns.push(replies);
    }
    console.log(JSON.stringify(turns));
  }
  main();
`;

const AIRPORTS = [
  ['Oslo', 'osl'],
  ['Lima', 'lim'],
  ['Cairo', 'cai'],
  ['New Delhi', 'del'],
] as const;
/** Also cities without an airport: they are From or To, but not of the list. */
const CITIES = [...AIRPORTS.flat().map((name) => name.toLowerCase()), 'bergen', 'quito', 'aswan', 'pune'];
const BOOKINGS = [
  'book a flight',
  'book a flight from FROM',
  'book a flight to TO',
  'book flight from FROM to TO',
  'flight to TO',
  'flight from FROM to TO',
  'i need a flight to TO on june 3rd',
  'fly from FROM to TO tomorrow',
  'travel to TO',
  'travel from FROM to TO',
  'i want to go to TO from FROM',
  'book a flight from FROM to TO on may 14th',
];
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  Cancel: ['cancel', 'cancel my flight', 'stop that', 'never mind'],
  GetWeather: ["what's the weather like", 'is it going to rain', 'weather forecast please', 'will it be sunny'],
  None: ['tell me a joke', 'who are you', 'what time is it', 'sing a song'],
};

interface Label {
  entity: string;
  startPos: number;
  endPos: number;
}

function booking(template: string, from: string, to: string): { text: string; intent: string; entities: Label[] } {
  const entities: Label[] = [];
  let text = '';
  for (const part of template.split(/(FROM|TO)/)) {
    const city = part === 'FROM' ? from : part === 'TO' ? to : undefined;
    const startPos = text.length;
    text += city ?? part;
    if (city !== undefined) entities.push({ entity: part === 'FROM' ? 'From' : 'To', startPos, endPos: text.length - 1 });
  }
  return { text, intent: 'BookFlight', entities };
}

const cityAt = (place: number): string => CITIES[(place * 5) % CITIES.length]!;

export const FLIGHT_BOOKING = {
  luis_schema_version: '3.2.0',
  versionId: '0.1',
  name: 'FlightBooking',
  desc: '',
  culture: 'en-us',
  intents: ['BookFlight', ...Object.keys(OTHERS)].map((name) => ({ name })),
  entities: [],
  composites: ['From', 'To'].map((name) => ({ name, children: ['Airport'], roles: [] })),
  closedLists: [
    {
      name: 'Airport',
      roles: [],
      subLists: AIRPORTS.map(([canonicalForm, code]) => ({ canonicalForm, list: [canonicalForm.toLowerCase(), code] })),
    },
  ],
  patternAnyEntities: [],
  regex_entities: [],
  prebuiltEntities: [{ name: 'datetimeV2', roles: [] }],
  model_features: [],
  regex_features: [],
  patterns: [],
  utterances: [
    ...BOOKINGS.flatMap((template, i) => [
      booking(template, cityAt(2 * i), cityAt(2 * i + 1)),
      ...(/[FT]O/.test(template) ? [booking(template, cityAt(2 * i + 3), cityAt(2 * i + 6))] : []),
    ]),
    ...Object.entries(OTHERS).flatMap(([intent, texts]) => texts.map((text) => ({ text, intent, entities: [] }))),
  ],
};
