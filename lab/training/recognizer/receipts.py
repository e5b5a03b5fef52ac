"""Lines of receipts in many languages: labels, articles with prices, quantities, tax, card slips, leaders, rules of characters."""
import random

#: Labels by the groups of texts.py: Western European and Malay, other Latin, Turkish, Cyrillic, Greek.
LABELS = {group: names.split('|') for group, names in {
    '': (
        'Total|Subtotal|Sub Total|Grand Total|Total Due|Balance|Balance Due|Amount Due|Amount Paid|Cash|Cash Tendered|Change|Change Due|Tendered|Rounding|Rounding Adj|Rounding Adjustment|'
        'Rounded Total (RM)|Total Amt Payable|Paid Amount|Total Incl. of GST|Total Excl. GST|GST @ 6%|GST 0%|Sales Tax|Tax 8.25%|Net|Gross|Gross Amt|Net Amt|Svr Tax|Service Charge|Svc Chg 10%|Gov Tax|'
        'Discount|Disc|Disc %|Savings|You saved|Coupon|Deposit|Tip|Gratuity|Qty|Total Qty|Total Item(s)|Items|Item Count|Price|U/Price|Unit Price|U/P|Amount (RM)|Tax (RM)|Amt(RM)|Description|Date|Time|Invoice No|Invoice No.|'
        'Inv No|Bill No|Receipt #|Receipt No.|Doc No.|Order #|Ticket|Trans|Trx|Ref|Ref. No|Auth Code|Approval Code|Terminal|Terminal ID|TID|MID|AID|Merchant ID|Batch|Trace|STAN|Entry Mode|Chip Read|Contactless|Card No|Card Type|'
        'Visa|Visa Credit|Mastercard|Amex|Debit|EFTPOS|Cashier|Cashier#|Server|Operator|Clerk|Salesperson|Sales Person|Table|Table No|Covers|Guests|Pax|Counter|Till|Register|Reg|Store|Shop|Branch|Station|Member|Member No|Points|Points earned|'
        'Tel|Tel No|Tel & Fax No|Fax|Phone|Ph|Email|Web|Co. Reg No|Company Reg No.|Reg No|GST Reg No|GST ID No|GST Summary|VAT No|VAT Reg No|ABN|Tax ID|TIN|VAT Reg TIN|Vatable Sales|VAT Amount|VAT-Exempt|Zero Rated|Tax Invoice|Simplified Tax Invoice|'
        'Thank you|Thank You! Please Come Again!|Please come again !|Goods sold are not returnable|Goods sold are non-refundable|For any enquiry, please contact us|Customer Copy|Merchant Copy|Signature|No refund|Have a nice day|Served by|'
        'Total TTC|Total HT|Sous-total|Montant|Montant TTC|Montant dû|A payer|À payer|Net à payer|TVA|TVA 5,5%|TVA 20,0%|dont TVA|Taux|Espèces|Especes|Carte bancaire|Carte Bleue|CB|Rendu|Monnaie|Rendu monnaie|Remise|Avoir|Quantité|Qté|Article(s)|Nb articles|'
        'Caisse|Caissier|Ticket|Facture|Numéro|N° SIRET|SIRET|N° TVA|Tél.|Merci de votre visite|Merci et à bientôt|À conserver|Couverts|Prix unitaire|Débit|Numéro commerçant|Autorisation|Signature électronique|'
        'Summe|Zwischensumme|Gesamtbetrag|Gesamt|Betrag|Zu zahlen|Bar|Bargeld|Gegeben|Rückgeld|Zurück|Rückgeld BAR|MwSt|MwSt.|MwSt 19%|USt|Netto|Brutto|Steuer|Steuer %|Rabatt|Pfand|Leergut|Menge|Stück|Stk|Einzelpreis|Preis|Bon|Bon-Nr.|Beleg|Beleg-Nr.|'
        'Kundenbeleg|Händlerbeleg|Kartenzahlung|Girocard|Kasse|Kassierer|Bediener|Bedienung|Tisch|Tisch-Nr.|Rechnung|Rechnungs-Nr.|Datum|Uhrzeit|Filiale|Markt|St.-Nr.|USt-IdNr.|UID|UID-Nr.|Es bediente Sie|Vielen Dank für Ihren Einkauf|Auf Wiedersehen|Öffnungszeiten|Genehmigungs-Nr.|Straße|'
        'Total CHF|Total EUR|inkl. MwSt|exkl. MwSt|Total a pagar|Total IVA|Importe|Base|Base imponible|Cuota|IVA 21%|I.V.A.|Efectivo|Entregado|Cambio|Tarjeta|Descuento|Cantidad|Artículo|Artículos|Unid.|P.Unit|Precio|Descripción|Ticket Nº|Factura simplificada|Fra. simplificada|NIF|CIF|RUC|RFC|NIT|CUIT|Cajero|Mesa|Mesero|Comensales|'
        'Propina|Gracias por su visita|Gracias por su compra|Teléfono|Tfno|Dirección|Sucursal|Operación|Autorización|Importe total|Totale|Totale complessivo|Totale euro|Subtotale|Di cui IVA|Contanti|Contante|Resto|Pagamento elettronico|Importo pagato|Sconto|Quantità|Pezzi|Prezzo|Descrizione|Documento n.|Documento commerciale|Scontrino|'
        'P.IVA|Partita IVA|Coperto|Coperti|Tavolo|Operatore|Cassa|Grazie e arrivederci|Arrivederci|Bancomat|Valor total|Valor a pagar|Total R$|Desconto|Troco|Dinheiro|Numerário|Cartão de crédito|Cartão|Multibanco|Qtd.|Qtde. total de itens|Vl. Unit|Descrição|Código|Contribuinte|NIF|CNPJ|IE|Consumidor|Nº|Fatura simplificada|Obrigado pela sua visita|Operador|Mesa|Taxa|Incidência|'
        'Totaal|Subtotaal|Te betalen|Betaald|Contant|Wisselgeld|Terug|Korting|Statiegeld|Aantal|Prijs|Bedrag|BTW|BTW 9%|Excl.|Incl.|Pinnen|Bon|Bonnummer|Kassa|Medewerker|Kaart|Transactie|Bedankt en tot ziens|Totalt|Summa|Att betala|Moms|Moms 25%|Varav moms|Netto|Brutto|Kontant|Växel|Rabatt|Pant|Antal|Pris|Belopp|Kvitto|Kvittonr|Kassör|Kassa|Org.nr|Kortbetalning|Öppet|Tack för besöket|Välkommen åter|Mottaget|Betalt|'
        'I alt|At betale|Heraf moms|Byttepenge|Kontant|Dankort|Kvittering|Bon nr.|Ekspedient|Antal varer|Beløb|CVR-nr.|Tak for besøget|Å betale|Sum|Totalt|Herav mva|MVA|Bankkort|Kvittering|Salgskvittering|Betjent av|Org.nr.|Takk for besøket|Yhteensä|Välisumma|Maksettava|Käteinen|Takaisin|ALV|ALV 14%|Veroton|Vero|Verollinen|Alennus|Pantti|Kpl|Kuitti|Kassa|Myyjä|Korttitapahtuma|Kortti|Debit|Y-tunnus|Kiitos käynnistä|Tervetuloa uudelleen|Puh.|'
        'Jumlah|Jumlah Bayar|Harga Jual|Tunai|Kembali|Kembalian|Diskon|Pajak|PPN|PB1|Kasir|Struk|Bayar|Barang|Terima kasih|Terima Kasih Atas Kunjungan Anda|NPWP|Layanan Konsumen|Harga|Baki|Cukai|No. Meja|Pelayan'
    ),
    'l': (
        'Suma|Suma PLN|Razem|Do zapłaty|Sprzedaż opodatkowana A|Sprzed. opod. PTU A|Kwota A 23,00%|PTU A|Podatek PTU|Suma PTU|Gotówka|Reszta|Karta|Karta płatnicza|Rabat|Opust|Paragon fiskalny|Nr wydruku|Nr transakcji|Kasa|Kasjer|Ilość|Cena|Wartość|NIP|Dziękujemy|Zapraszamy ponownie|Rozliczenie płatności|Niefiskalny|Łącznie|'
        'Celkem|Celkem Kč|Celkem k úhradě|Součet|Mezisoučet|Základ|DPH|DPH 21%|Daň|Hotovost|Hotově|Vráceno|Platba kartou|Sleva|Počet položek|Množství|Cena|Účtenka|Účtenka č.|Pokladna|Pokladní|Obsluha|Stůl|DIČ|IČ|IČO|Děkujeme za nákup|Nashledanou|Tržba|Zaokrouhlení|BKP|FIK|Provozovna|Spolu|Spolu na úhradu|K úhrade|Medzisúčet|Základ dane|Výdavok|Zľava|Pokladničný doklad|IČ DPH|Ďakujeme za nákup|Dátum|Čas|'
        'Összesen|Fizetendő|Végösszeg|Részösszesen|Áfa|Áfa 27%|Nettó|Bruttó|Készpénz|Visszajáró|Bankkártya|Kedvezmény|Kerekítés|Mennyiség|Egységár|Érték|Nyugta|Nyugtaszám|Számla|Pénztáros|Pénztár|Adószám|Köszönjük a vásárlást|Kiszolgálta|Asztal|Dátum|Idő|Darab|db|'
        'Total lei|Subtotal|Total TVA|TVA A 19%|Numerar|Rest|Card|Reducere|Cantitate|Preț|Preţ unitar|Valoare|Bon fiscal|Casier|Operator|Casa|Cod fiscal|C.I.F.|Vă mulțumim|Vă mai așteptăm|Dată|Oră|Ieșire|Garanție SGR|Ukupno|Ukupno EUR|Za platiti|Međuzbroj|Osnovica|PDV|PDV 25%|Porez|Gotovina|Kartica|Povrat|Popust|Količina|Cijena|Iznos|Račun|Račun br.|Blagajnik|Konobar|Stol|OIB|Hvala na kupnji|Vrijeme|'
        'Skupaj|Za plačilo|Znesek|DDV|DDV 22%|Osnova|Gotovina|Vračilo|Popust|Količina|Cena|Račun št.|Blagajna|ID za DDV|Davčna št.|Hvala za obisk|Natakar|Čas|Iš viso|Mokėti|Suma EUR|PVM|PVM 21%|Be PVM|Su PVM|Grynieji|Grąža|Kortelė|Nuolaida|Kiekis|Kaina|Kvitas|Čekis|Kasininkas|Įmonės kodas|PVM kodas|Ačiū, kad pirkote|'
        'Kopā|Kopā apmaksai|Summa|PVN|PVN 21%|Skaidra nauda|Atlikums|Bankas karte|Atlaide|Daudzums|Cena|Čeks|Čeka Nr.|Kasieris|Paldies par pirkumu|Reģ. Nr.|Kokku|Maksta|Käibemaks|KM 22%|Sularaha|Tagasi|Pangakaart|Soodustus|Kogus|Hind|Kviitung|Arve nr|Kassapidaja|Aitäh ostu eest|Ukupan iznos|Ukupan iznos poreza|Gotovina|Povraćaj|Fiskalni račun|Kasir|Total|Baza|Ulje|Zahvaljujemo'
    ),
    't': (
        'Toplam|Ara toplam|Genel toplam|Topkdv|TOPKDV|KDV|KDV %8|Nakit|Kredi kartı|Para üstü|İndirim|İskonto|Miktar|Adet|Birim fiyat|Tutar|Fiş No|Fiş|Tarih|Saat|Kasiyer|Kasa|Masa|Garson|Vergi dairesi|V.D.|Mersis No|Ürün|Ürün adı|Teşekkür ederiz|Teşekkürler|Bizi tercih ettiğiniz için|İyi günler|Şube|Müşteri|İşyeri|İşlem|Onay kodu|Z No|Ekü No|'
        'Poşet|Süt|Yağlı süt|Ekmek|Yumurta 15\'li|Çikolata|Şeker|Çay|Su 1,5 L|Peynir|Kaşar|Zeytin|Salça|Pirinç|Yoğurt|Ayçiçek yağı|İçecek|Gıda|Mah.|Cad.|Sok.|No:|İstanbul|İzmir|Ankara|Kadıköy|Beşiktaş|Üsküdar|Bahçelievler|Beyoğlu|Şişli|Pazarlama|Tic. Ltd. Şti.|San. ve Tic. A.Ş.|Mağazacılık|Marketçilik|Gıda San.'
    ),
    'c': (
        'Итого|ИТОГ|Всего|Всего к оплате|К оплате|Сумма|Сумма НДС 20%|НДС|НДС 10%|В т.ч. НДС|Наличные|Наличными|Безналичными|Электронными|Картой|Сдача|Скидка|Кол-во|Количество|Цена|Стоимость|Чек|Кассовый чек|Кассовый чек/Приход|Чек №|Кассир|Касса|Смена|Смена №|Место расчётов|Официант|Стол|ИНН|ЗН ККТ|РН ККТ|ФН|ФД|ФП|ФПД|Сайт ФНС|Дата|Время|'
        'Спасибо за покупку|Добро пожаловать|Приход|Продажа|Сума|До сплати|Разом|ПДВ|ПДВ А 20%|Готівка|Готівкою|Картка|Решта|Знижка|Кількість|Ціна|Фіскальний чек|Чек №|Касир|Каса|ІПН|ПН|ЗН|ФН|Дякуємо за покупку|Щиро дякуємо|Усього|Заокруглення|Обща сума|Общо|Междинна сума|В брой|Ресто|Отстъпка|Касиер|Служебен бон|Фискален бон|ЕИК|ЗДДС №|Артикул|Артикула|Благодарим Ви|Дебитна карта|Маса|'
        'Укупно|Укупан износ|Укупан износ пореза|За уплату|Порез|ПДВ 20%|Готовина|Платна картица|Повраћај|Назив|Количина|Цена|Фискални рачун|Касир|ПИБ|Предузеће|Место продаје|Вкупно|Данок|шт.|шт|кг|л|г|гр|мл|уп.|пач'
    ),
    'g': (
        'Σύνολο|ΣΥΝΟΛΟ|Γενικό σύνολο|Υποσύνολο|Μερικό σύνολο|Πληρωτέο|Πληρωτέο ποσό|Ποσό|ΦΠΑ|Φ.Π.Α. 24%|ΦΠΑ 13%|Καθαρή αξία|Μετρητά|Ρέστα|Κάρτα|Πιστωτική κάρτα|Έκπτωση|Ποσότητα|Τεμάχια|Τεμ.|Τιμή|Τιμή μονάδας|Αξία|Περιγραφή|Απόδειξη|Απόδειξη λιανικής|ΑΠΟΔΕΙΞΗ ΛΙΑΝΙΚΗΣ ΠΩΛΗΣΗΣ|Αρ. απόδειξης|Ταμείο|Ταμίας|Σερβιτόρος|Τραπέζι|ΑΦΜ|Α.Φ.Μ.|ΔΟΥ|Δ.Ο.Υ.|Ημερομηνία|Ώρα|Ευχαριστούμε|'
        'Ευχαριστούμε για την προτίμηση|Τηλ.|Οδός|Αθήνα|Θεσσαλονίκη|Πειραιάς|Ειδών|ΕΙΔΗ|ΝΟΜΙΜΗ ΑΠΟΔΕΙΞΗ|ΕΝΑΡΞΗ|ΛΗΞΗ|ΑΡΙΘΜΟΣ|Είδος|Κουβέρ'
    ),
}.items()}
COLONS = [':', ':', ' :', ' :', ' :', ' : ', ': ', '. :', '.: ', ' .:', '  :', ' ', ' ', '  ', '#', ' #', '=', ' = ', ' @ ', '-', '']
UNITS = ['kg', 'KG', 'g', 'G', 'gr', 'GR', 'ml', 'ML', 'l', 'L', 'cl', 'CL', 'lb', 'LB', 'oz', 'OZ', 'pcs', 'PCS', 'EA', 'ea', 'x', 'X', 'st', 'ST', 'Stk', 'szt', 'szt.', 'SZT', 'ks', 'KS', 'db', 'kpl', 'KPL', 'ct', 'CT', 'pk', 'PK', 'er', 'BUC', 'buc', 'шт', 'шт.', 'ШТ', 'кг', 'КГ', 'г', 'Г', 'л', 'Л', 'ΤΕΜ', "'S", "'s", '%', 'W', 'mm', 'cm', 'M', 'V', '"']
TIMES = ['x', 'x', 'X', 'X', ' x ', ' X ', ' x', ' X', '*', ' * ', ' @ ', '@', '×', ' × ', 'x ', ' ks x ', ' Stk x ', ' szt. x ', ' szt.*', ' db x ', ' kpl x ', ' @ RM']
CODES = ['', '', '', '', ' A', ' B', ' C', ' T', ' F', ' N', ' S', ' Z', ' SR', ' ZR', ' ZRL', ' ZR', ' E', ' O', ' *', '*', '-', ' 1', ' 2', 'A', 'B', 'T', 'F', 'N', ' A*', ' FS', ' %', ' D', ' Α', ' А', ' Б', ' Г', ' *8', ' %8', ' %10', ' H', ' X', '  TX']
CURRENCIES = ['', '', '', '', '', '', 'RM', 'RM ', '$', '$ ', '€', '€ ', 'EUR ', '£', 'CHF ', 'Fr. ', 'kr ', 'Rp', 'Rp ', 'Rp.', 'Rs.', '₹', '¥', '₺', '*', '**', 'x', '#', 'PHP ', 'P', 'S$', 'NZ$', 'R', 'R$ ', '₱']
AFTER_PRICE = ['', '', '', '', '', '', '', ' €', '€', ' EUR', ' kr', ' zł', ' PLN', ' Kč', ' Ft', ' lei', ' LEI', ' ₺', ' TL', ' руб.', ' грн', ' лв', ' RSD', ' CHF', ' RM', '-', ',-', ':-']
RULES = ['-', '-', '-', '=', '=', '*', '*', '_', '.', '~', '- ', '* ', '+', '#', '·']


