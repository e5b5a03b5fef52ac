/** Company suffixes and keywords. */
import { foldText } from '../values/months.ts';

const ENDINGS =
  /(?:^|\s)(?:inc|llc|llp|ltd|limited|corp|corporation|co|company|plc|gmbh|ag|kg|ohg|ug|e\.?k|mbh|sarl|s\.?a\.?r\.?l|sas|sa|s\.?a|eurl|sl|s\.?l|slu|spa|s\.?p\.?a|srl|s\.?r\.?l|lda|ltda|bv|b\.?v|nv|n\.?v|vof|sdn bhd|sdn\.? bhd|bhd|pte|pty|oy|ab|aps|group|holding|enterprise|trading)\.?(?:\s|$|,)/u;
const TRADES =
  /\b(?:restaurant|cafe|coffee|hotel|inn|market|mart|store|shop|bakery|grill|bistro|pizzeria|supermarkt|markt|parking|garage|station|fuel|petrol|pharmacy|hardware|deli|diner|kitchen|bar|pub|books|stationery|motor|services|solutions|consulting|industries|systems|logistics|partners)\b/u;

export const isCompanyLike = (text: string): boolean => ENDINGS.test(foldText(text)) || TRADES.test(foldText(text));
