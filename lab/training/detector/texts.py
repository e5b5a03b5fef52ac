"""The words on the pages: phrases, amounts, dates, codes and captions, adapted to what a font can draw."""
import random

from resources import UNSPACED, Face, Resources, Type

CAPTIONS = (
    'Name|First name|Last name|Address|City|State|ZIP code|Date|Date of birth|Signature|Telephone|E-mail|Account number|Control number|Total|Subtotal|'
    'Tax|Amount due|Balance|Quantity|Description|Unit price|Invoice no.|Order no.|Due date|Terms|Customer ID|Bill to|Ship to|Remit to|Reference|'
    'Employer identification number|Wages, tips, other compensation|Income tax withheld|Taxable amount|Gross distribution|State income tax|'
    'Number of dependants|Sex|Height|Eyes|Nationality|Place of birth|Date of issue|Date of expiry|Authority|Document no.|Class|Restrictions|'
    'Member ID|Group number|Plan|Policy no.|Issued by|Department|Page|Section|Part|Item|Code|Yes|No|Other|Remarks|For office use only'
).split('|')
RECEIPT_WORDS = (
    'TOTAL|SUBTOTAL|SUB-TOTAL|CASH|CHANGE|BALANCE DUE|TAX INVOICE|RECEIPT|VAT|GST 6%|TAX|NET|ROUNDING ADJ|DISCOUNT|QTY|TABLE|SERVER|CASHIER|'
    'COUNTER|TERMINAL|VISA|MASTERCARD|APPROVED|AUTH CODE|REF NO|DOC NO|BILL NO|THANK YOU|PLEASE COME AGAIN|CUSTOMER COPY|GOODS SOLD ARE NOT RETURNABLE|'
    'MEMBER POINTS|TIP|SERVICE CHARGE|ITEM COUNT|CARD NO|WELCOME TO|OPEN DAILY'
).split('|')
CODE_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'


class Texts:
    def __init__(self, r: random.Random, resources: Resources):
        self.r, self.resources = r, resources

    def words(self, count: int) -> str:
        return ' '.join(self.r.choices(self.resources.words, k=count))

    def sentence(self, count: int) -> str:
        text = self.words(count)
        return text[:1].upper() + text[1:] + self.r.choice('....,;:')

    def phrase(self) -> str:
        r = self.r
        kind = r.random()
        text = r.choice(self.resources.phrases) if kind < 0.55 else self.words(r.randint(1, 4)) if kind < 0.85 else r.choice(CAPTIONS)
        return text.upper() if r.random() < 0.25 else text

    def caption(self) -> str:
        r = self.r
        text = r.choice(CAPTIONS) if r.random() < 0.6 else self.words(r.randint(1, 5)).capitalize()
        kind = r.random()
        if kind < 0.25:
            text = f'{r.randint(1, 30)}{r.choice(["", "", "a", "b", "."])} {text}'
        return text.upper() if r.random() < 0.2 else text + ':' if r.random() < 0.15 else text

    def amount(self) -> str:
        r = self.r
        value = r.choice([f'{r.randint(0, 99)}', f'{r.randint(0, 9999)}', f'{r.randint(1, 99)},{r.randint(0, 999):03d}']) + r.choice(['.', '.', ',']) + f'{r.randint(0, 99):02d}'
        return r.choice(['', '', '', '$', '€', '£', '$ ', 'RM ']) + value + r.choice(['', '', '', '', ' €', ' EUR', ' *', '-'])

    def date(self) -> str:
        r = self.r
        between = r.choice('/.-')
        return f'{r.randint(1, 31):02d}{between}{r.randint(1, 12):02d}{between}{r.choice([r.randint(1950, 2030), r.randint(10, 99)])}'

    def code(self) -> str:
        r = self.r
        return r.choice(['', '#', 'No. ', '']) + ''.join(r.choice(CODE_LETTERS + '-') for _ in range(r.randint(3, 12)))

    def value(self) -> str:
        r = self.r
        return r.choice([self.amount, self.amount, self.date, self.code, self.phrase, self.phrase, lambda: str(r.randint(0, 10 ** r.randint(1, 9)))])()

    def receipt_label(self) -> str:
        r = self.r
        text = r.choice(RECEIPT_WORDS) if r.random() < 0.5 else self.phrase()
        return text.upper() if r.random() < 0.6 else text

    def adapt(self, text: str, face: Face) -> str:
        """The text in the face's script: letters it cannot draw become others."""
        r = self.r
        if face.script == 'latin':
            return text if face.known.issuperset(text) else ''.join(c if c in face.known else 'n' if c.isalpha() else '' for c in text)
        if face.script in UNSPACED:
            text = text[: max(2, len(text) // 2)]
            text = ''.join(c for c in text if c != ' ' or r.random() < 0.2)
        return ''.join(c if (c == ' ' or not c.isalpha()) and c in face.known else r.choice(face.letters) for c in text)

    def fit(self, text: str, type: Type, width: float, spacing: float = 0) -> str:
        """As much of the text as the width holds: whole words if at least one fits."""
        text = self.adapt(text, type.face)
        while text and type.width(text) + spacing * len(text) > width:
            shorter = max(1, int(len(text) * width / (type.width(text) + spacing * len(text) + 1)))
            cut = text[:min(shorter, len(text) - 1)]
            text = cut[: cut.rindex(' ')] if ' ' in cut.strip() else cut
        return text.strip()

    def machine_line(self, length: int) -> str:
        """A line of a machine-readable zone."""
        r = self.r
        text = ''.join(r.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ') if r.random() < 0.6 else r.choice('0123456789') for _ in range(r.randint(length // 4, length)))
        for _ in range(r.randint(0, 4)):
            at = r.randrange(len(text))
            text = text[:at] + '<' * r.randint(1, 2) + text[at:]
        return (text + '<' * length)[:length]
