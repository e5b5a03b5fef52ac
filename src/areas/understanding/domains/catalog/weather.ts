import type { Domain } from './domain.ts';

export const weather: Domain = {
  name: 'Weather', culture: 'en-us', description: 'Forecasts, past weather and warnings, by place and time',
  entities: {
    Location: 'Where the weather is asked for', Date: 'The day or the days', Time: 'The time of day', AdditionalWeatherCondition: 'A closer description of the weather, such as speed or direction',
    Historic: 'Words for weather of the past', PrecipitationUnit: 'An amount of rain or snow', SuitableFor: 'What somebody wants to wear or do', TemperatureUnit: 'A temperature or the scale of one',
    WeatherRange: 'The end of a range, such as high or low', WeatherCondition: 'A condition such as rain, wind or heat', WindDirectionUnit: 'A direction of the wind',
  },
  intents: {
    CheckWeatherValue: {
      about: 'Ask for the weather, or for one of its figures',
      says: [
        'how {WeatherCondition=hot} does it get in {Location=madrid} in {Date=august}', 'tell me the {WeatherCondition=humidity} in {Location=tampa} {Date=today}', 'what is the {WeatherRange=low} for {Date=tonight} in {Location=oslo}',
        'give me the forecast for {Location=leeds} {Date=on sunday}', 'how many inches of {WeatherCondition=snow} fell in {Location=buffalo} {Date=yesterday}', 'what {AdditionalWeatherCondition=speed} does the {WeatherCondition=wind} have {Time=this evening}',
        'the {WeatherRange=highest} {WeatherCondition=temperature} {Historic=ever measured} in {Location=death valley}', 'weather in {Location=lima} {Date=next week}', 'is there a figure for the {WeatherCondition=uv index} {Date=tomorrow} {Time=at noon}',
        '{Historic=average} {WeatherCondition=rainfall} in {Location=bergen} in {Date=october}',
      ],
    },
    CheckWeatherTime: {
      about: 'Ask when some weather will come, or came',
      says: [
        'when will the {WeatherCondition=rain} stop in {Location=glasgow}', 'what day this week will be the {WeatherCondition=sunniest}', 'in which month does it {WeatherCondition=snow} most in {Location=sapporo}',
        'at what time does the {WeatherCondition=fog} lift {Date=tomorrow}', 'when was the {WeatherRange=coldest} day {Historic=on record} in {Location=chicago}', 'how soon will it be {WeatherCondition=warm} enough for {SuitableFor=a picnic}',
        'when is the {WeatherCondition=storm} supposed to hit {Location=galveston}', 'tell me when {WeatherCondition=frost} is likely {Date=this month}', 'which season is {WeatherCondition=driest} in {Location=nairobi}',
      ],
    },
    QueryWeather: {
      about: 'Ask whether some weather will be, or whether it suits what one wants to do',
      says: [
        'do i need {SuitableFor=an umbrella} {Date=on thursday}', 'will there be {WeatherCondition=thunder} in {Location=dallas} {Time=this afternoon}', 'is it {WeatherCondition=windy} enough for {SuitableFor=sailing}',
        'can i hang the washing out {Date=today} or will it {WeatherCondition=drizzle}', 'should i wear {SuitableFor=a coat} {Time=tonight}', 'is it going to {WeatherCondition=freeze} in {Location=denver} {Date=this weekend}',
        'does {Location=porto} get {WeatherCondition=hail} in {Date=spring}', 'is {Date=february} too {WeatherCondition=cold} for {SuitableFor=hiking} in {Location=the alps}', 'will the {WeatherCondition=wind} come from the {WindDirectionUnit=west} {Date=tomorrow}',
        'could we get more than {PrecipitationUnit=two inches} of {WeatherCondition=rain}',
      ],
    },
    ChangeTemperatureUnit: {
      about: 'Have temperatures shown on another scale',
      says: [
        'show that in {TemperatureUnit=fahrenheit}', 'switch to {TemperatureUnit=celsius} please', 'how much is that in {TemperatureUnit=kelvin}', 'i prefer degrees {TemperatureUnit=celsius}', 'use {TemperatureUnit=fahrenheit} from now on',
        'what is {TemperatureUnit=21 celsius} on the other scale', 'say the temperature in {TemperatureUnit=centigrade} instead', 'change the unit to {TemperatureUnit=kelvin}', 'not {TemperatureUnit=fahrenheit}, the european one',
      ],
    },
    GetWeatherAdvisory: {
      about: 'Ask for warnings of bad weather',
      says: [
        'is there a {WeatherCondition=tornado} warning for {Location=tulsa}', 'any severe weather coming to {Location=the coast} {Date=tomorrow}', 'read me the {WeatherCondition=flood} alerts around here', 'have they issued an advisory for {WeatherCondition=heavy snow}',
        'warn me about {WeatherCondition=hurricanes} near {Location=miami}', 'are {WeatherCondition=heat} advisories in effect {Date=today}', 'what weather watches are active in {Location=kansas}', 'should i worry about {WeatherCondition=ice} on the roads {Time=tonight}',
      ],
    },
  },
};
