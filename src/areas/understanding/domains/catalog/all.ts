import { calendar } from './calendar.ts';
import { communication } from './communication.ts';
import type { Domain } from './domain.ts';
import { email } from './email.ts';
import { homeAutomation } from './home-automation.ts';
import { notes } from './notes.ts';
import { places } from './places.ts';
import { restaurantReservation } from './restaurant-reservation.ts';
import { toDo } from './to-do.ts';
import { utilities } from './utilities.ts';
import { weather } from './weather.ts';
import { web } from './web.ts';

export const DOMAINS: readonly Domain[] = [
  calendar,
  communication,
  email,
  homeAutomation,
  notes,
  places,
  restaurantReservation,
  toDo,
  utilities,
  weather,
  web,
];