class Receipts:
    """Draws from the words, names and numbers of the given texts."""

    def __init__(self, texts):
        self.texts = texts

    def line(self) -> str:
        r: random.Random = self.texts.random
        make = r.choices([self.labeled, self.article, self.price, self.quantity, self.header, self.card, self.rule, self.columns], [27, 28, 12, 9, 13, 5, 1.5, 5])[0]
        text = make()
        if r.random() < 0.05:
            text = r.choice(['*', '**', '***', '-', '--', '>', '#', '+', '(', '"', "'", '=']) + r.choice(['', ' ']) + text + r.choice(['', '*', '**', ' ***', '-', ')', '"', ' <', "'", '!', ' !'])
        return text[:r.choice([8, 12, 16, 20, 24, 30, 36, 42])].strip()

    def labeled(self) -> str:
        """A label with a colon, close or far; often its value."""
        r, t = self.texts.random, self.texts
        text = self.cased(r.choice(LABELS[t.group])) + r.choice(COLONS)
        if r.random() < 0.12:
            text += r.choice(['.', '.', '. ', ' .', '*', '-', '_']) * r.randint(2, 16) + r.choice(['', ' ', ' RM', ' €', ' EUR'])
        kind = r.random()
        if kind < 0.35:
            return text
        if kind < 0.60:
            return text + r.choice(['', ' ']) + self.price()
        if kind < 0.72:
            return text + r.choice(['', ' ']) + t.code()
        if kind < 0.84:
            return text + r.choice(['', ' ']) + self.moment()
        if kind < 0.94:
            return text + r.choice(['', ' ']) + t.digits(1, 12)
        return text + r.choice(['', ' ']) + self.cased(r.choice(t.phrases))

    def article(self) -> str:
        """A name as shops shorten it, with a code, a size, a price."""
        r, t = self.texts.random, self.texts
        words = r.choice(t.phrases).split() if r.random() < 0.35 else [r.choice(t.words) for _ in range(r.randint(1, 4))]
        words = [self.shortened(word) for word in words[:4]]
        if r.random() < 0.4:
            words.insert(r.randint(0, len(words)), self.size())
        text = r.choice([' ', ' ', ' ', ' ', '.', '-', '/', ' & ', ' + ']).join(words) if r.random() < 0.15 else ' '.join(words)
        text = self.cased(text, 0.7)
        if r.random() < 0.25:
            text = r.choice([t.digits(1, 2) + ' ', t.digits(1, 2) + r.choice(TIMES), t.digits(3, 8) + ' ', t.digits(8, 13) + ' ', t.digits(1, 1) + '. ', '# ', '*', t.capitals(1, 2) + t.digits(2, 5) + ' ', t.capitals(1, 3) + '-']) + text
        if r.random() < 0.5:
            text += ' ' * r.randint(1, 3) + self.price() + r.choice(CODES)
        return text

    def shortened(self, word: str) -> str:
        r = self.texts.random
        kind = r.random()
        if len(word) < 5 or kind < 0.6:
            return word
        cut = word[:r.randint(2, len(word) - 1)]
        return cut + r.choice(['.', '.', '.', '', '/', '-', "'"]) if kind < 0.9 else word[0] + ''.join(letter for letter in word[1:] if letter.lower() not in 'aeiouäöüаеиоуαεηιουω')

    def size(self) -> str:
        r, t = self.texts.random, self.texts
        number = r.choice([t.digits(1, 3), f'{r.randint(0, 9)}{r.choice(",.")}{r.choice(["5", "25", "33", "75", "0", "2", str(r.randint(0, 99))])}', f'{r.randint(1, 24)}{r.choice("xX*")}{r.randint(1, 1000)}', f'{r.randint(1, 99)}/{r.randint(1, 99)}'])
        return number + r.choice(['', '', ' ']) + r.choice(UNITS)

    def price(self) -> str:
        r, t = self.texts.random, self.texts
        amount = r.choice([f'{r.randint(0, 99)}.{r.randint(0, 99):02d}', f'{r.randint(0, 999)},{r.randint(0, 99):02d}', f'{r.randint(0, 30)}.{r.randint(0, 9)}0', f'{r.randint(0, 30)},{r.randint(0, 9)}9', t.plain_amount(), f'{r.randint(1, 999)}{r.choice(".,")}{r.choice(["000", "500", "900"])}', f'{r.randint(1, 99)}.{r.randint(0, 999):03d}', f'{r.randint(1, 99)}.{r.randint(0, 9999):04d}', f'{r.randint(10, 9999)}', f'.{r.randint(0, 99):02d}'])
        if r.random() < 0.05:
            amount = amount.replace(',', ', ').replace('.', '. ')
        text = r.choice(CURRENCIES) + amount + r.choice(AFTER_PRICE)
        return f'-{text}' if r.random() < 0.06 else f'({text})' if r.random() < 0.02 else text

    def quantity(self) -> str:
        r = self.texts.random
        count = r.choice([str(r.randint(1, 30)), f'{r.randint(0, 9)}{r.choice(",.")}{r.randint(0, 999):03d}', f'{r.randint(1, 9)}{r.choice(",.")}00'])
        return count + r.choice(['', '', '', ' kg', 'KG', ' Stk', ' szt', ' ks', ' db', ' шт']) + r.choice(TIMES) + self.price() + r.choice(['', '', '', ' ' + self.price(), ' = ' + self.price(), '  =' + self.price(), '/kg', ' /kg', ' EUR/kg', ' €/kg']) + r.choice(CODES)

    def header(self) -> str:
        """Names, addresses and tax numbers at the top."""
        r, t = self.texts.random, self.texts
        kind = r.random()
        if kind < 0.45:
            return self.cased(t.phrase(), 0.55)
        if kind < 0.60:
            return self.cased(f'{r.choice(["No.", "No ", "No", "Lot ", "Unit ", "G-", "B-", "#", ""])}{t.digits(1, 4)}{r.choice(["", "-A", ", ", ",", "/", "&"])} {r.choice(t.words)} {r.choice(t.words)} {t.digits(1, 2)}{r.choice(["/", ".", ",", ""])}{t.digits(1, 2)}{r.choice([",", ".", ""])}', 0.6)
        if kind < 0.72:
            return t.phone()
        if kind < 0.84:
            return f'({self.cased(r.choice(LABELS[t.group]), 0.6)}{r.choice(COLONS)}{t.digits(6, 12)}{r.choice(["-", ""])}{t.capitals(0, 1)})'
        if kind < 0.92:
            return self.moment()
        return t.code()

    def card(self) -> str:
        r, t = self.texts.random, self.texts
        hidden = r.choice('*xX#•')
        return r.choice([
            f'{hidden * 4} {hidden * 4} {hidden * 4} {t.digits(4, 4)}', f'{hidden * r.randint(4, 12)}{t.digits(4, 4)}', f'{t.digits(6, 6)}{hidden * 6}{t.digits(4, 4)}', f'A00000000{t.digits(5, 5)}', f'AID: A0000000{t.digits(6, 6)}',
            f'{self.cased(r.choice(LABELS[""]), 0.6)} {t.digits(4, 8)}', f'TVR {t.digits(10, 10)}', f'{"".join(r.choices("0123456789ABCDEF", k=r.choice([8, 12, 16])))}', f'EXP {t.digits(2, 2)}/{t.digits(2, 2)}', f'{t.digits(4, 4)}-{t.digits(4, 4)}-{hidden * 4}-{t.digits(4, 4)}',
        ])

    def rule(self) -> str:
        r = self.texts.random
        return r.choice(RULES) * r.randint(3, 30)

    def columns(self) -> str:
        """Several numbers far from each other, as in the table of taxes."""
        r, t = self.texts.random, self.texts
        first = r.choice([f'{r.randint(0, 27)}{r.choice(["%", " %", ",00%", ".0%", ",0 %"])}', r.choice('ABCDTSZE'), f'{r.choice("ABCDTSZ")} = {r.randint(0, 25)}%', 'SR', f'SR @ {r.randint(5, 10)}%', t.digits(1, 3)])
        return (' ' * r.randint(1, 4)).join([first, *[self.price() for _ in range(r.randint(1, 3))]])

    def moment(self) -> str:
        r, t = self.texts.random, self.texts
        between = r.choice([':', ':', ':', ':', '.', 'h', ' : '])
        time = f'{r.randint(0, 23):02d}{between}{r.randint(0, 59):02d}' + r.choice(['', f':{r.randint(0, 59):02d}', ' AM', ' PM', 'PM', 'AM', ' Uhr'])
        return r.choice([t.date(), time, f'{t.date()}{r.choice([" ", "  ", " - ", " / ", ", ", "   "])}{time}'])

    def cased(self, text: str, capitals: float = 0.5) -> str:
        kind = self.texts.random.random()
        return self.texts.upper(text) if kind < capitals else text
