/**
 * Layouts of substitute forms that publications 1141 and 1179 permit: wage statements with the core boxes at the top or on the right, in
 * quarters and halves of a page, without letters of boxes; statements of the 1098 family as letters.
 */

export interface SubstituteCell {
  /** Left, top, right and bottom in points from the top left corner of the form. */
  at: readonly [number, number, number, number];
  caption: string;
  /** Path as in `boxes.json`; `AdditionalInfo[0]` has a code and an amount. */
  field?: string;
  kind?: 'checkbox';
  /** Where the value is; default is below. */
  value?: 'right';
}

export interface SubstituteLayout {
  modelId: string;
  name: string;
  size: readonly [number, number];
  /** Whether cells are ruled. */
  ruled: boolean;
  /** Only one state and locality fit. */
  singleState?: boolean;
  cells: readonly SubstituteCell[];
  /** Title and notes: text, left and baseline. */
  texts: readonly (readonly [string, number, number])[];
  /** Left and baseline of the year. */
  year: readonly [number, number];
}

type Named = readonly [caption: string, field?: string];

/** Cells of equal width side by side. */
const row = (left: number, right: number, top: number, bottom: number, ...named: readonly Named[]): SubstituteCell[] =>
  named.map(([caption, field], i) => {
    const width = (right - left) / named.length;
    return { at: [left + i * width, top, left + (i + 1) * width, bottom], caption, field };
  });

const CORE = [
  ['1 Wages, tips, other compensation', 'WagesTipsAndOtherCompensation'],
  ['2 Federal income tax withheld', 'FederalIncomeTaxWithheld'],
  ['3 Social security wages', 'SocialSecurityWages'],
  ['4 Social security tax withheld', 'SocialSecurityTaxWithheld'],
  ['5 Medicare wages and tips', 'MedicareWagesAndTips'],
  ['6 Medicare tax withheld', 'MedicareTaxWithheld'],
] as const;
const CODED = ['12a See instructions for box 12', '12b', '12c', '12d'].map((caption, i): Named => [
  caption,
  `AdditionalInfo[${String(i)}]`,
]) as [Named, Named, Named, Named];
const STATE = [
  ['16 State wages, tips, etc.', 'StateTaxInfos[0].StateWagesTipsEtc'],
  ['17 State income tax', 'StateTaxInfos[0].StateIncomeTax'],
] as const;
const LOCAL = [
  ['18 Local wages, tips, etc.', 'LocalTaxInfos[0].LocalWagesTipsEtc'],
  ['19 Local income tax', 'LocalTaxInfos[0].LocalIncomeTax'],
  ['20 Locality name', 'LocalTaxInfos[0].LocalityName'],
] as const;

const core = (left: number, right: number, top: number, height: number): SubstituteCell[] =>
  [0, 1, 2].flatMap((i) => row(left, right, top + i * height, top + (i + 1) * height, CORE[2 * i]!, CORE[2 * i + 1]!));

const state = (left: number, right: number, top: number, bottom: number): SubstituteCell[] => [
  { at: [left, top, left + 24, bottom], caption: '15 State', field: 'StateTaxInfos[0].State' },
  { at: [left + 24, top, right, bottom], caption: "Employer's state ID no.", field: 'StateTaxInfos[0].EmployerStateIdNumber' },
];

const marks = (left: number, right: number, top: number, bottom: number): SubstituteCell[] =>
  row(
    left,
    right,
    top,
    bottom,
    ['13 Stat. emp.', 'IsStatutoryEmployee'],
    ['Ret. plan', 'IsRetirementPlan'],
    ['3rd party sick pay', 'IsThirdPartySickPay'],
  ).map((cell) => ({ ...cell, kind: 'checkbox' }));

const TITLE = 'Form W-2 Wage and Tax Statement';
const TREASURY = 'Department of the Treasury—Internal Revenue Service';

