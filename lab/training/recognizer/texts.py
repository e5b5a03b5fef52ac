"""Texts of lines as on receipts, invoices, forms, identity documents and letters: words, numbers, codes, in many languages."""
import random
import re

from alphabet import ASCII, AZERBAIJANI, CLASS_OF, CURRENCIES, CYRILLIC, GREEK, KAZAKH, LATIN, MORE_SIGNS, SIGNS, VIETNAMESE, WESTERN
from receipts import LABELS, Receipts

#: Share of lines as on receipts.
RECEIPT_LINES = 0.5
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
CAPTIONS = (
    'Surname|Given names|First name and initial|Last name|Date of birth|Place of birth|Sex|Nationality|Date of issue|Date of expiry|Valid until|Issued by|'
    'Document no.|Personal number|Height|Eye color|Holder\'s signature|Home address (number and street)|City, town or post office|State|ZIP code|'
    'Your social security number|Spouse\'s name|Employer identification number|Wages, tips, other pay|Income tax withheld|Total income before deductions|'
    'Taxable amount|Amount you owe|Refund due|See page 3 of the notes|Attach a copy of the form here|Add lines 4a to 7c|If more than zero, enter the difference|'
    'Check the box that applies|Sign here|Occupation|For office use only|Do not write in this space|Control number|Account number|Sort code|Bank name|'
    'Amount in words|Pay to the order of|Void after 90 days|Category|Class|Restrictions|Organ donor|Card number|Not valid for travel|Page 1 of 4|'
    'Name, Vorname|Geburtsdatum|Staatsangehörigkeit|Gültig bis|Ausstellende Behörde|Größe|Augenfarbe|Anschrift|Steuernummer|Unterschrift des Inhabers|'
    'Bitte in Druckbuchstaben ausfüllen|Betrag in Euro|Verwendungszweck|Kontoinhaber|Nom de famille|Prénom(s)|Né(e) le|Lieu de naissance|Date de délivrance|'
    'Taille|Signature du titulaire|Numéro fiscal|Montant à payer avant le|Adresse du domicile|Apellidos|Nombre|Fecha de nacimiento|Lugar de nacimiento|'
    'Válido hasta|Domicilio|Firma del titular|Número de documento|Cognome|Nome|Luogo di nascita|Cittadinanza|Statura|Codice fiscale|Scadenza|Firma|'
    'Apelido|Data de nascimento|Válido até|Assinatura|Naam|Geboortedatum|Handtekening|Efternamn|Födelsedatum|Gäller t.o.m.|Fornavn|Fødselsdato|Underskrift|'
    'Nazwisko|Imię|Data urodzenia|Obywatelstwo|Příjmení|Jméno|Datum narození|Státní občanství|Születési hely|Állampolgárság|Nume|Prenume|Cetățenie|Soyadı|Adı|Doğum tarihi|'
    'Soyadı, adı|Doğum yeri|Geçerlilik tarihi|İmza|Fatura tarihi|Toplam tutar|Genel toplam|Ödenecek tutar|Kasiyer|Fiş No|Vergi dairesi|İndirim|Nakit|Kredi kartı|Soyad|Doğulduğu tarix|Ümumi məbləğ|Ödəniş|Qəbz|'
    'Họ và tên|Ngày sinh|Giới tính|Quốc tịch|Quê quán|Nơi thường trú|Có giá trị đến|Hóa đơn bán hàng|HÓA ĐƠN THANH TOÁN|Số hóa đơn|Mã số thuế|Địa chỉ|Điện thoại|Thu ngân|Khách hàng|Ngày giờ|Mặt hàng|Đơn giá|Số lượng|Thành tiền|Tổng cộng|Tổng tiền|Tiền mặt|Tiền thừa|Giảm giá|Thuế GTGT|Chiết khấu|Quầy|Giờ vào|Xin cảm ơn quý khách|Phường|Quận|Thành phố|Công ty TNHH|Đại lý|'
    'Prezime|Ime|Državljanstvo|Vardas, pavardė|Uzvārds|Perekonnanimi|Επώνυμο|Όνομα|Ημερομηνία γέννησης|Υπογραφή|Фамилия|Имя, отчество|Дата рождения|Место рождения|Підпис|Прізвище|Дата на раждане'
).split('|')
BEFORE = ['$', '$', '$', '€', '€', '£', '£', '¥', '₹', 'USD ', 'EUR ', 'GBP ', 'RM', 'RM ', 'CHF ', 'kr ', 'R$ ', 'US$', '€ ', '£ ', '$ ', '₹ ', 'Rs. ', 'Kč ', '₩', '₺', '₪', '₽', '฿', '¢', 'C$', 'Fr. ', '₱', '₦', '₴']
AFTER = ['€', '€', '€', '€', '€', '€', '€', '€', '€', '€', ' €', ' €', ' €', ' €', ' €', '£', '£', '$', '$', '¥', '₹', 'kr', ' kr', ' kr.', ',- kr', ' zł', 'zł', ' Kč', 'Kč', ' Ft', 'Ft', ' EUR', 'EUR', ' USD', ' CHF', ' PLN', ' lei', ' RON', ' ₽', '₫', ' đ', 'đ', ' VND', ' VNĐ', '₴', ' ₴', ' ₸', ' AZN', ' руб.', ' грн', ' лв.', ' ₺', ' TL', '₺', '₽', '¢', 'c', ' SEK', ' DKK', ' NOK', ' HUF', ' ₪', '₩', '฿', ' *', '*', ' A', ' B', 'T', ' CR', ' DR', 'CR', 'F']
STREETS = 'STREET|ROAD|AVENUE|BLVD|LANE|SUITE|FLOOR|UNIT|BLOCK|LOT|NO|JALAN|TAMAN|BANDAR|LORONG|KAMPUNG|PERSIARAN|RUE|AVENUE DE|VIA|PIAZZA|CALLE|RUA|STRASSE|PLATZ|WEG|STRAAT|ul.|Nám.|utca|str.|ул.|пр.|Οδός'.split('|')
MONTHS = [names.split() for names in (
    'January February March April May June July August September October November December', 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre', 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre', 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    'januari februari maart april mei juni juli augustus september oktober november december', 'januari februari mars april maj juni juli augusti september oktober november december',
    'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia', 'ledna února března dubna května června července srpna září října listopadu prosince',
    'január február március április május június július augusztus szeptember október november december', 'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
    'Yanvar Fevral Mart Aprel May İyun İyul Avqust Sentyabr Oktyabr Noyabr Dekabr',
    'Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık', 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
    'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня', 'Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου',
)]
AFTER_LABEL = [':', ':', ' :', ': ', ' : ', '.', '#', ' ', ' = ', '.: ']
CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
COUNTRIES = 'DE FR GB US ES IT PT NL BE AT CH SE DK NO FI PL CZ SK HU RO BG GR IE LU SI HR LT LV EE MT CY'.split()
#: Three letters on identity documents; Germany has one.
ISSUERS = 'D FRA GBR USA ESP ITA PRT NLD BEL AUT CHE SWE DNK NOR FIN POL CZE SVK HUN ROU BGR GRC IRL LUX UTO CAN AUS IND CHN JPN BRA MEX TUR UKR RUS'.split()
#: Shares of lines by group: Western European, other Latin, Turkish, Vietnamese, Cyrillic, Greek. Lines of scripts that are not read are made in lines.py.
GROUPS = {'': 0.58, 'l': 0.18, 't': 0.07, 'v': 0.07 if VIETNAMESE[-1] in CLASS_OF else 0.0, 'c': 0.09, 'g': 0.05}
LETTERS_OF = {'': WESTERN, 'l': LATIN, 't': 'ÇĞİÖŞÜÂçğıöşüâ' + AZERBAIJANI, 'v': VIETNAMESE + 'Đđ', 'c': CYRILLIC + KAZAKH, 'g': GREEK}
#: Share of words with a letter replaced by any of the group's: some hardly occur in the words.
RARE_LETTERS = {'': 0.015, 'l': 0.3, 't': 0.15, 'v': 0.2, 'c': 0.25, 'g': 0.15}
PLAIN_WEIGHT = 0.6
#: Greek capitals are written without.
WITHOUT_TONOS = str.maketrans('ΆΈΉΊΌΎΏ', 'ΑΕΗΙΟΥΩ')
#: In Turkish and Azerbaijani, capitals keep the dot of the small letter.
DOTTED = str.maketrans('iı', 'İI')
UNDOTTED = str.maketrans('Iİ', 'ıi')


