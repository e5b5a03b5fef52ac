import type { Domain } from './domain.ts';

export const calendar: Domain = {
  name: 'Calendar', culture: 'en-us', description: 'Personal meetings and appointments',
  entities: {
    ContactName: 'Who takes part',
    DestinationCalendar: 'Which calendar',
    Duration: 'How long',
    EndDate: 'The day of the end',
    EndTime: 'The time of the end',
    Location: 'Where it takes place',
    MeetingRoom: 'The room',
    MoveEarlierTimeSpan: 'By how much it moves ahead',
    MoveLaterTimeSpan: 'By how much it moves back',
    OrderReference: 'Words for the place in a list',
    OriginalEndDate: 'The day of the end before a change',
    OriginalEndTime: 'The time of the end before a change',
    OriginalStartDate: 'The day of the start before a change',
    OriginalStartTime: 'The time of the start before a change',
    PositionReference: 'The number of the place in a list',
    RelationshipName: 'What somebody is to the user',
    SlotAttribute: 'Which part of an entry',
    StartDate: 'The day of the start',
    StartTime: 'The time of the start',
    Subject: 'What it is about',
    Message: 'What to tell those who take part',
  },
  intents: {
    AcceptEventEntry: {
      about: 'Accept an invitation',
      says: [
        'say yes to {ContactName=mara}\'s invitation', 'i will be at the {Subject=board lunch}',
        'accept everything {StartDate=on friday}', 'tell them i am coming to the {Subject=kickoff}',
        'take the {StartTime=4 pm} invitation', 'yes to the {PositionReference=second} meeting request',
        'agree to the {Subject=budget round} {StartDate=tomorrow}', 'confirm my place in the {Subject=workshop}',
      ],
    },
    Cancel: {
      about: 'Stop making or changing an entry',
      says: [
        'stop making the appointment', 'do not create that meeting', 'never mind the invitation',
        'leave my calendar as it was', 'drop this entry, i was wrong', 'no event after all', 'quit scheduling',
        'forget the {Subject=yoga} entry i was making',
      ],
    },
    ChangeCalendarEntry: {
      about: 'Move or change an entry',
      says: [
        'move {Subject=the review} from {OriginalStartTime=3} to {StartTime=4:30}',
        'push {OriginalStartDate=thursday}\'s call back {MoveLaterTimeSpan=an hour}',
        'bring the {Subject=standup} forward by {MoveEarlierTimeSpan=15 minutes}',
        'my trip ends {EndDate=on the 9th}, not {OriginalEndDate=the 7th}',
        'let the class that stops at {OriginalEndTime=five} run until {EndTime=six}',
        'change the {SlotAttribute=title} of the {StartTime=noon} entry to {Subject=tax talk}',
        'put the {Subject=haircut} on {StartDate=monday} instead',
        'hold the {Subject=interview} in {MeetingRoom=room 12}',
        'make {Subject=physio} {Duration=45 minutes} long',
      ],
    },
    CheckAvailability: {
      about: 'Ask when somebody is free',
      says: [
        'is {ContactName=omar} busy {StartDate=on wednesday}', 'am i free {StartTime=at two}',
        'find a gap of {Duration=half an hour} {StartDate=today}',
        'does my {RelationshipName=manager} have time {StartDate=next week}',
        'can {ContactName=ines} and {ContactName=paul} meet before {EndTime=noon}',
        'what slots are open {StartDate=on the 14th}', 'would {StartTime=5 pm} clash with anything',
        'when could the four of us get together',
      ],
    },
    Confirm: {
      about: 'Agree to a change of the calendar',
      says: [
        'yes, put it in the calendar', 'right, move the meeting', 'good, invite {ContactName=omar}',
        'ok, {StartDate=friday} it is', 'sure, delete the appointment', 'that entry is fine',
        'yes, book {MeetingRoom=the small room}', 'correct, {StartTime=at nine}',
      ],
    },
    ConnectToMeeting: {
      about: 'Join a meeting by phone or video',
      says: [
        'join the {Subject=design sync}', 'put me through to the {StartTime=10:30} call',
        'dial into {ContactName=ines}\'s meeting', 'get me into the video conference',
        'enter the {Subject=all hands} now', 'hook me up to my {OrderReference=next} meeting',
        'open the call with {ContactName=paul}', 'let me into the {Subject=webinar}',
      ],
    },
    ContactMeetingAttendees: {
      about: 'Tell those who take part something',
      says: [
        'let everyone in the {Subject=sync} know {Message=i am stuck in traffic}',
        'write to the {StartTime=9 o\'clock} group that {Message=we start later}',
        'tell {ContactName=omar} {Message=to bring the samples} to the meeting',
        'message the people of my {OrderReference=next} meeting',
        'inform the guests of {Subject=the picnic} that {Message=it moved indoors}',
        'ask the attendees {Message=who needs parking}',
        'send {Message=running ten minutes behind} to the {Subject=interview} panel',
        'notify them all that {Message=the room changed}',
      ],
    },
    CreateCalendarEntry: {
      about: 'Add an entry',
      says: [
        'put {Subject=dentist} in my calendar {StartDate=on the 3rd} at {StartTime=8:15}',
        'schedule {Subject=a code review} with {ContactName=ines} {StartDate=tomorrow}',
        'book {MeetingRoom=the aquarium} for {Duration=two hours}',
        'i am on holiday from {StartDate=july 4} to {EndDate=july 18}',
        'set up {Subject=coffee} with my {RelationshipName=cousin} at {Location=the harbor cafe}',
        'add {Subject=parents evening} to the {DestinationCalendar=family} calendar',
        'make an appointment {StartTime=at six}',
        'block {StartTime=1 pm} to {EndTime=3 pm} for {Subject=writing}',
        'new entry {StartDate=next tuesday}: {Subject=oil change}',
        'arrange a meeting in {Location=hamburg} {StartDate=on monday}',
      ],
    },
    DeleteCalendarEntry: {
      about: 'Delete an entry',
      says: [
        'take {Subject=the gym} off my calendar', 'i am not going to the {Subject=reading}, remove it',
        'wipe {StartDate=saturday}', 'call off the {StartTime=11:00} with {ContactName=paul}',
        'delete the {PositionReference=third} entry', 'scrap my trip to {Location=bern}',
        'remove everything {StartDate=tomorrow} after {StartTime=two}',
        'there will be no {Subject=rehearsal} {StartDate=this week}',
      ],
    },
    FindCalendarEntry: {
      about: 'Look at the calendar',
      says: [
        'what is on {StartDate=tomorrow}', 'do i have anything with {ContactName=omar}',
        'open the {DestinationCalendar=team} calendar', 'look for the {Subject=eye test}', 'read me my day',
        'which appointments are in {Location=york}', 'list my meetings {StartDate=next week}',
        'is there something in my diary {StartTime=at four}',
      ],
    },
    FindCalendarWhen: {
      about: 'Ask when an entry is',
      says: [
        'what time is {Subject=the concert}', 'on which day do i see {ContactName=ines}',
        'when does the {Subject=course} start', 'how late is my {OrderReference=last} meeting {StartDate=today}',
        'when am i in {Location=oslo}', 'at what hour is {Subject=swimming}',
        'when is the {Subject=school play} of my {RelationshipName=daughter}', 'tell me when the {Subject=audit} ends',
      ],
    },
    FindCalendarWhere: {
      about: 'Ask where an entry is',
      says: [
        'in which room is the {Subject=sync}', 'where do i meet {ContactName=paul} {StartDate=tomorrow}',
        'what is the address of the {Subject=workshop}', 'where will {Subject=dinner} be',
        'which building is my {StartTime=3:30} in', 'tell me the place of the {OrderReference=next} appointment',
        'where does the {Subject=tour} begin {StartDate=on sunday}',
        'location of my meeting with my {RelationshipName=lawyer}',
      ],
    },
    FindCalendarWho: {
      about: 'Ask who takes part',
      says: [
        'who is coming to {Subject=the retro}', 'has {ContactName=omar} accepted',
        'with whom am i having lunch {StartDate=today}', 'how many people are in the {StartTime=2 pm}',
        'who invited me to {Subject=the gala}', 'is my {RelationshipName=boss} in that meeting',
        'list the attendees of the {OrderReference=next} one', 'who has not answered for {Subject=the offsite}',
      ],
    },
    FindCalendarDetail: {
      about: 'Ask for all about an entry',
      says: [
        'tell me more about the {Subject=retro}', 'what exactly is at {StartTime=ten}',
        'show the details of {ContactName=ines}\'s meeting', 'what is the agenda {StartDate=on friday}',
        'open the {PositionReference=second} entry', 'give me everything about my {OrderReference=next} appointment',
        'what do i need to bring to {Subject=the exam}', 'describe the event in {Location=turin}',
      ],
    },
    FindDuration: {
      about: 'Ask how long something takes',
      says: [
        'how long is the {Subject=briefing}', 'how many hours do i have in {Location=dover}',
        'what is the length of my meeting with {ContactName=paul}',
        'is {Subject=the exam} longer than {Duration=two hours}', 'how much time is there for {Subject=breakfast}',
        'how long will {StartDate=tomorrow}\'s session go on', 'duration of the {StartTime=1:15}',
        'how many days is my leave',
      ],
    },
    FindMeetingRoom: {
      about: 'Find a room',
      says: [
        'which rooms are empty at {StartTime=three}', 'i need a room for eight people',
        'get us a quiet room {StartDate=on monday}', 'is {MeetingRoom=the library} taken',
        'find another room for the {Subject=sync}', 'show rooms in {Location=building 7}',
        'a room for {Duration=90 minutes} please', 'where can we meet on the third floor',
      ],
    },
    GoBack: {
      about: 'Return to the step before',
      says: [
        'back to my calendar', 'return to the entry before', 'one step back in the schedule',
        'go back to the list of meetings', 'take me to the last screen', 'back to {StartDate=monday}',
        'i want to see the entry from before', 'step back please',
      ],
    },
    Reject: {
      about: 'Turn down what is offered',
      says: [
        'that time is no good', 'no, not {StartDate=on sunday}', 'i cannot do {StartTime=eight}',
        'decline the {Subject=webinar}', 'do not add it', 'no, that is the wrong {ContactName=paul}', 'i am busy then',
        'not that room',
      ],
    },
    ShowNext: {
      about: 'Show the next entry',
      says: [
        'what have i got after this', 'the following appointment', '{OrderReference=next} meeting please', 'and then',
        'what is my {OrderReference=next} thing {StartDate=today}', 'show the one after the {Subject=sync}',
        'move on in my calendar', 'what comes up later',
      ],
    },
    ShowPrevious: {
      about: 'Show the entry before',
      says: [
        'what was i doing before this', 'the meeting before the {Subject=retro}',
        'my {OrderReference=previous} appointment', 'show the one earlier', 'what came before {StartTime=noon}',
        'go up in my schedule', 'the {OrderReference=last} thing i had', 'what did i have before {StartDate=today}',
      ],
    },
    TimeRemaining: {
      about: 'Ask how long until an entry',
      says: [
        'how soon do i have to leave for {Subject=the dentist}', 'minutes until my {OrderReference=next} call',
        'how many days to {Subject=the wedding}', 'how long before {ContactName=omar} gets here',
        'is there time for a coffee before the {Subject=sync}', 'what is left until {StartTime=five}',
        'time to go until the {OrderReference=first} meeting', 'how long is it still to {Subject=my flight}',
      ],
    },
  },
};
