/** Places that the list of cities does not have: continents, states and regions, and other names of countries; English unless noted. */

export const CONTINENTS =
  'Africa|Antarctica|Asia|Australia|Europe|North America|South America|Oceania|Eurasia|the Americas|Latin America|Central America'.split(
    '|',
  );

/** Besides those of CLDR. */
export const COUNTRIES = (
  'USA|U.S.A.|U.S.|US|UK|U.K.|United States of America|America|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|Holland|Korea|' +
  'North Korea|South Korea|Russia|Soviet Union|USSR|Yugoslavia|Czechoslovakia|Czech Republic|Burma|Ivory Coast|Macedonia|Swaziland|East Timor|' +
  'Palestine|Tibet|Kurdistan|Kosovo|Taiwan|Hong Kong|Macau|UAE|Emirates|Vatican|Congo|DRC|Bosnia|Herzegovina|Crimea|Chechnya|Catalonia|' +
  'Mainland China|PRC|Persia|Prussia|Turkey|Trinidad|Republic of Ireland|Eire|Zaire|Siam|Ceylon|Rhodesia'
).split('|');

/** Large cities by other names than those of the list of cities. */
export const CITIES =
  'New York|NYC|New York City|LA|Washington|Washington DC|Washington D.C.|DC|D.C.|SF|San Fran|Philly|Vegas|St. Louis|St Louis|St. Petersburg|Saint Petersburg|Bombay|Calcutta|Madras|Saigon|Peking|Bangalore|Bengaluru|Kiev|Kyiv|Bombay|Frisco|Joburg|Rio|KL|Canton'.split(
    '|',
  );

/** States of federations and larger regions. */
export const STATES = // United States, with the usual short forms.
  (
    'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|' +
    'Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|' +
    'New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|' +
    'Virginia|Washington|West Virginia|Wisconsin|Wyoming|New York State|Washington State|Calif|Cali|New England|Midwest|' +
    // Canada, Australia, India.
    'Ontario|Quebec|Québec|British Columbia|Alberta|Manitoba|Saskatchewan|Nova Scotia|New Brunswick|Newfoundland|Prince Edward Island|Yukon|Nunavut|' +
    'New South Wales|Queensland|Victoria|Tasmania|South Australia|Western Australia|Northern Territory|' +
    'Andhra Pradesh|Assam|Bihar|Chhattisgarh|Goa|Gujarat|Haryana|Himachal Pradesh|Jharkhand|Karnataka|Kerala|Madhya Pradesh|Maharashtra|Manipur|' +
    'Meghalaya|Nagaland|Odisha|Orissa|Punjab|Rajasthan|Sikkim|Tamil Nadu|Telangana|Uttar Pradesh|Uttarakhand|West Bengal|Kashmir|Jammu and Kashmir|' +
    // Germany, Austria, Switzerland, France, Italy, Spain, Portugal.
    'Bavaria|Bayern|Saxony|Sachsen|Hesse|Hessen|Thuringia|Thüringen|Brandenburg|Saarland|Baden-Württemberg|Lower Saxony|Niedersachsen|' +
    'North Rhine-Westphalia|Nordrhein-Westfalen|Rheinland-Pfalz|Schleswig-Holstein|Mecklenburg-Vorpommern|Sachsen-Anhalt|Tyrol|Tirol|Carinthia|Styria|' +
    'Brittany|Bretagne|Normandy|Normandie|Provence|Burgundy|Bourgogne|Alsace|Lorraine|Corsica|Corse|Aquitaine|Occitanie|' +
    'Tuscany|Toscana|Sicily|Sicilia|Sardinia|Sardegna|Lombardy|Lombardia|Piedmont|Piemonte|Veneto|Umbria|Lazio|Calabria|Liguria|Puglia|Abruzzo|' +
    'Andalusia|Andalucía|Aragon|Aragón|Galicia|Asturias|Cantabria|Catalunya|Cataluña|Extremadura|Castilla|Navarra|País Vasco|Euskadi|Algarve|Alentejo|Madeira|Açores|Azores|' +
    // Brazil, Mexico, Argentina.
    'Acre|Alagoas|Amapá|Amazonas|Bahia|Ceará|Espírito Santo|Goiás|Maranhão|Mato Grosso|Mato Grosso do Sul|Minas Gerais|Pará|Paraíba|Paraná|Pernambuco|' +
    'Piauí|Rio Grande do Norte|Rio Grande do Sul|Rondônia|Roraima|Santa Catarina|Sergipe|Tocantins|Nordeste|' +
    'Jalisco|Yucatán|Yucatan|Chiapas|Oaxaca|Sonora|Chihuahua|Sinaloa|Nuevo León|Veracruz|Guerrero|Michoacán|Quintana Roo|Baja California|Patagonia|' +
    // China, Japan, Russia and others.
    'Guangdong|Sichuan|Yunnan|Hunan|Hubei|Henan|Hebei|Shandong|Shanxi|Shaanxi|Jiangsu|Zhejiang|Fujian|Jiangxi|Anhui|Guizhou|Guangxi|Gansu|Xinjiang|' +
    'Inner Mongolia|Manchuria|Heilongjiang|Jilin|Liaoning|Hainan|Qinghai|Ningxia|Hokkaido|Honshu|Kyushu|Shikoku|Okinawa|Siberia|Dagestan|Tatarstan|' +
    // Britain and Ireland.
    'Kent|Essex|Sussex|Surrey|Yorkshire|Lancashire|Cornwall|Devon|Dorset|Somerset|Norfolk|Suffolk|Cumbria|Cheshire|Derbyshire|Hampshire|Oxfordshire|' +
    'Gloucestershire|Lincolnshire|Nottinghamshire|Leicestershire|Staffordshire|Shropshire|Wiltshire|Berkshire|Buckinghamshire|Hertfordshire|' +
    'Cambridgeshire|Warwickshire|Worcestershire|Northumberland|Munster|Ulster|Leinster|Connacht|Donegal|Kerry|Aberdeenshire|Fife|Ayrshire|' +
    // The North.
    'Skåne|Småland|Lappland|Lapland|Dalarna|Värmland|Gotland|Öland|Norrland|Östergötland|Västergötland|Halland|Blekinge|Jylland|Jutland|Fyn|Funen|Sjælland|Zealand|Bornholm|Lolland|Falster|Nordjylland|Sønderjylland|Vestjylland|' +
    'Slavonija|Slavonia|Dalmacija|Dalmatia|Istra|Istria|Zagorje|Lika|Vojvodina|Transylvania|Bohemia|Moravia|Silesia|Flanders|Wallonia|Bali|Java|Sumatra|Borneo|Mindanao|Luzon'
  ).split('|');

