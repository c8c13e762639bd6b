import type { OwnerWords } from '../words.ts';

export const derivable: OwnerWords['derivable'] = {
  lots_of_trade: 'lotes de una operación, por su beneficio y sus precios',
  lots_by_instrument: 'lotes medios de un instrumento, por su beneficio y sus pips',
  lots_by_magic_number: 'lotes medios de un número mágico, por su beneficio y sus pips',
  lots_by_expectancy: 'lotes medios, por la esperanza en dinero y en pips',
  lots_of_extreme_trades:
    'lotes de las operaciones con más y con menos pips, por el resultado de su clase',
  stop_at_close: 'el stop de una operación que se cerró en él, por su precio de cierre',
  stop_in_comments: 'operaciones cerradas en su stop, por la marca [sl] de los comentarios',
  target_at_close: 'el objetivo de una operación que se cerró en él, por su precio de cierre',
  target_in_comments: 'operaciones cerradas en su objetivo, por la marca [tp] de los comentarios',
  result_of_each_trade:
    'el resultado de cada operación, por los pasos de la rentabilidad y el balance',
  results_by_day: 'resultados por día; de operaciones sueltas, los días con una sola',
  results_by_month_and_now: 'resultados por mes, de hoy y de esta semana',
  results_by_instrument:
    'instrumentos operados y sus resultados; de una operación, si un instrumento solo tiene una',
  results_by_magic_number:
    'resultados por número mágico; de una operación, si un número solo tiene una',
  counts_and_extremes:
    'número y lotes de las operaciones, el mejor y el peor resultado, resultados por hora de la semana',
  falls_of_trades:
    'cuándo y cuánto cayó bajo su máximo; la pérdida de una operación que fue por sí sola un drawdown',
  results_in_bins_of_trades:
    'número de operaciones y resultados por clases; de una operación, si una clase solo tiene una',
  returns_of_30_days: 'rentabilidades de 30 días; de una operación, si solo hubo una',
  results_near_news:
    'número de operaciones cerca de noticias y sus resultados; de una operación, si solo hubo una cerca',
  profit_of_excursion: 'el beneficio de una operación ganadora, si ninguna otra tiene excursiones',
  result_of_account: 'el resultado de una cuenta; de una operación, si una cuenta solo tiene una',
  trade_count: 'número de operaciones',
  curve_from_trades: 'la curva, por horas de cierre y resultados',
  curve_without_dates: 'la curva sin sus fechas',
  curve_by_month: 'la curva por meses',
  equity_return_and_extremes:
    'la rentabilidad según equidad, su mayor caída y su volatilidad; resultados del mejor y del peor día',
  falls_with_dates: 'cuándo y cuánto cayó bajo su máximo',
  rolling_returns_by_month: 'rentabilidades de 30, 90 y 365 días por mes',
  day_near_news: 'el resultado de un día, si solo hubo una operación cerca de noticias',
  flow_count: 'número de depósitos y retiros',
  equity_return_of_weekdays: 'la rentabilidad según equidad en los días laborables comparados',
  return_after_each_trade: 'la rentabilidad tras cada operación, por los resultados y el balance',
  return_by_day: 'la rentabilidad al final de cada día',
  returns_of_extremes: 'las rentabilidades del mejor y del peor día, semana y mes',
  fall_depths: 'cuánto cayó bajo su máximo',
  return_by_month: 'la rentabilidad al final de cada mes',
  months_from_trades: 'resultados por mes, por horas de cierre y resultados',
  months_from_days: 'resultados por mes, por los resultados por día',
  extreme_months: 'los resultados del mejor y del peor mes',
  last_30_days_of_months: 'rentabilidades de los últimos 30 días de cada mes',
  month_of_one_drawdown: 'la pérdida de un mes que es un solo drawdown',
  returns_to_month_end:
    'rentabilidades hasta el final de un mes, por las rentabilidades tras cada operación',
  breakdown_from_trades: 'el desglose, por instrumentos y resultados',
  instruments_by_pip_value:
    'instrumentos, por el valor del pip de cada número mágico; resultados de un instrumento, si un número solo opera con él',
  share_of_best_instrument: 'cuánto beneficio aportó el mejor instrumento',
  currencies_by_events:
    'divisas operadas, por el número de sus eventos; resultados de instrumentos de divisa desconocida',
  breakdown_by_magic_number: 'el desglose, por números mágicos y resultados',
  nearly_all_statistics: 'casi todas las estadísticas, por las operaciones',
  counts_from_breakdown: 'número de operaciones, ganancias, pérdidas y pips, por el desglose',
  counts_from_days: 'número de operaciones y tasa de acierto, por los días',
  counts_of_periods:
    'número de operaciones y tasa de acierto de hoy, de esta semana, de este mes y de este año',
  counts_from_return:
    'número de operaciones, rentabilidades medias y rachas ganadoras, por los pasos de la rentabilidad',
  count_and_extremes: 'número de operaciones, el mejor y el peor resultado',
  count_and_net: 'número de operaciones y su resultado neto',
  deepest_fall_and_day: 'la mayor caída en dinero; el peor día, si fue por sí solo un drawdown',
  sharpe_ratio_of_all:
    'la ratio de Sharpe, si los informes de equidad empezaron hace 90 o 365 días como máximo',
  equity_return_and_volatility:
    'la rentabilidad según equidad; su volatilidad, por la beta, la correlación y la referencia (benchmark)',
  drawdowns_from_trades: 'todos los drawdowns, por horas de cierre y resultados',
  drawdowns_from_days: 'todos los drawdowns, por la rentabilidad al final de cada día',
  drawdowns_without_dates:
    'todos los drawdowns sin sus fechas, por la rentabilidad tras cada operación',
  falls_of_months: 'caídas de meses enteros y la mayor de cada año',
  falls_of_extremes: 'la mayor caída en dinero y las caídas del peor día, semana y mes',
  deepest_fall_by_month: 'la mayor caída de los últimos 30, 90 y 365 días por mes',
  histograms_from_trades: 'los histogramas, por resultados, precios y horas',
  results_in_bins: 'resultados por clases, por los pasos de la rentabilidad y el balance',
  returns_from_trades: 'las rentabilidades de cualquier período, por horas de cierre y resultados',
  returns_from_days:
    'las rentabilidades de cualquier período, por la rentabilidad al final de cada día',
  returns_of_months: 'las rentabilidades de los meses',
  sharpe_ratio_of_periods:
    'la ratio de Sharpe de 90 o 365 días, si los informes de equidad no empezaron antes',
  deepest_falls: 'las mayores caídas de los últimos 30, 90 y 365 días',
  open_at_once: 'qué estuvo abierto a la vez, por las horas de operaciones y posiciones',
  return_of_weekdays:
    'la rentabilidad en los días laborables comparados, por la rentabilidad por día',
  return_of_weekdays_to_end:
    'la rentabilidad en los días laborables comparados, si hubo informes de equidad hasta el final',
  trades_near_news:
    'qué operaciones estaban abiertas cerca de noticias, por sus horas y cualquier calendario',
};
