import type { ReasonWords } from './english.ts';

/** German words of what the pipeline says to owners. */
export const german: ReasonWords = {
  rate: 'kein Kurs von {from} nach {to} am {day} oder davor',

  unreadable: '{file} lässt sich nicht lesen: {detail}',
  unreachable: '{file} lässt sich nicht lesen: {detail}',
  unreadFormat: '{file} lässt sich nicht lesen: Das Format ist nicht bekannt.',
  unknownFormat:
    '{file} hat kein bekanntes Format. Nehmen Sie die Datei genau so, wie die Plattform sie gespeichert hat.',
  severalFormats:
    '{file} könnte mehrere Formate haben: {names}. Nehmen Sie die Datei genau so, wie die Plattform sie gespeichert hat.',
  noNumber: '{file} nennt keine Kontonummer. Geben Sie sie im Feld Kontonummer an.',
  severalNumbers:
    '{file} enthält {count} Konten ({names}). Lassen Sie das Feld Kontonummer leer, dann heißt jedes nach seiner Nummer.',
  noCurrency: '{file} nennt keine Währung. Geben Sie die Währung des Kontos im Feld Währung an.',
  unknownCurrency:
    '{file} hat die Währung „{value}“. Nötig sind drei Großbuchstaben, etwa EUR, oder das Kürzel einer Kryptowährung, etwa USDT. Geben Sie die Währung des Kontos im Feld Währung an.',
  noPlatform: '{file} nennt keine Plattform. Geben Sie sie im Feld Plattform an.',
  noMap:
    '{file} ist eine Tabelle mit unbekannten Spalten. Nehmen Sie die Datei genau so, wie die Plattform sie gespeichert hat, oder bitten Sie den Betreiber, sie zu importieren.',
  noSymbols:
    'In {file} fehlen Name und Lotgröße des Symbols {names}. Fügen Sie ProtoOASymbolsListRes und ProtoOASymbolByIdRes hinzu.',
  noAnswer: '{file}: {detail}. Fügen Sie die Antwort von {value} als `{name}` hinzu.',
  severalAccounts:
    '{file} führt {count} Konten auf. Fügen Sie `accountId` hinzu, um zu sagen, zu welchem die Antworten gehören.',
  backtest:
    '{file} ist ein Bericht des Strategietesters. Ein Backtest ist kein Track Record eines Kontos. Laden Sie die Historie des Kontos hoch.',
  calendar: '{file} ist ein Kalender, kein Kontoauszug.',
  noAccount: '{file} enthält kein Konto.',
  manyAccounts: '{file} enthält {count} Konten. Fügen Sie höchstens {max} auf einmal hinzu.',
  timezone:
    '{file}: Diese Zeitzone gibt es nicht. Geben Sie eine IANA-Zone (Europe/Athens), NY+7 (New York plus Stunden) oder einen Abstand (+02:00) von höchstens 14 Stunden an.',
  otherCurrency:
    '{account} ist in {from}, dieser Auszug in {to}. Ein Konto kann nicht beides enthalten. Berichtigen Sie die Währung, falls sie falsch ist, oder geben Sie eine andere Kontonummer an, um ein eigenes Konto anzulegen.',

  lineNotImported: 'Zeile {line} nicht importiert: {detail}: {text}',
  rowNotImported: '{name} nicht importiert: {detail}',
  more: 'und {count} weitere',
  field: '{name}: {fault}',
  cellNotTime: '„{value}“ ist keine Zeitangabe',
  fieldNotTime: '{name} „{value}“ ist keine Zeitangabe ({text})',
  fieldNotNumber: '{name} „{value}“ ist keine Zahl',
  fieldNotPositive: '{name} „{value}“ ist nicht größer als 0',
  fieldEmpty: '{name} ist leer',
  unknownType: 'der Typ „{value}“ ist unbekannt',
  unknownAction: 'die Aktion „{value}“ ist unbekannt',
  unknownSide: '„{value}“ ist weder Kauf noch Verkauf',
  noSide: 'die Richtung ist weder Kauf noch Verkauf',
  noDirection: 'keine Richtung ist Kauf oder Verkauf',
  noResult: 'weder Netto noch Brutto ist ausgewiesen',
  noTicket: 'keine Ticketnummer',
  noClosing: 'ein Schlusskurs, aber keine Schlusszeit',
  oneCell: 'es gibt nur eine Zelle',
  manyCells: 'mehr Zellen als die {max} Spalten',
  endsBefore: 'endet vor {name}',
  fieldNotTimeOf: '{name}: „{value}“ ist keine Zeitangabe',
  fieldNotDate: '{name} „{value}“ ist keine Zeitangabe ({text})',
  fieldOffset: '{name} „{value}“ nennt einen eigenen Abstand; geben Sie Zeiten in UTC an',
  fieldNotAmount: '{name} „{value}“ ist keine Zahl größer als 0',
  fieldNotWhole: '{name} „{value}“ ist keine ganze Zahl',
  fieldNotInstant: '{name} „{value}“ ist keine Zeitangabe',
  fieldMissing: '{name}: fehlt oder ist ungültig',
  sideOf: 'die Richtung „{value}“ ist weder Kauf noch Verkauf',
  mappedSide: 'die Richtung „{value}“ ist weder Kauf noch Verkauf',
  unknownRow: 'unbekannte Art von Zeile',
  unknownRowOf: 'unbekannte Art von Zeile: Typ „{value}“',
  unknownRowCells: 'unbekannte Art von Zeile: Typ „{value}“, {count} Zellen',
  pricedEntry: 'eine Balance-Buchung vom Typ „{value}“ mit einem Kurs',
  partialEntry: 'eine Balance-Buchung ohne Ticket, Zeit oder Betrag',
  partialPosition: 'eine Position ohne Schließung und ohne Ergebnis',
  unknownDeals: 'Deals mit {count} Spalten sind nicht bekannt',
  oddDeal: 'Typ „{value}“ bei einem Deal mit Richtung „{other}“',
  closedBefore: 'geschlossen, bevor er eröffnet wurde',
  valueCount: '{count} Werte statt {max} wie in der Konfiguration',
  leftOpen: 'nach ihren Orders ist sie offen, aber in der Liste offener Positionen fehlt sie',
  otherOpen: 'nach ihren Orders sind {value} offen, aufgeführt sind {other}',
  closeMore: 'ihre Orders schließen mehr, als sie eröffnet haben',
  lineNotTime: 'Zeile {line} nicht importiert: {name} „{value}“ ist keine Zeitangabe: {text}',
  lineOfKind:
    'Zeile {line} nicht importiert: unbekannte Art von Zeile (Typ „{value}“, {count} Zellen): {text}',
  lineOfType: 'Zeile {line} nicht importiert: unbekannte Art von Zeile (Typ „{value}“): {text}',
  lineLacks: 'Zeile {line} nicht importiert: {name} fehlt oder ist ungültig: {text}',
  fieldNotPrice: '{name} „{value}“ ist kein Kurs',
  fieldUnknown: '{name} „{value}“ ist unbekannt',
  fieldNotWholeAmount: '{name} „{value}“ ist keine ganze Zahl größer als 0',

  mt4: 'Kontoauszug von MetaTrader 4 (.htm)',
  mt5: 'Bericht von MetaTrader 5 (.html, .xlsx)',
  ctrader: 'Kontoauszug von cTrader (.csv, .xlsx) oder Nachrichten seiner Open API (.json)',
  tradelocker: 'Antworten der API von TradeLocker (.json)',
  myfxbook: 'Historie eines Kontos bei Myfxbook (.csv)',
  fxblue: 'Trades aus FX Blue (.csv)',
  mql5: 'Historie eines Signals bei mql5.com (.csv)',
  table: 'Tabelle von Trades (.csv, .xlsx, .json)',

  utc: 'Die Datei nennt keine Zeitzone, deshalb gelten ihre Zeiten als UTC. Geben Sie die Zeitzone im Feld Zeitzone an.',
  encoding: 'als {value} gelesen, weil die Datei ihre Zeichenkodierung nicht nennt',
  clockProbable:
    'Die Zeitzone ist wahrscheinlich {name}: Damit liegen die Trades aus {count} Wochen zwischen {from} und {to} in New York. Dort ist der Markt von Sonntag 17:00 bis Freitag 17:00 offen. Sie wurde nicht angewandt.',
  clockProbableOthers:
    'Die Zeitzone ist wahrscheinlich {name}, weniger wahrscheinlich {names}: Damit liegen die Trades aus {count} Wochen zwischen {from} und {to} in New York. Dort ist der Markt von Sonntag 17:00 bis Freitag 17:00 offen. Sie wurde nicht angewandt.',
  clockDoubtful:
    'Mit der Zeitzone {name} liegen mindestens {count} Zeiten von Währungen und Metallen am Wochenende, wenn der Markt geschlossen ist. Sie passen zu {names}.',
  clockTwice:
    'Mit der Zeitzone {name} gibt es diese Zeiten doppelt, weil die Uhr zurückgestellt wurde (es zählt die erste, oder die zweite, wenn ein Trade sonst vor seiner Eröffnung schlösse): {text}',
  clockNever:
    'Mit der Zeitzone {name} gibt es diese Zeiten nicht, weil die Uhr vorgestellt wurde (gelesen, als wäre sie es nicht): {text}',
  clockAhead:
    'Die neueste Zeit liegt {value} Stunden nach dem Datum im Kopf: Um mindestens so viel geht die Uhr des Exports der des Computers vor.',
  clockChecked: 'die Zeitzone ist nur mit den ersten {count} Deals geprüft',

  balanceAgrees: 'der ausgewiesene Kontostand stimmt nach jedem Deal ({count})',
  messagesAgree: 'der Kontostand stimmt in {count} Nachrichten',
  entriesFlow: 'Balance-Buchungen als Ein- oder Auszahlung gezählt: {count}, zusammen {amount}',
  entriesAdjustment:
    'Balance-Buchungen als Anpassung gezählt (Ergebnisse ohne Trade): {count}, zusammen {amount}',
  entriesCredit:
    'Balance-Buchungen als Kredit geführt (in keiner Kennzahl): {count}, zusammen {amount}',
  rowFlow: '{count} Balance-Zeile als Ein- oder Auszahlung gezählt: {amount}',
  rowsFlow: '{count} Balance-Zeilen als Ein- oder Auszahlung gezählt: {amount}',
  rowAdjustment: '{count} Balance-Zeile als Anpassung gezählt (Ergebnis ohne Trade): {amount}',
  rowsAdjustment: '{count} Balance-Zeilen als Anpassung gezählt (Ergebnisse ohne Trade): {amount}',
  rowCredit: '{count} Kreditzeile als Kredit geführt (in keiner Kennzahl): {amount}',
  rowsCredit: '{count} Kreditzeilen als Kredit geführt (in keiner Kennzahl): {amount}',
  tradesNet: 'Trades: {count}, netto {amount}',
  accountTradesNet: '{account}: {count} Trades, netto {amount}',
  openPositions: 'offene Positionen: {count}',
  dealsFound: 'Deals: {count} schließend, {min} eröffnend, {max} nicht ausgeführt',
  transfers: 'Ein- und Auszahlungen und Gebühren: {count}',
  bonuses: 'Boni als Kredit geführt (in keiner Kennzahl): {count}',
  ordersFound: 'Orders: {count} ausgeführt, {max} nicht ausgeführt und weggelassen',
  closedPositions: 'geschlossene Positionen laut Plattform: {count}',
  computedResults:
    'aus Kursen, Volumen und Lotgröße berechnete Ergebnisse, weil keine Spalte sie enthält: {count}',

  demoReport: 'ein Demokonto, laut Bericht',
  demoStatement: 'ein Demokonto, laut Kontoauszug',
  openingRow: 'Anfangsbestand {amount}: erster ausgewiesener Kontostand ohne dessen Zeile',
  openingDeal: 'Anfangsbestand {amount}: erster ausgewiesener Kontostand ohne dessen Deal',
  openingMessage: 'Anfangsbestand {amount}: erster Kontostand ohne dessen Nachricht',
  openingListed:
    'Anfangsbestand {amount}: ausgewiesener Kontostand ohne die aufgeführten Buchungen und Trades',
  openingTrades:
    'Anfangsbestand {amount}: Kontostand ohne die Ergebnisse der Trades. Ein- und Auszahlungen sind darin enthalten, weil keine Antwort sie aufführt.',
  paired: '{count} Trades aus Deals gebildet, weil der Bericht keine Positionen aufführt',
  openCosts:
    '{amount} Kosten für noch offene Positionen: Im ausgewiesenen Kontostand sind sie enthalten, in den Trades erst nach dem Schließen.',
  wholePositions:
    'Positionen ohne ihre schließenden Deals: {count}. Jede zählt als ein Trade, am Ende der Position.',
  alike:
    'Deals, die eine von mehreren Positionen mit demselben Ergebnis geschlossen haben können: {count}. Die älteste mit demselben Volumen zählt, deshalb sind die Eröffnungszeiten dieser Trades nicht sicher.',
  ordersLeftOut: 'weggelassene Orders: {count}',
  pendingLeftOut: 'weggelassene Pending Orders: {count}',
  pendingOrCancelled: 'weggelassene Pending Orders und stornierte Orders: {count}',
  skipped: 'übersprungene Zeilen: {count}',
  archived:
    'archivierte Ergebnisse (Summary trade result), die wie beim Broker als Trades zählen: {count}',
  unknownTypes: 'Balance-Buchungen unbekannter Art, als Anpassung gezählt: {count}: {text}',
  unknownText:
    'Ein- oder Auszahlungen mit unbekanntem Text: {count} Zeile, zusammen {amount}: {text}',
  unknownTexts:
    'Ein- oder Auszahlungen mit unbekanntem Text: {count} Zeilen, zusammen {amount}: {text}',
  noBroker: 'die Überschrift „{text}“ nennt keinen Broker: leer gelassen',
  noSumsBelowRows:
    'unter den Zeilen stehen keine Summen, deshalb fiele eine abgeschnittene Datei nicht auf',
  noSumsBelowDeals:
    'unter den Deals stehen keine Summen, deshalb fiele eine abgeschnittene Datei nicht auf',
  noBalances: 'keine Nachricht nennt einen Kontostand, deshalb fielen fehlende Deals nicht auf',
  unitVolumes:
    'Volumen in Einheiten: {count}. Bei Währungspaaren sind 100.000 ein Lot, andere bleiben, wie sie sind.',
  sharedResults:
    'offene Positionen ohne eigenes Ergebnis: {count}. Die ausgewiesene Summe ist nach Volumen und Kurs verteilt. Bekannt ist nur die Summe; das Ergebnis jeder Position ist geschätzt.',
  unopened: 'Trades ohne eröffnenden Deal: {count}. Die Schlusszeit zählt auch als Eröffnungszeit.',
  noOpenList: 'keine Nachricht führt offene Positionen auf; fügen Sie ProtoOAReconcileRes hinzu',
  noFloating:
    'weggelassene offene Positionen: {count}. Ihr schwebendes Ergebnis fehlt; fügen Sie ProtoOAGetPositionUnrealizedPnLRes hinzu.',
  dealsTwice: 'doppelt aufgeführte Deals: {count}',
  ordersTwice: 'doppelt aufgeführte Orders: {count}',
  becameOpen: 'Zeilen ohne Schlusszeit, die als offene Positionen zählen: {count}',
  turned: 'Auszahlungen ohne Minuszeichen, als ausgezahltes Geld gelesen: {count}',
  knownColumns: 'die Spalten sind die von {name}',
  maybeCut: 'die Datei endet nicht mit einem Zeilenumbruch: Sie ist vielleicht abgeschnitten',
  noClosedList:
    'keine Antwort führt Orders oder geschlossene Positionen auf: Geschlossene Trades sind nicht bekannt',
  noCommission: 'keine Spalte nennt eine Kommission: Sie zählt als 0',
  positionCounts: 'offene Positionen: {count} aufgeführt, {max} im Konto gezählt',
  noDetails: 'keine Angaben zum Konto: Kontostand und Equity sind nicht bekannt',

  notPrinted: '{name} fehlt: Ist die Datei abgeschnitten?',
  cutOff: 'die Datei endet nicht mit </html>: Ist sie abgeschnitten?',
  noFigures: 'unter den Tabellen stehen keine Kennzahlen: Ist die Datei abgeschnitten?',
  noBalanceRow: 'unter den Tabellen fehlen Kontostand und Equity: Fehlt eine Zeile?',
  notCompared: '{name}: „{value}“ ist keine Zahl und wurde nicht verglichen',
  unknownBelow:
    'Kennzahlen unter den Trades: nicht verglichen, weil ihre Zeilen von unbekannter Art sind',
  unknownDetails:
    'Kennzahlen im Abschnitt Details: nicht verglichen, weil ihre Zeilen von unbekannter Art sind',
  balanceBefore:
    'Kontostand: Nach den Trades und Einzahlungen des Auszugs bleiben {amount} vor der ersten Zeile',
  balanceBeforeMessage: 'Kontostand: Vor der ersten Nachricht wäre er {amount}',
  balanceBelow: 'der Anfangsbestand wäre {amount}; er ist unter 0 und zählt als 0',
  balanceBreaks:
    'Zeile {line}: Der Kontostand {amount} folgt nicht aus {from} davor und dem Deal, die {to} ergeben',
  balanceMoved:
    'Zeile {line}: Vor diesem Deal änderte sich der Kontostand um {amount}, und keine Zeile sagt, warum; als Ein- oder Auszahlung gezählt',
  balanceMovedMessage:
    'der Kontostand änderte sich um {amount} ({name}), und keine Nachricht sagt, warum; als Ein- oder Auszahlung gezählt',
  unevenDeal:
    'Zeile {line}: Netto {amount} ist ausgewiesen; Brutto, Kommission und Swap ergeben {value}, und das zählt',
  unevenRow:
    'Zeile {line}: Nettogewinn {amount} ist ausgewiesen; Gewinn, Swap und Kommission ergeben {value}',
  unevenFlow: 'Zeile {line}: Nettogewinn {amount} ist ausgewiesen, Gewinn {value}',
  unordered:
    'mehr als {max} Deals sind nicht nach ihrer Schließung geordnet: Der Kontostand jeder Zeile ist nicht geprüft',
  rowPlace: 'Zeile {line}: Reihe {value} steht, wo Reihe {other} stehen sollte',
  ticketTwice: 'Zeile {line}: Ticket {value} steht auch in Zeile {other}; die spätere Zeile zählt',
  closesTwice: 'Zeile {line}: Ticket {value} schließt zu dieser Zeit zweimal; beide zählen',
  beforeReport:
    'Zeile {line}: Deal {value} schließt eine Position aus der Zeit vor dem Bericht; seine {amount} zählen als Anpassung, nicht als Trade',
  closedOneOf:
    'Zeile {line}: Deal {value} schloss eine von mehreren Positionen: {detail}; die älteste mit demselben Volumen zählt',
  fitsNone: 'sein Ergebnis von {amount} passt zu keiner offenen Position',
  tooFewResults:
    'der Bericht sagt nicht, welche, und zu wenige Ergebnisse zeigen, was eine Kursänderung von {name} wert ist',
  otherPosition:
    'Zeile {line}: Position {value} ist „{text}“, der Deal, der sie eröffnete, „{other}“',
  noOpening: 'Zeile {line}: Kein Deal hat Position {value} eröffnet',
  lotsDiffer:
    '{name}: Nach den Deals sind {amount} Lots offen, die offenen Positionen haben {value}',
  brokenRows:
    'Zeilen mit einer mehrzeiligen Zelle oder einem offenen Anführungszeichen: {count}. Prüfen Sie, ob Zeilen fehlen.',
  unvalued:
    'weggelassene offene Positionen: {count}. Weder ihre Ergebnisse noch eine Equity sind ausgewiesen; exportieren Sie den Auszug mit seiner Zusammenfassung.',
  again: '{name} kommt noch einmal mit anderen Werten; die letzten zählen',
  accountAmount: '{name} des Kontos ist keine Zahl und wurde nicht verglichen',
  priceDiffers: 'Trade {value}: Die Plattform nennt {amount}, seine Kurse ergeben {other}',
  foreignPrices:
    'nicht importierte Trades in {name}: {count}. Die Kurse sind nicht in {value}, und keine Antwort nennt die Ergebnisse.',
  historyCut: 'die Historie ist nicht vollständig: hasMore ist true, und keine Antwort folgt',
  dealsCut: 'die Deals sind nicht vollständig: hasMore ist true, und keine Liste folgt',
};
