import type { rowReasons as english } from '../../../../pipeline/base/reasons/rows.ts';
import type { Texts } from '../../../site/language/en.ts';

export const rowReasons: Texts<typeof english> = {
  missing: '{column} fehlt',
  out_of_order: '{column} „{value}“ liegt vor {other} „{earlier}“',
  control_character: '{column} „{value}“ enthält ein Steuerzeichen',
  too_long: '{column} „{value}“ ist länger als {max} Zeichen',
  reserved: '{column} „{value}“ beginnt mit {start}; das dürfen nur Portfolios des Registers',
  blank: '{column} „{value}“ ist leer',
  comma_or_quote: '{column} „{value}“ enthält ein Komma oder ein Anführungszeichen',
  not_currency:
    '{column} „{value}“ besteht nicht aus drei Großbuchstaben, etwa EUR, und ist kein Kürzel einer Kryptowährung, etwa USDT',
  not_boolean: '{column} „{value}“ ist weder true noch false',
  not_choice: '{column} „{value}“ muss eines von diesen sein: {choices}',
  too_large: '{column} „{value}“ ist zu groß',
  not_number: '{column} „{value}“ ist keine Zahl',
  too_many_decimals: '{column} „{value}“ hat mehr als {max} Nachkommastellen',
  not_finite: '{column} „{value}“ ist keine endliche Zahl',
  not_integer: '{column} „{value}“ ist keine ganze Zahl mit 64 Bit',
  not_positive: '{column} „{value}“ ist nicht größer als 0',
  outside_range: '{column} „{value}“ liegt nicht zwischen {min} und {max}',
  not_time: '{column} „{value}“ ist keine Zeitangabe nach ISO 8601',
  not_date: '{column} „{value}“ ist kein Datum nach ISO 8601',
  not_seconds: '{column} „{value}“ ist keine Anzahl von Sekunden seit 1970',
  sent_not_ticket: '{column} {value} ist keine Ticketnummer',
  sent_not_seconds: '{column} {value} ist keine Zeit in Sekunden',
  sent_not_whole: '{column} {value} ist keine ganze Zahl',
  sent_not_decimal: '{column} {value} ist keine Dezimalzahl mit höchstens 8 Nachkommastellen',
  sent_not_text: '{column} {value} ist kein Text',
  sent_not_choice: '{column} {value} muss eines von diesen sein: {choices}',
  sent_too_large: '{column} {value} ist zu groß',
  sent_not_positive: '{column} {value} ist nicht größer als 0',
  sent_empty: '{column} ist leer',
  row_too_long: 'die Zeile ist länger als 1 MB',
  row_not_object: 'die Zeile ist kein JSON-Objekt',
  line_not_object: 'die Zeile ist kein JSON-Objekt',
  text_after_quote: 'eine Zelle in Anführungszeichen hat danach noch Text',
  wrong_columns: 'die Zeile hat {count} Spalten statt {max}',
  other_account:
    'account_id {value} ist nicht das Konto des Schlüssels; lassen Sie account_id weg, oder benutzen Sie den Schlüssel dieses Kontos',
  unknown_table: 'die Tabelle {value} muss eine von diesen sein: {choices}',
  deals_alone:
    'Senden Sie Deals in einem JSON-Objekt zusammen mit `account` und den Uhren des Terminals, wie es die Expert Advisors tun.',
  undescribed:
    'Die Zeile, die dieses Konto beschreibt, wurde abgelehnt ({detail}), deshalb hat es keine Kennzahlen. Berichtigen Sie diese Zeile und senden Sie sie noch einmal. Die anderen Zeilen sind gespeichert und zählen dann.',
  closed_to_owner:
    'Der Betreiber lädt dieses Konto und nimmt keine Daten des Inhabers an. Er kann es erlauben, indem er im Registereintrag des Kontos "owner_data": true setzt.',
  withdrawn: 'Diese Lieferung wurde zurückgezogen. Ihre Zeilen zählen nicht mehr.',
  not_loadable: 'Das Konto lässt sich nicht laden: {detail}',
  named: '{name}: {detail}',
  row_of_statement: '{table}, {name}: {rule}',
  large_position:
    'Position {value} hat mehr Deals, als sich zusammen zuordnen lassen ({count} oder {max} MiB); laden Sie stattdessen einen Kontoauszug hoch',
  many_positions:
    'nach den Deals sind mehr als {max} Positionen offen; laden Sie stattdessen einen Kontoauszug hoch',
};