/** Waters, mountains, islands and well-known sights. */
export const LANDMARKS = (
  'Middle East|Far East|Near East|Southeast Asia|East Asia|Central Asia|Eastern Europe|Western Europe|Scandinavia|Balkans|Caribbean|Baltic|Benelux|West Bank|Gaza|Gaza Strip|Golan Heights|' +
  'Silicon Valley|Hollywood|Wall Street|Broadway|Times Square|Central Park|Manhattan|Brooklyn|Queens|Bronx|Harlem|Long Island|Staten Island|Bay Area|' +
  'Capitol Hill|White House|Pentagon|Kremlin|Golden Gate Bridge|Statue of Liberty|Empire State Building|Grand Canyon|Niagara Falls|Yellowstone|Yosemite|' +
  'Las Vegas Strip|Eiffel Tower|Big Ben|Buckingham Palace|Tower Bridge|Hyde Park|Trafalgar Square|Westminster|Notre Dame|Louvre|Versailles|Colosseum|' +
  'Brandenburg Gate|Taj Mahal|Great Wall|Great Wall of China|Forbidden City|Tiananmen Square|Mount Everest|Everest|Mount Fuji|Kilimanjaro|Mont Blanc|Matterhorn|' +
  'Alps|Andes|Himalayas|Rocky Mountains|Rockies|Pyrenees|Carpathians|Urals|Caucasus|Appalachians|Sahara|Gobi|Kalahari|Amazon River|Nile|Danube|Rhine|Thames|Seine|Volga|' +
  'Mississippi River|Ganges|Yangtze|Mekong|Euphrates|Tigris|Hudson River|Lake Michigan|Lake Superior|Lake Geneva|Lake Victoria|Loch Ness|Great Lakes|Dead Sea|Red Sea|' +
  'Black Sea|Baltic Sea|North Sea|Caspian Sea|Mediterranean|Mediterranean Sea|Adriatic|Atlantic|Atlantic Ocean|Pacific|Pacific Ocean|Indian Ocean|Arctic|Arctic Ocean|' +
  'English Channel|Persian Gulf|Gulf of Mexico|Suez Canal|Panama Canal|Strait of Hormuz|South China Sea|Canary Islands|Balearic Islands|Channel Islands|Isle of Man|' +
  'Heathrow|Gatwick|Stansted|JFK|LAX|Wembley|Disneyland|Disney World|Legoland|Alcatraz|Stonehenge|Machu Picchu|Angkor Wat|Petra|Acropolis|Vatican City|Sistine Chapel'
).split('|');
