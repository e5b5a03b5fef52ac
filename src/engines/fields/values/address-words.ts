/** Address vocabulary: road types, parts of buildings, states. Supporting a country needs no code. */

/** Last words of American, Canadian, Australian and British roads. */
export const ROAD_ENDINGS: ReadonlySet<string> = new Set(('street st avenue ave av boulevard blvd road rd drive dr lane ln court ct circle cir way place pl terrace ter trail trl parkway pkwy highway hwy square sq loop plaza plz expressway expy freeway fwy turnpike tpke pike alley aly row run path walk crescent cres close grove gardens gdns mews hill green crossing xing point pt ridge rdg ' +
  'view vw bend cove cv landing lndg causeway cswy esplanade esp parade pde quay wharf yard rise vale broadway bypass center centre ctr commons estates fork glen heights hts hollow isle junction jct knoll meadows mall manor mill oval park pass pines spur springs station summit trace valley village vista wood woods').split(' '));

/** Road types that also start city names and do not end a road on their own. */
export const WEAK_ENDINGS: ReadonlySet<string> = new Set('st park hill green center centre mill valley village springs station heights glen view point park grove ridge mall fork wood woods vista cove pass pines meadows manor isle summit rise vale oval commons estates junction landing spur trace knoll hollow crossing gardens row run'.split(' '));

export const DIRECTIONS: ReadonlySet<string> = new Set('n s e w ne nw se sw north south east west northeast northwest southeast southwest'.split(' '));

/** Numbered roads whose type precedes the number. */
export const NUMBERED_ROADS: ReadonlySet<string> = new Set('highway hwy route rte rt road county state us interstate sr cr fm'.split(' '));

export const UNIT_WORDS = 'apt|apartment|suite|ste|unit|rm|room|floor|flr|fl|bldg|building|flat|lot|trlr|spc|dept|office|shop|level|studio';

export const STATES: Readonly<Record<string, readonly string[]>> = {
  US: 'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP AA AE AP'.split(' '),
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '),
  AU: 'NSW VIC QLD WA SA TAS ACT NT'.split(' '),
};

export const STATE_NAMES: readonly string[] = [
  'alabama', 'alaska', 'arizona', 'arkansas', 'california', 'colorado', 'connecticut', 'delaware', 'district of columbia', 'florida', 'georgia', 'hawaii', 'idaho', 'illinois', 'indiana', 'iowa', 'kansas', 'kentucky', 'louisiana', 'maine', 'maryland', 'massachusetts', 'michigan', 'minnesota', 'mississippi', 'missouri', 'montana', 'nebraska', 'nevada', 'new hampshire', 'new jersey', 'new mexico', 'new york', 'north carolina', 'north dakota', 'ohio', 'oklahoma', 'oregon', 'pennsylvania', 'puerto rico', 'rhode island', 'south carolina', 'south dakota', 'tennessee', 'texas', 'utah', 'vermont', 'virginia', 'washington', 'west virginia', 'wisconsin', 'wyoming',
  'alberta', 'british columbia', 'manitoba', 'new brunswick', 'newfoundland and labrador', 'nova scotia', 'ontario', 'prince edward island', 'quebec', 'saskatchewan', 'new south wales', 'victoria', 'queensland', 'south australia', 'western australia', 'tasmania',
];

export const UK_COUNTIES: ReadonlySet<string> = new Set(('bedfordshire berkshire buckinghamshire cambridgeshire cheshire cornwall cumbria derbyshire devon dorset durham essex gloucestershire hampshire herefordshire hertfordshire kent lancashire leicestershire lincolnshire merseyside middlesex norfolk northamptonshire northumberland nottinghamshire oxfordshire rutland shropshire somerset ' +
  'staffordshire suffolk surrey warwickshire wiltshire worcestershire antrim armagh down fermanagh tyrone aberdeenshire fife').split(' ').concat(['east sussex', 'west sussex', 'greater london', 'greater manchester', 'north yorkshire', 'south yorkshire', 'west yorkshire', 'east yorkshire', 'west midlands', 'tyne and wear', 'isle of wight']));

/** Road types that precede the name, by country. */
export const ROAD_BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  FR: ['rue', 'avenue', 'av', 'av.', 'bd', 'bld', 'boulevard', 'chemin', 'che', 'place', 'pl', 'route', 'rte', 'impasse', 'imp', 'allée', 'allee', 'quai', 'cours', 'square', 'passage', 'faubourg', 'sentier', 'zone', 'za', 'zi', 'zac', 'lieu-dit'],
  ES: ['calle', 'c/', 'c.', 'cl', 'avenida', 'avda', 'avda.', 'av.', 'plaza', 'pza', 'pl.', 'paseo', 'pº', 'camino', 'carretera', 'ctra', 'ctra.', 'ronda', 'travesía', 'urbanización', 'polígono', 'gran', 'rambla', 'carrer', 'passeig', 'plaça'],
  IT: ['via', 'viale', 'v.le', 'piazza', 'p.za', 'p.zza', 'piazzale', 'corso', 'c.so', 'largo', 'vicolo', 'strada', 'lungomare', 'contrada', 'località', 'loc.', 'borgo', 'salita'],
  PT: ['rua', 'r.', 'avenida', 'praça', 'travessa', 'largo', 'estrada'],
  PL: ['ul.', 'ul', 'al.', 'aleja', 'plac', 'pl.', 'os.'],
};

/** Suffixes of one-word road names, by country. */
export const JOINED_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  DE: ['straße', 'strasse', 'str.', 'str', 'weg', 'platz', 'allee', 'gasse', 'ring', 'damm', 'ufer', 'chaussee', 'graben', 'markt', 'hof', 'berg', 'steig', 'stieg', 'pfad', 'promenade', 'zeile'],
  NL: ['straat', 'laan', 'weg', 'plein', 'gracht', 'kade', 'dijk', 'singel', 'steeg', 'dreef', 'hof', 'markt', 'pad', 'plantsoen', 'baan', 'wal'],
  SE: ['gatan', 'vägen', 'väg', 'torget', 'gränd'], DK: ['gade', 'vej', 'allé', 'stræde', 'plads'], NO: ['gata', 'gate', 'veien', 'vei', 'vegen'], FI: ['katu', 'tie', 'kuja', 'polku'],
};
