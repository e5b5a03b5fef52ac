import type { Domain } from './domain.ts';

export const communication: Domain = {
  name: 'Communication', culture: 'en-us', description: 'Calls, messages, contacts and notifications',
  entities: {
    Attachment: 'What is sent along',
    AudioDeviceType: 'What to hear and speak with',
    Category: 'A mark that the mailbox knows',
    ContactAttribute: 'What one wants to know of a contact',
    ContactName: 'The name of a contact',
    Date: 'The day',
    Time: 'The time',
    DestinationPhone: 'Which of somebody\'s phones',
    EmailAddress: 'An address',
    EmailSubject: 'What the subject line says',
    Key: 'A key to press',
    Line: 'The line or the service to use',
    SenderName: 'The name of the sender',
    FromRelationshipName: 'What the sender is to the user',
    Message: 'What the message says',
    OrderReference: 'Words for the place in a list',
    PositionReference: 'The number of the place in a list',
    phoneNumber: 'A phone number',
    RelationshipName: 'What somebody is to the user',
    SearchTexts: 'What to search for',
    SpeedDial: 'A short number',
  },
  intents: {
    AddContact: {
      about: 'Add a contact',
      says: [
        'store {phoneNumber=555 0142} as {ContactName=felix}', 'make a contact for {ContactName=greta lind}',
        'put {EmailAddress=kim@example.com} in my address book', 'remember the number of my {RelationshipName=dentist}',
        'new entry in contacts: {ContactName=omar}', 'save the caller under {ContactName=pizza service}',
        'add {ContactName=ines} to my people', 'keep {phoneNumber=+44 20 5555 0101} for {ContactName=london office}',
      ],
    },
    AddFlag: {
      about: 'Flag a message',
      says: [
        'star this message', 'mark the text from {SenderName=ada}', 'put a flag on that mail',
        'flag the {OrderReference=latest} one', 'set the {PositionReference=second} message to {Category=important}',
        'i want to find this again, flag it', 'tag this mail for later',
        'flag what my {FromRelationshipName=teacher} wrote',
      ],
    },
    AddMore: {
      about: 'Add to what is being written',
      says: [
        'i am not done, add {Message=love to all}', 'write also {Message=call me}', 'one more line',
        'attach {Attachment=the map} as well', 'extend the text', 'put in {Message=around noon}',
        'there is more to say', 'add {ContactName=tim} to the message',
      ],
    },
    Answer: {
      about: 'Take a call',
      says: [
        'take the call', 'pick up', 'answer on {AudioDeviceType=the headset}', 'get that please',
        'accept {ContactName=mira}\'s call', 'i will talk to them', 'answer the phone',
        'put them on {AudioDeviceType=bluetooth}',
      ],
    },
    AssignContactNickname: {
      about: 'Give a contact a nickname',
      says: [
        'call {ContactName=robert hays} {RelationshipName=grandpa} from now on',
        'nickname for {ContactName=ines}: nessie', '{ContactName=felix} is my {RelationshipName=brother}',
        'let {ContactName=mira stone} be known as {RelationshipName=boss}', 'change the nickname of {ContactName=ada}',
        'remember that {ContactName=jo} is {RelationshipName=aunt jo}', 'give {ContactName=tim} another name',
        'save {ContactName=lena} as {RelationshipName=my wife}',
      ],
    },
    CallBack: {
      about: 'Return a call',
      says: [
        'ring them back', 'return the call', 'call back the {OrderReference=last} number',
        'phone {ContactName=ada} back', 'get back to whoever called at {Time=noon}',
        'return my {RelationshipName=mother}\'s call', 'i missed a call, call back',
        'call that number back on {Line=skype}',
      ],
    },
    CallVoiceMail: {
      about: 'Call the voice mail',
      says: [
        'listen to my mailbox', 'dial the answering machine', 'get my voice messages', 'what is on the voicemail',
        'open the voice box', 'hear the messages people left', 'ring my {Line=office} voicemail',
        'connect with the mailbox',
      ],
    },
    Cancel: {
      about: 'Stop what is being done',
      says: [
        'do not send it', 'stop the message', 'no call, thanks', 'leave it unsent', 'abandon the text', 'quit this',
        'do not ring {ContactName=ada} after all', 'discard what i wrote',
      ],
    },
    CheckIMStatus: {
      about: 'Ask whether somebody is there',
      says: [
        'is {ContactName=tim} online', 'can {ContactName=ada} chat now', 'what does {ContactName=felix}\'s status say',
        'who of my friends is on {Line=skype}', 'is my {RelationshipName=sister} away',
        'has {ContactName=mira} been active {Date=today}', 'see if {ContactName=jo} is available',
        'is {ContactName=omar} marked busy',
      ],
    },
    CheckMessages: {
      about: 'Look for new messages',
      says: [
        'any texts', 'did i get a message', 'look for new mail in {Line=outlook}',
        'what came in since {Time=this morning}', 'do i have {Category=unread} messages', 'check my {Line=whatsapp}',
        'is there something from my {FromRelationshipName=son}', 'anything new for me',
      ],
    },
    Confirm: {
      about: 'Agree',
      says: [
        'yes, ring them', 'right, that {ContactName=ada}', 'send it off', 'ok, dial',
        'correct, my {RelationshipName=wife}', 'go, forward it', 'that is the number',
        'sure, on {AudioDeviceType=speaker}',
      ],
    },
    EndCall: {
      about: 'End a call',
      says: [
        'put the phone down', 'end this call', 'i want to hang up now', 'finish the conversation', 'disconnect',
        'stop the call with {ContactName=felix}', 'cut the line', 'goodbye, hang up',
      ],
    },
    FindContact: {
      about: 'Find a contact',
      says: [
        'what is {ContactName=ada}\'s {ContactAttribute=address}', 'look up {ContactName=felix}',
        'when is my {RelationshipName=niece}\'s {ContactAttribute=birthday}',
        'do i have the {ContactAttribute=mobile number} of {ContactName=mira}',
        'whose number is {phoneNumber=555 0199}', 'show the contact {ContactName=pizza service}',
        'find {ContactName=jo}\'s {DestinationPhone=work} phone',
        'which {ContactAttribute=email} does {ContactName=tim} use',
      ],
    },
    FinishTask: {
      about: 'Say that one is done',
      says: [
        'nothing more to send', 'that was all', 'i am finished with my messages', 'the text is complete',
        'done writing', 'we can stop here', 'end of message', 'no more calls today',
      ],
    },
    TurnForwardingOff: {
      about: 'Stop forwarding calls',
      says: [
        'do not forward calls any more', 'end the call diversion', 'my calls should ring here again',
        'disable forwarding to {phoneNumber=555 0111}', 'no more redirecting', 'forwarding off',
        'cancel the redirection to {ContactName=felix}', 'let calls come to this phone',
      ],
    },
    TurnForwardingOn: {
      about: 'Forward calls',
      says: [
        'send my calls to {phoneNumber=555 0111}', 'redirect everything to my {DestinationPhone=office}',
        'divert calls to {ContactName=felix}', 'from {Time=six} forward calls to my {RelationshipName=wife}',
        'let the {DestinationPhone=landline} take my calls', 'start forwarding',
        'switch on the diversion to {phoneNumber=555 0123}', 'pass my calls on',
      ],
    },
    GetForwardingsStatus: {
      about: 'Ask whether calls are forwarded',
      says: [
        'are my calls diverted', 'where do my calls go', 'is forwarding active',
        'do calls go to {phoneNumber=555 0111}', 'check the call diversion', 'did i forward my phone',
        'who gets my calls right now', 'has forwarding been switched off',
      ],
    },
    GetNotifications: {
      about: 'Get the notifications',
      says: [
        'what notifications do i have', 'read my alerts', 'anything from {Line=instagram}',
        'list the notices of {Date=today}', 'get my {Line=calendar} notifications', 'which apps want something',
        'any alerts since {Time=nine}', 'tell me the {OrderReference=latest} notifications',
      ],
    },
    Goback: {
      about: 'Return to the step before',
      says: [
        'return to the message', 'back to the chat', 'one step back', 'take me back to my contacts',
        'the screen before', 'go to where i was', 'back to {Line=whatsapp}', 'step back',
      ],
    },
    Ignore: {
      about: 'Let a call ring',
      says: [
        'let it ring', 'ignore them', 'do not take this one', 'leave that call', 'i am not here',
        'ignore {ContactName=felix}', 'mute the ringing', 'not now, let it go',
      ],
    },
    IgnoreWithMessage: {
      about: 'Answer a call by a message',
      says: [
        'text them that {Message=i am in a meeting}', 'do not pick up, write {Message=call you later}',
        'send {Message=driving} in place of answering', 'ignore the call and text {ContactName=ada}',
        'let them know by message {Message=i will ring back}', 'answer with a text only',
        'no call, but say {Message=busy until five}', 'turn it down with a message',
      ],
    },
    Dial: {
      about: 'Call somebody',
      says: [
        'ring {ContactName=ada}', 'phone my {RelationshipName=father} at {DestinationPhone=home}',
        'dial {phoneNumber=555 0177}', 'get me {ContactName=felix} on {Line=skype}',
        'i need to speak to {ContactName=mira}',
        'call {ContactName=jo}\'s {DestinationPhone=mobile} on {AudioDeviceType=speaker}', 'make a call',
        'telephone {ContactName=the garage}', 'use speed dial {SpeedDial=four}',
      ],
    },
    FindSpeedDial: {
      about: 'Ask for a short number',
      says: [
        'who is on speed dial {SpeedDial=three}', 'which key calls {ContactName=ada}',
        'do i have a short number for my {RelationshipName=mother}', 'what is {SpeedDial=nine} set to',
        'list the speed dials', 'is {phoneNumber=555 0177} on speed dial',
        'tell me {ContactName=felix}\'s short number', 'look up speed dial {SpeedDial=one}',
      ],
    },
    Forward: {
      about: 'Pass a message on',
      says: [
        'pass this text to {ContactName=tim}',
        'forward the mail about {EmailSubject=rent} to my {RelationshipName=flatmate}',
        'send it on to {EmailAddress=jo@example.com}', 'share {SenderName=ada}\'s message with {ContactName=felix}',
        'relay that', 'let {ContactName=mira} read this too', 'forward the {OrderReference=last} one',
        'forward it with {Attachment=the photo}',
      ],
    },
    ReadAloud: {
      about: 'Have a message read out',
      says: [
        'what does the text say', 'read {SenderName=ada}\'s mail', 'let me hear the {OrderReference=newest} message',
        'read out what my {FromRelationshipName=wife} wrote {Date=yesterday}', 'speak my texts',
        'tell me the {PositionReference=third} message', 'read the mail with the subject {EmailSubject=schedule}',
        'i am driving, read it',
      ],
    },
    PressKey: {
      about: 'Press a key',
      says: [
        'push {Key=pound}', 'enter {Key=four} {Key=two}', 'hit the {Key=hash} key', 'key {Key=0}',
        'press {Key=star} then {Key=one}', 'tap {Key=nine}', 'choose option {Key=2} on the keypad', 'type {Key=7}',
      ],
    },
    QueryLastText: {
      about: 'Ask about the newest message',
      says: [
        'who wrote to me just now', 'from whom was the {OrderReference=last} text',
        'what did {SenderName=felix} text me', 'when did my {FromRelationshipName=dad} message',
        'who sent something {Date=today}', 'which message came {OrderReference=last}',
        'did anybody text at {Time=noon}', 'what was the {OrderReference=most recent} message about',
      ],
    },
    Redial: {
      about: 'Call again',
      says: [
        'try that number again', 'call once more', 'dial {ContactName=ada} again',
        'repeat the {OrderReference=last} call', 'it was busy, try again', 'the same number please',
        'redial on {AudioDeviceType=the car kit}', 'ring again',
      ],
    },
    Reject: {
      about: 'Turn a call down',
      says: [
        'turn the call down', 'i cannot talk', 'decline', 'hang up on them', 'refuse {ContactName=felix}\'s call',
        'no, not that number', 'send them away', 'do not put the call through',
      ],
    },
    Reply: {
      about: 'Answer a message',
      says: [
        'write back {Message=on my way}', 'answer {SenderName=ada}',
        'reply to the {OrderReference=last} text with {Message=great}',
        'tell my {RelationshipName=brother} {Message=yes}', 'respond {Message=see you there}',
        'answer by {Line=whatsapp}', 'text back that {Message=i found it}', 'send a reply',
      ],
    },
    SearchMessages: {
      about: 'Search messages',
      says: [
        'find texts about {SearchTexts=the deposit}', 'which messages did {SenderName=mira} send {Date=last week}',
        'look for {SearchTexts=wifi password} in my mail', 'show {Category=flagged} messages',
        'mails with {Attachment=pictures} from my {FromRelationshipName=aunt}',
        'search {Line=outlook} for {SearchTexts=visa}', 'get the mail titled {EmailSubject=welcome}',
        'all texts from {phoneNumber=555 0142}',
      ],
    },
    SendEmail: {
      about: 'Write and send mail',
      says: [
        'email {ContactName=mira} {Message=the files are ready}', 'write a mail to {EmailAddress=help@example.com}',
        'mail {Attachment=the report} to my {RelationshipName=tutor}',
        'new email with the subject {EmailSubject=moving day}', 'send {ContactName=felix} an email from {Line=gmail}',
        'compose a mail to {ContactName=ada} and {ContactName=tim}', 'mail myself {Message=buy lamp oil}',
        'a {Category=high priority} email for {ContactName=omar}',
      ],
    },
    SendMessage: {
      about: 'Send a text message',
      says: [
        'text {ContactName=ada} {Message=i am outside}', 'tell my {RelationshipName=wife} {Message=dinner is ready}',
        'message {ContactName=tim} on {Line=whatsapp}', 'send {phoneNumber=555 0142} {Message=who is this}',
        'write {ContactName=felix} that {Message=the train is late}', 'sms to {ContactName=mira}',
        'send {Attachment=my location} to {ContactName=jo}', 'let {ContactName=omar} know {Message=the door is open}',
      ],
    },
    SetSpeedDial: {
      about: 'Set a short number',
      says: [
        'put {ContactName=ada} on {SpeedDial=five}', 'make {SpeedDial=two} my {RelationshipName=mother}',
        'speed dial {SpeedDial=one} should be {phoneNumber=555 0100}', 'give {ContactName=felix} a short number',
        'assign {SpeedDial=seven} to {ContactName=the office}', 'set key {SpeedDial=three} for {ContactName=jo}',
        'change speed dial {SpeedDial=eight}', 'add my {RelationshipName=husband} to speed dial',
      ],
    },
    ShowCurrentNotification: {
      about: 'Show the notification that came',
      says: [
        'what was that sound', 'show what just popped up', 'open this notification', 'display the alert',
        'what does the banner say', 'let me see the current notice', 'read the notification on the screen',
        'who is that from',
      ],
    },
    ShowNext: {
      about: 'Show the next item',
      says: [
        'the message after', '{OrderReference=next} text', 'more messages', 'scroll on',
        'show {PositionReference=two} further', 'and the following one', 'go down the list',
        'continue to the {OrderReference=next} mail',
      ],
    },
    ShowPrevious: {
      about: 'Show the item before',
      says: [
        'the message before', 'back to the {OrderReference=previous} text', 'one up', 'scroll back',
        'show the earlier ones', 'what was the mail before this', 'go up the list', 'the last one again',
      ],
    },
    TurnSpeakerOff: {
      about: 'Switch the speaker off',
      says: [
        'no more {AudioDeviceType=speaker}', 'back to the {AudioDeviceType=earpiece}',
        'do not use the {AudioDeviceType=loudspeaker}', 'make the call private', 'speaker off',
        'switch the {AudioDeviceType=hands-free} off', 'take {ContactName=ada} off the speaker',
        'only i should hear this',
      ],
    },
    TurnSpeakerOn: {
      about: 'Switch the speaker on',
      says: [
        'use the {AudioDeviceType=loudspeaker}', 'let everybody hear {ContactName=ada}',
        'go {AudioDeviceType=hands-free}', 'call on {AudioDeviceType=speaker}', 'speaker on please',
        'switch to {AudioDeviceType=car speakers}', 'put the call on {AudioDeviceType=bluetooth}',
        'make it loud for the room',
      ],
    },
  },
};
