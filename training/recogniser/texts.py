"""Texts of lines as on receipts, invoices, forms and letters: words, numbers, codes, in several languages."""
import random
import re

from alphabet import CHARACTERS, CLASS_OF

RECEIPT = (
    'TOTAL|SUBTOTAL|SUB-TOTAL|GRAND TOTAL|CASH|CHANGE|CHANGE DUE|BALANCE DUE|AMOUNT DUE|INVOICE|TAX INVOICE|RECEIPT|VAT|TAX|GST|PST|NET|GROSS|DISCOUNT|'
    'ROUNDING|ROUNDING ADJ|QTY|UNIT PRICE|PRICE|AMOUNT|DESCRIPTION|ITEM|ITEMS|DATE|TIME|TABLE|SERVER|CASHIER|COUNTER|TERMINAL|STATION|REG|TRANS|'
    'VISA|MASTERCARD|DEBIT|CREDIT CARD|APPROVED|AUTH CODE|REF NO|DOC NO|BILL NO|INV NO|TEL|FAX|PHONE|EMAIL|WWW|CO REG NO|TAX ID|GST ID|REG NO|'
    'SDN BHD|LTD|INC|LLC|CO|CORP|GMBH|S.A.|THANK YOU|PLEASE COME AGAIN|GOODS SOLD ARE NOT RETURNABLE|CUSTOMER COPY|MERCHANT COPY|SIGNATURE|'
    'MEMBER|POINTS|TIP|GRATUITY|SERVICE CHARGE|DELIVERY|SHIPPING|BILL TO|SHIP TO|DUE DATE|TERMS|PO NUMBER|ACCOUNT|PAGE|OF|NO|PCS|EA|KG|LB|BOX|SET|PKT'
).split('|')
WORDS_BY_LANGUAGE = {
    'fr': 'facture numéro date échéance montant total hors taxes remise quantité désignation prix unitaire adresse téléphone société siège règlement espèces chèque été août février décembre à payer reçu château crème brûlée forêt hôtel où naïf cœur œuvre garçon français élève',
    'de': 'Rechnung Rechnungsnummer Datum Betrag Summe Menge Einzelpreis Gesamtpreis Straße Größe Geschäftsführer für Überweisung zahlbar fällig Kundennummer Lieferung Mehrwertsteuer Umsatzsteuer Bäckerei Käse Brötchen Äpfel Öl März Grüße schön weiß Fußweg',
    'es': 'factura número fecha importe cantidad descripción precio dirección teléfono señor señora compañía año mañana pequeño niño también aquí así café jamón limón corazón última según pingüino razón envío',
    'it': 'fattura numero data importo quantità descrizione prezzo totale indirizzo città perché così più caffè però società attività martedì venerdì pagamento entro il università',
    'pt': 'fatura número data valor quantidade descrição preço endereço telefone não são João pão maçã coração informações irmão açúcar café você três órgão à vista',
    'nl': 'factuur nummer datum bedrag aantal omschrijving prijs totaal adres telefoon betaling vóór één België geïnteresseerd coördinatie',
    'sv': 'faktura nummer datum belopp antal beskrivning pris summa moms gatuadress telefon över är på för små räkning smörgås kött bröd öl',
    'da': 'faktura nummer dato beløb antal beskrivelse pris i alt adresse telefon på øl smørrebrød brød kød år første æble',
}
CURRENCIES = ['$', '€', '£', '¥', 'USD ', 'EUR ', 'GBP ', 'RM', 'RM ', 'CHF ', 'kr ', 'R$ ', 'US$']
STREETS = 'STREET|ROAD|AVENUE|BLVD|LANE|SUITE|FLOOR|UNIT|BLOCK|LOT|NO|JALAN|TAMAN|BANDAR|LORONG|KAMPUNG|PERSIARAN|RUE|AVENUE DE|VIA|PIAZZA|CALLE|RUA|STRASSE|PLATZ|WEG|STRAAT'.split('|')
AFTER_LABEL = [':', ':', ' :', ': ', ' : ', '.', '#', ' ', ' = ', '.: ']
PLAIN_WEIGHT = 0.6


