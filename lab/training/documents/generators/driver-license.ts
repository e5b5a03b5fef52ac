/** Generates driver licenses in three layouts, and social security cards. */
import { SeededRandom } from '../seeded-random.ts';
import { PdfCanvas } from './pdf-canvas.ts';
import type { GeneratedPage } from './generated-page.ts';
import { withoutUndefined } from './generated-page.ts';
import { randomDayBetween, randomPerson, randomAddress, randomSsn } from './us-people.ts';

const STATES = ['WASHINGTON', 'CALIFORNIA', 'OHIO', 'NEW YORK', 'TEXAS', 'ARIZONA', 'NORTH CAROLINA', 'MAINE'];
const titleCase = (text: string): string => text.toLowerCase().replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());

export async function driverLicense(seed: number): Promise<GeneratedPage> {
  const random = new SeededRandom(seed + 90_000);
  const canvas = await PdfCanvas.create(random, { width: 360, height: 228, size: 9, family: random.pick([0, 0, 2]) });
  const state = random.pick(STATES);
  const person = randomPerson(random);
  const place = randomAddress(random);
  const number = random.pick([
    `D${random.digits(7)}`,
    random.digits(9),
    `WDL${random.letters(4)}${random.digits(3)}B`,
    `${random.letters(1)}${random.digits(3)}-${random.digits(4)}-${random.digits(4)}`,
  ]);
  const [birth, issue] = [randomDayBetween(random, 1945, 2003), randomDayBetween(random, 2014, 2023)];
  const expiry = {
    iso: `${String(issue.year + 6)}${issue.iso.slice(4)}`,
    slashed: `${issue.slashed.slice(0, 6)}${String(issue.year + 6)}`,
  };
  const [sex, height, weight, eyes, hair] = [
    random.pick(['M', 'F']),
    random.pick([`5'-0${random.digits(1)}"`, `5-1${String(random.integer(0, 1))}`, `6'02"`]),
    `${String(random.integer(100, 260))}${random.pick([' lb', ' LB', ''])}`,
    random.pick(['BRO', 'BLU', 'GRN', 'HAZ']),
    random.pick(['BRN', 'BLK', 'BLN']),
  ];
  const [grade, restriction, endorsement] = [
    random.pick(['C', 'D', 'A', 'M']),
    random.pick(['NONE', 'B', 'A']),
    random.pick(['NONE', 'M', 'T']),
  ];
  const given = [person.first, person.middle].filter((part) => part !== undefined).join(' ');
  const dd = random.chance(0.5) ? `${random.digits(8)}${random.letters(2)}${random.digits(4)}` : undefined;
  canvas.text(state, 14, 24, { size: 14, bold: true });
  canvas.text(random.pick(['DRIVER LICENSE', "DRIVER'S LICENSE", 'Driver License']), 200, 24, { size: 10 });
  const x = 120;
  const layoutStyle = random.integer(0, 2);
  const rows: string[] = [];
  if (layoutStyle === 0) {
    rows.push(
      `4d DL ${number}`,
      `3 DOB ${birth.slashed}   4b EXP ${expiry.slashed}`,
      `1 ${person.last}`,
      `2 ${given}`,
      `8 ${place.lines[0]!}`,
      ...place.lines.slice(1),
      `9 CLASS ${grade}   9a END ${endorsement}`,
      `12 RESTR ${restriction}   4a ISS ${issue.slashed}`,
      `15 SEX ${sex}  18 EYES ${eyes}  19 HAIR ${hair}`,
      `16 HGT ${height}  17 WGT ${weight}`,
      ...(dd === undefined ? [] : [`5 DD ${dd}`]),
    );
  } else if (layoutStyle === 1) {
    rows.push(
      `LIC# ${number}`,
      `EXP ${expiry.slashed}`,
      `LN ${person.last}`,
      `FN ${given}`,
      ...place.lines,
      `DOB ${birth.slashed}`,
      `RSTR ${restriction}   CLASS ${grade}`,
      `SEX ${sex}   HAIR ${hair}   EYES ${eyes}`,
      `HGT ${height}   WGT ${weight}`,
      `ISS ${issue.slashed}   END ${endorsement}`,
      ...(dd === undefined ? [] : [`DD ${dd}`]),
    );
  } else {
    rows.push(
      `DL NO: ${number}`,
      `DOB: ${birth.slashed}   EXPIRES: ${expiry.slashed}`,
      person.last,
      given,
      ...place.lines,
      `CLASS: ${grade}   RESTRICTIONS: ${restriction}   END: ${endorsement}`,
      `SEX: ${sex}   EYES: ${eyes}   HAIR: ${hair}`,
      `HT: ${height}   WT: ${weight}`,
      `ISSUED: ${issue.slashed}`,
      ...(dd === undefined ? [] : [`DD: ${dd}`]),
    );
  }
  // Two or more spaces separate pieces on the card.
  rows.forEach((row, i) => {
    row.split(/\s{2,}/u).reduce((left, piece) => {
      canvas.text(piece, left, 44 + i * 13.5, { size: 8.5 });
      return left + canvas.widthOf(piece, { size: 8.5 }) + 14;
    }, x);
  });
  const fields = withoutUndefined({
    CountryRegion: 'USA',
    Region: titleCase(state),
    DocumentNumber: number,
    FirstName: given,
    LastName: person.last,
    Address: place.text,
    DateOfBirth: birth.iso,
    DateOfExpiration: expiry.iso,
    DateOfIssue: issue.iso,
    EyeColor: eyes,
    HairColor: hair,
    Height: height,
    Weight: weight,
    Sex: sex,
    Endorsements: endorsement,
    Restrictions: restriction,
    VehicleClassifications: grade,
    DocumentDiscriminator: dd,
  });
  return {
    modelId: 'prebuilt-idDocument',
    pdf: await canvas.bytes(),
    documents: [{ docType: 'idDocument.driverLicense', fields }],
    optionalFields: new Set(),
  };
}

export async function socialSecurityCard(seed: number): Promise<GeneratedPage> {
  const random = new SeededRandom(seed + 95_000);
  const canvas = await PdfCanvas.create(random, { width: 360, height: 220, size: 10, family: random.pick([0, 2, 3]) });
  const person = randomPerson(random);
  const number = randomSsn(random);
  const given = [person.first, person.middle].filter((part) => part !== undefined).join(' ');
  const issued = random.chance(0.5) ? randomDayBetween(random, 1990, 2023) : undefined;
  canvas.text('SOCIAL SECURITY', 180, 36, { size: 20, bold: true, align: 'center' });
  canvas.text(number, 180, 90, { size: 15, align: 'center' });
  canvas.text('THIS NUMBER HAS BEEN ESTABLISHED FOR', 180, 112, { size: 7, align: 'center' });
  if (random.chance(0.5)) canvas.text(`${given} ${person.last}`, 180, 134, { size: 11, align: 'center' });
  else {
    canvas.text(given, 180, 130, { size: 11, align: 'center' });
    canvas.text(person.last, 180, 144, { size: 11, align: 'center' });
  }
  if (issued !== undefined) canvas.text(issued.slashed, 290, 160, { size: 8 });
  canvas.text('SIGNATURE', 180, 200, { size: 7, align: 'center' });
  return {
    modelId: 'prebuilt-idDocument',
    pdf: await canvas.bytes(),
    documents: [
      {
        docType: 'idDocument.usSocialSecurityCard',
        fields: withoutUndefined({ DocumentNumber: number, FirstName: given, LastName: person.last, DateOfIssue: issued?.iso }),
      },
    ],
    optionalFields: new Set(),
  };
}
