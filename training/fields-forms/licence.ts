/** Made-up driver licences in three arrangements, and social security cards. */
import { Dice } from '../fields/dice.ts';
import { Paper } from '../fields/paper.ts';
import type { MadeUpSheet } from './made-up.ts';
import { there } from './made-up.ts';
import { dayIn, personOf, placeOf, ssnOf } from './people.ts';

const STATES = ['WASHINGTON', 'CALIFORNIA', 'OHIO', 'NEW YORK', 'TEXAS', 'ARIZONA', 'NORTH CAROLINA', 'MAINE'];
const titleCase = (text: string): string => text.toLowerCase().replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());

export async function driverLicence(seed: number): Promise<MadeUpSheet> {
  const dice = new Dice(seed + 90_000);
  const paper = await Paper.make(dice, { width: 360, height: 228, size: 9, family: dice.pick([0, 0, 2]) });
  const state = dice.pick(STATES);
  const person = personOf(dice);
  const place = placeOf(dice);
  const number = dice.pick([`D${dice.figures(7)}`, dice.figures(9), `WDL${dice.letters(4)}${dice.figures(3)}B`, `${dice.letters(1)}${dice.figures(3)}-${dice.figures(4)}-${dice.figures(4)}`]);
  const [birth, issue] = [dayIn(dice, 1945, 2003), dayIn(dice, 2014, 2023)];
  const expiry = { iso: `${String(issue.year + 6)}${issue.iso.slice(4)}`, slashed: `${issue.slashed.slice(0, 6)}${String(issue.year + 6)}` };
  const [sex, height, weight, eyes, hair] = [dice.pick(['M', 'F']), dice.pick([`5'-0${dice.figures(1)}"`, `5-1${String(dice.whole(0, 1))}`, `6'02"`]), `${String(dice.whole(100, 260))}${dice.pick([' lb', ' LB', ''])}`, dice.pick(['BRO', 'BLU', 'GRN', 'HAZ']), dice.pick(['BRN', 'BLK', 'BLN'])];
  const [grade, restriction, endorsement] = [dice.pick(['C', 'D', 'A', 'M']), dice.pick(['NONE', 'B', 'A']), dice.pick(['NONE', 'M', 'T'])];
  const given = [person.first, person.middle].filter((part) => part !== undefined).join(' ');
  const dd = dice.chance(0.5) ? `${dice.figures(8)}${dice.letters(2)}${dice.figures(4)}` : undefined;
  paper.text(state, 14, 24, { size: 14, bold: true });
  paper.text(dice.pick(['DRIVER LICENSE', "DRIVER'S LICENSE", 'Driver License']), 200, 24, { size: 10 });
  const x = 120;
  const arrangement = dice.whole(0, 2);
  const rows: string[] = [];
  if (arrangement === 0) {
    rows.push(`4d DL ${number}`, `3 DOB ${birth.slashed}   4b EXP ${expiry.slashed}`, `1 ${person.last}`, `2 ${given}`, `8 ${place.lines[0]!}`, ...place.lines.slice(1), `9 CLASS ${grade}   9a END ${endorsement}`, `12 RESTR ${restriction}   4a ISS ${issue.slashed}`, `15 SEX ${sex}  18 EYES ${eyes}  19 HAIR ${hair}`, `16 HGT ${height}  17 WGT ${weight}`, ...(dd === undefined ? [] : [`5 DD ${dd}`]));
  } else if (arrangement === 1) {
    rows.push(`LIC# ${number}`, `EXP ${expiry.slashed}`, `LN ${person.last}`, `FN ${given}`, ...place.lines, `DOB ${birth.slashed}`, `RSTR ${restriction}   CLASS ${grade}`, `SEX ${sex}   HAIR ${hair}   EYES ${eyes}`, `HGT ${height}   WGT ${weight}`, `ISS ${issue.slashed}   END ${endorsement}`, ...(dd === undefined ? [] : [`DD ${dd}`]));
  } else {
    rows.push(`DL NO: ${number}`, `DOB: ${birth.slashed}   EXPIRES: ${expiry.slashed}`, person.last, given, ...place.lines, `CLASS: ${grade}   RESTRICTIONS: ${restriction}   END: ${endorsement}`, `SEX: ${sex}   EYES: ${eyes}   HAIR: ${hair}`, `HT: ${height}   WT: ${weight}`, `ISSUED: ${issue.slashed}`, ...(dd === undefined ? [] : [`DD: ${dd}`]));
  }
  // Pieces parted by two spaces or more stand apart on the card.
  rows.forEach((row, i) => { row.split(/\s{2,}/u).reduce((left, piece) => {
    paper.text(piece, left, 44 + i * 13.5, { size: 8.5 });
    return left + paper.widthOf(piece, { size: 8.5 }) + 14;
  }, x); });
  const fields = there({
    CountryRegion: 'USA', Region: titleCase(state), DocumentNumber: number, FirstName: given, LastName: person.last, Address: place.text, DateOfBirth: birth.iso, DateOfExpiration: expiry.iso, DateOfIssue: issue.iso, EyeColor: eyes, HairColor: hair, Height: height, Weight: weight, Sex: sex,
    Endorsements: endorsement, Restrictions: restriction, VehicleClassifications: grade, DocumentDiscriminator: dd,
  });
  return { modelId: 'prebuilt-idDocument', pdf: await paper.bytes(), documents: [{ docType: 'idDocument.driverLicense', fields }], open: new Set() };
}

export async function socialSecurityCard(seed: number): Promise<MadeUpSheet> {
  const dice = new Dice(seed + 95_000);
  const paper = await Paper.make(dice, { width: 360, height: 220, size: 10, family: dice.pick([0, 2, 3]) });
  const person = personOf(dice);
  const number = ssnOf(dice);
  const given = [person.first, person.middle].filter((part) => part !== undefined).join(' ');
  const issued = dice.chance(0.5) ? dayIn(dice, 1990, 2023) : undefined;
  paper.text('SOCIAL SECURITY', 180, 36, { size: 20, bold: true, align: 'centre' });
  paper.text(number, 180, 90, { size: 15, align: 'centre' });
  paper.text('THIS NUMBER HAS BEEN ESTABLISHED FOR', 180, 112, { size: 7, align: 'centre' });
  if (dice.chance(0.5)) paper.text(`${given} ${person.last}`, 180, 134, { size: 11, align: 'centre' });
  else {
    paper.text(given, 180, 130, { size: 11, align: 'centre' });
    paper.text(person.last, 180, 144, { size: 11, align: 'centre' });
  }
  if (issued !== undefined) paper.text(issued.slashed, 290, 160, { size: 8 });
  paper.text('SIGNATURE', 180, 200, { size: 7, align: 'centre' });
  return { modelId: 'prebuilt-idDocument', pdf: await paper.bytes(), documents: [{ docType: 'idDocument.usSocialSecurityCard', fields: there({ DocumentNumber: number, FirstName: given, LastName: person.last, DateOfIssue: issued?.iso }) }], open: new Set() };
}
