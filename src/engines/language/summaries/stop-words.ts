import english from '../../shared/text/english-stop-words.json' with { type: 'json' };
import words from './stop-words.json' with { type: 'json' };

/** Words that carry no topic in speech: function words, fillers, and verbs and nouns of talking itself. */
export const STOP_WORDS: ReadonlySet<string> = new Set([...english, ...words]);

/** Sounds and phrases that are left out of what is quoted. */
export const FILLERS =
  /(?<![\p{L}-])(?:u+h+|u+m+|e+r+m*|a+h+|mm+|hmm*|mhm+|uh-huh|you know|i mean|sort of|kind of|kinda|sorta|actually|basically|obviously|literally|like i said|as i said|i guess|i suppose|you see|or something|or whatever|and stuff|and so on|if you like|to be honest|at the end of the day|really|just|pretty much|okay|ok|alright|yeah|yep|oh|hey)(?![\p{L}'-])/giu;

/** Words at the start of a sentence that only connect it with the one before. */
export const CONNECTIVES =
  /^(?:(?:and|but|so|or|because|cause|'cause|then|also|well|okay|ok|yeah|yes|yep|no|right|alright|now|oh|ah|um|uh|hmm|mm|like|i mean|you know|anyway|actually|basically|plus|though|however|first of all|of course|sure|great|perfect|thanks|thank you|hi|hello|hey|sorry)\b[\s,.-]*)+/i;
