/** Words that carry no topic in speech: function words, fillers, and verbs and nouns of talking itself. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a able about above across actually after again ago agree ah all allow almost along already alright also although always am among an and another any anybody anymore anyone
  anything anyway anyways are aren around as ask asked asking at aw away back bad basic basically be because been before being believe below best better between big bit both but by bye call
  called came can cannot cause certain certainly come comes coming correct could couldn couple course cool day days definitely did didn different difference do does doesn doing don done
  down during each easy eh either else end enough er especially etc even ever every everybody everyone everything exactly example excellent eye fact fair fairly far feel
  few fifteen figure final finally find fine first five for forget forty four from front full further gave general get gets getting give given gives giving go goes going gonna
  good got gotta great guess guy guys had hadn half happen happened happens hard has hasn have haven having he hear heard hello help her here hey hi high him his hm hmm hold hope hopefully how
  however huh hundred i idea ideas if important in indeed inside instead interesting into is isn it its itself just keep kept kind kinda kinds knew know known knows last later
  least leave left less let lets like liked likely list listen little ll long longer look looked looking looks lot lots made main maybe make makes making many matter may me mean means meant
  mentioned might mind minute minutes mm mmm moment more morning most much must my myself name near nearly need needed needs neither never new next nice nine no nobody none nope nor normal normally not
  nothing now number obviously of off oh ok okay old on once one ones only onto open or order other others otherwise our out over own pair part parts particular past people perhaps person piece
  place please plus point points possible pretty previous probably problem put question questions quick quickly quite rather re read ready real really reason remember rest right round run
  said same saw say saying says second see seem seemed seems seen send sense set seven several shall she should shouldn show shows side simple simply since single six small so some
  somebody somehow someone something sometimes somewhat somewhere sorry sort sorts sound sounds speak specific speaking start started still stop stuff such suppose supposed sure ta take taken
  takes taking talk talked talking tell ten term terms than thank thanks that the their them themselves then there therefore these they thing things think thinking third thirty this those though
  thought thousand three through time times to today together told tomorrow too took top totally try trying turn twelve twenty two type uh um under understand understood until up upon us use used using
  usually various ve very via wait wanna want wanted wants was wasn way ways we week weeks welcome well went were weren what whatever when whenever where whether which while who whole whose
  why will with within without won wonder word words work worked working works would wouldn wow wrong yeah year years yep yes yesterday yet you your yours yourself zero bye sir
  mhm uhhuh nah vocalsound disfmarker gap pause laugh comment nonvocalsound thirteen fourteen sixteen seventeen eighteen nineteen fifty sixty eighty ninety mr mrs ms chair speaker`.split(
    /\s+/,
  ),
);

/** Sounds and phrases that are left out of what is quoted. */
export const FILLERS =
  /(?<![\p{L}-])(?:u+h+|u+m+|e+r+m*|a+h+|mm+|hmm*|mhm+|uh-huh|you know|i mean|sort of|kind of|kinda|sorta|actually|basically|obviously|literally|like i said|as i said|i guess|i suppose|you see|or something|or whatever|and stuff|and so on|if you like|to be honest|at the end of the day|really|just|pretty much|okay|ok|alright|yeah|yep|oh|hey)(?![\p{L}'-])/giu;

/** Words at the start of a sentence that only connect it with the one before. */
export const CONNECTIVES =
  /^(?:(?:and|but|so|or|because|cause|'cause|then|also|well|okay|ok|yeah|yes|yep|no|right|alright|now|oh|ah|um|uh|hmm|mm|like|i mean|you know|anyway|actually|basically|plus|though|however|first of all|of course|sure|great|perfect|thanks|thank you|hi|hello|hey|sorry)\b[\s,.-]*)+/i;
