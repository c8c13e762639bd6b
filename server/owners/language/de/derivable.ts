import type { OwnerWords } from '../words.ts';

export const derivable: OwnerWords['derivable'] = {
  lots_of_trade: 'Lots eines Trades, aus seinem Gewinn und seinen Kursen',
  lots_by_instrument: 'durchschnittliche Lots eines Instruments, aus Gewinn und Pips',
  lots_by_magic_number: 'durchschnittliche Lots einer Magic Number, aus Gewinn und Pips',
  lots_by_expectancy: 'durchschnittliche Lots, aus dem Erwartungswert in Geld und in Pips',
  lots_of_extreme_trades:
    'Lots der Trades mit den meisten und den wenigsten Pips, aus dem Ergebnis ihrer Klasse',
  stop_at_close: 'Stop eines dort geschlossenen Trades, aus seinem Ausstiegskurs',
  stop_in_comments: 'am Stop geschlossene Trades, aus dem Vermerk [sl] in Kommentaren',
  target_at_close: 'Ziel eines dort geschlossenen Trades, aus seinem Ausstiegskurs',
  target_in_comments: 'am Ziel geschlossene Trades, aus dem Vermerk [tp] in Kommentaren',
  result_of_each_trade: 'Ergebnis jedes Trades, aus den Schritten der Rendite und dem Kontostand',
  results_by_day: 'Ergebnisse nach Tagen; an Tagen mit einem Trade auch die einzelner Trades',
  results_by_month_and_now: 'Ergebnisse nach Monaten, von heute und von dieser Woche',
  results_by_instrument:
    'gehandelte Instrumente und ihre Ergebnisse; das eines Trades, wenn ein Instrument nur einen hat',
  results_by_magic_number:
    'Ergebnisse nach Magic Number; das eines Trades, wenn eine Magic Number nur einen hat',
  counts_and_extremes:
    'Anzahl und Lots der Trades, bestes und schlechtestes Ergebnis, Ergebnisse nach Wochenstunde',
  falls_of_trades:
    'wann und wie tief es unter den Höchststand fiel; Verlust eines Trades, der allein ein Drawdown war',
  results_in_bins_of_trades:
    'Anzahl der Trades und Ergebnisse nach Klassen; das eines Trades, wenn eine Klasse nur einen hat',
  returns_of_30_days: 'Renditen von 30 Tagen; die eines Trades, wenn es in ihnen nur einen gab',
  results_near_news:
    'Anzahl der Trades nahe an Nachrichten und ihre Ergebnisse; das eines Trades, wenn nur einer nahe war',
  profit_of_excursion: 'Gewinn eines Gewinntrades, wenn kein anderer Trade Ausschläge hat',
  result_of_account: 'Ergebnis eines Kontos; das eines Trades, wenn ein Konto nur einen hat',
  trade_count: 'Anzahl der Trades',
  curve_from_trades: 'die Kurve, aus Schlusszeiten und Ergebnissen',
  curve_without_dates: 'die Kurve ohne ihre Daten',
  curve_by_month: 'die Kurve nach Monaten',
  equity_return_and_extremes:
    'Rendite nach Equity, ihr größter Rückgang und ihre Volatilität; Ergebnisse des besten und schlechtesten Tages',
  falls_with_dates: 'wann und wie tief es unter den Höchststand fiel',
  rolling_returns_by_month: 'Renditen von 30, 90 und 365 Tagen nach Monaten',
  day_near_news: 'Ergebnis eines Tages, wenn nur ein Trade nahe an Nachrichten war',
  flow_count: 'Anzahl der Ein- und Auszahlungen',
  equity_return_of_weekdays: 'Rendite nach Equity über die verglichenen Wochentage',
  return_after_each_trade: 'Rendite nach jedem Trade, aus Ergebnissen und Kontostand',
  return_by_day: 'Rendite am Ende jedes Tages',
  returns_of_extremes: 'Renditen des besten und schlechtesten Tages, der Woche und des Monats',
  fall_depths: 'wie tief es unter den Höchststand fiel',
  return_by_month: 'Rendite am Ende jedes Monats',
  months_from_trades: 'Ergebnisse nach Monaten, aus Schlusszeiten und Ergebnissen',
  months_from_days: 'Ergebnisse nach Monaten, aus den Ergebnissen nach Tagen',
  extreme_months: 'Ergebnisse des besten und des schlechtesten Monats',
  last_30_days_of_months: 'Renditen der letzten 30 Tage jedes Monats',
  month_of_one_drawdown: 'Verlust eines Monats, der aus einem Drawdown besteht',
  returns_to_month_end: 'Renditen bis zum Ende eines Monats, aus den Renditen nach jedem Trade',
  breakdown_from_trades: 'die Aufteilung, aus Instrumenten und Ergebnissen',
  instruments_by_pip_value:
    'Instrumente, aus dem Pip-Wert jeder Magic Number; Ergebnisse eines Instruments, wenn eine Magic Number nur dieses handelt',
  share_of_best_instrument: 'wie viel des Gewinns vom besten Instrument stammt',
  currencies_by_events:
    'gehandelte Währungen, aus der Zahl ihrer Ereignisse; Ergebnisse von Instrumenten unbekannter Währung',
  breakdown_by_magic_number: 'die Aufteilung, aus Magic Numbers und Ergebnissen',
  nearly_all_statistics: 'fast die ganze Statistik, aus den Trades',
  counts_from_breakdown: 'Anzahl der Trades, Gewinne, Verluste und Pips, aus der Aufteilung',
  counts_from_days: 'Anzahl der Trades und Trefferquote, aus den Tagen',
  counts_of_periods:
    'Anzahl der Trades und Trefferquote von heute, dieser Woche, diesem Monat und diesem Jahr',
  counts_from_return:
    'Anzahl der Trades, Durchschnittsrenditen und Gewinnserien, aus den Schritten der Rendite',
  count_and_extremes: 'Anzahl der Trades, bestes und schlechtestes Ergebnis',
  count_and_net: 'Anzahl der Trades und ihr Nettoergebnis',
  deepest_fall_and_day:
    'größter Rückgang in Geld; schlechtester Tag, wenn er allein ein Drawdown war',
  sharpe_ratio_of_all:
    'Sharpe-Ratio, wenn die Equity-Berichte vor höchstens 90 oder 365 Tagen begannen',
  equity_return_and_volatility:
    'Rendite nach Equity; ihre Volatilität, aus Beta, Korrelation und Benchmark',
  drawdowns_from_trades: 'jeder Drawdown, aus Schlusszeiten und Ergebnissen',
  drawdowns_from_days: 'jeder Drawdown, aus der Rendite am Ende jedes Tages',
  drawdowns_without_dates: 'jeder Drawdown ohne seine Daten, aus der Rendite nach jedem Trade',
  falls_of_months: 'Rückgänge ganzer Monate, und der tiefste jedes Jahres',
  falls_of_extremes:
    'größter Rückgang in Geld, und die Rückgänge des schlechtesten Tages, der Woche und des Monats',
  deepest_fall_by_month: 'größter Rückgang der letzten 30, 90 und 365 Tage nach Monaten',
  histograms_from_trades: 'die Histogramme, aus Ergebnissen, Kursen und Zeiten',
  results_in_bins: 'Ergebnisse nach Klassen, aus den Schritten der Rendite und dem Kontostand',
  returns_from_trades: 'Renditen beliebiger Tage, aus Schlusszeiten und Ergebnissen',
  returns_from_days: 'Renditen beliebiger Tage, aus der Rendite am Ende jedes Tages',
  returns_of_months: 'Renditen der Monate',
  sharpe_ratio_of_periods:
    'Sharpe-Ratio von 90 oder 365 Tagen, wenn die Equity-Berichte höchstens so lange zurückreichen',
  deepest_falls: 'tiefste Rückgänge der letzten 30, 90 und 365 Tage',
  open_at_once: 'was gleichzeitig offen war, aus den Zeiten von Trades und Positionen',
  return_of_weekdays: 'Rendite über die verglichenen Wochentage, aus der Rendite nach Tagen',
  return_of_weekdays_to_end:
    'Rendite über die verglichenen Wochentage, wenn Equity bis zum Ende gemeldet wurde',
  trades_near_news:
    'welche Trades nahe an Nachrichten offen waren, aus ihren Zeiten und einem Kalender',
};
