/** English words that name no topic, in writing and in speech: words of grammar, of time and measure, and the commonest verbs. */
export const ENGLISH_STOP_WORDS: readonly string[] =
  `a able about above across actually after again ago all almost along already also although always am an and another any anybody anyone
  anything anyway are aren around as ask asked asking at away back bad be because been before being below best better between big both
  but by call came can cannot come comes coming could couldn day days did didn different do does doesn doing don done down during each
  easy either else enough even ever every everybody everyone everything far feel few find fine first for forget from full gave get gets
  getting give given gives giving go goes going gonna good got great guess had hadn happen happened hard has hasn have haven having he
  hello help her here hey hi high him his how however i if in indeed inside instead into is isn it its itself just keep kept kind knew
  know known knows last later least leave left less let lets like likely list little ll long look looking lot lots made make makes
  making many may maybe me mean meant might minute minutes more morning most much must my myself near nearly need needed needs neither
  never new next nice no nobody none nor not nothing now of off ok okay old on once one only onto open or order other others otherwise
  our out over own particular perhaps please possible probably put quick quite rather re read ready real really remember right said same
  saw say says second see seem seemed seems seen send set several shall she should shouldn show shows side simple since small so some
  somebody somehow someone something sometimes somewhere start started still stop such sure take taken takes taking talk tell than thank
  thanks that the their them themselves then there therefore these they thing things think third this those though thought three through
  time times to today together told tomorrow too took try trying turn two under until up upon us use used using usually ve very via wait
  want wanted wants was wasn way ways we week weeks well went were weren what whatever when whenever where whether which while who whole
  whose why will with within without won wonder would wouldn wrong yeah year years yes yesterday yet you your yours yourself`.split(/\s+/);
