/** Sentences of our own in the languages that are trained from pairs of sentences: news, letters and requests, with names to fill in. */
import type { PairedLanguage } from './projection.ts';

interface Patterns {
  /** Organizations; {surname} and {city} are part of their names. */
  readonly organizations: readonly string[];
  readonly sentences: readonly string[];
}

const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());

export const PATTERNS: Readonly<Record<PairedLanguage, Patterns>> = {
  pt: {
    organizations: lines(`Universidade de {city}
      Universidade Federal de {city}
      Banco {surname}
      Banco Central
      {surname} S.A.
      Grupo {surname}
      Ministério da Saúde
      Ministério da Fazenda
      Câmara Municipal de {city}
      Câmara dos Deputados
      Prefeitura de {city}
      Polícia Federal
      Supremo Tribunal Federal
      Partido Socialista
      Associação Comercial de {city}
      Hospital {surname}
      Fundação {surname}
      {city} Futebol Clube`),
    sentences: lines(`O presidente da {org}, {person}, disse ontem que a empresa vai crescer.
      Segundo {person}, da {org}, os preços devem subir.
      O ministro {person} viajou para {city}, na {country}.
      A {org} anunciou um novo projeto em {city}.
      {person} nasceu em {city} e estudou na {org}.
      O governo de {country} enviou tropas para {city}.
      {city} -- A {org} abriu ontem as inscrições.
      O deputado {person} (PT-SP) criticou o projeto.
      «Não sei de nada», afirmou {person}.
      O técnico {surname} escalou {surname} e {surname}.
      O filme, dirigido por {person}, estreia em {city}.
      {person}, 34, mora em {city} desde 1990.
      O encontro entre {surname} e {surname} será em {city}.
      A polícia de {city} prendeu {person}.
      O Brasil venceu {country} por dois a zero.
      Quero um voo de {city} para {city} amanhã.
      Como está o tempo em {city}?
      Ligue para {given}, por favor.
      Marque uma reunião com {person} na sexta.
      Meu nome é {person}.
      A dívida externa de {country} aumentou.
      De acordo com a {org}, a inflação caiu em março.
      O jornal {org} publicou a notícia.
      A {org} e a {org} lançaram novos carros.
      Um novo modelo da {org} chega ao mercado.
      A {org} e a {org} disputam a liderança no {country}.
      {org} x {org}
      O time do {org} venceu o {org} por três a um.
      Os EUA e o {country} assinaram um acordo.
      O embaixador dos EUA no Brasil chegou ontem a {city}.
      No Brasil, na {country} e em {country} a situação é diferente.
      A economia do Brasil cresceu mais do que a da {country}.
      O Estado de {state} tem dois milhões de habitantes.
      Em {state} e em {state}, choveu muito.
      O preso foi levado para {city} ({state}).
      {person}, de {city} (SP), escreveu ao jornal.
      Da Sucursal do Rio
      O prefeito do Rio, {person}, foi a Brasília.
      De {city}, especial para o jornal
      Moradores de {city} e de {city} protestaram.
      O ex-presidente {surname} e o senador {surname} não falaram.
      {surname} afirmou que não vai renunciar.
      Para {surname}, o Plano Real deu certo.
      A Copa do Mundo e as Olimpíadas foram um sucesso.
      O Congresso, o Senado e a Justiça discutem a Constituição.
      A seleção da {country} jogou mal.
      Os preços no mercado internacional caíram no ano passado.
      A comissão vai votar o projeto na próxima semana.
      O programa Fome Zero começou em Janeiro.
      Professores e estudantes fizeram uma greve na Universidade.`),
  },
  es: {
    organizations: lines(`Universidad de {city}
      Banco {surname}
      {surname} S.A.
      Grupo {surname}
      Ministerio de Salud
      Ministerio de Hacienda
      Ayuntamiento de {city}
      Tribunal Supremo
      Partido Popular
      Hospital {surname}
      Fundación {surname}
      Real {city}
      Cámara de Comercio de {city}`),
    sentences: lines(`El presidente de {org}, {person}, dijo ayer que la empresa crecerá.
      Según {person}, de {org}, los precios subirán.
      El ministro {person} viajó a {city}, en {country}.
      {org} anunció un nuevo proyecto en {city}.
      {person} nació en {city} y estudió en la {org}.
      El gobierno de {country} envió tropas a {city}.
      El diputado {person} criticó la ley.
      La policía de {city} detuvo a {person}.
      El entrenador {surname} eligió a {surname} y a {surname}.
      Quiero un vuelo de {city} a {city} mañana.
      ¿Qué tiempo hace en {city}?
      Llama a {given}, por favor.
      Reserva una mesa para {person} el viernes.
      Me llamo {person}.
      Estimado señor {surname}:
      La señora {surname} vive en {city}.
      El encuentro entre {surname} y {surname} será en {city}.
      Los precios cayeron en el mercado internacional.
      La comisión votará el proyecto la próxima semana.`),
  },
  fr: {
    organizations: lines(`Université de {city}
      Banque {surname}
      {surname} SA
      Groupe {surname}
      ministère de la Santé
      Mairie de {city}
      Assemblée nationale
      Parti socialiste
      Hôpital {surname}
      Fondation {surname}
      Olympique de {city}`),
    sentences: lines(`Le président de {org}, {person}, a déclaré hier que l'entreprise va grandir.
      Selon {person}, de {org}, les prix vont augmenter.
      Le ministre {person} s'est rendu à {city}, en {country}.
      {org} a annoncé un nouveau projet à {city}.
      {person} est né à {city} et a étudié à l'{org}.
      Le gouvernement de {country} a envoyé des troupes à {city}.
      Le député {person} a critiqué la loi.
      La police de {city} a arrêté {person}.
      Je veux un vol de {city} à {city} demain.
      Quel temps fait-il à {city} ?
      Appelle {given}, s'il te plaît.
      Réserve une table pour {person} vendredi.
      Je m'appelle {person}.
      Monsieur {surname} habite à {city}.
      Madame {surname} travaille chez {org}.
      La rencontre entre {surname} et {surname} aura lieu à {city}.
      Les prix ont baissé sur le marché international.
      La commission votera le projet la semaine prochaine.`),
  },
  de: {
    organizations: lines(`Universität {city}
      {surname} AG
      {surname} GmbH
      Bank {surname}
      Bundesbank
      Gesundheitsministerium
      Stadtwerke {city}
      FC {city}
      Klinikum {city}
      Deutsche Bahn`),
    sentences: lines(`Der Vorsitzende der {org}, {person}, sagte gestern, das Unternehmen werde wachsen.
      Nach Angaben von {person} von der {org} steigen die Preise.
      Der Minister {person} reiste nach {city} in {country}.
      Die {org} kündigte ein neues Projekt in {city} an.
      {person} wurde in {city} geboren und studierte an der {org}.
      Die Regierung von {country} schickte Truppen nach {city}.
      Die Polizei in {city} nahm {person} fest.
      Ich möchte morgen einen Flug von {city} nach {city}.
      Wie ist das Wetter in {city}?
      Ruf bitte {given} an.
      Reserviere am Freitag einen Tisch für {person}.
      Mein Name ist {person}.
      Herr {surname} wohnt in {city}.
      Frau {surname} arbeitet bei {org}.
      Das Treffen zwischen {surname} und {surname} findet in {city} statt.
      Die Preise auf dem Markt sind im letzten Jahr gefallen.
      Der Ausschuss stimmt nächste Woche über das Gesetz ab.
      Stell den Wecker auf sechs Uhr.
      Zeig mir alle Erinnerungen für Montag.
      Der Hund läuft durch den Garten und die Katze schläft im Haus.`),
  },
  it: {
    organizations: lines(`Università di {city}
      Banca {surname}
      {surname} S.p.A.
      Gruppo {surname}
      Ministero della Salute
      Comune di {city}
      Corte Suprema
      Partito Democratico
      Ospedale {surname}
      Fondazione {surname}`),
    sentences: lines(`Il presidente di {org}, {person}, ha detto ieri che l'azienda crescerà.
      Secondo {person}, di {org}, i prezzi saliranno.
      Il ministro {person} è andato a {city}, in {country}.
      {org} ha annunciato un nuovo progetto a {city}.
      {person} è nato a {city} e ha studiato all'{org}.
      Il governo di {country} ha inviato truppe a {city}.
      La polizia di {city} ha arrestato {person}.
      Vorrei un volo da {city} a {city} domani.
      Che tempo fa a {city}?
      Chiama {given}, per favore.
      Prenota un tavolo per {person} venerdì.
      Mi chiamo {person}.
      Il signor {surname} abita a {city}.
      La signora {surname} lavora per {org}.
      L'incontro tra {surname} e {surname} si terrà a {city}.
      I prezzi sono scesi sul mercato internazionale.
      La commissione voterà il progetto la prossima settimana.`),
  },
  nl: {
    organizations: lines(`Universiteit van {city}
      {surname} BV
      {surname} NV
      Gemeente {city}
      Ministerie van Volksgezondheid
      FC {city}
      Tweede Kamer
      Stichting {surname}`),
    sentences: lines(`De voorzitter van {org}, {person}, zei gisteren dat het bedrijf groeit.
      Volgens {person} van {org} gaan de prijzen omhoog.
      Minister {person} reisde naar {city} in {country}.
      {org} kondigde een nieuw project in {city} aan.
      {person} is geboren in {city} en studeerde aan de {org}.
      De regering van {country} stuurde troepen naar {city}.
      De politie in {city} hield {person} aan.
      Ik wil morgen een vlucht van {city} naar {city}.
      Wat is het weer in {city}?
      Bel {given}, alsjeblieft.
      Reserveer vrijdag een tafel voor {person}.
      Mijn naam is {person}.
      Meneer {surname} woont in {city}.
      Mevrouw {surname} werkt bij {org}.
      De prijzen op de markt zijn vorig jaar gedaald.
      De commissie stemt volgende week over de wet.
      Zet de wekker op zes uur.`),
  },
  da: {
    organizations: lines(`{city} Universitet
      {surname} A/S
      {surname} & Søn
      Københavns Universitet
      Folketinget
      Socialdemokratiet
      Finansministeriet
      {city} Kommune
      {city} Boldklub
      Dansk Industri
      FN
      EF
      NATO
      Danmarks Radio
      LO`),
    sentences: lines(`Formanden for {org}, {person}, siger, at virksomheden vokser.
      Ifølge {person} fra {org} stiger priserne.
      Minister {person} rejste til {city} i {country}.
      {org} har besluttet at åbne et nyt kontor i {city}.
      {person} er født i {city} og har studeret på {org}.
      Regeringen i {country} sendte tropper til {city}.
      Politiet i {city} anholdt {person}.
      Direktør {person}, {org}, er tilfreds.
      - Det ved jeg ikke, siger {person}.
      Kampen mellem {surname} og {surname} bliver spillet i {city}.
      Jeg vil gerne have et fly fra {city} til {city} i morgen.
      Hvordan er vejret i {city}?
      Ring til {given}.
      Mit navn er {person}.
      Fru {surname} bor i {city}.
      {given} og {given} er rejst til {country}.
      Priserne er faldet det seneste år.
      Udvalget stemmer om loven i næste uge.
      Bogen udkommer på forlaget {org}.
      Danskerne bruger flere penge end svenskerne.
      {org} og {org} har indgået en aftale.
      I Danmark, {country} og {country} er det anderledes.
      Danmarks statsminister rejste til USA.
      {person} fra {city} vandt over {person}, {country}.
      Den lille by {city} ligger på {state}.
      Nye regler gælder for alle.
      Nu er det for sent, siger politiet.
      Andre mener, at sagen er for dyr.`),
  },
  sv: {
    organizations: lines(`{city} universitet
      {surname} AB
      Riksdagen
      Socialdemokraterna
      Finansdepartementet
      {city} kommun
      {city} FF
      FN
      EG
      LO
      SAF
      Sveriges Radio
      Skolöverstyrelsen`),
    sentences: lines(`Ordföranden för {org}, {person}, säger att företaget växer.
      Enligt {person} på {org} stiger priserna.
      Minister {person} reste till {city} i {country}.
      {org} har beslutat att öppna ett nytt kontor i {city}.
      {person} är född i {city} och har studerat vid {org}.
      Regeringen i {country} skickade trupper till {city}.
      Polisen i {city} grep {person}.
      Jag vill ha ett flyg från {city} till {city} i morgon.
      Hur är vädret i {city}?
      Ring {given}.
      Jag heter {person}.
      Fru {surname} bor i {city}.
      {given} och {given} har åkt till {country}.
      Priserna har sjunkit det senaste året.
      Utskottet röstar om lagen nästa vecka.
      I {country} och {country} är skatten lägre.
      Professor {person} skriver i sin bok att familjen har förändrats.
      Svenskarna arbetar mindre än danskarna.
      {org} och {org} har slutit ett avtal.
      I Sverige, {country} och {country} är det annorlunda.
      Sveriges statsminister reste till USA.
      Andra menar att reglerna är för hårda.
      Nu gäller nya regler för alla.
      Sen kom regnet.
      Personal och handel påverkas.`),
  },
};