class Texts:
    """An endless source of lines; the same seed gives the same lines."""

    def __init__(self, words: list[str], phrases: list[str], seed: int):
        self.words_of, self.phrases_of = by_group(words), by_group(phrases)
        self.random = random.Random(seed)
        self.plain = [word for word in self.words_of[''] if word.isascii()]
        self.receipts = Receipts(self)
        self.choose('')

    def choose(self, group: str | None = None) -> str:
        """Sets the language group of the next line."""
        self.group = self.random.choices(list(GROUPS), list(GROUPS.values()))[0] if group is None else group
        self.words, self.phrases = self.words_of.get(self.group) or self.words_of[''], self.phrases_of.get(self.group) or self.phrases_of['']
        return self.group

    def line(self) -> str:
        r = self.random
        if self.group in LABELS and r.random() < RECEIPT_LINES:
            return known(self.receipts.line())
        kind = r.random()
        if self.group and r.random() < 0.75:
            text = self.phrase() if kind < 0.3 else ' '.join(self.word() if r.random() < 0.85 else self.part() for _ in range(r.randint(1, 6)))
        elif kind < 0.04:
            text = self.anything(r.randint(1, 10))
        elif kind < 0.24:
            text = self.phrase()
        elif kind < 0.38:
            text = r.choice(RECEIPT) + r.choice(AFTER_LABEL) + (self.part() if r.random() < 0.75 else '')
        elif kind < 0.56:
            text = self.number()
        elif kind < 0.63:
            text = self.caption()
        else:
            text = (' ' if r.random() < 0.95 else r.choice(['   ', ' : ', ' - ', ' | ', '. . . ', ' / ', ' → '])).join(self.part() for _ in range(r.randint(1, 7)))
        case = r.random()
        if case < 0.4:
            text = self.upper(text)
        elif case < 0.46:
            text = self.lower(text)
        if r.random() < 0.06:
            text = r.choice('(*[-#"•☐☑☒✓') + text + r.choice(')*]-:."')
        text = text[:r.choice([6, 10, 16, 24, 32, 44])].strip()
        if r.random() < 0.10:
            text += r.choice(',.:;*-!)')
        return known(text)

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
            text = self.capitals(1, 3) + r.choice(['', '', ' ', '-']) + self.digits(3, 9)
        elif kind < 0.92:
            text = ' '.join(self.dressed(r.choice(self.words)) for _ in range(r.randint(1, 4)))
        else:
            text = self.part()
        case = r.random()
        text = self.upper(text) if case < 0.6 else ' '.join(map(self.capital, text.split())) if case < 0.7 else text
        text = text[:r.choice([8, 16, 24, 32])].strip()
        return known(text)

    def phrase(self) -> str:
        """A name, an address or a product, with a number before it, or a price or a company suffix after it."""
        r = self.random
        text = r.choice(self.phrases)
        kind = r.random()
        if kind < 0.15:
            text = f'{r.choice(STREETS)} {self.digits(1, 3)}{r.choice(["", "-A", "A", "/1"])}, {text}'
        elif kind < 0.30:
            text = f'{text} {r.choice(["SDN BHD", "SDN. BHD.", "(M) SDN BHD", "LTD", "PTE LTD", "Inc.", "GmbH", "S.A.", "AB", "B.V.", "Sp. z o.o.", "s.r.o.", "Kft.", "S.R.L.", "A.Ş.", "d.o.o.", "ООО", "А.Е."])}'
        elif kind < 0.45:
            text = f'{text} {self.number()}'
        elif kind < 0.60:
            text = f'{self.digits(1, 4)} {text}'
        elif kind < 0.66:
            text = f'{text},'
        return text

    def caption(self) -> str:
        """A caption of a form, with its number before it or its translations after it."""
        r = self.random
        text = r.choice(CAPTIONS)
        kind = r.random()
        if kind < 0.25:
            text = f'{r.randint(1, 40)}{r.choice(["", "a", "b", "c", "d"])}{r.choice([" ", ". ", ") ", "  "])}{text}'
        elif kind < 0.40:
            text = f'{text}{r.choice(["/", " / ", "/ ", " · "])}{r.choice(CAPTIONS)}'
        elif kind < 0.50:
            text = f'({r.randint(1, 9)}{r.choice(["", ".1", ".2"])}) {text}'
        elif kind < 0.62:
            text = f'{text} {r.choice([". . . . . .", "......", "(optional)", "▸", "→", "*", "†", ":", "$", "€", "____"])}'
        return text

    def part(self) -> str:
        r = self.random
        kind = r.random()
        if kind < 0.46:
            return self.word()
        if kind < 0.50:
            return self.dressed(self.cased(r.choice(WORDS_BY_LANGUAGE[r.choice(list(WORDS_BY_LANGUAGE))].split())))
        if kind < 0.74:
            return self.number()
        if kind < 0.84:
            return self.dressed(r.choice(RECEIPT))
        if kind < 0.88:
            return f'{r.choice(STREETS)} {self.cased(r.choice(self.words))}'
        if kind < 0.97:
            return self.code()
        return self.anything(r.randint(1, 6))

    def word(self) -> str:
        r = self.random
        word = r.choice(self.words)
        if r.random() < RARE_LETTERS[self.group]:
            place = r.randrange(len(word))
            word = word[:place] + r.choice(LETTERS_OF[self.group]) + word[place + 1:]
            return self.dressed(word)
        return self.dressed(self.cased(word))

    def cased(self, word: str) -> str:
        kind = self.random.random()
        return self.upper(word) if kind < 0.42 else self.capital(word) if kind < 0.70 else word

    def upper(self, text: str) -> str:
        if self.group == 't':
            text = text.translate(DOTTED)
        return text.upper().translate(WITHOUT_TONOS) if self.group == 'g' else text.upper()

    def lower(self, text: str) -> str:
        return (text.translate(UNDOTTED) if self.group == 't' else text).lower()

    def capital(self, word: str) -> str:
        return self.upper(word[:1]) + self.lower(word[1:])

    def dressed(self, word: str) -> str:
        r = self.random
        if r.random() < 0.10:
            word = r.choice('("[*#&\'“‘«¿¡„‚‹') + word
        if r.random() < 0.20:
            word += r.choice([',', '.', ':', ';', ')', '!', '?', '"', ']', '*', '-', '’s', "'S", '”', '»', ' :', '.:', '“', '›', '…', '™', '®', '²'])
        return word

    def digits(self, least: int, most: int) -> str:
        return ''.join(self.random.choices('0123456789', k=self.random.randint(least, most)))

    def capitals(self, least: int, most: int) -> str:
        return ''.join(self.random.choices(CAPITALS, k=self.random.randint(least, most)))

    def plain_amount(self) -> str:
        """An amount with the separators of some country."""
        r = self.random
        whole = r.randint(0, 10 ** r.choice([1, 2, 2, 3, 3, 4, 5, 6, 7]))
        cents = f'{r.choice([0, 0, 50, 99, 95, r.randint(0, 99), r.randint(0, 99), r.randint(0, 99)]):02d}'
        kind = r.random()
        if kind < 0.34:
            return f'{whole}.{cents}'
        if kind < 0.54:
            return f'{whole:,}.{cents}'
        if kind < 0.70:
            return f'{whole},{cents}'
        if kind < 0.82:
            return f'{whole:,}'.replace(',', '.') + f',{cents}'
        if kind < 0.89:
            return f'{whole:,}'.replace(',', ' ') + f',{cents}'
        if kind < 0.93:
            return f'{whole:,}'.replace(',', r.choice("'’")) + f'.{cents}'
        if kind < 0.96:
            text = str(whole)
            return (re.sub(r'(?<=\d)(?=(\d\d)+$)', ',', text[:-3]) + ',' if len(text) > 3 else '') + text[-3:] + f'.{cents}'
        return f'{whole:,}' if r.random() < 0.5 else f'{whole},{r.choice(["-", "--", "–"])}'

    def amount(self) -> str:
        r = self.random
        text, kind, sign = self.plain_amount(), r.random(), r.random()
        if kind < 0.30:
            text = r.choice(BEFORE) + text
        elif kind < 0.72:
            text = text + r.choice(AFTER)
        if sign < 0.05:
            return f'-{text}'
        if sign < 0.08:
            return f'{text}-'
        if sign < 0.11:
            return f'({text})'
        if sign < 0.13:
            return r.choice(['−', '– ', '- ', '+', '+ ', '~', '≈ ', '≤ ', '≥', '±', '@ ', '= ']) + text
        return text

    def number(self) -> str:
        r = self.random
        kind = r.random()
        if kind < 0.12:
            return f'{r.randint(0, 999)}.{r.randint(0, 99):02d}'
        if kind < 0.54:
            return self.amount()
        if kind < 0.60:
            return self.digits(1, 5)
        if kind < 0.70:
            return self.date()
        if kind < 0.76:
            between = r.choice([':', ':', ':', '.', 'h', ' h '])
            return f'{r.randint(0, 23):02d}{between}{r.randint(0, 59):02d}' + r.choice(['', f':{r.randint(0, 59):02d}', ' AM', ' PM', 'PM', 'am', ' Uhr', 'h', ' a.m.'])
        if kind < 0.82:
            value = r.choice([f'{r.randint(0, 99)}', f'{r.randint(0, 99)}.{r.randint(0, 99)}', f'{r.randint(0, 99)},{r.randint(0, 9)}', f'{r.randint(0, 30)},{r.randint(0, 99):02d}'])
            return r.choice(['', '', '', '+', '-']) + value + r.choice(['%', ' %', '%', '.00%', '‰'])
        if kind < 0.88:
            return f'{r.randint(0, 999)}' + r.choice(['X', 'x ', ' x', '×', ' × ', 'pcs', '°', '°C', ' @', 'kg', ' kg', 'g', ' ml', 'L', 'cm', ' mm', ' m²', 'm³', '½', '¼', '″', '′', '/kg', ' Stk', ' szt.', ' ks', ' db', ' шт.', ' µm'])
        if kind < 0.905:
            number = r.randint(1, 400)
            ending = 'th' if number // 10 % 10 == 1 else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')
            return r.choice([f'{number}{ending}', f'{number}{ending} {self.cased(r.choice(self.words))}', f'No {number}', f'No. {number}', f'Nº {number}', f'N° {number}', f'{number}ª', f'{number}º', f'№ {number}', f'{number}e', f'{number}er'])
        if kind < 0.95:
            return r.choice('- ./').join(self.digits(2, 5) for _ in range(r.randint(2, 4)))
        return ('-' if r.random() < 0.3 else '') + self.digits(6, 14)

    def date(self) -> str:
        r = self.random
        day, month, year = f'{r.randint(1, 31):02d}', f'{r.randint(1, 12):02d}', f'{r.choice(["", "20", "19"])}{r.randint(10, 99)}'
        kind = r.random()
        if kind < 0.5:
            return r.choice('/-..').join([day, month, year] if r.random() < 0.6 else [month, day, year])
        if kind < 0.56:
            return f'{int(day)}. {int(month)}. {year}' if r.random() < 0.5 else f'{int(day)}.{int(month)}.{year}'
        if kind < 0.66:
            return f'20{r.randint(10, 30)}{r.choice("-/.")}{month}{r.choice("-/.")}{day}'
        names = MONTHS[0] if r.random() < 0.45 else r.choice(MONTHS)
        name = r.choice(names)
        short, full = name[:3], f'20{r.randint(10, 30)}' if r.random() < 0.7 else f'19{r.randint(30, 99)}'
        return r.choice([f'{day} {short} {full}', f'{short} {int(day)}, {full}', f'{name} {int(day)}, {full}', f'{day}-{short.upper()}-{r.randint(10, 30)}', f'{int(day)} {name} {full}', f'{int(day)}. {name} {full}', f'{day} {short.upper()} {full}', f'{int(day)} de {name} de {full}', f'{name} {full}', f'{full}. {name} {int(day)}.', f'{int(day)}{r.choice(["st", "nd", "rd", "th"])} {name} {full}', f'le {int(day)} {name} {full}', f'{day} {short.upper()}/{r.choice(MONTHS)[0][:3].upper()} {r.randint(10, 99)}'])

    def code(self) -> str:
        r = self.random
        kind = r.random()
        if kind < 0.10:
            return ''.join(r.choices(CAPITALS + '0123456789-/#', k=r.randint(2, 12)))
        if kind < 0.50:
            letters = self.capitals(1, 4)
            code = r.choice(['', '', letters, letters, letters + '-', letters + ' ']) + self.digits(2, 9) + r.choice(['', '', '', '-' + letters[0], letters[:2], '/' + self.digits(1, 4), '-' + self.digits(1, 5)])
            return f'({code})' if r.random() < 0.15 else code
        if kind < 0.62:
            return r.choice(self.plain) + r.choice(['', '', '.', '_', '-']) + r.choice([r.choice(self.plain), '']) + '@' + r.choice(self.plain) + r.choice(['.com', '.de', '.co.uk', '.fr', '.net', '.pl', '.it', '.eu'])
        if kind < 0.72:
            return r.choice(['www.', 'www.', 'https://', 'http://www.', '']) + r.choice(self.plain) + r.choice(['', '-' + r.choice(self.plain)]) + r.choice(['.com', '.com.my', '.org', '.es', '.de', '.cz', '.eu/']) + r.choice(['', '', '/' + r.choice(self.plain), '/' + r.choice(self.plain) + '?id=' + self.digits(1, 5)])
        if kind < 0.78:
            country = r.choice(COUNTRIES)
            return r.choice(['', 'IBAN ', 'IBAN: ']) + country + self.digits(2, 2) + r.choice([' ', ' ', '']).join([''] + [r.choice([self.digits(4, 4), self.digits(4, 4), self.capitals(4, 4)])] + [self.digits(4, 4) for _ in range(r.randint(2, 4))] + [self.digits(1, 4)])
        if kind < 0.82:
            return r.choice(['', 'BIC ', 'BIC: ', 'SWIFT ']) + self.capitals(4, 4) + r.choice(COUNTRIES) + r.choice(['22', 'FF', 'P2', 'MM', '2L']) + r.choice(['', 'XXX', self.digits(3, 3)])
        if kind < 0.88:
            return r.choice(['', 'VAT ', 'USt-IdNr. ', 'TVA ', 'P.IVA ', 'NIP ', 'DIČ: ', 'CIF ', 'ABN ', 'GSTIN ', 'EIN ']) + r.choice([r.choice(COUNTRIES) + self.digits(8, 11), 'ATU' + self.digits(8, 8), f'{self.digits(3, 3)}-{self.digits(3, 3)}-{self.digits(2, 2)}-{self.digits(2, 2)}', f'{self.digits(2, 2)}-{self.digits(7, 7)}', self.capitals(1, 1) + self.digits(8, 8), 'NL' + self.digits(9, 9) + 'B' + self.digits(2, 2), f'CHE-{self.digits(3, 3)}.{self.digits(3, 3)}.{self.digits(3, 3)}'])
        return self.phone()

    def phone(self) -> str:
        r = self.random
        return r.choice(['', '', 'Tel. ', 'Tel: ', 'Tél. : ', 'Fax ', 'T ']) + r.choice([
            f'({self.digits(3, 3)}) {self.digits(3, 3)}-{self.digits(4, 4)}', f'+{self.digits(2, 3)} {self.digits(2, 3)} {self.digits(6, 8)}', f'{self.digits(3, 3)}-{self.digits(3, 3)}-{self.digits(4, 4)}',
            f'+{self.digits(2, 2)} (0) {self.digits(2, 3)} / {self.digits(3, 4)} {self.digits(2, 4)}', ' '.join(['0' + self.digits(1, 1)] + [self.digits(2, 2) for _ in range(4)]), f'0{self.digits(2, 4)}/{self.digits(5, 8)}', f'0{self.digits(2, 4)}-{self.digits(5, 8)}',
            f'+{self.digits(2, 3)} {self.digits(3, 3)} {self.digits(3, 3)} {self.digits(3, 3)}', f'{self.digits(3, 3)}.{self.digits(3, 3)}.{self.digits(4, 4)}',
        ])

    def machine_readable(self) -> str:
        """A window of a line of an identity document's machine-readable zone."""
        r = self.random
        names = [re.sub('[^A-Z]', '', r.choice(self.words_of['']).upper()) or 'DOE' for _ in range(r.randint(2, 4))]
        name = f'{"<".join(names[:-2] or names[:1])}<<{"<".join(names[-2:] if len(names) > 2 else names[1:])}'
        issuer = r.choice(ISSUERS).ljust(3, '<')
        date = lambda: f'{r.randint(0, 99):02d}{r.randint(1, 12):02d}{r.randint(1, 28):02d}{r.randint(0, 9)}'
        number = (r.choice([self.digits(9, 9), self.capitals(1, 2) + self.digits(6, 7), ''.join(r.choices('CFGHJKLMNPRTVWXYZ0123456789', k=9))])).ljust(9, '<') + self.digits(1, 1)
        person = date() + r.choice('MF<') + date() + issuer
        kind = r.random()
        if kind < 0.35:
            width, lines = 44, ['P' + r.choice('<<<PO') + issuer + name, number + issuer + person[:15] + self.digits(0, 14).ljust(14, '<') + self.digits(2, 2)]
        elif kind < 0.65:
            width, lines = 30, [r.choice(['I<', 'ID', 'AC', 'A<']) + issuer + number, person[:15] + issuer + '<' * 11 + self.digits(1, 1), name]
        elif kind < 0.85:
            width, lines = 36, [r.choice(['I<', 'ID', 'V<']) + issuer + name, number + issuer + person[:15] + '<' * 7 + self.digits(1, 1)]
        else:
            width, lines = 36, ['IDFRA' + names[0][:25].ljust(25, '<') + self.digits(6, 6), self.digits(12, 12) + '<<'.join(names[1:])[:14].ljust(14, '<') + date()[:6] + r.choice('MF') + self.digits(2, 2)]
        line = r.choice(lines)[:width].ljust(width, '<')
        length = r.randint(14, width) if r.random() < 0.5 else width
        start = r.randint(0, width - length)
        return line[start:start + length]

    def anything(self, length: int) -> str:
        r = self.random
        letters = LETTERS_OF[self.group]
        return ''.join(r.choice(ASCII[1:] if r.random() < PLAIN_WEIGHT else letters if r.random() < 0.6 else SIGNS if r.random() < 0.6 else MORE_SIGNS + CURRENCIES) for _ in range(length))


def by_group(lines: list[str]) -> dict[str, list[str]]:
    """Lines by the letter before a tab; those without are Western European."""
    groups: dict[str, list[str]] = {'': []}
    for line in lines:
        group, tab, text = line.partition('\t')
        groups.setdefault(group if tab else '', []).append(text if tab else line)
    return groups


def known(text: str) -> str:
    return ''.join(character for character in text if character in CLASS_OF) or '0'