const QUARTER: SubstituteLayout = {
  modelId: 'prebuilt-tax.us.w2',
  name: 'W-2 quarter',
  size: [300, 470],
  ruled: true,
  cells: [
    ...core(5, 295, 5, 24),
    ...row(5, 295, 77, 101, ['d Control number', 'ControlNumber'], ['b Employer identification number (EIN)', 'Employer.IdNumber']),
    ...row(5, 295, 101, 155, ["c Employer's name, address, and ZIP code", 'Employer.Name|Employer.Address']),
    ...row(
      5,
      295,
      155,
      179,
      ["a Employee's social security number", 'Employee.SocialSecurityNumber'],
      ['10 Dependent care benefits', 'DependentCareBenefits'],
    ),
    ...row(5, 295, 179, 203, ['7 Social security tips', 'SocialSecurityTips'], ['8 Allocated tips', 'AllocatedTips']),
    ...row(5, 295, 203, 227, ['11 Nonqualified plans', 'NonQualifiedPlans'], CODED[0]),
    ...row(5, 150, 227, 275, ['14 Other', 'Other']),
    ...row(150, 295, 227, 251, CODED[1]),
    ...row(150, 295, 251, 275, CODED[2]),
    ...marks(5, 150, 275, 299),
    ...row(150, 295, 275, 299, CODED[3]),
    ...row(5, 295, 299, 350, ["e/f Employee's name, address, and ZIP code", 'Employee.Name|Employee.Address']),
    ...state(5, 115, 350, 396),
    ...row(115, 295, 350, 396, ...STATE),
    ...row(5, 295, 396, 442, ...LOCAL),
  ],
  texts: [
    [TITLE, 5, 451],
    ["Copy B To Be Filed With Employee's FEDERAL Tax Return", 5, 460],
    ['OMB No. 1545-0008', 225, 460],
  ],
  year: [200, 455],
};

const HALF: SubstituteLayout = {
  modelId: 'prebuilt-tax.us.w2',
  name: 'W-2 half',
  size: [580, 330],
  ruled: true,
  cells: [
    ...row(5, 290, 5, 60, ["Employer's name, address, and ZIP code", 'Employer.Name|Employer.Address']),
    ...row(
      5,
      290,
      60,
      84,
      ['Employer identification number (EIN)', 'Employer.IdNumber'],
      ["Employee's social security number", 'Employee.SocialSecurityNumber'],
    ),
    ...row(5, 290, 84, 108, ["Employee's name", 'Employee.Name']),
    ...row(5, 290, 108, 149, ["Employee's address and ZIP code", 'Employee.Address']),
    ...core(290, 575, 5, 24),
    ...row(290, 575, 77, 101, ['10 Dependent care benefits', 'DependentCareBenefits'], ['11 Nonqualified plans', 'NonQualifiedPlans']),
    ...row(290, 575, 101, 125, CODED[0], CODED[1]),
    ...row(290, 575, 125, 149, CODED[2], CODED[3]),
    ...marks(5, 290, 149, 175),
    ...row(290, 575, 149, 199, ['14 Other', 'Other']),
    ...row(5, 290, 175, 199, ['7 Social security tips', 'SocialSecurityTips'], ['8 Allocated tips', 'AllocatedTips']),
    ...state(5, 130, 199, 250),
    ...row(130, 290, 199, 250, ...STATE),
    ...row(290, 575, 199, 250, ...LOCAL),
  ],
  texts: [
    [TITLE, 5, 265],
    ["Copy C, For EMPLOYEE'S RECORDS", 5, 276],
    [TREASURY, 380, 265],
    ['OMB No. 1545-0008', 380, 276],
  ],
  year: [250, 270],
};

const VERTICAL: SubstituteLayout = {
  modelId: 'prebuilt-tax.us.w2',
  name: 'W-2 vertical',
  size: [330, 420],
  ruled: true,
  singleState: true,
  cells: [
    ...core(5, 325, 5, 26),
    ...row(
      5,
      325,
      83,
      109,
      ["Employee's social security number", 'Employee.SocialSecurityNumber'],
      ['Employer identification number (EIN)', 'Employer.IdNumber'],
    ),
    ...row(5, 325, 109, 165, ["Employer's name, address, and ZIP code", 'Employer.Name|Employer.Address']),
    ...row(5, 325, 165, 190, ["Employee's name", 'Employee.Name']),
    ...row(5, 325, 190, 235, ["Employee's address and ZIP code", 'Employee.Address']),
    ...state(5, 165, 235, 261),
    ...row(165, 325, 235, 261, LOCAL[0]),
    ...row(5, 325, 261, 287, STATE[0], LOCAL[1]),
    ...row(5, 325, 287, 313, STATE[1], LOCAL[2]),
  ],
  texts: [
    ["Copy B To Be Filed With Employee's FEDERAL Tax Return.", 5, 322],
    ['Form W-2', 5, 340],
    ['Wage and Tax Statement', 5, 350],
    [TREASURY, 190, 345],
    ['OMB No. 1545-0008', 5, 360],
  ],
  year: [120, 345],
};

