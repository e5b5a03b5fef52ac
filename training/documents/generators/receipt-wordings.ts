/** Wordings of receipts by language, written independently of the engine's labels. */
import type { Language } from './countries.ts';

export interface ReceiptWords {
  shops: Readonly<Record<ReceiptKind, readonly string[]>>;
  goods: Readonly<Record<ReceiptKind, readonly string[]>>;
  total: readonly string[];
  subtotal: readonly string[];
  tax: readonly string[];
  tip: readonly string[];
  date: readonly string[];
  time: readonly string[];
  phone: readonly string[];
  cash: readonly string[];
  card: readonly string[];
  change: readonly string[];
  head: readonly string[];
  numbers: readonly string[];
  thanks: readonly string[];
  arrival: string;
  departure: string;
  balance: string;
  entry: string;
  exit: string;
}

export type ReceiptKind = 'meal' | 'supplies' | 'hotel' | 'gas' | 'parking';

export const RECEIPT_WORDS: Readonly<Record<Language, ReceiptWords>> = {
  en: {
    shops: { meal: ['Cafe', 'Grill', 'Bistro', 'Diner', 'Pizza', 'Kitchen', 'Restaurant', 'Coffee House', 'Bar & Grill', 'Noodle House'], supplies: ['Market', 'Hardware', 'Stationery', 'Books', 'Mart', 'Supermarket', 'Pharmacy', 'Office Supply', 'DIY'], hotel: ['Hotel', 'Inn & Suites', 'Resort', 'Lodge'], gas: ['Fuel', 'Gas Station', 'Petrol', 'Gas & Go'], parking: ['Parking', 'Garage', 'Car Park'] },
    goods: { meal: ['Cheeseburger', 'House Salad', 'Iced Tea', 'Latte', 'Fish & Chips', 'Soup of the Day', 'Club Sandwich', 'Draft Beer', 'French Fries', 'Chocolate Cake', 'Pepperoni Pizza', 'Green Curry', 'Chicken Wings', 'Espresso', 'Nasi Lemak'], supplies: ['COPY PAPER A4', 'BALLPOINT PEN BLUE', 'AA BATTERIES 4PK', 'DUCT TAPE', 'LED BULB 9W', 'STAPLER', 'NOTEBOOK RULED', 'PAINT BRUSH 2"', 'USB CABLE', 'WHOLE MILK 1L', 'BANANAS', 'HAMMER', 'GLUE STICK', 'CLEANING CLOTH', 'PLASTIC BOX L'], hotel: ['Room Charge', 'Breakfast', 'City Tax', 'Parking', 'Mini Bar', 'Room Service', 'Occupancy Tax', 'Laundry'], gas: ['REGULAR', 'UNLEADED', 'DIESEL', 'PREMIUM', 'UNLEADED 95', 'RON95'], parking: ['Parking Fee', 'Parking', 'Day rate', 'Short stay'] },
    total: ['Total', 'TOTAL', 'Grand Total', 'Amount Due', 'Total Due', 'TOTAL SALE', 'Total Amount', 'BALANCE DUE', 'Nett Total'], subtotal: ['Subtotal', 'SUBTOTAL', 'Sub Total', 'Sub-total', 'Net Sales'], tax: ['Tax', 'TAX', 'Sales Tax', 'VAT', 'GST', 'State Tax'], tip: ['Tip', 'Gratuity', 'TIP'], date: ['Date', 'DATE', 'Trans Date', 'Bill Date'], time: ['Time', 'TIME'], phone: ['Tel', 'Phone', 'Tel No', 'Ph', ''],
    cash: ['Cash', 'CASH', 'Cash Tendered'], card: ['Visa', 'MASTERCARD', 'Credit Card', 'AMEX', 'Debit Card'], change: ['Change', 'CHANGE', 'Change Due'], head: ['RECEIPT', 'Tax Invoice', 'SALES RECEIPT', 'Guest Check', 'Cash Bill'], numbers: ['Receipt #', 'Order', 'Check', 'Invoice No', 'Trans', 'Cashier', 'Server', 'Table', 'Register'], thanks: ['Thank you!', 'THANK YOU PLEASE COME AGAIN', 'Have a nice day', 'Goods sold are not returnable'],
    arrival: 'Arrival', departure: 'Departure', balance: 'Balance', entry: 'Entry', exit: 'Exit',
  },
  de: {
    shops: { meal: ['Gasthaus', 'Restaurant', 'Café', 'Bäckerei', 'Pizzeria'], supplies: ['Supermarkt', 'Baumarkt', 'Drogerie', 'Markt', 'Bürobedarf'], hotel: ['Hotel', 'Gasthof'], gas: ['Tankstelle'], parking: ['Parkhaus', 'Tiefgarage'] },
    goods: { meal: ['Schnitzel', 'Apfelschorle', 'Kaffee', 'Gulaschsuppe', 'Pils 0,5', 'Salatteller', 'Brezel', 'Currywurst'], supplies: ['Vollmilch', 'Kugelschreiber', 'Druckerpapier', 'Klebeband', 'Batterien AA', 'Bananen', 'Hammer', 'Brot'], hotel: ['Übernachtung', 'Frühstück', 'Kurtaxe', 'Parkplatz', 'Minibar'], gas: ['Super E10', 'Diesel', 'Super'], parking: ['Parkgebühr', 'Parken'] },
    total: ['Summe', 'SUMME', 'Gesamt', 'Gesamtbetrag', 'Zu zahlen', 'Total'], subtotal: ['Zwischensumme', 'Netto'], tax: ['MwSt', 'MwSt.', 'USt', 'inkl. MwSt'], tip: ['Trinkgeld'], date: ['Datum'], time: ['Uhrzeit', 'Zeit'], phone: ['Tel.', 'Telefon', 'Tel'], cash: ['Bar', 'BAR', 'Gegeben'], card: ['EC-Karte', 'girocard', 'Kreditkarte', 'Visa'], change: ['Rückgeld', 'Wechselgeld'], head: ['Rechnung', 'Kassenbon', 'QUITTUNG'], numbers: ['Bon-Nr.', 'Kasse', 'Bediener', 'Tisch', 'Beleg'], thanks: ['Vielen Dank für Ihren Besuch!', 'Auf Wiedersehen'],
    arrival: 'Anreise', departure: 'Abreise', balance: 'Saldo', entry: 'Einfahrt', exit: 'Ausfahrt',
  },
  fr: {
    shops: { meal: ['Brasserie', 'Restaurant', 'Café', 'Boulangerie', 'Chez'], supplies: ['Supermarché', 'Papeterie', 'Bricolage', 'Marché'], hotel: ['Hôtel', 'Auberge'], gas: ['Station'], parking: ['Parking'] },
    goods: { meal: ['Menu du jour', 'Café crème', 'Croissant', 'Steak frites', 'Verre de vin', 'Salade niçoise', 'Crêpe sucre', 'Eau minérale'], supplies: ['Papier A4', 'Stylo bleu', 'Piles AA', 'Lait entier', 'Ruban adhésif', 'Bananes', 'Marteau', 'Pain complet'], hotel: ['Chambre', 'Petit déjeuner', 'Taxe de séjour', 'Parking', 'Minibar'], gas: ['SP95', 'Gazole', 'SP98'], parking: ['Stationnement', 'Parking'] },
    total: ['TOTAL', 'Total TTC', 'Net à payer', 'Total à payer', 'TOTAL EUR'], subtotal: ['Total HT', 'Sous-total'], tax: ['TVA', 'dont TVA'], tip: ['Pourboire'], date: ['Date'], time: ['Heure'], phone: ['Tél.', 'Tél', 'Téléphone'], cash: ['Espèces', 'ESPECES'], card: ['Carte bancaire', 'CB', 'Visa'], change: ['Rendu', 'Monnaie'], head: ['TICKET', 'Reçu', 'Facture'], numbers: ['Ticket n°', 'Caisse', 'Table', 'Serveur'], thanks: ['Merci de votre visite', 'A bientôt !'],
    arrival: 'Arrivée', departure: 'Départ', balance: 'Solde', entry: 'Entrée', exit: 'Sortie',
  },
  es: {
    shops: { meal: ['Restaurante', 'Bar', 'Cafetería', 'Mesón'], supplies: ['Supermercado', 'Papelería', 'Ferretería', 'Tienda'], hotel: ['Hotel', 'Hostal'], gas: ['Estación de Servicio'], parking: ['Parking', 'Aparcamiento'] },
    goods: { meal: ['Menú del día', 'Café con leche', 'Tortilla', 'Caña', 'Ensalada mixta', 'Paella', 'Agua', 'Flan casero'], supplies: ['Papel A4', 'Bolígrafo', 'Pilas AA', 'Leche entera', 'Cinta adhesiva', 'Plátanos', 'Martillo', 'Pan'], hotel: ['Habitación', 'Desayuno', 'Tasa turística', 'Aparcamiento', 'Minibar'], gas: ['Gasolina 95', 'Gasóleo A'], parking: ['Estancia', 'Parking'] },
    total: ['TOTAL', 'Total', 'Importe total', 'Total a pagar'], subtotal: ['Base imponible', 'Subtotal'], tax: ['IVA', 'Cuota IVA'], tip: ['Propina'], date: ['Fecha'], time: ['Hora'], phone: ['Tel.', 'Tfno.', 'Teléfono'], cash: ['Efectivo', 'EFECTIVO'], card: ['Tarjeta', 'Visa', 'TARJETA'], change: ['Cambio'], head: ['TICKET', 'Factura simplificada'], numbers: ['Ticket', 'Mesa', 'Caja', 'Factura'], thanks: ['Gracias por su visita', '¡Hasta pronto!'],
    arrival: 'Llegada', departure: 'Salida', balance: 'Saldo', entry: 'Entrada', exit: 'Salida',
  },
  it: {
    shops: { meal: ['Ristorante', 'Trattoria', 'Pizzeria', 'Bar'], supplies: ['Supermercato', 'Cartoleria', 'Ferramenta'], hotel: ['Hotel', 'Albergo'], gas: ['Distributore'], parking: ['Parcheggio'] },
    goods: { meal: ['Coperto', 'Caffè', 'Pizza Margherita', 'Lasagne', 'Acqua', 'Vino rosso', 'Tiramisù', 'Insalata'], supplies: ['Carta A4', 'Penna blu', 'Pile AA', 'Latte intero', 'Nastro adesivo', 'Banane', 'Martello', 'Pane'], hotel: ['Camera', 'Colazione', 'Tassa di soggiorno', 'Parcheggio', 'Frigobar'], gas: ['Benzina', 'Gasolio'], parking: ['Sosta', 'Parcheggio'] },
    total: ['TOTALE', 'Totale', 'TOTALE EURO', 'Totale complessivo'], subtotal: ['Subtotale', 'Imponibile'], tax: ['di cui IVA', 'IVA'], tip: ['Mancia'], date: ['Data'], time: ['Ora'], phone: ['Tel.', 'Tel', 'Telefono'], cash: ['Contanti', 'CONTANTI', 'Pagamento contante'], card: ['Carta di credito', 'Bancomat', 'Visa'], change: ['Resto', 'RESTO'], head: ['Documento commerciale', 'SCONTRINO', 'Ricevuta'], numbers: ['Doc. n.', 'Tavolo', 'Cassa', 'Operatore'], thanks: ['Grazie e arrivederci', 'Grazie'],
    arrival: 'Arrivo', departure: 'Partenza', balance: 'Saldo', entry: 'Ingresso', exit: 'Uscita',
  },
  pt: {
    shops: { meal: ['Restaurante', 'Pastelaria', 'Café'], supplies: ['Supermercado', 'Papelaria', 'Loja'], hotel: ['Hotel', 'Pousada'], gas: ['Posto'], parking: ['Estacionamento'] },
    goods: { meal: ['Prato do dia', 'Bica', 'Pastel de nata', 'Bifana', 'Sopa', 'Vinho tinto', 'Água', 'Salada'], supplies: ['Papel A4', 'Esferográfica', 'Pilhas AA', 'Leite', 'Fita cola', 'Bananas', 'Martelo', 'Pão'], hotel: ['Quarto', 'Pequeno almoço', 'Taxa turística', 'Estacionamento', 'Minibar'], gas: ['Gasolina 95', 'Gasóleo'], parking: ['Estacionamento', 'Permanência'] },
    total: ['TOTAL', 'Total', 'Total a pagar', 'Valor total'], subtotal: ['Subtotal', 'Total líquido'], tax: ['IVA', 'Total IVA'], tip: ['Gorjeta'], date: ['Data'], time: ['Hora'], phone: ['Tel.', 'Telef.', 'Telefone'], cash: ['Numerário', 'Dinheiro'], card: ['Multibanco', 'Cartão', 'Visa'], change: ['Troco'], head: ['Fatura simplificada', 'TALÃO', 'Fatura-recibo'], numbers: ['Fatura', 'Mesa', 'Caixa', 'Operador'], thanks: ['Obrigado pela visita', 'Volte sempre'],
    arrival: 'Chegada', departure: 'Partida', balance: 'Saldo', entry: 'Entrada', exit: 'Saída',
  },
  nl: {
    shops: { meal: ['Restaurant', 'Eetcafé', 'Bakkerij', 'Café'], supplies: ['Supermarkt', 'Boekhandel', 'Bouwmarkt', 'Drogist'], hotel: ['Hotel', 'Herberg'], gas: ['Tankstation'], parking: ['Parkeergarage', 'Parking'] },
    goods: { meal: ['Koffie', 'Tosti', 'Erwtensoep', 'Bitterballen', 'Biertje', 'Appeltaart', 'Spa blauw', 'Uitsmijter'], supplies: ['Printpapier A4', 'Balpen', 'Batterijen AA', 'Volle melk', 'Plakband', 'Bananen', 'Hamer', 'Brood'], hotel: ['Kamer', 'Ontbijt', 'Toeristenbelasting', 'Parkeren', 'Minibar'], gas: ['Euro 95', 'Diesel'], parking: ['Parkeren', 'Parkeergeld'] },
    total: ['Totaal', 'TOTAAL', 'Te betalen', 'Totaalbedrag'], subtotal: ['Subtotaal', 'Totaal excl. btw'], tax: ['BTW', 'waarvan btw', 'Btw'], tip: ['Fooi'], date: ['Datum'], time: ['Tijd'], phone: ['Tel.', 'Tel', 'Telefoon'], cash: ['Contant', 'CONTANT'], card: ['PIN', 'Pinnen', 'Creditcard'], change: ['Wisselgeld', 'Retour'], head: ['BON', 'Kassabon', 'Factuur'], numbers: ['Bonnr.', 'Kassa', 'Tafel', 'Medewerker'], thanks: ['Bedankt en tot ziens', 'Tot ziens!'],
    arrival: 'Aankomst', departure: 'Vertrek', balance: 'Saldo', entry: 'Inrit', exit: 'Uitrit',
  },
};
