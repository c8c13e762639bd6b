import type { Translation } from './en.ts';

/** Texts of `/numbers` in German. */
export const numbersDe: NonNullable<Translation['numbers']> = {
  title: 'So werden die Zahlen berechnet',
  lead: 'Wie jede Zahl auf dieser Website berechnet wird, wo andere Programme anders rechnen, und was jede Kennzahl bedeutet. Die Beispiele können Sie selbst nachrechnen.',
  conventionsTitle: 'Konventionen',
  conventions: {
    percent: [
      'Prozente',
      'Namen, die auf `_percent` enden, sind einfache Prozente: 3,3 heißt 3,3 %. `max_drawdown_percent` ist positiv. Der `drawdown` eines Tages ist negativ oder 0.',
    ],
    net: [
      'Nettoergebnisse',
      'Netto ist Gewinn + Kommission + Swap; Kosten sind negativ. Summen werden aus `net_profit` gebildet, nie aus `profit`. In `by_symbol` und `by_magic_number` sind `profit` und `pips` Dezimaltext, damit keine Stelle verloren geht.',
    ],
    flows: [
      'Ein- und Auszahlungen',
      '`twr_percent` lässt sie außen vor, `absolute_gain_percent` nicht. Liegen beide weit auseinander, wurde Geld ein- oder ausgezahlt.',
    ],
    days: [
      'Tage',
      'Tage, Wochen (ab Montag) und Monate beginnen um 00:00 UTC, nicht um Mitternacht auf dem Handelsserver. Ein Trade zählt, wenn er geschlossen wird.',
    ],
    capital: [
      'Kapital',
      'Kapital ist bekannt, sobald es einen Anfangsbestand, eine Ein- oder eine Auszahlung gibt. Bis dahin gibt es Ergebnisse, aber keine Renditen. Ein Kredit des Brokers ist kein Kapital.',
    ],
    portfolios: [
      'Portfolios',
      'Ein Portfolio vereint die Trades, Ein- und Auszahlungen seiner Mitglieder zum Wechselkurs des Tages. Eine Umbuchung zwischen Mitgliedern binnen einer Minute ist weder Ein- noch Auszahlung.',
    ],
    members: [
      'Startkapital der Mitglieder',
      'Das Startkapital eines Mitglieds kommt bei dessen Schnitt der Historie dazu, sonst bei dessen erstem Ereignis, und zwar vor allem anderen in diesem Augenblick. Es gilt als eingesetzt, ist aber weder Einzahlung noch Gewinn. Das Startkapital eines Mitglieds ohne Ereignisse zählt nur im Kontostand und in der Basis von `absolute_gain_percent`. Bei den Equity-Kennzahlen kommt ein Mitglied mit seinem ersten Equity-Bericht dazu. Tage zwischen seinem ersten Ereignis und diesem Bericht zählen nicht.',
    ],
    cut: [
      'Schnitt der Historie',
      'Nach einem Schnitt der Historie (`history_cut_at`) ist der Kontostand dieses Tages das Startkapital. Nichts davor zählt.',
    ],
    records: [
      'Beste und schlechteste Zeiträume',
      'Die besten und schlechtesten Tage, Wochen und Monate werden nach ihrer Rendite bestimmt. Die Anteile der besten werden in Geld gemessen. Beides nutzt nur Tage mit geschlossenen Trades und alles, was an ihnen gebucht wurde.',
    ],
    weekdays: [
      'Annualisierte Zahlen',
      'Die annualisierte Sharpe-Ratio und alle Kennzahlen derselben Wochentage sind gemeinsam `null`. `value_at_risk_95_percent` kann über 0 liegen, wenn weniger als 5 % der Wochentage verloren haben. Samstag und Sonntag zählen am Montag danach. Die Wochentage beginnen am Tag nach dem ersten Equity-Bericht und enden am Tag des letzten.',
    ],
    geometric: [
      'Geometrischer Monat',
      '`avg_monthly_geometric_percent` nutzt die aufgeführten Monate. Zinsen vor dem ersten stehen nur in `twr_percent`.',
    ],
    drawdowns: [
      'Drawdowns nach Tagen',
      '`drawdowns` und `rolling` betrachten den Index am Ende jedes Tages, `max_drawdown_percent` nach jedem Trade. Ein Rückgang, der am selben Tag aufgeholt wird, steht deshalb nur in `max_drawdown_percent`.',
    ],
    drawdownDays: [
      'Tage eines Drawdowns',
      'Ein Drawdown beginnt am ersten Tag, der unter dem Höchststand endet. Tage ohne Trades zählen mit. In einem rollierenden Zeitraum ist der Index am Ende des Tages davor der erste Höchststand. Eine Sharpe-Ratio aus 30 Tagen gibt es nicht, denn sie braucht 30 Wochentage.',
    ],
    gain: [
      'Rendite zwischen zwei Tagen',
      '`/gain` nutzt den Index nach jedem Trade. Für einen Monat liefert es Rendite und Gewinn von `monthly`, für die ganze Historie die Zahlen von `performance`. Es liest einen Index nach Tagen, der mit dem Konto veröffentlicht ist. Ging dazwischen das ganze Kapital verloren, ist die Rendite −100.',
    ],
    bins: [
      'Verteilungen',
      'Klassen von `distribution` sind 1, 2 oder 5 mal eine Zehnerpotenz breit. Die feinsten sind die kleinste Stelle der Währung, ein Zehntelpip oder eine ganze Sekunde. Ihr `profit` ist immer das Nettoergebnis der Trades darin.',
    ],
    exposure: [
      'Exposure',
      'In `exposure` war ein Trade, der im selben Augenblick schließt, in dem ein anderer öffnet, nicht gleichzeitig mit diesem offen. Offene Positionen zählen ab ihrer Eröffnung.',
    ],
    news: [
      'Nachrichten',
      '`news` nutzt die Währungen, in denen ein Instrument notiert: beide eines Paars, die Preiswährung von Gold, Silber oder einer Kryptowährung, und die der üblichen Indizes. Alles andere ist `unknown`. Bekannt sind die Ereignisse im Kalender dieser Website.',
    ],
    streaks: [
      'Serien',
      'Ein Ergebnis von genau 0 beendet eine Serie, aber keinen Lauf des Z-Score.',
    ],
    rounding: [
      'Rundung',
      'Berechnete Zahlen werden vor der Veröffentlichung gerundet: Prozente auf 4 Stellen, Verhältnisse auf 6. Geldsummen sind genau.',
    ],
  },
  differencesTitle: 'Wo andere anders rechnen',
  differencesLead:
    'Dieselben Trades, Ein- und Auszahlungen, mit unserem Ergebnis und den Ergebnissen anderer Programme. Wo die Definitionen abweichen, liegt keiner falsch; dies ist unsere, mit Begründung. Mit quantstats ist die Version 0.0.81 gemeint.',
  here: 'Hier',
  booked: {
    deposit: 'Einzahlung {amount}',
    withdrawal: 'Auszahlung {amount}',
    credit: 'Kredit {amount}',
    trade: 'Trade {amount}',
    costly: 'Trade {amount}, Kommission {commission}, Swap {swap}',
    opened: 'Trade eröffnet',
    month: 'nächster Monat',
    weekdays: '{count} Wochentage mit Equity-Renditen von {returns} %, wiederholt',
  },
  none: 'keine',
  infinite: 'unendlich',
  otherwise: 'anderswo',
  differences: {
    growth:
      'Eine Einzahlung ist keine Rendite: Jedes Ergebnis wird durch das Kapital davor geteilt.',
    opening:
      'Ein Ergebnis wird durch das Kapital unmittelbar vor dem Schließen geteilt, wenn es gebucht wird. Myfxbook nimmt den Kontostand bei der Eröffnung. FX Blue nimmt ebenfalls den beim Schließen.',
    overlap:
      'Inzwischen geschlossene Trades zählen als Kapital. Myfxbook teilt beide Trades durch den Kontostand bei ihrer Eröffnung.',
    withdrawn:
      'Eine Auszahlung ist kein Verlust. Sie bewegt weder den Index noch seinen Höchststand.',
    paidIn:
      'Drawdowns werden am Index der Renditen gemessen. MetaTrader misst sie an einem Kontostand, der mit der ersten Einzahlung beginnt und spätere nicht beachtet.',
    firstLoss:
      'Das Kapital vor dem ersten Trade ist der erste Höchststand. Eine Reihe, die nach der ersten Rendite beginnt, übersieht ihn, wie in pyfolio.',
    credit: 'Ein Kredit des Brokers ist weder Einzahlung noch Kapital.',
    net: 'Ob ein Trade gewonnen oder verloren ist, entscheidet sich nach Kommission und Swap.',
    zero: 'Ein Ergebnis von genau 0 ist weder gewonnen noch verloren, zählt aber unter allen Trades. MetaTrader zählt es als gewonnen. quantstats zählt Zeiträume und lässt es weg.',
    noLoss:
      'Eine Kennzahl, die durch nichts geteilt würde, ist unbekannt, nicht unendlich und nicht 0.',
    deviation:
      'Wir nehmen die Abweichung einer Stichprobe (n − 1), wie quantstats. Myfxbook teilt durch n.',
    sharpe:
      'Das Verhältnis je Trade nutzt Nettoergebnisse. MetaTrader 5 nimmt die Rendite jeder Schließung auf einen Kontostand, der spätere Einzahlungen nicht beachtet, und teilt durch n.',
    quiet:
      'Jeder Wochentag zählt, Tage ohne Trades als 0. Eine Bibliothek, die nur Tage mit Trades erhält, annualisiert diese, als gäbe es 252 davon im Jahr.',
    risk: 'Das 5-%-Quantil der tatsächlichen Tage. quantstats nimmt das Quantil einer Normalverteilung mit deren Mittel und Abweichung.',
    shortfall:
      'Das Mittel der Wochentage, die unseren Value at Risk erreichen oder unterschreiten. quantstats nimmt das Mittel der Tage unter seinem eigenen.',
    probability:
      'Schiefe und Kurtosis sind einfache Momente der Wochentage. quantstats bereinigt beide um Verzerrung und zieht 3 von einer Kurtosis ab, von der schon 3 abgezogen ist.',
    ulcer:
      'Die Quadrate werden durch die Zahl der Tage geteilt, hier 33. quantstats teilt durch einen Tag weniger.',
    annual:
      'Ein Jahr hat 365,25 Kalendertage; hier sind 181 Tage vergangen. quantstats zählt 252 Werte als ein Jahr, und es gibt einen Wert für jeden von 130 Wochentagen.',
    geometric:
      'Das Mittel der verzinsten Renditen, ohne Ein- und Auszahlungen. Der Artikel von MetaQuotes nimmt Kontostände, so dass eine Einzahlung als Gewinn zählt.',
    month:
      'Das Mittel der Monate. Myfxbook und MetaStats zeigen die Rate, die verzinst das Ganze ergibt; hier ist das `avg_monthly_geometric_percent`.',
    score: 'Gezeigt, sobald er berechnet werden kann. MetaStats zeigt unter 30 Trades keinen.',
    line: 'Die Gerade durch die Ergebnisse nach jedem Trade. MetaTrader 5 zählt auch den Anfang als Punkt.',
  },
  figuresTitle: 'Alle Kennzahlen',
  figuresLead:
    'Jede Kennzahl trägt den Namen, den die API benutzt. {docs} beschreibt die Felder von Listen und Abschnitten.',
  docs: 'Die API-Dokumentation',
};