const inLetter = (top: number, boxes: readonly (readonly [string, string, 'checkbox'?])[]): SubstituteCell[] =>
  boxes.map(([caption, field, kind], i) => ({ at: [40, top + i * 18, 560, top + i * 18 + 16], caption, field, kind, value: 'right' }));

const TUITION_LETTER: SubstituteLayout = {
  modelId: 'prebuilt-tax.us.1098T',
  name: '1098-T letter',
  size: [600, 500],
  ruled: true,
  cells: [
    ...row(40, 340, 50, 125, [
      "FILER'S name, street address, city, state, ZIP code, and telephone number",
      'Filer.Name|Filer.Address|Filer.Telephone',
    ]),
    ...row(340, 560, 50, 87, ["FILER'S TIN", 'Filer.TIN']),
    ...row(340, 560, 87, 125, ["STUDENT'S TIN", 'Student.TIN']),
    ...row(40, 340, 125, 185, ["STUDENT'S name, address, city, state and ZIP code", 'Student.Name|Student.Address']),
    ...row(340, 560, 125, 185, ['Account number (see instructions)', 'AccountNumber']),
    ...inLetter(205, [
      ['1 Payments received for qualified tuition and related expenses', 'PaymentReceived'],
      ['4 Adjustments made for a prior year', 'AdjustmentsForPriorYear'],
      ['5 Scholarships or grants', 'Scholarships'],
      ['6 Adjustments to scholarships or grants for a prior year', 'ScholarshipsAdjustments'],
      ['8 Checked if at least half-time student', 'IsAtLeastHalfTimeStudent', 'checkbox'],
      ['9 Checked if a graduate student', 'IsGraduateStudent', 'checkbox'],
      ['10 Ins. contract reimb./refund', 'InsuranceContractReimbursements'],
    ]),
  ],
  texts: [
    ['Form 1098-T Tuition Statement', 340, 30],
    ['OMB No. 1545-1574', 340, 42],
    ['This is important tax information and is being furnished to the IRS. This form must be used to', 40, 350],
    ['complete Form 8863 to claim education credits. Give it to the tax preparer or use it to prepare the return.', 40, 360],
  ],
  year: [500, 32],
};

const LOAN_LETTER: SubstituteLayout = {
  modelId: 'prebuilt-tax.us.1098E',
  name: '1098-E letter',
  size: [600, 500],
  ruled: false,
  cells: [
    ...row(40, 340, 50, 125, ["RECIPIENT'S/LENDER'S name, address, and telephone number", 'Lender.Name|Lender.Address|Lender.Telephone']),
    ...row(340, 560, 50, 80, ["RECIPIENT'S TIN", 'Lender.TIN']),
    ...row(340, 560, 90, 120, ["BORROWER'S TIN", 'Borrower.TIN']),
    ...row(40, 340, 135, 190, ["BORROWER'S name, street address, city, state, and ZIP code", 'Borrower.Name|Borrower.Address']),
    ...row(340, 560, 135, 165, ['Account number', 'AccountNumber']),
    ...inLetter(215, [
      ['1 Student loan interest received by lender', 'StudentLoanInterest'],
      ['2 Check if box 1 does not include loan origination fees and/or capitalized interest', 'ExcludesFeesOrInterest', 'checkbox'],
    ]),
  ],
  texts: [
    ['Form 1098-E Student Loan Interest Statement', 330, 30],
    ['OMB No. 1545-1576', 330, 42],
    ['This is important tax information and is being furnished to the IRS. If you are required to file a return,', 40, 280],
    ['a negligence penalty may be imposed if you overstated a deduction for student loan interest.', 40, 290],
  ],
  year: [530, 32],
};

export const SUBSTITUTE_LAYOUTS: readonly SubstituteLayout[] = [QUARTER, HALF, VERTICAL, TUITION_LETTER, LOAN_LETTER];
