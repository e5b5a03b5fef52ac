import type { Domain } from './domain.ts';

export const utilities: Domain = {
  name: 'Utilities', culture: 'en-us', description: 'What people say to any assistant: yes, no, help, again, stop',
  entities: { ordinal: 'The place of an item in a list', number: 'How many items', DirectionalReference: 'Where on the screen an item is' },
  intents: {
    Cancel: {
      about: 'Call off what was asked for',
      says: [
        'call it off', 'scrap that', 'i changed my mind, drop it', 'abort', 'please cancel my request',
        'forget what i said', 'do not go on with this', 'let us leave it',
      ],
    },
    Confirm: {
      about: 'Say yes',
      says: ['yes', 'yep, do that', 'that is right', 'absolutely', 'sounds good to me', 'ok, go ahead', 'exactly', 'correct', 'of course'],
    },
    Reject: {
      about: 'Say no',
      says: [
        'nope', 'no thanks', 'i would rather not', 'that is not what i want', 'not at all', 'wrong',
        'i do not like that', 'certainly not', 'no, not that',
      ],
    },
    FinishTask: {
      about: 'Say that one is done',
      says: [
        'we are finished here', 'that will be all for today', 'i have everything i need', 'all done now',
        'nothing else, thank you', 'this is complete', 'end of the task', 'that was the last thing',
      ],
    },
    GoBack: {
      about: 'Return to the step before',
      says: [
        'take me back', 'return to where i was', 'one step back please', 'back up', 'undo and go to the screen before',
        'can we return to the last question', 'i want to go back', 'previous step',
      ],
    },
    Help: {
      about: 'Ask for help',
      says: [
        'what can you do', 'i do not know how this works', 'help me out', 'i am stuck', 'show me the instructions',
        'how do i use this', 'give me a hand', 'i need assistance',
      ],
    },
    Repeat: {
      about: 'Have something said or done again',
      says: [
        'once more', 'could you repeat that', 'i did not catch that', 'what was that again', 'one more time please',
        'sorry, say that over', 'tell me again', 'repeat the last bit',
      ],
    },
    ShowNext: {
      about: 'Show what comes next',
      says: [
        'next', 'what comes after that', 'move on to the {ordinal=next} item', 'show the following {number=five}',
        'forward', 'the one after', 'keep going down', 'continue with the {ordinal=next} {number=three}',
      ],
    },
    ShowPrevious: {
      about: 'Show what came before',
      says: [
        'the one before', 'let me see the last {number=two} again', 'back one item', 'the {ordinal=previous} entry',
        'show the earlier ones', 'what was before this', 'go up one', 'return to the item before this',
      ],
    },
    StartOver: {
      about: 'Begin from the start',
      says: [
        'begin again', 'start from scratch', 'reset everything', 'from the top', 'let us do it all over',
        'i want to begin from the beginning', 'new session', 'wipe it and start again',
      ],
    },
    Stop: {
      about: 'Have the assistant be silent',
      says: ['be quiet', 'enough', 'stop talking', 'hush', 'that is enough, stop', 'silence please', 'you can stop now', 'quit speaking'],
    },
    SelectAny: {
      about: 'Take whichever',
      says: [
        'whichever you like', 'pick one for me', 'any will do', 'i do not mind which', 'just choose one',
        'it does not matter, take one', 'surprise me', 'either one is fine',
      ],
    },
    SelectNone: {
      about: 'Take none of what is offered',
      says: [
        'none of these', 'show me something else', 'i do not want any of them', 'neither', 'are there other choices',
        'no, different ones please', 'not one of those fits', 'let me have more options',
      ],
    },
    SelectItem: {
      about: 'Choose one of what is offered',
      says: [
        'i take the {ordinal=second}', 'choose number {number=four}', 'the {DirectionalReference=bottom left} one',
        'that {DirectionalReference=upper} picture', 'give me the {ordinal=last} entry',
        'open the one on the {DirectionalReference=right}', 'the {ordinal=first} of them please',
        'i would like the one in the {DirectionalReference=middle}',
      ],
    },
    Escalate: {
      about: 'Ask for a human',
      says: [
        'get me a human', 'i want to speak with an agent', 'connect me to customer service',
        'let me talk to somebody real', 'your manager please', 'transfer me to support', 'is there a person i can call',
        'pass me on to staff',
      ],
    },
    ReadAloud: {
      about: 'Have something read out',
      says: [
        'read it to me', 'say what is on the screen', 'speak the text', 'could you read that out',
        'let me listen to the article', 'narrate this', 'read the {ordinal=first} paragraph aloud',
        'i cannot look now, read it',
      ],
    },
  },
};
