import type { Domain } from './domain.ts';

export const homeAutomation: Domain = {
  name: 'HomeAutomation', culture: 'en-us', description: 'Lights, heating and other appliances of a home',
  entities: {
    DeviceName: 'The name that somebody has given to a device', DeviceType: 'What sort of device it is', Location: 'The room or place where it is', NumericalChange: 'By how much a setting goes up or down',
    OrderReference: 'The place of a device in a list', Quantifier: 'How many devices are meant', Setting: 'What a device is set to', SettingType: 'Which of its settings', Time: 'When, or for how long', Date: 'On which day',
    Unit: 'The unit of a value',
  },
  intents: {
    TurnOff: {
      about: 'Switch a device off',
      says: [
        'kill the {DeviceType=lights} in the {Location=hallway}', 'shut off {Quantifier=every} {DeviceType=lamp} {Location=upstairs}', 'power down the {DeviceType=television}', 'i am going to bed, {Quantifier=everything} off please', 'make the {DeviceType=heater} stop',
        'turn the {DeviceName=reading lamp} off in {Time=ten minutes}', 'no more {DeviceType=fan} in the {Location=study}', 'put out the {DeviceType=porch light}', 'switch the {DeviceType=oven} off at {Time=6:15 pm}', 'disable the {DeviceType=sprinkler} in the {Location=garden}',
      ],
    },
    TurnOn: {
      about: 'Switch a device on',
      says: [
        'start the {DeviceType=kettle} in the {Location=kitchen}', 'get the {DeviceType=air conditioner} going', 'i need {DeviceType=light} in the {Location=cellar}', 'switch on {Quantifier=both} {DeviceType=fans}', 'power up the {DeviceType=stereo}',
        'have the {DeviceType=dishwasher} run {Date=tomorrow} at {Time=midnight}', 'put the {DeviceName=aquarium} {DeviceType=pump} on', 'turn on the {OrderReference=second} {DeviceType=lamp}', 'light up the {Location=driveway}', 'wake the {DeviceType=robot vacuum} at {Time=nine}',
      ],
    },
    SetDevice: {
      about: 'Set a device to a value or a mode',
      says: [
        'put the {DeviceType=thermostat} at {Setting=68} {Unit=degrees}', 'make the {DeviceType=lights} in the {Location=den} {Setting=purple}', 'set {DeviceName=cosy corner} to {Setting=candle mode}', 'i want the {SettingType=volume} of the {DeviceType=radio} at {Setting=30} {Unit=percent}',
        'change the {DeviceType=fan} {SettingType=speed} to {Setting=medium}', 'switch the {DeviceType=heating} to {Setting=eco}', 'adjust the {Location=nursery} {SettingType=temperature} to {Setting=twenty}', 'the {DeviceType=blinds} should be {Setting=half open}', 'tune the {DeviceType=radio} to {Setting=channel four}',
      ],
    },
    QueryState: {
      about: 'Ask for the state of a device or a setting',
      says: [
        'did i leave the {DeviceType=iron} on', 'how warm is the {Location=attic}', 'are {Quantifier=all} the {DeviceType=windows} shut', 'what {SettingType=temperature} is the {DeviceType=oven} at', 'tell me if the {Location=garage} {DeviceType=door} is {Setting=open}',
        'which {DeviceType=lights} are on {Location=downstairs}', 'is {DeviceName=old faithful} still running', 'check whether the {DeviceType=washing machine} has finished', 'what is the {SettingType=brightness} of the {DeviceType=lamp} in the {Location=office}',
      ],
    },
    TurnUp: {
      about: 'Raise a setting of a device',
      says: [
        'a little more {DeviceType=light} in the {Location=bathroom}', 'raise the {DeviceType=thermostat} by {NumericalChange=3} {Unit=degrees}', 'louder please', 'crank up the {DeviceType=speaker} {NumericalChange=20} {Unit=percent}', 'it is chilly, heat the {Location=bedroom} up',
        'increase the {SettingType=brightness} of the {DeviceName=desk light}', 'bump the {DeviceType=fan} up a notch', 'make the {Location=dining room} {DeviceType=lights} stronger', 'turn the {DeviceType=tv} up by {NumericalChange=five}',
      ],
    },
    TurnDown: {
      about: 'Lower a setting of a device',
      says: [
        'lower the {DeviceType=blinds} in the {Location=lounge} by {NumericalChange=10} {Unit=percent}', 'the {DeviceType=music} is too loud', 'soften the {DeviceType=lights} in the {Location=corridor}', 'bring the {SettingType=temperature} down {NumericalChange=two} {Unit=degrees}',
        'reduce the {DeviceType=fan} {SettingType=speed}', 'less bright in the {Location=playroom}', 'cool the {Location=sunroom} a bit', 'drop the {DeviceType=heater} by {NumericalChange=4}', 'turn {DeviceName=big blue} down a little',
      ],
    },
  },
};