class Texts:
    """An endless source of lines; the same seed gives the same lines."""

    def __init__(self, words: list[str], phrases: list[str], seed: int):
        self.words, self.phrases = words, phrases
        self.random = random.Random(seed)

    def line(self) -> str:
        r = self.random
        kind = r.random()
        if kind < 0.05:
            text = self.anything(r.randint(1, 10))
        elif kind < 0.30:
            text = self.phrase()
        elif kind < 0.50:
            text = r.choice(RECEIPT) + r.choice(AFTER_LABEL) + (self.part() if r.random() < 0.75 else '')
        elif kind < 0.62:
            text = self.number()
        else:
            text = (' ' if r.random() < 0.95 else r.choice(['   ', ' : ', ' - ', ' | ', '. . . ', ' / '])).join(self.part() for _ in range(r.randint(1, 7)))
        case = r.random()
        if case < 0.5:
            text = text.upper()
        elif case < 0.56:
            text = text.lower()
        if r.random() < 0.06:
            text = r.choice('(*[-#"') + text + r.choice(')*]-:."')
        text = text[:r.choice([6, 10, 16, 24, 32, 44])].strip()
        if r.random() < 0.10:
            text += r.choice(',.:;*-!)')
        return ''.join(character for character in text if character in CLASS_OF) or '0'

    def entry(self) -> str:
        """Entries of form fields."""
        r = self.random
        kind = r.random()
        if kind < 0.40:
            text = r.choice(self.phrases)
        elif kind < 0.53:
            between = r.choice(['-', '-', '/', '/', '.', ' - ', ' / ', '- ', ' '])
            text = between.join(re.split('[-/. ]', self.date()))
        elif kind < 0.66:
            text = r.choice(['-', '-', ' - ', ' ', '']).join(self.digits(1, 5) for _ in range(r.randint(1, 4)))
        elif kind < 0.74:
            text = ''.join(r.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ') for _ in range(r.randint(1, 3))) + r.choice(['', '', ' ', '-']) + self.digits(3, 9)
        elif kind < 0.92:
            text = ' '.join(self.dressed(r.choice(self.words)) for _ in range(r.randint(1, 4)))
        else:
            text = self.part()
        case = r.random()
        text = text.upper() if case < 0.6 else text.title() if case < 0.7 else text
        text = text[:r.choice([8, 16, 24, 32])].strip()
        return ''.join(character for character in text if character in CLASS_OF) or '0'

    def phrase(self) -> str:
        """A name, an address or a product, with a number before it, or a price or a company suffix after it."""
        r = self.random
        text = r.choice(self.phrases)
        kind = r.random()
        if kind < 0.15:
            text = f'{r.choice(STREETS)} {self.digits(1, 3)}{r.choice(["", "-A", "A", "/1"])}, {text}'
        elif kind < 0.30:
            text = f'{text} {r.choice(["SDN BHD", "SDN. BHD.", "(M) SDN BHD", "LTD", "PTE LTD", "Inc.", "GmbH", "S.A.", "AB", "B.V."])}'
        elif kind < 0.45:
            text = f'{text} {self.number()}'
        elif kind < 0.60:
            text = f'{self.digits(1, 4)} {text}'
        elif kind < 0.66:
            text = f'{text},'
        return text

    def part(self) -> str:
        r = self.random
        kind = r.random()
        if kind < 0.46:
            return self.dressed(self.cased(r.choice(self.words)))
        if kind < 0.50:
            return self.dressed(self.cased(r.choice(WORDS_BY_LANGUAGE[r.choice(list(WORDS_BY_LANGUAGE))].split())))
        if kind < 0.74:
            return self.number()
        if kind < 0.86:
            return self.dressed(r.choice(RECEIPT))
        if kind < 0.90:
            return f'{r.choice(STREETS)} {self.cased(r.choice(self.words))}'
        if kind < 0.97:
            return self.code()
        return self.anything(r.randint(1, 6))

    def cased(self, word: str) -> str:
        kind = self.random.random()
        return word.upper() if kind < 0.48 else word.capitalize() if kind < 0.74 else word

    def dressed(self, word: str) -> str:
        r = self.random
        if r.random() < 0.10:
            word = r.choice('("[*#&\'“‘«¿¡') + word
        if r.random() < 0.20:
            word += r.choice([',', '.', ':', ';', ')', '!', '?', '"', ']', '*', '-', '’s', "'S", '”', '»', ' :', '.:'])
        return word

    def digits(self, least: int, most: int) -> str:
        return ''.join(self.random.choice('0123456789') for _ in range(self.random.randint(least, most)))

    def number(self) -> str:
        r = self.random
        kind = r.random()
        if kind < 0.30:
            return f'{r.randint(0, 999)}.{r.randint(0, 99):02d}'
        if kind < 0.40:
            return f'{r.randint(1, 99)},{r.randint(0, 999):03d}.{r.randint(0, 99):02d}'
        if kind < 0.46:
            return f'{r.randint(0, 99)}.{r.randint(0, 999):03d},{r.randint(0, 99):02d}' if r.random() < 0.5 else f'{r.randint(0, 999)},{r.randint(0, 99):02d}'
        if kind < 0.54:
            return self.digits(1, 5)
        if kind < 0.66:
            return self.date()
        if kind < 0.73:
            return f'{r.randint(0, 23):02d}:{r.randint(0, 59):02d}' + r.choice(['', f':{r.randint(0, 59):02d}', ' AM', ' PM', 'PM', 'am'])
        if kind < 0.82:
            amount = f'{r.randint(0, 9999)}.{r.randint(0, 99):02d}'
            return r.choice(CURRENCIES) + amount if r.random() < 0.85 else amount.replace('.', ',') + ' €'
        if kind < 0.89:
            return f'{r.randint(0, 99)}' + r.choice(['%', ' %', '.00%', 'X', 'x ', ' x', 'pcs', '°', ' @', 'kg', '½'])
        if kind < 0.95:
            return r.choice('- ./').join(self.digits(2, 5) for _ in range(r.randint(2, 4)))
        return ('-' if r.random() < 0.3 else '') + self.digits(6, 14)

    def date(self) -> str:
        r = self.random
        day, month, year = f'{r.randint(1, 31):02d}', f'{r.randint(1, 12):02d}', f'{r.choice(["", "20", "19"])}{r.randint(10, 30)}'
        kind = r.random()
        if kind < 0.6:
            return r.choice('/-.').join([day, month, year] if r.random() < 0.6 else [month, day, year])
        if kind < 0.75:
            return f'20{r.randint(10, 30)}-{month}-{day}'
        name = r.choice('January February March April May June July August September October November December'.split())
        name = name if r.random() < 0.4 else name[:3]
        return r.choice([f'{day} {name} 20{r.randint(10, 30)}', f'{name} {int(day)}, 20{r.randint(10, 30)}', f'{day}-{name.upper()}-{r.randint(10, 30)}'])

    def code(self) -> str:
        r = self.random
        kind = r.random()
        if kind < 0.15:
            return ''.join(r.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-/#') for _ in range(r.randint(2, 12)))
        if kind < 0.75:
            letters = ''.join(r.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ') for _ in range(r.randint(1, 4)))
            code = r.choice(['', '', letters, letters, letters + '-', letters + ' ']) + self.digits(2, 9) + r.choice(['', '', '', '-' + letters[0], letters[:2], '/' + self.digits(1, 4), '-' + self.digits(1, 5)])
            return f'({code})' if r.random() < 0.15 else code
        if kind < 0.85:
            return r.choice(self.words) + '@' + r.choice(self.words) + r.choice(['.com', '.de', '.co.uk', '.fr', '.net'])
        if kind < 0.93:
            return 'www.' + r.choice(self.words) + r.choice(['.com', '.com.my', '.org', '.es'])
        return f'({self.digits(3, 3)}) {self.digits(3, 3)}-{self.digits(4, 4)}' if r.random() < 0.5 else f'+{self.digits(2, 3)} {self.digits(2, 3)} {self.digits(6, 8)}'

    def anything(self, length: int) -> str:
        r = self.random
        return ''.join(r.choice(CHARACTERS[1:95] if r.random() < PLAIN_WEIGHT else CHARACTERS[1:]) for _ in range(length))
