import type { Domain } from './domain.ts';

export const notes: Domain = {
  name: 'Notes', culture: 'en-us', description: 'Writing notes, and reading and changing them',
  entities: {
    Text: 'What a note says',
    Title: 'The title of a note',
    CreationDate: 'When a note was written',
    Quantifier: 'How many items are meant',
    OrderReference: 'The place of a note or an item in a list',
  },
  intents: {
    AddToNote: {
      about: 'Add something to a note',
      says: [
        'put {Text=two bags of cement} on the {Title=hardware} note',
        'append {Text=ask about the deposit} to my note {Title=new flat}',
        'write {Text=size 42} into this note',
        'also note down {Text=bring the charger}',
        'one more line for {Title=gift ideas}: {Text=a chess set}',
        'add {Text=paint the fence} to the note called {Title=summer jobs}',
        'continue the note {Title=novel} with {Text=she never came back}',
        'include {Text=candles} in my {Title=party} note',
      ],
    },
    Clear: {
      about: 'Empty a note',
      says: [
        'wipe the note {Title=packing}',
        'empty out my {Title=errands} note',
        'erase {Quantifier=everything} in the note {Title=ideas}',
        'take {Quantifier=all} lines off the {Title=menu} note',
        'start the {Title=budget} note from a blank page',
        'clean out this note',
        'get rid of {Quantifier=every} entry in {Title=todo}', 'make the {Title=guests} note empty',
      ],
    },
    Confirm: {
      about: 'Agree to something about a note',
      says: [
        'yes, save the note', 'right, keep it in my notes', 'go ahead and write it down', 'that note is fine',
        'correct, that is what the note should say', 'ok, delete the note', 'sure, use that title',
        'yes, add it to the note',
      ],
    },
    Create: {
      about: 'Write a new note',
      says: [
        'start a new note',
        'write a note saying {Text=the spare key is under the pot}',
        'new note titled {Title=garden plan}',
        'take this down: {Text=flight gate closes at six}',
        'jot down {Text=call the plumber back}',
        'make a note named {Title=wine list} with {Text=try the rioja}',
        'note that {Text=anna is allergic to nuts}', 'i need a note for {Title=car repairs}', 'begin a memo {Text=rent goes up in march}',
      ],
    },
    Delete: {
      about: 'Delete a note',
      says: [
        'throw away the note {Title=old passwords}',
        'remove my note about {Title=the boat trip}',
        'bin the {OrderReference=last} note',
        'i no longer need the {Title=wedding} note',
        'delete {Quantifier=all} notes from {CreationDate=last year}',
        'erase the note i wrote {CreationDate=this morning}',
        'discard the {OrderReference=third} note', 'trash the note called {Title=drafts}',
      ],
    },
    ReadAloud: {
      about: 'Read a note out',
      says: [
        'what does my note {Title=recipes} say',
        'read out the {OrderReference=newest} note',
        'let me hear the note from {CreationDate=tuesday}',
        'tell me what i wrote in {Title=diary}',
        'speak the {Title=agenda} note',
        'read {Quantifier=all} my notes to me',
        'go through the note {Title=steps} line by line',
        'what is in the {OrderReference=second} note',
      ],
    },
    Close: {
      about: 'Close the note that is open',
      says: [
        'put this note away', 'i have finished with the note, close it', 'shut the {Title=shopping} note',
        'leave this note', 'exit the note', 'close {Title=lecture one}', 'that is enough for this note, close it up',
        'hide the open note',
      ],
    },
    Open: {
      about: 'Open a note',
      says: [
        'bring up my note {Title=measurements}',
        'go to the {Title=holiday} note',
        'show the note i made {CreationDate=last friday}',
        'let me see {Title=book list}',
        'pull up the {OrderReference=first} note',
        'where is my {Title=insurance} note, open it',
        'open up {Title=workout}',
        'display the note named {Title=phone numbers}',
      ],
    },
    RemoveSentence: {
      about: 'Take something out of a note',
      says: [
        'take {Text=eggs} off the {Title=breakfast} note',
        'strike the {OrderReference=second} line',
        'remove {Text=call bob} from my note {Title=monday}',
        'cross out {Text=buy stamps}',
        'delete the {OrderReference=final} sentence of this note',
        'drop {Text=the part about the loan} from {Title=letter}',
        'get {Text=batteries} out of my {Title=camping} note', 'erase the {OrderReference=first} paragraph',
      ],
    },
    ChangeTitle: {
      about: 'Give a note another title',
      says: [
        'rename this note {Title=spring cleaning}',
        'call the note {Title=quotes} from now on',
        'change the heading to {Title=final draft}',
        'the title should be {Title=reading club}',
        'retitle it {Title=gifts for mum}',
        'give this note the name {Title=repairs}',
        'let the note be called {Title=week twelve}',
        'swap the title for {Title=summary}',
      ],
    },
  },
};
