import type { withheldReasons as english } from '../../../../pipeline/base/reasons/withheld.ts';
import type { Texts } from '../../../site/language/en.ts';

export const withheldReasons: Texts<typeof english> = {
  no_rate: 'kein Kurs von {from} nach {to} am oder vor dem {day}',
  held_member: '{account} wird zurückgehalten',
  held_members: '{account} und {count} weitere werden zurückgehalten',
  inexact_bookings:
    'Buchungen mit {decimals} Nachkommastellen, die größte {largest}, die Summe {total}',
  inexact_equity: 'Equity-Berichte mit {decimals} Nachkommastellen, der größte {largest}',
  odd_index: 'Index der zeitgewichteten Rendite {value}',
  odd_equity_index: 'Index der Equity-Berichte {value}',
  odd_rate: 'Wechselkurs {value}',
  odd_pips: 'Pips eines Trades {value}',
  odd_periods:
    'Zeitraum {grain}, Index der Zeiträume {index_of_periods}, zeitgewichteter Index {twr_index}, davon anders veröffentlicht {misprinted}',
  lost_trades:
    'Trades in den Quellen {in_sources}, in der Liste {in_list}, in den Statistiken {in_advanced}, in der zeitgewichteten Rendite {in_twr}',
  odd_rows: 'Tabelle {relation} mit {rows} Zeilen',
  odd_breakdown: 'Aufteilung {dimension}, Summe {net_minor}, Gesamtergebnis {total_minor}',
  no_breakdown: 'keine Aufteilung, Gesamtergebnis {total_minor}',
  list: '{items}',
};
