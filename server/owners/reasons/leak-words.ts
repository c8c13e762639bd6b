import type { LanguageCode } from '../../schemas/languages.ts';

/** German and Spanish words of what stays derivable, by the English text of the register. */
const leakWords: Readonly<Record<string, readonly [de: string, es: string]>> = {
  'lots of a trade, from its profit and prices': [
    'Lots eines Trades, aus seinem Gewinn und seinen Kursen',
    'lotes de una operación, por su beneficio y sus precios',
  ],
  'average lots of an instrument, from its profit and pips': [
    'durchschnittliche Lots eines Instruments, aus Gewinn und Pips',
    'lotes medios de un instrumento, por su beneficio y sus pips',
  ],
  'average lots of a magic number, from its profit and pips': [
    'durchschnittliche Lots einer Magic Number, aus Gewinn und Pips',
    'lotes medios de un número mágico, por su beneficio y sus pips',
  ],
  'average lots, from the expectancy in currency and in pips': [
    'durchschnittliche Lots, aus dem Erwartungswert in Geld und in Pips',
    'lotes medios, por la esperanza en dinero y en pips',
  ],
  'lots of the trades with the most and the fewest pips, from the result of their bin': [
    'Lots der Trades mit den meisten und den wenigsten Pips, aus dem Ergebnis ihrer Klasse',
    'lotes de las operaciones con más y con menos pips, por el resultado de su clase',
  ],
  'the stop of a trade that ended at it, from its closing price': [
    'Stop eines dort geschlossenen Trades, aus seinem Schlusskurs',
    'el stop de una operación que se cerró en él, por su precio de cierre',
  ],
  'trades that ended at their stop, from the mark [sl] in comments': [
    'am Stop geschlossene Trades, aus dem Vermerk [sl] in Kommentaren',
    'operaciones cerradas en su stop, por la marca [sl] de los comentarios',
  ],
  'the target of a trade that ended at it, from its closing price': [
    'Ziel eines dort geschlossenen Trades, aus seinem Schlusskurs',
    'el objetivo de una operación que se cerró en él, por su precio de cierre',
  ],
  'trades that ended at their target, from the mark [tp] in comments': [
    'am Ziel geschlossene Trades, aus dem Vermerk [tp] in Kommentaren',
    'operaciones cerradas en su objetivo, por la marca [tp] de los comentarios',
  ],
  'the result of every trade, from the steps of the return and the balance': [
    'Ergebnis jedes Trades, aus den Schritten der Rendite und dem Kontostand',
    'el resultado de cada operación, por los pasos de la rentabilidad y el balance',
  ],
  'results by day; of single trades, on days with one trade': [
    'Ergebnisse nach Tagen; an Tagen mit einem Trade auch die einzelner Trades',
    'resultados por día; de operaciones sueltas, los días con una sola',
  ],
  'results by month, of today and of this week': [
    'Ergebnisse nach Monaten, von heute und von dieser Woche',
    'resultados por mes, de hoy y de esta semana',
  ],
  'instruments traded and their results; of a single trade, if an instrument has one': [
    'gehandelte Instrumente und ihre Ergebnisse; das eines Trades, wenn ein Instrument nur einen hat',
    'instrumentos operados y sus resultados; de una operación, si un instrumento solo tiene una',
  ],
  'results by magic number; of a single trade, if a magic number has one': [
    'Ergebnisse nach Magic Number; das eines Trades, wenn eine Magic Number nur einen hat',
    'resultados por número mágico; de una operación, si un número solo tiene una',
  ],
  'number and lots of trades, the best and the worst result, results by hour of the week': [
    'Anzahl und Lots der Trades, bestes und schlechtestes Ergebnis, Ergebnisse nach Wochenstunde',
    'número y lotes de las operaciones, el mejor y el peor resultado, resultados por hora de la semana',
  ],
  'when and how deep it fell below its peak; the loss of a trade that was a drawdown by itself': [
    'wann und wie tief es unter den Höchststand fiel; Verlust eines Trades, der allein ein Drawdown war',
    'cuándo y cuánto cayó bajo su máximo; la pérdida de una operación que fue por sí sola un drawdown',
  ],
  'number of trades and their results in bins; of a single trade, if a bin has one': [
    'Anzahl der Trades und Ergebnisse nach Klassen; das eines Trades, wenn eine Klasse nur einen hat',
    'número de operaciones y resultados por clases; de una operación, si una clase solo tiene una',
  ],
  'returns of 30 days; of a single trade, if they have one': [
    'Renditen von 30 Tagen; die eines Trades, wenn es in ihnen nur einen gab',
    'rentabilidades de 30 días; de una operación, si solo hubo una',
  ],
  'number of trades and their results near news; of a single trade, if only one was near': [
    'Anzahl der Trades nahe an Nachrichten und ihre Ergebnisse; das eines Trades, wenn nur einer nahe war',
    'número de operaciones cerca de noticias y sus resultados; de una operación, si solo hubo una cerca',
  ],
  'the profit of a winning trade, if no other trade has excursions': [
    'Gewinn eines Gewinntrades, wenn kein anderer Trade Ausschläge hat',
    'el beneficio de una operación ganadora, si ninguna otra tiene excursiones',
  ],
  'the result of an account; of a single trade, if an account has one': [
    'Ergebnis eines Kontos; das eines Trades, wenn ein Konto nur einen hat',
    'el resultado de una cuenta; de una operación, si una cuenta solo tiene una',
  ],
  'number of trades': ['Anzahl der Trades', 'número de operaciones'],
  'the curve, from closing times and results': [
    'die Kurve, aus Schlusszeiten und Ergebnissen',
    'la curva, por horas de cierre y resultados',
  ],
  'the curve without its dates': ['die Kurve ohne ihre Daten', 'la curva sin sus fechas'],
  'the curve by month': ['die Kurve nach Monaten', 'la curva por meses'],
  'the return by equity, its deepest fall and its volatility; results of the best and worst day': [
    'Rendite nach Equity, ihr tiefster Fall und ihre Volatilität; Ergebnisse des besten und schlechtesten Tages',
    'la rentabilidad según equidad, su mayor caída y su volatilidad; resultados del mejor y del peor día',
  ],
  'when and how deep it fell below its peak': [
    'wann und wie tief es unter den Höchststand fiel',
    'cuándo y cuánto cayó bajo su máximo',
  ],
  'returns of 30, 90 and 365 days by month': [
    'Renditen von 30, 90 und 365 Tagen nach Monaten',
    'rentabilidades de 30, 90 y 365 días por mes',
  ],
  'the result of a day, if only one trade was near news': [
    'Ergebnis eines Tages, wenn nur ein Trade nahe an Nachrichten war',
    'el resultado de un día, si solo hubo una operación cerca de noticias',
  ],
  'number of deposits and withdrawals': [
    'Anzahl der Ein- und Auszahlungen',
    'número de depósitos y retiros',
  ],
  'the return by equity over the compared weekdays': [
    'Rendite nach Equity über die verglichenen Wochentage',
    'la rentabilidad según equidad en los días laborables comparados',
  ],
  'the return after every trade, from results and the balance': [
    'Rendite nach jedem Trade, aus Ergebnissen und Kontostand',
    'la rentabilidad tras cada operación, por los resultados y el balance',
  ],
  'the return at the end of every day': [
    'Rendite am Ende jedes Tages',
    'la rentabilidad al final de cada día',
  ],
  'the returns of the best and the worst day, week and month': [
    'Renditen des besten und schlechtesten Tages, der Woche und des Monats',
    'las rentabilidades del mejor y del peor día, semana y mes',
  ],
  'how deep it fell below its peak': [
    'wie tief es unter den Höchststand fiel',
    'cuánto cayó bajo su máximo',
  ],
  'the return at the end of every month': [
    'Rendite am Ende jedes Monats',
    'la rentabilidad al final de cada mes',
  ],
  'results by month, from closing times and results': [
    'Ergebnisse nach Monaten, aus Schlusszeiten und Ergebnissen',
    'resultados por mes, por horas de cierre y resultados',
  ],
  'results by month, from results by day': [
    'Ergebnisse nach Monaten, aus den Ergebnissen nach Tagen',
    'resultados por mes, por los resultados por día',
  ],
  'the results of the best and the worst month': [
    'Ergebnisse des besten und des schlechtesten Monats',
    'los resultados del mejor y del peor mes',
  ],
  'returns of the last 30 days of every month': [
    'Renditen der letzten 30 Tage jedes Monats',
    'rentabilidades de los últimos 30 días de cada mes',
  ],
  'the loss of a month that consists of one drawdown': [
    'Verlust eines Monats, der aus einem Drawdown besteht',
    'la pérdida de un mes que es un solo drawdown',
  ],
  'returns up to the end of a month, from the returns after every trade': [
    'Renditen bis zum Ende eines Monats, aus den Renditen nach jedem Trade',
    'rentabilidades hasta el final de un mes, por las rentabilidades tras cada operación',
  ],
  'the breakdown, from instruments and results': [
    'die Aufteilung, aus Instrumenten und Ergebnissen',
    'el desglose, por instrumentos y resultados',
  ],
  'instruments, from the pip value of each magic number; results of an instrument, if a magic number trades only that':
    [
      'Instrumente, aus dem Pip-Wert jeder Magic Number; Ergebnisse eines Instruments, wenn eine Magic Number nur dieses handelt',
      'instrumentos, por el valor del pip de cada número mágico; resultados de un instrumento, si un número solo opera con él',
    ],
  'how much of the profit came from the best instrument': [
    'wie viel des Gewinns vom besten Instrument stammt',
    'cuánto beneficio aportó el mejor instrumento',
  ],
  'currencies traded, from the number of events about them; results of instruments of unknown currencies':
    [
      'gehandelte Währungen, aus der Zahl ihrer Ereignisse; Ergebnisse von Instrumenten unbekannter Währung',
      'divisas operadas, por el número de sus eventos; resultados de instrumentos de divisa desconocida',
    ],
  'the breakdown, from magic numbers and results': [
    'die Aufteilung, aus Magic Numbers und Ergebnissen',
    'el desglose, por números mágicos y resultados',
  ],
  'nearly every statistic, from the trades': [
    'fast die ganze Statistik, aus den Trades',
    'casi todas las estadísticas, por las operaciones',
  ],
  'number of trades, wins, losses and pips, from the breakdown': [
    'Anzahl der Trades, Gewinne, Verluste und Pips, aus der Aufteilung',
    'número de operaciones, ganancias, pérdidas y pips, por el desglose',
  ],
  'number of trades and win rate, from the days': [
    'Anzahl der Trades und Trefferquote, aus den Tagen',
    'número de operaciones y tasa de acierto, por los días',
  ],
  'number of trades and win rate of today, this week, this month and this year': [
    'Anzahl der Trades und Trefferquote von heute, dieser Woche, diesem Monat und diesem Jahr',
    'número de operaciones y tasa de acierto de hoy, de esta semana, de este mes y de este año',
  ],
  'number of trades, average returns and winning streaks, from the steps of the return': [
    'Anzahl der Trades, Durchschnittsrenditen und Gewinnserien, aus den Schritten der Rendite',
    'número de operaciones, rentabilidades medias y rachas ganadoras, por los pasos de la rentabilidad',
  ],
  'number of trades, the best and the worst result': [
    'Anzahl der Trades, bestes und schlechtestes Ergebnis',
    'número de operaciones, el mejor y el peor resultado',
  ],
  'number of trades and their net result': [
    'Anzahl der Trades und ihr Nettoergebnis',
    'número de operaciones y su resultado neto',
  ],
  'the deepest fall in money; the worst day, if it was a drawdown by itself': [
    'tiefster Fall in Geld; schlechtester Tag, wenn er allein ein Drawdown war',
    'la mayor caída en dinero; el peor día, si fue por sí solo un drawdown',
  ],
  'the Sharpe ratio, if equity reports began at most 90 or 365 days ago': [
    'Sharpe-Ratio, wenn die Equity-Berichte vor höchstens 90 oder 365 Tagen begannen',
    'la ratio de Sharpe, si los informes de equidad empezaron hace 90 o 365 días como máximo',
  ],
  'the return by equity; its volatility, from beta, correlation and the benchmark': [
    'Rendite nach Equity; ihre Volatilität, aus Beta, Korrelation und Benchmark',
    'la rentabilidad según equidad; su volatilidad, por la beta, la correlación y el índice de referencia',
  ],
  'every drawdown, from closing times and results': [
    'jeder Drawdown, aus Schlusszeiten und Ergebnissen',
    'todos los drawdowns, por horas de cierre y resultados',
  ],
  'every drawdown, from the return at the end of every day': [
    'jeder Drawdown, aus der Rendite am Ende jedes Tages',
    'todos los drawdowns, por la rentabilidad al final de cada día',
  ],
  'every drawdown without its dates, from the return after every trade': [
    'jeder Drawdown ohne seine Daten, aus der Rendite nach jedem Trade',
    'todos los drawdowns sin sus fechas, por la rentabilidad tras cada operación',
  ],
  'falls of whole months, and the deepest one of each year': [
    'Rückgänge ganzer Monate, und der tiefste jedes Jahres',
    'caídas de meses enteros y la mayor de cada año',
  ],
  'the deepest fall in money, and the falls of the worst day, week and month': [
    'tiefster Fall in Geld, und die Rückgänge des schlechtesten Tages, der Woche und des Monats',
    'la mayor caída en dinero y las caídas del peor día, semana y mes',
  ],
  'the deepest fall of the last 30, 90 and 365 days by month': [
    'tiefster Fall der letzten 30, 90 und 365 Tage nach Monaten',
    'la mayor caída de los últimos 30, 90 y 365 días por mes',
  ],
  'the histograms, from results, prices and times': [
    'die Histogramme, aus Ergebnissen, Kursen und Zeiten',
    'los histogramas, por resultados, precios y horas',
  ],
  'results in bins, from the steps of the return and the balance': [
    'Ergebnisse nach Klassen, aus den Schritten der Rendite und dem Kontostand',
    'resultados por clases, por los pasos de la rentabilidad y el balance',
  ],
  'the returns of any days, from closing times and results': [
    'Renditen beliebiger Tage, aus Schlusszeiten und Ergebnissen',
    'las rentabilidades de cualquier período, por horas de cierre y resultados',
  ],
  'the returns of any days, from the return at the end of every day': [
    'Renditen beliebiger Tage, aus der Rendite am Ende jedes Tages',
    'las rentabilidades de cualquier período, por la rentabilidad al final de cada día',
  ],
  'the returns of months': ['Renditen der Monate', 'las rentabilidades de los meses'],
  'the Sharpe ratio of 90 or 365 days, if equity reports began at most that long ago': [
    'Sharpe-Ratio von 90 oder 365 Tagen, wenn die Equity-Berichte höchstens so lange zurückreichen',
    'la ratio de Sharpe de 90 o 365 días, si los informes de equidad no empezaron antes',
  ],
  'the deepest falls of the last 30, 90 and 365 days': [
    'tiefste Rückgänge der letzten 30, 90 und 365 Tage',
    'las mayores caídas de los últimos 30, 90 y 365 días',
  ],
  'what was open at once, from the times of trades and positions': [
    'was gleichzeitig offen war, aus den Zeiten von Trades und Positionen',
    'qué estuvo abierto a la vez, por las horas de operaciones y posiciones',
  ],
  'the return over the compared weekdays, from the return by day': [
    'Rendite über die verglichenen Wochentage, aus der Rendite nach Tagen',
    'la rentabilidad en los días laborables comparados, por la rentabilidad por día',
  ],
  'the return over the compared weekdays, if equity was reported to the end': [
    'Rendite über die verglichenen Wochentage, wenn Equity bis zum Ende gemeldet wurde',
    'la rentabilidad en los días laborables comparados, si hubo informes de equidad hasta el final',
  ],
  'which trades were open near news, from their times and any calendar': [
    'welche Trades nahe an Nachrichten offen waren, aus ihren Zeiten und einem Kalender',
    'qué operaciones estaban abiertas cerca de noticias, por sus horas y cualquier calendario',
  ],
};

/** Words a derivable figure of the register in a language; null if it has no words there. */
export function leakText(derivable: string, code: LanguageCode): string | null {
  if (code === 'en') return derivable;
  const [german, spanish] = leakWords[derivable] ?? [];
  return (code === 'de' ? german : spanish) ?? null;
}
