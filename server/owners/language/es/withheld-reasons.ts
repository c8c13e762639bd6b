import type { withheldReasons as english } from '../../../../pipeline/base/reasons/withheld.ts';
import type { Texts } from '../../../site/language/en.ts';

export const withheldReasons: Texts<typeof english> = {
  no_rate: 'no hay tipo de cambio de {from} a {to} hasta el {day}',
  held_member: '{account} está retenida',
  held_members: '{account} y {count} más están retenidas',
  inexact_bookings: 'apuntes con {decimals} decimales, el mayor {largest}, la suma {total}',
  inexact_equity: 'informes de equidad con {decimals} decimales, el mayor {largest}',
  odd_index: 'índice de la rentabilidad ponderada por tiempo {value}',
  odd_equity_index: 'índice de los informes de equidad {value}',
  odd_rate: 'tipo de cambio {value}',
  odd_pips: 'pips de una operación {value}',
  odd_periods:
    'período {grain}, índice de los períodos {index_of_periods}, índice ponderado por tiempo {twr_index}, publicados con otro valor {misprinted}',
  lost_trades:
    'operaciones en las fuentes {in_sources}, en la lista {in_list}, en las estadísticas {in_advanced}, en la rentabilidad ponderada por tiempo {in_twr}',
  odd_rows: 'tabla {relation} con {rows} filas',
  odd_breakdown: 'desglose {dimension}, suma {net_minor}, resultado total {total_minor}',
  no_breakdown: 'sin desglose, resultado total {total_minor}',
  list: '{items}',
};
