import type { Domain } from './domain.ts';

export const toDo: Domain = {
  name: 'ToDo', culture: 'en-us', description: 'Lists of things to do and to buy',
  entities: {
    ContainsAll: 'That all items are meant',
    ordinal: 'The place of an item in a list',
    ListType: 'Which list',
    FoodOfGrocery: 'Something to eat or to drink',
    TaskContent: 'What is to be done',
  },
  intents: {
    AddToDo: {
      about: 'Add an item to a list',
      says: [
        'put {FoodOfGrocery=tomatoes} on the {ListType=grocery} list',
        'i have to {TaskContent=renew my passport}',
        'do not let me forget to {TaskContent=water the ferns}',
        'add {TaskContent=oil the bike chain} to my tasks',
        'new item: {TaskContent=pay the gas bill}',
        'we are out of {FoodOfGrocery=butter}, add it to the {ListType=shopping} list',
        'create a task to {TaskContent=book the dentist}',
        'place {TaskContent=fix the gate} on the {ListType=weekend} list',
        'list {FoodOfGrocery=rice} and {FoodOfGrocery=beans} under {ListType=groceries}',
      ],
    },
    Confirm: {
      about: 'Agree to something about a list',
      says: [
        'yes, add that task', 'right, take it off the list', 'go on, tick it', 'sure, that item',
        'ok, put it on the list', 'correct, remove the task', 'yes, i did that one', 'do it, add the item',
      ],
    },
    Cancel: {
      about: 'Stop what is being done with a list',
      says: [
        'stop, leave the list alone', 'never mind that task', 'i changed my mind about the item',
        'do not put it on the list', 'cancel adding the task', 'drop it, the list is fine', 'wait, no new task',
        'leave out that item after all',
      ],
    },
    DeleteToDo: {
      about: 'Take an item off a list',
      says: [
        'take {FoodOfGrocery=onions} off the {ListType=grocery} list',
        'erase the {ordinal=fourth} task',
        'clear {ContainsAll=all} of my {ListType=work} list',
        'i do not need {TaskContent=call the bank} any more',
        'delete the {ordinal=last} item',
        'strike {TaskContent=rent a van} from the list',
        'remove {ContainsAll=everything} from my tasks', 'get rid of item {ordinal=two}',
      ],
    },
    MarkToDo: {
      about: 'Mark an item as done',
      says: [
        'i have {TaskContent=washed the car}, tick it off',
        'check off the {ordinal=first} item',
        'set {TaskContent=hand in the essay} to done',
        '{ContainsAll=all} of today\'s tasks are finished',
        'the {ordinal=third} one is complete',
        'mark {FoodOfGrocery=milk} on the {ListType=shopping} list as bought',
        'done with {TaskContent=ironing}', 'cross {TaskContent=mow the lawn} off as finished',
      ],
    },
    ShowNextPage: {
      about: 'Show more of a list',
      says: [
        'more items please', 'turn the page of my {ListType=shopping} list', 'what else is on the list',
        'the following tasks', 'scroll further down the list', 'show the rest of the {ListType=grocery} list',
        'and after those', 'go on to the next tasks',
      ],
    },
    ShowPreviousPage: {
      about: 'Show the part of a list before',
      says: [
        'back to the items before', 'one page back in the {ListType=todo} list', 'the tasks i just saw',
        'scroll up the list', 'show the earlier items of my {ListType=shopping} list', 'go back up',
        'what were the ones before these', 'return to the last page of tasks',
      ],
    },
    ShowToDo: {
      about: 'Show a list',
      says: [
        'what do i have to do today',
        'read me the {ListType=grocery} list',
        'is {FoodOfGrocery=coffee} on my list',
        'open my tasks',
        'what is left on the {ListType=cleaning} list',
        'let me see {ContainsAll=all} open tasks',
        'which jobs are still waiting',
        'display the {ListType=packing} list',
      ],
    },
  },
};
