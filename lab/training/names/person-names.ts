/** Common given names and surnames of languages that the lists of names have few of. */
const list = (names: string): readonly string[] => names.split(' ');

export const PERSON_NAMES: Readonly<Record<string, { readonly given: readonly string[]; readonly surname: readonly string[] }>> = {
  da: {
    given: list(
      'Anders Anne Annette Arne Axel Bent Bente Birgit Birgitte Bjarne Bo Bodil Børge Carsten Christian Claus Dorthe Ebbe Egon Ejner Else Erik Erling Ernst Esben Flemming Frede Freja Frederik Gitte Grethe Gunnar Hanne Hans Helle Helge Henning Henrik Holger Inge Inger Jacob Jakob Jan Jens Jeppe Jette Johan Johannes Jonas Jørgen Jørn Kaj Karen Karin Karsten Kasper Kirsten Kjeld Klaus Knud Kristian Kurt Lars Lasse Leif Lene Lis Lisbeth Lise Lone Lotte Mads Magnus Mai Malene Marianne Marie Martin Mette Mikkel Mogens Morten Nanna Niels Ole Otto Palle Per Pernille Peter Pia Poul Preben Rasmus Rikke Rune Sidsel Signe Sofie Steen Sten Stig Svend Søren Tage Thomas Tine Torben Troels Tove Uffe Ulla Ulrik Vagn Verner Viggo Villy',
    ),
    surname: list(
      'Andersen Andreasen Bach Bak Bang Bech Berg Bertelsen Bjerregaard Brandt Bruun Carlsen Christensen Christiansen Clausen Dahl Dam Damgaard Ellemann Eriksen Frandsen Frederiksen Friis Gregersen Haarder Hansen Hedegaard Henriksen Hermansen Holm Iversen Jakobsen Jensen Jespersen Jeppesen Johansen Johannsen Juhl Jørgensen Kjær Kjærgaard Klausen Knudsen Koch Kofoed Kristensen Kristiansen Kruse Lassen Lauritsen Lauritzen Larsen Laursen Lind Lund Lauridsen Madsen Mathiesen Mikkelsen Mogensen Mortensen Munk Møller Nielsen Nissen Nygaard Nørgaard Nyrup Olesen Olsen Overgaard Paulsen Pedersen Petersen Petersson Poulsen Rasmussen Riis Schlüter Schmidt Schou Simonsen Skov Sommer Steffensen Svendsen Sørensen Søndergaard Thomsen Thorsen Thygesen Toft Vestergaard Winther Østergaard',
    ),
  },
  sv: {
    given: list(
      'Agneta Alf Anders Anna Annika Arne Astrid Axel Barbro Bengt Birgitta Bo Britt Bror Carl Christer Dag Ebba Elin Elsa Emil Erik Eva Folke Fredrik Gunilla Gunnar Gustaf Gustav Göran Gösta Hans Henrik Håkan Inga Ingemar Inger Ingrid Ingvar Jan Johan Jonas Jörgen Kajsa Karin Karl Kerstin Kjell Klas Kristina Lars Lasse Leif Lena Lennart Linnea Lisa Lovisa Magnus Maj Margareta Marianne Martin Mats Mikael Mona Monica Nils Olle Olof Olov Oscar Oskar Ove Per Pelle Peter Pär Ragnar Rolf Roland Rune Sara Sigvard Sixten Sofia Staffan Stefan Stellan Sten Stig Stina Sture Sune Sven Svante Sylvia Tage Thorbjörn Tomas Torsten Tord Ulf Ulla Ulrika Uno Urban Valdemar Vilhelm Yngve Åke Åsa Örjan Östen',
    ),
    surname: list(
      'Ahlgren Almqvist Andersson Andersén Bengtsson Berg Berggren Berglund Bergman Bergström Björk Björklund Blom Boström Carlsson Dahlberg Dahlström Danielsson Edlund Ek Eklund Ekström Eliasson Engström Erlander Eriksson Fors Forsberg Fransson Fredriksson Gustafsson Gustavsson Hallberg Hansson Hedlund Hedström Hellström Henriksson Hermansson Holm Holmberg Holmgren Holmström Isaksson Jakobsson Jansson Johansson Jonsson Jönsson Karlsson Larsson Lind Lindberg Lindblom Lindgren Lindholm Lindqvist Lindström Ljung Ljungberg Lund Lundberg Lundgren Lundin Lundqvist Lundström Löfgren Magnusson Martinsson Mattsson Mårtensson Myrdal Nilsson Nordin Nordström Norberg Norén Nyberg Nyström Olofsson Olsson Palme Persson Pettersson Samuelsson Sandberg Sandström Sjöberg Sjögren Ström Strömberg Sundberg Sundström Svensson Söderberg Söderström Wallin Wikström Åberg Åkesson Åström Öberg Öhman Östlund',
    ),
  },
  hr: {
    given: list(
      'Ana Ante Anton Antun Boris Branko Božidar Bruno Damir Daniel Dario Darko Davor Domagoj Dragan Dražen Dubravka Đuro Edin Franjo Goran Gordana Haris Hrvoje Igor Ivan Ivana Ivica Ivo Jadranka Jasna Jelena Josip Jure Karlo Katarina Kristina Krešimir Lidija Ljiljana Luka Maja Marija Marijan Marin Marina Mario Marko Martina Mate Mateo Matija Mihajlo Milan Mile Milorad Miroslav Mirko Mladen Nada Nenad Nikola Nikolina Petar Petra Radovan Ratko Robert Sanja Sandra Slavko Slobodan Snježana Stjepan Sulejman Suzana Tea Tihana Tomislav Tomo Vedran Vesna Vjekoslav Vlade Vladimir Vojislav Vuk Zdravko Zlatko Zoran Zvonimir Željko',
    ),
    surname: list(
      'Antić Babić Barić Barišić Bašić Blažević Bošnjak Božić Crvenkovski Čović Ćosić Dodik Drašković Đinđić Đukanović Đukić Filipović Grgić Gruevski Horvat Horvatić Ivanović Ivić Izetbegović Jandroković Jeremić Jovanović Jukić Jurić Karadžić Katić Klarić Knežević Komšić Kosor Kostunica Koštunica Kovač Kovačević Kovačić Lagumdžija Lovrić Lukić Marić Marinović Marjanović Marković Martinović Matić Mesić Mikulić Milanović Milošević Mladić Nikolić Novak Pavić Pavlović Perić Perković Petrović Popović Račan Radić Šarić Sanader Šešelj Šimić Silajdžić Stanić Tadić Tihić Tomić Trajkovski Tuđman Vidović Vuković Živković',
    ),
  },
  pt: {
    given: list(
      'Adriano Afonso Aloísio Amália Américo Ana Andréia Antônio António Aparecida Armando Augusto Benedito Bernardo Caetano Carlos Cecília Celso Cícero Claudia Cláudio Cristiano Cristóvão Daniela Denílson Dilma Diogo Edmundo Edson Eduardo Elias Elisa Emílio Eugênio Fábio Fátima Fernanda Fernando Flávio Francisco Gabriel Geraldo Getúlio Gilberto Gonçalo Guilherme Gustavo Heitor Helena Henrique Hugo Inácio Inês Isabel Itamar Ivo Jânio Jair Jaime Joana João Joaquim Jorge José Juliana Júlio Juscelino Lázaro Leonel Letícia Lídia Lourenço Lúcia Luís Luiz Luíza Manoel Manuel Márcia Márcio Marcelo Marcos Margarida Maria Mariana Mário Maurício Mauro Miguel Milton Moacir Mônica Murilo Nelson Nuno Octávio Odete Orestes Orlando Oscar Osvaldo Otávio Paulo Patrícia Pedro Rafael Raimundo Raul Regina Renato Ricardo Roberto Rodrigo Rogério Romário Ronaldo Rosângela Rubens Rui Ruy Sandra Sebastião Sérgio Severino Sílvia Sílvio Simão Sócrates Sônia Tadeu Telmo Teresa Tiago Ulysses Valdir Valéria Vasco Vera Vicente Vitória Walter Wilson Zélia',
    ),
    surname: list(
      'Abreu Aguiar Albuquerque Almeida Alves Amaral Amorim Andrade Antunes Araújo Arruda Azevedo Barbosa Barros Bastos Batista Bittencourt Borges Braga Brandão Brito Brizola Bueno Cabral Camargo Cardoso Carneiro Carvalho Castro Cavalcanti Chaves Coelho Collor Correia Corrêa Costa Coutinho Cruz Cunha Dias Diniz Domingues Duarte Dutra Esteves Farias Fernandes Ferraz Ferreira Figueiredo Filho Fonseca Fontes França Franco Freire Freitas Furtado Gomes Gonçalves Guedes Guerra Guimarães Junqueira Lacerda Leal Leite Lemos Lima Lobo Lopes Lula Macedo Machado Maciel Magalhães Maluf Marques Martins Matos Medeiros Mello Melo Mendes Menezes Mesquita Miranda Monteiro Moraes Morais Moreira Mota Moura Mourão Nascimento Neto Neves Nogueira Nóbrega Novaes Nunes Oliveira Pacheco Paiva Peixoto Pereira Pimentel Pinheiro Pinto Pires Portela Prado Queirós Quércia Ramalho Ramos Rangel Rebelo Reis Resende Ribeiro Rocha Rodrigues Sá Sales Salgado Sampaio Santana Santos Saraiva Sarney Serra Silva Silveira Simões Siqueira Soares Sobral Sobrinho Souza Sousa Suplicy Tavares Teixeira Teles Toledo Torres Trindade Valente Vargas Vasconcelos Veiga Velloso Viana Vidal Vieira Vilela Xavier',
    ),
  },
  de: {
    given: list(
      'Achim Andreas Anja Annegret Bernd Bernhard Birgit Björn Christoph Claudia Dagmar Detlef Dieter Dirk Eberhard Edmund Elfriede Ernst Erwin Eva Ferdinand Franz Friedrich Fritz Georg Gerd Gerhard Gisela Gregor Günter Günther Hannelore Hans Harald Hartmut Heike Heiner Heinrich Heinz Helga Helmut Herbert Hermann Holger Horst Ingo Ingrid Jens Joachim Jochen Johann Jörg Josef Jürgen Jutta Karl Karlheinz Katja Katrin Klaus Konrad Kurt Lothar Ludwig Lutz Manfred Markus Matthias Monika Norbert Olaf Otto Petra Rainer Reiner Reinhard Renate Rolf Rüdiger Rudolf Sabine Sebastian Siegfried Silke Simone Stefan Steffen Susanne Sven Thorsten Tobias Torsten Udo Ulrich Ulrike Ursula Ute Uwe Volker Walter Werner Wilhelm Willi Willy Wolfgang Wolfram',
    ),
    surname: list(
      'Adenauer Bauer Baumann Becker Berger Böhm Brandt Busch Dietrich Fischer Frank Friedrich Fuchs Graf Groß Haas Hahn Hartmann Heinrich Hoffmann Huber Jung Kaiser Keller Klein Koch Kohl König Krämer Kraus Krause Krüger Kuhn Kühn Lang Lange Lehmann Lorenz Ludwig Maier Mayer Meier Meyer Merkel Möller Müller Neumann Otto Peters Pfeiffer Richter Roth Schäfer Schäuble Schmid Schmidt Schmitt Schmitz Schneider Scholz Schreiber Schröder Schubert Schulte Schultz Schulz Schulze Schumacher Schuster Schwarz Seidel Simon Sommer Stein Thomas Vogel Vogt Voigt Wagner Walter Weber Weiß Werner Winkler Winter Wolf Wolff Ziegler Zimmermann',
    ),
  },
  nl: {
    given: list(
      'Aad Adriaan Anneke Annemarie Arie Arjen Bart Bas Bram Cees Cor Daan Dick Dirk Diederik Els Femke Floris Frits Geert Gerard Gerrit Gijs Hanneke Hans Harm Hendrik Henk Huub Ineke Jaap Jan Janneke Jelle Jeroen Joke Joop Joost Joris Jos Karel Kees Klaas Koen Lieke Maaike Maarten Marieke Mark Marijke Marloes Martijn Matthijs Menno Michiel Nienke Niels Noor Pieter Piet Pim Reinier Rik Roel Roos Ruud Rutger Saskia Sander Sanne Siebe Sjoerd Thijs Teun Tjeerd Truus Wim Wilma Willem Wouter Yvonne',
    ),
    surname: list(
      'Bakker Balkenende Boer Bos Bosch Brouwer Dekker Dijk Dijkstra Groot Haan Heuvel Hendriks Hoekstra Hofman Huisman Jacobs Jansen Janssen Jong Kok Koning Koster Kramer Kuiper Lubbers Maas Martens Meijer Mulder Peeters Peters Postma Prins Rutte Schouten Scholten Sanders Smit Smits Timmermans Veen Veenstra Verbeek Verhoeven Vermeulen Visser Vos Vries Vliet Wal Willems Wit Wolters Zalm',
    ),
  },
};
