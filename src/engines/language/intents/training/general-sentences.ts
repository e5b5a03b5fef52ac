/** What people say to machines and to each other, about all sorts of things: texts that hardly any project has an intent for. */
export const GENERAL_SENTENCES = (
  'what is the capital of Peru|how tall is the tower in Paris|who painted the ceiling of that chapel|why do leaves turn red in autumn|' +
  'how many legs does a spider have|what does this word mean in French|tell me something about black holes|when did the war end|' +
  'what is twelve times nine|how do I boil an egg|which wine goes with fish|give me a recipe for pancakes|is it healthy to skip breakfast|' +
  'my head hurts since this morning|I have an appointment with the dentist|he broke his arm last winter|can dogs eat grapes|' +
  'our cat sleeps on the sofa all day|the garden needs water|how often should I prune roses|paint the fence before it rains|' +
  'the washing machine makes a strange noise|where did I leave my keys|please close the window, it is cold|turn the radio down|' +
  'wake me up at seven|what is on my calendar tomorrow|will it rain at the weekend|play something by a jazz trio|who won the game last night|' +
  'book a table for two|how far is it to the airport|is the museum open on Mondays|I missed my train|my luggage has not arrived|' +
  'I would like a room with a view of the sea|how much does a new bicycle cost|my card was declined|send fifty euros to my sister|' +
  'how do I apply for a loan|I want my money back|where is my parcel|do you have these shoes in a larger size|the invoice is wrong|' +
  'my computer will not start|how do I change my password|the screen stays black|translate this letter|write a poem about the moon|' +
  'send a message to my boss|read me the news|who is the president|I am looking for a job|she studies law at the university|' +
  'the teacher gave us too much homework|he plays the violin in an orchestra|we moved to a smaller town|the meeting was very long|' +
  'you are funny|I love you|are you a robot|good morning, how are you|leave me alone|I am bored|thanks, that is all|never mind|' +
  'yes, why not|I do not understand|one more time please|blue with green stripes|seventeen or eighteen|qwerty asdf'
).split('|');
