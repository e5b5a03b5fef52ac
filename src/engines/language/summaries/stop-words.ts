import { ENGLISH_STOP_WORDS } from '../../shared/text/english-stop-words.ts';

/** Words that carry no topic in speech: function words, fillers, and verbs and nouns of talking itself. */
export const STOP_WORDS: ReadonlySet<string> = new Set([
  ...ENGLISH_STOP_WORDS,
  ...`agree ah allow alright among anymore anyways aw basic basically believe bit bye called cause certain certainly correct couple course
  cool definitely difference eh end er especially etc exactly example excellent eye fact fair fairly fifteen figure final finally five
  forty four front further general gotta guy guys half happens hear heard hm hmm hold hope hopefully huh hundred idea ideas important
  interesting kinda kinds liked listen longer looked looks main matter means mentioned mind mm mmm moment name nine nope normal normally
  number obviously oh ones pair part parts past people person piece place plus point points pretty previous problem question questions
  quickly reason rest round run saying sense seven simply single six somewhat sorry sort sorts sound sounds speak specific speaking
  stuff suppose supposed ta talked talking ten term terms thinking thirty thousand top totally twelve twenty type uh um understand
  understood various wanna welcome word words work worked working works wow yep zero sir mhm uhhuh nah vocalsound disfmarker gap pause
  laugh comment nonvocalsound thirteen fourteen sixteen seventeen eighteen nineteen fifty sixty eighty ninety mr mrs ms chair speaker`.split(
    /\s+/,
  ),
]);

/** Sounds and phrases that are left out of what is quoted. */
export const FILLERS =
  /(?<![\p{L}-])(?:u+h+|u+m+|e+r+m*|a+h+|mm+|hmm*|mhm+|uh-huh|you know|i mean|sort of|kind of|kinda|sorta|actually|basically|obviously|literally|like i said|as i said|i guess|i suppose|you see|or something|or whatever|and stuff|and so on|if you like|to be honest|at the end of the day|really|just|pretty much|okay|ok|alright|yeah|yep|oh|hey)(?![\p{L}'-])/giu;

/** Words at the start of a sentence that only connect it with the one before. */
export const CONNECTIVES =
  /^(?:(?:and|but|so|or|because|cause|'cause|then|also|well|okay|ok|yeah|yes|yep|no|right|alright|now|oh|ah|um|uh|hmm|mm|like|i mean|you know|anyway|actually|basically|plus|though|however|first of all|of course|sure|great|perfect|thanks|thank you|hi|hello|hey|sorry)\b[\s,.-]*)+/i;
