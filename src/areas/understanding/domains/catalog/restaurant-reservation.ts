import type { Domain } from './domain.ts';

export const restaurantReservation: Domain = {
  name: 'RestaurantReservation', culture: 'en-us', description: 'Booking tables, and finding and changing what is booked',
  entities: {
    Address: 'Where the restaurant is',
    Atmosphere: 'What it is like there',
    Cuisine: 'What is cooked there',
    MealType: 'Which meal',
    PlaceName: 'The name of the restaurant',
    Rating: 'How well it is rated',
    NumberPeople: 'For how many',
    Time: 'When',
  },
  intents: {
    Reserve: {
      about: 'Book a table',
      says: [
        'get us a table at {PlaceName=the blue heron} for {NumberPeople=four} {Time=on saturday night}',
        'i want to eat {Cuisine=thai} {Time=tonight}, book something',
        'reserve {NumberPeople=six} seats for {MealType=brunch} {Time=next sunday}',
        'we need a {Atmosphere=quiet} place in {Address=brooklyn} for {NumberPeople=two}',
        'can you make a booking at {PlaceName=casa lola} {Time=at 8:30}',
        'a table for {NumberPeople=ten} {Time=on new year\'s eve} please',
        'find a {Rating=five star} {Cuisine=french} restaurant and book for {NumberPeople=3}',
        'book {MealType=lunch} at {PlaceName=marta\'s} near {Address=main street}',
        'hold a spot for {NumberPeople=a party of five} {Time=friday at seven}',
      ],
    },
    DeleteReservation: {
      about: 'Cancel a booking',
      says: [
        'we cannot make it to {PlaceName=casa lola}, cancel',
        'drop the table for {Time=tomorrow evening}',
        'call off my {MealType=dinner} booking',
        'please cancel what i booked in {Address=soho}',
        'undo the reservation for {NumberPeople=eight}',
        'i will not be at {PlaceName=the blue heron} {Time=on monday}, delete it',
        'get rid of our {Time=noon} reservation', 'no {MealType=breakfast} booking any more, thanks',
      ],
    },
    ChangeReservation: {
      about: 'Change a booking',
      says: [
        'move our table to {Time=nine}',
        'there will be {NumberPeople=seven} of us instead of {NumberPeople=five}',
        'shift the {PlaceName=casa lola} booking to {Time=thursday}',
        'can we make it {MealType=lunch} rather than {MealType=dinner}',
        'add {NumberPeople=two} people to my reservation',
        'push the booking back by {Time=half an hour}',
        'switch my table from {PlaceName=marta\'s} to {PlaceName=green door}',
        'change the reservation {Time=tomorrow} to {NumberPeople=3} persons',
      ],
    },
    Confirm: {
      about: 'Agree to a booking',
      says: [
        'yes, take that table', 'good, reserve it', 'please confirm {PlaceName=green door}', 'that time is fine, book',
        'ok, {NumberPeople=four} people is right', 'go ahead with the {MealType=dinner} booking',
        'yes, {Time=at six} works', 'sure, keep the reservation',
      ],
    },
    FindReservationDetail: {
      about: 'See what is booked',
      says: [
        'what have i booked at {PlaceName=marta\'s}',
        'tell me about my table {Time=tomorrow}',
        'show my {MealType=dinner} reservations',
        'how many people is the booking in {Address=the old town} for',
        'details of the reservation {Time=on friday}',
        'do i have anything booked {Time=this week}',
        'what name is the table at {PlaceName=casa lola} under',
        'look up our reservation',
      ],
    },
    FindReservationWhere: {
      about: 'Ask where a booking is',
      says: [
        'where are we eating {Time=tonight}',
        'what is the address of the restaurant i booked',
        'in which street is {PlaceName=green door}, where we have the table',
        'where did i reserve for {MealType=lunch}',
        'how do i get to my reservation {Time=on sunday}',
        'which place is our booking for {NumberPeople=six} at',
        'tell me the location of {Time=tomorrow\'s} table', 'where is the {Cuisine=greek} restaurant we booked',
      ],
    },
    FindReservationWhen: {
      about: 'Ask when a booking is',
      says: [
        'what time is our table at {PlaceName=the blue heron}',
        'when are we due at {PlaceName=casa lola}',
        'on which day did i book {MealType=brunch}',
        'at what hour is the reservation for {NumberPeople=ten}',
        'when do we eat {Time=tomorrow}',
        'remind me when the {Cuisine=indian} place is booked',
        'is our table at {Time=seven} or later',
        'when is my next reservation',
      ],
    },
    Reject: {
      about: 'Turn down what is offered for a booking',
      says: [
        'no, that restaurant is too far', 'do not reserve there', 'not at {Time=ten}, that is too late',
        'i do not want that table', 'no, leave the booking as it is', 'none of those places',
        'we would not like {Cuisine=seafood}', 'no thanks, no table {Time=tonight}',
      ],
    },
  },
};
