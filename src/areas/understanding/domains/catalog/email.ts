import type { Domain } from './domain.ts';

export const email: Domain = {
  name: 'Email', culture: 'en-us', description: 'Writing, reading and sorting e-mail',
  entities: {
    Attachment: 'What is sent along',
    ContactName: 'The name of a receiver',
    Date: 'The day of a message',
    EmailAddress: 'An address',
    EmailSubject: 'What the subject line says',
    SenderName: 'The name of the sender',
    FromRelationshipName: 'What the sender is to the user',
    Message: 'What the message says',
    Category: 'A mark that the mailbox knows',
    OrderReference: 'Words for the place in a list',
    PositionReference: 'The number of the place in a list',
    RelationshipName: 'What the receiver is to the user',
    Time: 'The time of a message',
    SearchTexts: 'What to search for',
    Line: 'The account to use',
  },
  intents: {
    AddMore: {
      about: 'Add to the message being written',
      says: [
        'also write {Message=see you at the gate}', 'put {Attachment=the invoice} with it',
        'i want to say more in this mail', 'append {Message=ps bring the dog}',
        'add {ContactName=nora} to the receivers', 'there is one more sentence for the mail',
        'include {Attachment=my photos} too', 'extend the message with {Message=thanks again}',
      ],
    },
    Cancel: {
      about: 'Stop writing or sending',
      says: [
        'do not send that mail', 'throw the draft away', 'stop writing', 'i will not mail {ContactName=nora} after all',
        'never mind the email', 'hold back the message', 'discard this reply', 'no mail then',
      ],
    },
    CheckMessages: {
      about: 'Look for new mail',
      says: [
        'has anything arrived', 'any mail for me', 'look into my mailbox', 'is there post', 'refresh the inbox',
        'do i have {Category=unread} mail', 'what is new in my {Line=office} mail', 'see if somebody wrote',
      ],
    },
    Confirm: {
      about: 'Agree to send or delete',
      says: [
        'yes, off with it', 'send the mail now', 'that draft is right', 'correct, delete the mail',
        'fine, answer with that', 'ok, forward it', 'sure, to {ContactName=nora}', 'the text is good, go',
      ],
    },
    Delete: {
      about: 'Delete mail',
      says: [
        'bin the {OrderReference=latest} mail', 'erase all messages from {SenderName=acme travel}',
        'delete mail older than {Date=last month}', 'remove the {PositionReference=second} one',
        'clear out the {Category=spam}', 'i do not need the mail about {EmailSubject=server outage}',
        'throw out everything {SenderName=hugo} sent {Date=yesterday}', 'get rid of this message',
      ],
    },
    ReadAloud: {
      about: 'Have mail read out',
      says: [
        'what does {SenderName=petra} write', 'read the mail titled {EmailSubject=trip plans}',
        'let me hear the {PositionReference=first} message',
        'tell me what my {FromRelationshipName=boss} mailed {Date=today}', 'speak the {Category=flagged} mails',
        'read out the {OrderReference=newest} mail in my {Line=school} account', 'what was in the {Time=9 am} mail',
        'go through my messages aloud',
      ],
    },
    Reply: {
      about: 'Answer a message',
      says: [
        'answer {Message=friday suits me}', 'write back to {SenderName=hugo}',
        'reply that {Message=the order has shipped}', 'tell them {Message=yes please}',
        'respond to the {OrderReference=last} mail with {Message=noted}',
        'send an answer to my {RelationshipName=landlord}', 'reply with {Attachment=the signed form}',
        'i want to answer this mail',
      ],
    },
    SearchMessages: {
      about: 'Search for mail',
      says: [
        'find the mail from {SenderName=petra} about {EmailSubject=the roof}',
        'which messages mention {SearchTexts=passport}', 'mails of {Date=last tuesday}',
        'look for {Category=important} mail from my {FromRelationshipName=sister}',
        'show everything with {Attachment=a pdf}', 'search {Line=work} mail for {SearchTexts=budget 2025}',
        'did {SenderName=acme travel} write {Time=this morning}',
        'get me all mail from {EmailAddress=info@example.com}',
      ],
    },
    SendEmail: {
      about: 'Write and send mail',
      says: [
        'mail {ContactName=nora}',
        'write to {EmailAddress=sales@example.com} that {Message=the part is broken}',
        'new mail to my {RelationshipName=brother} with the subject {EmailSubject=birthday}',
        'send {Attachment=the minutes} to {ContactName=hugo}',
        'compose {Message=i will be ten minutes late} for {ContactName=petra}',
        'from my {Line=private} address mail {ContactName=tim}',
        'email {ContactName=ada} {Time=tonight} saying {Message=happy new year}',
        'a {Category=high priority} mail to {ContactName=the team} please',
      ],
    },
    ShowNext: {
      about: 'Show the next mail',
      says: [
        'the mail after this', 'next message', 'show {PositionReference=three} more mails', 'what follows',
        'go on to the {OrderReference=next} mail', 'scroll down the inbox', 'more mail please',
        'the next one from {SenderName=hugo}',
      ],
    },
    ShowPrevious: {
      about: 'Show the mail before',
      says: [
        'the mail before', 'back to the message i just read', 'previous mail', 'one up in the inbox',
        'the {OrderReference=previous} one from {SenderName=petra}', 'scroll up', 'show the earlier mails',
        'return to the mail before this',
      ],
    },
    Forward: {
      about: 'Pass mail on',
      says: [
        'pass this on to {ContactName=tim}',
        'forward the {OrderReference=last} mail to {EmailAddress=team@example.com}',
        'send what {SenderName=hugo} wrote to my {RelationshipName=wife}',
        'forward with {Message=for your information}', 'let {ContactName=ada} have this mail too',
        'relay the mail about {EmailSubject=parking}', 'forward {Attachment=the contract} to {ContactName=nora}',
        'share this message with {ContactName=tim}',
      ],
    },
    AddFlag: {
      about: 'Flag mail',
      says: [
        'mark this mail', 'put a flag on the {OrderReference=last} message', 'flag what {SenderName=petra} sent',
        'set this one to {Category=important}', 'mark the {PositionReference=second} mail as {Category=unread}',
        'star this message', 'remember this mail with a flag', 'flag everything from {SenderName=hugo}',
      ],
    },
    QueryLastText: {
      about: 'Ask about the newest mail',
      says: [
        'from whom is the {OrderReference=newest} mail', 'who wrote last',
        'when did the {OrderReference=last} message come', 'what is the latest from {SenderName=hugo}',
        'who mailed me {Date=today}', 'tell me the sender of the {OrderReference=most recent} mail',
        'did somebody just write', 'what was the last mail about',
      ],
    },
  },
};
