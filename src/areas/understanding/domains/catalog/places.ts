import type { Domain } from './domain.ts';

export const places: Domain = {
  name: 'Places', culture: 'en-us', description: 'Shops, restaurants and sights: where they are, when they are open, what they are like',
  entities: {
    AbsoluteLocation: 'A city, a quarter or an address', Amenities: 'What a place offers', Cuisine: 'What is cooked there', Date: 'The day or the time', Distance: 'How far away', MealType: 'Which meal', Nearby: 'Words for close by', OpenStatus: 'Open or closed',
    PlaceName: 'The name of a place', PlaceType: 'What sort of place', PriceRange: 'How dear it is', Product: 'What is sold there', Rating: 'How well it is rated',
  },
  intents: {
    MakeCall: {
      about: 'Call a place',
      says: [
        'ring {PlaceName=corner bakery} for me', 'phone the {Nearby=closest} {PlaceType=pharmacy}', 'call the {PlaceType=garage} on {AbsoluteLocation=elm street}', 'get {PlaceName=hotel astoria} on the line', 'dial the {PlaceType=florist} in {AbsoluteLocation=camden}', 'i want to speak to {PlaceName=luigi\'s}, call them',
        'connect me with the {PlaceType=town hall}', 'give the {PlaceType=vet} {Nearby=around here} a call',
      ],
    },
    FindPlace: {
      about: 'Find a place',
      says: [
        'is there a {PlaceType=cash machine} {Nearby=close by}', 'show {PriceRange=cheap} {Cuisine=vietnamese} {PlaceType=restaurants} in {AbsoluteLocation=austin}', 'where can i buy {Product=hiking boots}', '{PlaceType=cafes} with {Amenities=a terrace} within {Distance=two miles}', 'find a {PlaceType=petrol station} that is {OpenStatus=open} {Date=now}',
        'take me somewhere {Rating=great} for {MealType=breakfast}', 'which {PlaceType=museums} are in {AbsoluteLocation=lyon}', 'i am looking for a {PlaceType=hotel} with {Amenities=a pool} in {AbsoluteLocation=split}', 'a {PlaceType=supermarket} {Nearby=near me} please', 'where is {PlaceName=the opera}',
      ],
    },
    GetAddress: {
      about: 'Ask for the address of a place',
      says: [
        'what street is {PlaceName=luigi\'s} on', 'i need the address of {PlaceName=saint mary\'s hospital}', 'where exactly is the {Nearby=next} {PlaceType=post office}', 'give me directions data for {PlaceName=blue lagoon spa}', 'tell me the zip code of {PlaceName=city library}', 'which number on {AbsoluteLocation=king street} is {PlaceName=the toy box}',
        'address for the {PlaceType=embassy} in {AbsoluteLocation=vienna}', 'send me the location of {PlaceName=riverside gym}',
      ],
    },
    GetDistance: {
      about: 'Ask how far away a place is',
      says: [
        'how many miles to {PlaceName=city zoo}', 'is {AbsoluteLocation=bath} far from here', 'distance to the {Nearby=nearest} {PlaceType=beach}', 'how long is the way to {PlaceName=central station}', 'how far apart are {AbsoluteLocation=pisa} and {AbsoluteLocation=florence}', 'can i walk to {PlaceName=the harbour}', 'is {PlaceName=the arena} more than {Distance=5 km} away',
        'tell me how far the {PlaceType=airport} is',
      ],
    },
    GetPhoneNumber: {
      about: 'Ask for the phone number of a place',
      says: [
        'number of {PlaceName=riverside gym} please', 'how do i reach the {PlaceType=front desk} of {PlaceName=hotel astoria}', 'look up the phone of {PlaceName=dr hall\'s practice}', 'what do i dial for {PlaceName=luigi\'s} in {AbsoluteLocation=boston}', 'telephone for the {Nearby=local} {PlaceType=police station}', 'do you have a contact number for {PlaceName=the toy box}',
        'i need to phone a {PlaceType=locksmith}, what is the number', 'phone number of the {PlaceType=cinema} on {AbsoluteLocation=fifth avenue}',
      ],
    },
    GetPriceRange: {
      about: 'Ask what a place costs',
      says: [
        'is {PlaceName=luigi\'s} {PriceRange=expensive}', 'what does {MealType=dinner} cost at {PlaceName=the anchor}', 'how much is a ticket to {PlaceName=city zoo}', 'are rooms at {PlaceName=hotel astoria} {PriceRange=affordable}', 'what do they charge for {Product=a haircut} at {PlaceName=bella}', 'price level of {PlaceName=green door} in {AbsoluteLocation=leeds}',
        'how dear is {PlaceName=blue lagoon spa} {Date=on weekends}', 'will {MealType=lunch} at {PlaceName=the anchor} be {PriceRange=under twenty dollars}',
      ],
    },
    GetStarRating: {
      about: 'Ask how well a place is rated',
      says: [
        'how good is {PlaceName=the anchor}', 'does {PlaceName=hotel astoria} have {Rating=four stars}', 'what rating did {PlaceName=bella} get', 'is {PlaceName=riverside gym} any {Rating=good}', 'how do people rate the {PlaceType=museum} in {AbsoluteLocation=ghent}', 'stars for {PlaceName=luigi\'s}', 'is the {Cuisine=sushi} place {Nearby=around the corner} well rated',
        'give me the score of {PlaceName=city zoo}',
      ],
    },
    GetHours: {
      about: 'Ask when a place is open',
      says: [
        'until when is {PlaceName=city library} {OpenStatus=open} {Date=tonight}', 'is the {PlaceType=bank} {OpenStatus=closed} {Date=on good friday}', 'when can i go to {PlaceName=riverside gym}', '{OpenStatus=opening} times of {PlaceName=the toy box}', 'does {PlaceName=corner bakery} {OpenStatus=open} before {Date=seven}', 'what hours does the {PlaceType=pool} keep {Date=in winter}',
        'are they still {OpenStatus=open} at {PlaceName=the anchor}', 'how late does the {Nearby=nearby} {PlaceType=pharmacy} stay {OpenStatus=open}',
      ],
    },
    GetReviews: {
      about: 'Ask for reviews of a place',
      says: [
        'what do people say about {PlaceName=the anchor}', 'read me opinions on {PlaceName=hotel astoria}', 'any complaints about {PlaceName=bella}', 'let me see what guests wrote about {PlaceName=blue lagoon spa}', 'reviews of {Cuisine=mexican} {PlaceType=restaurants} in {AbsoluteLocation=tucson}', 'is there feedback from {Date=this month} for {PlaceName=city zoo}', 'did customers like {PlaceName=luigi\'s}',
        'find the {Rating=worst} review of {PlaceName=green door}',
      ],
    },
    GetMenu: {
      about: 'Ask what a restaurant serves',
      says: [
        'what can i eat at {PlaceName=the anchor}', 'do they have {Product=gluten free bread} at {PlaceName=corner bakery}', 'let me look at the card of {PlaceName=luigi\'s}', '{MealType=lunch} menu of {PlaceName=green door}', 'is there {Product=fish} on the menu at {PlaceName=casa lola}', 'which {Product=desserts} does {PlaceName=the anchor} offer', 'tell me the dishes at the {Cuisine=korean} place {Nearby=nearby}',
        'what is the soup {Date=today} at {PlaceName=bella}',
      ],
    },
    RatePlace: {
      about: 'Rate a place',
      says: [
        'i give {PlaceName=the anchor} {Rating=three stars}', 'leave {Rating=a bad review} for {PlaceName=hotel astoria}', 'rate {PlaceName=city zoo} {Rating=excellent}', 'write that {PlaceName=bella} was {Rating=wonderful}', 'put {Rating=2 out of 5} for {PlaceName=green door} in {AbsoluteLocation=leeds}', 'review {PlaceName=luigi\'s} with {Rating=five stars}', 'i want to rate this {PlaceType=spa} {Rating=average}',
        'post a {Rating=top} rating for {PlaceName=corner bakery}',
      ],
    },
    AddFavoritePlace: {
      about: 'Keep a place among the favourites',
      says: [
        'remember {PlaceName=the anchor} as a favorite', 'put {PlaceName=city library} on my list of places', 'i like this {PlaceType=cafe}, keep it', 'bookmark {PlaceName=riverside gym}', 'favorite {PlaceName=luigi\'s} on {AbsoluteLocation=elm street}', 'star the {PlaceType=park} in {AbsoluteLocation=kyoto}', 'make {PlaceName=corner bakery} one of my favorites',
        'store {AbsoluteLocation=12 harbor road} with my saved places',
      ],
    },
  },
};
