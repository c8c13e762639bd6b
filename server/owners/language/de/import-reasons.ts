import type { importReasons as english } from '../../../../pipeline/base/reasons/imports.ts';
import type { ReasonTexts } from '../words.ts';

export const importReasons: ReasonTexts<typeof english> = {
  unreadable: '{file} lässt sich nicht lesen: {detail}',
  unreachable: '{file} lässt sich nicht lesen: {detail}',
  unread_format: '{file} lässt sich nicht lesen: Das Format ist nicht bekannt.',
  unknown_format:
    '{file} hat kein bekanntes Format. Nehmen Sie die Datei genau so, wie die Plattform sie gespeichert hat.',
  several_formats:
    '{file} könnte mehrere Formate haben: {names}. Nehmen Sie die Datei genau so, wie die Plattform sie gespeichert hat.',
  no_number: '{file} nennt keine Kontonummer. Geben Sie sie im Feld Kontonummer an.',
  several_numbers:
    '{file} enthält {count} Konten ({names}). Lassen Sie das Feld Kontonummer leer, dann heißt jedes nach seiner Nummer.',
  no_currency: '{file} nennt keine Währung. Geben Sie die Währung des Kontos im Feld Währung an.',
  unknown_currency:
    '{file} hat die Währung „{value}“. Nötig sind drei Großbuchstaben, etwa EUR, oder das Kürzel einer Kryptowährung, etwa USDT. Geben Sie die Währung des Kontos im Feld Währung an.',
  no_platform: '{file} nennt keine Plattform. Geben Sie sie im Feld Plattform an.',
  no_map:
    '{file} ist eine Tabelle mit unbekannten Spalten. Nehmen Sie die Datei genau so, wie die Plattform sie gespeichert hat, oder bitten Sie den Betreiber, sie zu importieren.',
  no_symbols:
    'In {file} fehlen Name und Lotgröße des Symbols {names}. Fügen Sie ProtoOASymbolsListRes und ProtoOASymbolByIdRes hinzu.',
  no_answer: '{file}: {detail}. Fügen Sie die Antwort von {value} als `{name}` hinzu.',
  several_accounts:
    '{file} führt {count} Konten auf. Fügen Sie `accountId` hinzu, um zu sagen, zu welchem die Antworten gehören.',
  zone_column: '{file}: Die Spalte mit der Zeitzone {detail}',
  zone_heading: '{file}: Eine Überschrift ihrer Zeiten {detail}',
  offsets_mixed: 'Zeiten auf {value} und {other}. Eine Datei darf nur eine Zeitzone haben.',
  zones_mixed: 'nennt „{value}“ und „{other}“. Eine Datei darf nur eine Zeitzone haben.',
  zone_unknown: 'nennt „{value}“. Diese Zeitzone ist nicht bekannt.',
  zone_differs: 'nennt „{value}“, nicht {other}. Lassen Sie die Zeitzone weg.',
  no_zone: '{file}: Nichts nennt die Zeitzone ihrer Zeiten.',
  backtest:
    '{file} ist ein Bericht des Strategietesters. Ein Backtest ist kein Track Record eines Kontos. Laden Sie die Historie des Kontos hoch.',
  mixed_dates:
    '{file}: „{value}“ beginnt mit dem Tag, „{other}“ mit dem Monat. In einer Datei darf es nur eine Reihenfolge geben.',
  other_dates: '{file}: „{value}“ ist kein Datum dieser Reihenfolge: {detail}',
  open_number:
    '{file}: In „{value}“ kann das Zeichen ein Dezimalzeichen oder ein Tausenderzeichen sein, und keine andere Zahl entscheidet das.',
  open_dates:
    '{file}: „{value}“ kann mit dem Tag oder mit dem Monat beginnen, und kein anderes Datum entscheidet das.',
  calendar: '{file} ist ein Kalender, kein Kontoauszug.',
  no_account: '{file} enthält kein Konto.',
  many_accounts: '{file} enthält {count} Konten. Fügen Sie höchstens {max} auf einmal hinzu.',
  timezone:
    '{file}: Diese Zeitzone gibt es nicht. Geben Sie eine IANA-Zone (Europe/Athens), NY+7 (New York plus Stunden) oder einen Abstand (+02:00) von höchstens 14 Stunden an.',
  other_currency:
    '{account} ist in {from}, dieser Auszug in {to}. Ein Konto kann nicht beides enthalten. Berichtigen Sie die Währung, falls sie falsch ist, oder geben Sie eine andere Kontonummer an, um ein eigenes Konto anzulegen.',
  line_not_imported: 'Zeile {line} nicht importiert: {detail}: {text}',
  row_not_imported: '{name} nicht importiert: {detail}',
  more: 'und {count} weitere',
  field: '{name}: {fault}',
  cell_not_time: '„{value}“ ist keine Zeitangabe',
  field_not_time: '{name} „{value}“ ist keine Zeitangabe ({text})',
  field_not_number: '{name} „{value}“ ist keine Zahl',
  field_not_positive: '{name} „{value}“ ist nicht größer als 0',
  field_empty: '{name} ist leer',
  unknown_type: 'der Typ „{value}“ ist unbekannt',
  unknown_action: 'die Aktion „{value}“ ist unbekannt',
  unknown_side: '„{value}“ ist weder Kauf noch Verkauf',
  no_side: 'die Richtung ist weder Kauf noch Verkauf',
  no_direction: 'keine Richtung ist Kauf oder Verkauf',
  no_result: 'weder Netto noch Brutto ist ausgewiesen',
  no_ticket: 'keine Ticketnummer',
  no_closing: 'ein Ausstiegskurs, aber keine Schlusszeit',
  one_cell: 'es gibt nur eine Zelle',
  many_cells: 'mehr Zellen als die {max} Spalten',
  ends_before: 'endet vor {name}',
  field_not_time_of: '{name}: „{value}“ ist keine Zeitangabe',
  field_not_date: '{name} „{value}“ ist keine Zeitangabe ({text})',
  field_offset: '{name} „{value}“ nennt einen eigenen Abstand; geben Sie Zeiten in UTC an',
  field_not_amount: '{name} „{value}“ ist keine Zahl größer als 0',
  field_not_whole: '{name} „{value}“ ist keine ganze Zahl',
  field_not_instant: '{name} „{value}“ ist keine Zeitangabe',
  field_missing: '{name}: fehlt oder ist ungültig',
  side_of: 'die Richtung „{value}“ ist weder Kauf noch Verkauf',
  mapped_side: 'die Richtung „{value}“ ist weder Kauf noch Verkauf',
  unknown_row: 'unbekannte Art von Zeile',
  unknown_row_of: 'unbekannte Art von Zeile: Typ „{value}“',
  unknown_row_cells: 'unbekannte Art von Zeile: Typ „{value}“, {count} Zellen',
  priced_entry: 'eine Balance-Buchung vom Typ „{value}“ mit einem Kurs',
  partial_entry: 'eine Balance-Buchung ohne Ticket, Zeit oder Betrag',
  partial_position: 'eine Position ohne Schließung und ohne Ergebnis',
  deal_among_positions: 'ein Deal oder eine Kontobewegung unter den Überschriften der Positionen',
  unknown_deals: 'Deals mit {count} Spalten sind nicht bekannt',
  odd_deal: 'Typ „{value}“ bei einem Deal mit Richtung „{other}“',
  closed_before: 'geschlossen, bevor er eröffnet wurde',
  value_count: '{count} Werte statt {max} wie in der Konfiguration',
  left_open: 'nach ihren Orders ist sie offen, aber in der Liste offener Positionen fehlt sie',
  other_open: 'nach ihren Orders sind {value} offen, aufgeführt sind {other}',
  close_more: 'ihre Orders schließen mehr, als sie eröffnet haben',
  field_not_price: '{name} „{value}“ ist kein Kurs',
  field_unknown: '{name} „{value}“ ist unbekannt',
  field_not_whole_amount: '{name} „{value}“ ist keine ganze Zahl größer als 0',
  mt4: 'Kontoauszug von MetaTrader 4 (.htm)',
  mt5: 'Bericht von MetaTrader 5 (.html, .xlsx)',
  ctrader: 'Kontoauszug von cTrader (.csv, .xlsx) oder Nachrichten seiner Open API (.json)',
  tradelocker: 'Antworten der API von TradeLocker (.json)',
  myfxbook: 'Historie eines Kontos bei Myfxbook (.csv)',
  fxblue: 'Trades aus FX Blue (.csv)',
  mql5: 'Historie eines Signals bei mql5.com (.csv)',
  table: 'Tabelle von Trades (.csv, .xlsx, .json)',
  utc: 'Die Datei nennt keine Zeitzone, deshalb gelten ihre Zeiten als UTC. Geben Sie die Zeitzone im Feld Zeitzone an.',
  dates_taken:
    'kein Datum zeigt, ob Tag oder Monat zuerst kommt; Daten wie „{value}“ wurden so gelesen: {detail}',
  encoding: 'als {value} gelesen, weil die Datei ihre Zeichenkodierung nicht nennt',
  time_sun: 'Sonntag {time}',
  time_mon: 'Montag {time}',
  time_tue: 'Dienstag {time}',
  time_wed: 'Mittwoch {time}',
  time_thu: 'Donnerstag {time}',
  time_fri: 'Freitag {time}',
  time_sat: 'Samstag {time}',
  clock_probable:
    'Die Zeitzone ist wahrscheinlich {name}: Damit liegen die Trades aus {count} Wochen zwischen {from} und {to} in New York. Dort ist der Markt von Sonntag 17:00 bis Freitag 17:00 offen. Sie wurde nicht angewandt.',
  clock_probable_others:
    'Die Zeitzone ist wahrscheinlich {name}, weniger wahrscheinlich {names}: Damit liegen die Trades aus {count} Wochen zwischen {from} und {to} in New York. Dort ist der Markt von Sonntag 17:00 bis Freitag 17:00 offen. Sie wurde nicht angewandt.',
  clock_doubtful:
    'Mit der Zeitzone {name} liegen mindestens {count} Zeiten von Währungen und Metallen am Wochenende, wenn der Markt geschlossen ist. Sie passen zu {names}.',
  clock_twice:
    'Mit der Zeitzone {name} gibt es diese Zeiten doppelt, weil die Uhr zurückgestellt wurde (es zählt die erste, oder die zweite, wenn ein Trade sonst vor seiner Eröffnung schlösse): {text}',
  clock_never:
    'Mit der Zeitzone {name} gibt es diese Zeiten nicht, weil die Uhr vorgestellt wurde (gelesen, als wäre sie es nicht): {text}',
  clock_ahead:
    'Die neueste Zeit liegt {value} Stunden nach dem Datum im Kopf: Um mindestens so viel geht die Uhr des Exports der des Computers vor.',
  clock_checked: 'die Zeitzone ist nur mit den ersten {count} Deals geprüft',
  balance_agrees: 'der ausgewiesene Kontostand stimmt nach jedem Deal ({count})',
  messages_agree: 'der Kontostand stimmt in {count} Nachrichten',
  entries_flow: 'Balance-Buchungen als Ein- oder Auszahlung gezählt: {count}, zusammen {amount}',
  entries_adjustment:
    'Balance-Buchungen als Anpassung gezählt (Ergebnisse ohne Trade): {count}, zusammen {amount}',
  entries_credit:
    'Balance-Buchungen als Kredit geführt (in keiner Kennzahl): {count}, zusammen {amount}',
  rows_flow: {
    one: '{count} Balance-Zeile als Ein- oder Auszahlung gezählt: {amount}',
    other: '{count} Balance-Zeilen als Ein- oder Auszahlung gezählt: {amount}',
  },
  rows_adjustment: {
    one: '{count} Balance-Zeile als Anpassung gezählt (Ergebnis ohne Trade): {amount}',
    other: '{count} Balance-Zeilen als Anpassung gezählt (Ergebnisse ohne Trade): {amount}',
  },
  rows_credit: {
    one: '{count} Kreditzeile als Kredit geführt (in keiner Kennzahl): {amount}',
    other: '{count} Kreditzeilen als Kredit geführt (in keiner Kennzahl): {amount}',
  },
  rows_counted: { one: '{count} Zeile gelesen: {list}', other: '{count} Zeilen gelesen: {list}' },
  rows_counted_none: { one: '{count} Zeile gelesen', other: '{count} Zeilen gelesen' },
  trades_counted: { one: '{count} Trade', other: '{count} Trades' },
  cash_flows_counted: {
    one: '{count} Ein-, Auszahlung oder andere Buchung',
    other: '{count} Ein-, Auszahlungen und andere Buchungen',
  },
  positions_counted: { one: '{count} offene Position', other: '{count} offene Positionen' },
  calendar_events_counted: { one: '{count} Ereignis', other: '{count} Ereignisse' },
  parts_counted: { one: '{count} Teil eines Trades', other: '{count} Teile von Trades' },
  left_out_counted: '{count} schwebend, storniert oder ausgelassen',
  repeated_counted: '{count} wiederholt',
  refused_counted: '{count} abgelehnt',
  made_counted: {
    one: '{count} davon hat keine eigene Zeile',
    other: '{count} davon haben keine eigene Zeile',
  },
  rows_unaccounted:
    'Es fehlen Zeilen: {value} wurden gelesen, {other} sind belegt. Melden Sie das den Entwicklern von trackrecord',
  rows_replaced:
    'Es fehlen Zeilen: {value} wurden gelesen, {other} sind belegt. Von Zeilen mit derselben Nummer zählt die letzte: {names}',
  part_is_replaced:
    'Ticket {value} schließt in einem Export um {other} und in einem späteren, der ihn ersetzt, um {text}; beides sind Teile einer Position. Exportieren Sie den ganzen Verlauf, importieren Sie ihn und entfernen Sie die anderen Exporte',
  part_counts_twice:
    'Die Tickets {value} und {other} sind ein Teil einer Position, der in zwei Exporten anders heißt; er zählt zweimal. Exportieren Sie den ganzen Verlauf, importieren Sie ihn und entfernen Sie die anderen Exporte',
  trades_net: 'Trades: {count}, netto {amount}',
  open_positions: 'offene Positionen: {count}',
  deals_found: 'Deals: {count} schließend, {min} eröffnend, {max} nicht ausgeführt',
  transfers: 'Ein- und Auszahlungen und Gebühren: {count}',
  bonuses: 'Boni als Kredit geführt (in keiner Kennzahl): {count}',
  orders_found: 'Orders: {count} ausgeführt, {max} nicht ausgeführt und weggelassen',
  closed_positions: 'geschlossene Positionen laut Plattform: {count}',
  computed_results:
    'aus Kursen, Volumen und Lotgröße berechnete Ergebnisse, weil keine Spalte sie enthält: {count}',
  demo_report: 'ein Demokonto, laut Bericht',
  demo_statement: 'ein Demokonto, laut Kontoauszug',
  opening_row: 'Anfangsbestand {amount}: erster ausgewiesener Kontostand ohne dessen Zeile',
  opening_deal: 'Anfangsbestand {amount}: erster ausgewiesener Kontostand ohne dessen Deal',
  opening_message: 'Anfangsbestand {amount}: erster Kontostand ohne dessen Nachricht',
  opening_listed:
    'Anfangsbestand {amount}: ausgewiesener Kontostand ohne die aufgeführten Buchungen und Trades',
  opening_trades:
    'Keine Antwort führt Ein- und Auszahlungen auf, also ist das Kapital unbekannt. Der Kontostand ohne die Ergebnisse der Trades ist {amount}. Der Betreiber kann das Kapital angeben.',
  paired: '{count} Trades aus Deals gebildet, weil der Bericht keine Positionen aufführt',
  open_costs:
    '{amount} Kosten für noch offene Positionen: Im ausgewiesenen Kontostand sind sie enthalten, in den Trades erst nach dem Schließen.',
  whole_positions:
    'Positionen ohne ihre schließenden Deals: {count}. Jede zählt als ein Trade, am Ende der Position.',
  alike:
    'Deals, die eine von mehreren Positionen mit demselben Ergebnis geschlossen haben können: {count}. Die älteste mit demselben Volumen zählt, deshalb sind die Eröffnungszeiten dieser Trades nicht sicher.',
  orders_left_out: 'weggelassene Orders: {count}',
  pending_left_out: 'weggelassene Pending Orders: {count}',
  pending_or_cancelled: 'weggelassene Pending Orders und stornierte Orders: {count}',
  skipped: 'übersprungene Zeilen: {count}',
  archived_line:
    'ältere Trades stehen zusammengefasst in der Datei und zählen als Ergebnis ohne Trade; Zeilen: {count}, Summe: {amount}',
  archived:
    'archivierte Ergebnisse (Summary trade result), die wie beim Broker als Trades zählen: {count}',
  unknown_types: 'Balance-Buchungen unbekannter Art, als Anpassung gezählt: {count}: {text}',
  texts_both: {
    one: '{count} Saldozeile nennt eine Ein- oder Auszahlung und Kosten und zählt als Ein- oder Auszahlung: Zeile {text}',
    other:
      '{count} Saldozeilen nennen eine Ein- oder Auszahlung und Kosten und zählen als Ein- oder Auszahlungen: Zeile {text}',
  },
  unknown_texts: {
    one: 'Ein- oder Auszahlungen mit unbekanntem Text: {count} Zeile, zusammen {amount}: Zeile {text}',
    other:
      'Ein- oder Auszahlungen mit unbekanntem Text: {count} Zeilen, zusammen {amount}: Zeile {text}',
  },
  many_texts:
    'Dieses Konto hätte Antworten zu mehr als {max} Texten. Fügen Sie eine Datei mit weniger unbekannten Texten hinzu, oder fragen Sie den Betreiber.',
  said_flow: 'auf Ihre Angabe hin als Ein- oder Auszahlungen gezählt: {text}',
  said_cost: 'auf Ihre Angabe hin als Ergebnisse gezählt: {text}',
  no_broker: 'die Überschrift „{text}“ nennt keinen Broker: leer gelassen',
  no_sums_below_rows:
    'unter den Zeilen stehen keine Summen, deshalb fiele eine abgeschnittene Datei nicht auf',
  no_sums_below_deals:
    'unter den Deals stehen keine Summen, deshalb fiele eine abgeschnittene Datei nicht auf',
  no_balances: 'keine Nachricht nennt einen Kontostand, deshalb fielen fehlende Deals nicht auf',
  unit_volumes:
    'Volumen in Einheiten: {count}. Bei Währungspaaren sind 100.000 ein Lot, andere bleiben, wie sie sind.',
  shared_results:
    'offene Positionen ohne eigenes Ergebnis: {count}. Die ausgewiesene Summe ist nach Volumen und Kurs verteilt. Bekannt ist nur die Summe; das Ergebnis jeder Position ist geschätzt.',
  unopened: 'Trades ohne eröffnenden Deal: {count}. Die Schlusszeit zählt auch als Eröffnungszeit.',
  no_open_list: 'keine Nachricht führt offene Positionen auf; fügen Sie ProtoOAReconcileRes hinzu',
  no_floating:
    'weggelassene offene Positionen: {count}. Ihr offenes Ergebnis fehlt; fügen Sie ProtoOAGetPositionUnrealizedPnLRes hinzu.',
  deals_twice: 'doppelt aufgeführte Deals: {count}',
  orders_twice: 'doppelt aufgeführte Orders: {count}',
  became_open: 'Zeilen ohne Schlusszeit, die als offene Positionen zählen: {count}',
  turned: 'Auszahlungen ohne Minuszeichen, als ausgezahltes Geld gelesen: {count}',
  known_columns: 'die Spalten sind die von {name}',
  other_number:
    'in der Datei steht das Konto {printed}, angegeben ist {number}; prüfen Sie die Nummer, bevor Sie es hinzufügen',
  maybe_cut: 'die Datei endet nicht mit einem Zeilenumbruch: Sie ist vielleicht abgeschnitten',
  no_closed_list:
    'keine Antwort führt Orders oder geschlossene Positionen auf: Geschlossene Trades sind nicht bekannt',
  no_commission: 'keine Spalte nennt eine Kommission: Sie zählt als 0',
  position_counts: 'offene Positionen: {count} aufgeführt, {max} im Konto gezählt',
  no_details: 'keine Angaben zum Konto: Kontostand und Equity sind nicht bekannt',
  not_printed: '{name} fehlt: Ist die Datei abgeschnitten?',
  cut_off: 'die Datei endet nicht mit </html>: Ist sie abgeschnitten?',
  no_figures: 'unter den Tabellen stehen keine Kennzahlen: Ist die Datei abgeschnitten?',
  no_balance_row: 'unter den Tabellen fehlen Kontostand und Equity: Fehlt eine Zeile?',
  not_compared: '{name}: „{value}“ ist keine Zahl und wurde nicht verglichen',
  unknown_below:
    'Kennzahlen unter den Trades: nicht verglichen, weil ihre Zeilen von unbekannter Art sind',
  unknown_details:
    'Kennzahlen im Abschnitt Details: nicht verglichen, weil ihre Zeilen von unbekannter Art sind',
  balance_before:
    'Kontostand: Nach den Trades und Einzahlungen des Auszugs bleiben {amount} vor der ersten Zeile',
  balance_before_message: 'Kontostand: Vor der ersten Nachricht wäre er {amount}',
  balance_below: 'der Anfangsbestand wäre {amount}; er ist unter 0 und zählt als 0',
  balance_breaks:
    'Zeile {line}: Der Kontostand {amount} folgt nicht aus {from} davor und dem Deal, die {to} ergeben',
  balance_moved:
    'Zeile {line}: Vor diesem Deal änderte sich der Kontostand um {amount}, und keine Zeile sagt, warum; als Ein- oder Auszahlung gezählt',
  balance_moved_message:
    'der Kontostand änderte sich vor {id} um {amount}, und keine Nachricht sagt, warum; als Ein- oder Auszahlung gezählt',
  balance_moved_refused:
    'Zeile {line}: Vor diesem Deal änderte sich der Kontostand um {amount}, und dort wurde eine Zeile nicht importiert; als deren Ergebnis gezählt',
  balance_moved_unread:
    'der Kontostand änderte sich vor {id} um {amount}, und ein Deal wurde nicht importiert; als dessen Ergebnis gezählt',
  uneven_deal:
    'Zeile {line}: Netto {amount} ist ausgewiesen; Brutto, Kommission und Swap ergeben {value}, und das zählt',
  uneven_row:
    'Zeile {line}: Nettogewinn {amount} ist ausgewiesen; Gewinn, Swap und Kommission ergeben {value}',
  uneven_flow: 'Zeile {line}: Nettogewinn {amount} ist ausgewiesen, Gewinn {value}',
  unordered:
    'mehr als {max} Deals sind nicht nach ihrer Schließung geordnet: Der Kontostand jeder Zeile ist nicht geprüft',
  row_place: 'Zeile {line}: Reihe {value} steht, wo Reihe {other} stehen sollte',
  ticket_twice: 'Zeile {line}: Ticket {value} steht auch in Zeile {other}; die spätere Zeile zählt',
  row_again:
    'Zeile {line}: Ticket {value} steht zweimal mit gleichem Inhalt da; beide Zeilen zählen',
  closes_twice: 'Zeile {line}: Ticket {value} schließt zu dieser Zeit zweimal; beide zählen',
  ticket_of_two:
    'Zeile {line}: Ticket {value} ist hier „{text}“ und in einer früheren Zeile „{other}“; beide zählen',
  before_report:
    'Zeile {line}: Deal {value} schließt eine Position aus der Zeit vor dem Bericht; seine {amount} zählen als Anpassung, nicht als Trade',
  closed_one_of:
    'Zeile {line}: Deal {value} schloss eine von mehreren Positionen: {detail}; die älteste mit demselben Volumen zählt',
  fits_none: 'sein Ergebnis von {amount} passt zu keiner offenen Position',
  too_few_results:
    'der Bericht sagt nicht, welche, und zu wenige Ergebnisse zeigen, was eine Kursänderung von {name} wert ist',
  other_position:
    'Zeile {line}: Position {value} ist „{text}“, der Deal, der sie eröffnete, „{other}“',
  other_closings:
    'Zeile {line}: Keine Deals ergeben zusammen Volumen, Swap und Gewinn von Position {value}, obwohl einige ihr Symbol in ihrer Zeit schließen; sie zählt als ein Trade, an ihrem Ende',
  no_opening: 'Zeile {line}: Kein Deal hat Position {value} eröffnet',
  lots_differ:
    '{name}: Nach den Deals sind {amount} Lots offen, die offenen Positionen haben {value}',
  no_close_date: 'die Tabelle hat keine Spalte `Close Date`',
  closed_lots_differ:
    '{name}: Die Deals schließen {amount} Lots, die geschlossenen Positionen haben {value}: Fehlt eine Position?',
  broken_rows:
    'Zeilen mit einer mehrzeiligen Zelle oder einem offenen Anführungszeichen: {count}. Prüfen Sie, ob Zeilen fehlen.',
  no_cost_column:
    'Es gibt keine Spalte {name} und keine mit dem Nettoergebnis, also fehlen diese Kosten; exportieren Sie den Auszug mit dieser Spalte',
  unvalued:
    'weggelassene offene Positionen: {count}. Weder ihre Ergebnisse noch eine Equity sind ausgewiesen; exportieren Sie den Auszug mit seiner Zusammenfassung.',
  again: '{name} kommt noch einmal mit anderen Werten; die letzten zählen',
  account_amount: '{name} des Kontos ist keine Zahl und wurde nicht verglichen',
  price_differs: 'Trade {value}: Die Plattform nennt {amount}, seine Kurse ergeben {other}',
  foreign_prices:
    'nicht importierte Trades in {name}: {count}. Die Kurse sind nicht in {value}, und keine Antwort nennt die Ergebnisse.',
  history_cut: 'die Historie ist nicht vollständig: hasMore ist true, und keine Antwort folgt',
  deals_cut: 'die Deals sind nicht vollständig: hasMore ist true, und keine Liste folgt',
  and_more: '{names} und {count} weitere',
  and_other_texts: '{names} und {count} andere Texte',
  account_detail: 'das Konto: {detail}: nicht verglichen',
  type_empty: 'ihr Typ ist leer',
  number_missing: 'ihre Nummer fehlt',
  several_instruments: 'ihre Aufträge betreffen mehrere Instrumente',
  field_absent: '{name} fehlt',
  field_not_object: '{name} ist kein Objekt',
  field_not_count: '{name} „{value}“ ist keine ganze Zahl größer als 0',
  field_not_side: '{name} „{value}“ ist weder BUY noch SELL',
  id_not_number: 'seine Kennung ist keine Zahl',
  opened_otherwise: '{name} fehlt: die Position wurde in der anderen Richtung eröffnet',
  position_not_imported: 'Position {value} nicht importiert: {detail}',
  row_not_loadable: 'nicht importiert: {detail}',
  times_as_before: 'die Zeiten stehen in {name}, wie bei früheren Importen von {account}',
  cannot_be_read: 'Die Datei lässt sich nicht lesen: {detail}',
  read_too_long: 'Das Lesen dauerte länger als {count} s. Exportieren Sie einen kürzeren Zeitraum.',
  read_too_large: 'Zum Lesen reicht der Speicher nicht. Exportieren Sie einen kürzeren Zeitraum.',
  lists_nothing: 'sie listet nichts auf',
  no_json: 'keine .json-Datei darin',
  many_json: 'mehr als {max} .json-Dateien darin',
  no_headings: 'darüber stehen keine Überschriften',
};
