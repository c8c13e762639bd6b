import type { Translation } from './en.ts';

/** What /numbers says in German. */
export const numbersDe: NonNullable<Translation['numbers']> = {
  title: 'Wie die Zahlen berechnet werden',
  lead: 'Jede Regel hinter den Zahlen dieser Seite, was andere Programme anders machen, gezeigt an Buchungen, die jeder nachrechnen kann, und was jede Kennzahl bedeutet.',
  conventionsTitle: 'Konventionen',
  conventions: {
    percent: [
      'Prozente',
      'Namen, die auf `_percent` enden, sind einfache Prozente: 3,3 heißt 3,3 %. `max_drawdown_percent` ist positiv, `drawdown` eines Tages negativ oder 0.',
    ],
    net: [
      'Nettoergebnisse',
      'Netto ist Gewinn + Kommission + Swap; Kosten sind negativ. Summen sind aus `net_profit`, nie aus `profit`. In `by_symbol` und `by_magic_number` sind `profit` und `pips` Dezimaltext, damit keine Stelle verloren geht.',
    ],
    flows: [
      'Ein- und Auszahlungen',
      '`twr_percent` lässt sie außen vor, `absolute_gain_percent` nicht. Wo beide weit auseinander liegen, wurde ein- oder ausgezahlt.',
    ],
    days: [
      'Tage',
      'Tage, Wochen (ab Montag) und Monate beginnen um 00:00 UTC, was immer die Uhr des Handelsservers sagt; ein Trade zählt, wenn er geschlossen wird.',
    ],
    capital: [
      'Kapital',
      'Kapital ist bekannt, sobald es einen Anfangsbestand, eine Ein- oder eine Auszahlung gibt. Bis dahin stehen Ergebnisse da, Renditen nicht. Ein Kredit des Brokers ist kein Kapital.',
    ],
    portfolios: [
      'Portfolios',
      'Ein Portfolio vereint Trades und Zahlungen seiner Mitglieder zum Kurs des Tages; was binnen einer Minute von einem zum anderen geht, ist keine Zahlung. Das Startkapital eines Mitglieds kommt bei dessen Schnitt dazu, sonst bei dessen erstem Ereignis: zuerst in diesem Augenblick, niemandes Gewinn, eingesetzt, aber keine Einzahlung; das eines Mitglieds ohne Ereignis steht nur im Kontostand und in der Basis von `absolute_gain_percent`. Auf der Seite der Equity kommt ein Mitglied mit seiner ersten Meldung dazu, und kein Tag zwischen seinem ersten Ereignis und dieser zählt.',
    ],
    cut: [
      'Schnitt der Historie',
      'Ein `history_cut_at` macht den Kontostand dieses Tages zum Startkapital; nichts davor zählt.',
    ],
    records: [
      'Beste und schlechteste Zeiten',
      'Tage, Wochen und Monate ragen durch ihre Rendite heraus; was an den besten hängt, steht in Geld. Beides zählt nur Tage mit geschlossenen Trades, mit allem, was an ihnen gebucht wurde.',
    ],
    weekdays: [
      'Annualisierte Zahlen',
      'Die annualisierte Sharpe Ratio und alles, was aus ihren Wochentagen ist, ist miteinander `null`. `value_at_risk_95_percent` kann über 0 liegen: wo weniger als 5 % der Wochentage verloren haben. Samstag und Sonntag zählen am Montag danach. Der erste Wochentag ist der des Tages nach dem ersten Equity-Bericht; der letzte ist der des letzten Berichts, ein Montag, wenn dieser an einem Wochenende kam.',
    ],
    geometric: [
      'Geometrischer Monat',
      '`avg_monthly_geometric_percent` ist aus den aufgeführten Monaten; Zinsen vor dem ersten stehen nur in `twr_percent`.',
    ],
    drawdowns: [
      'Drawdowns nach Tagen',
      '`drawdowns` und `rolling` sehen den Index am Ende der Tage, `max_drawdown_percent` nach jedem Trade; was binnen eines Tages aufgeholt wurde, steht nur in letzterem. Ein Drawdown beginnt mit dem ersten Tag, der unter dem Höchststand endet; ruhige Tage zählen. In einem Fenster ist der Index des Tages davor der erste Höchststand. Eine Sharpe Ratio aus 30 Tagen gibt es nicht: sie braucht 30 Wochentage.',
    ],
    gain: [
      'Rendite zwischen Tagen',
      '`/gain` ist aus dem Index nach jedem Trade: für einen Monat Rendite und Gewinn von `monthly`, für alles die Zahlen von `performance`. Nachgesehen wird in einem Index nach Tagen, der mit dem Konto veröffentlicht ist; liegt ein Verlust des ganzen Kapitals darin, ist sie −100.',
    ],
    bins: [
      'Verteilungen',
      'Klassen von `distribution` sind 1, 2 oder 5 mal eine Zehnerpotenz breit, am feinsten in Stellen der Währung, Zehntelpips und ganzen Sekunden; ihr `profit` ist das Nettoergebnis der Trades darin, wonach sie auch geteilt sind.',
    ],
    exposure: [
      'Offene Trades',
      'In `exposure` war ein Trade, der geschlossen wird, wenn ein anderer eröffnet wird, nicht mit diesem offen. Positionen zählen ab ihrer Eröffnung.',
    ],
    news: [
      'Nachrichten',
      '`news` geht nach den Währungen des Kalenders, in denen ein Instrument notiert: beiden eines Paars, der des Preises von Gold, Silber oder einer Kryptowährung, und denen der üblichen Indizes nach ihrem Namen; alles andere ist `unknown`. Bekannt sind die Ereignisse, die der Kalender dieser Installation hat.',
    ],
    streaks: ['Serien', 'Sie enden bei einem Ergebnis von genau 0, Läufe des Z-Score nicht.'],
    rounding: [
      'Runden',
      'Abgeleitete Zahlen werden gerundet, bevor sie veröffentlicht werden: Prozente auf 4 Stellen, Verhältnisse auf 6. Summen von Geld sind genau.',
    ],
  },
  differencesTitle: 'Wo andere anders rechnen',
  differencesLead:
    'Dieselben Buchungen, und was hier und anderswo herauskommt. Wo die Definition eine andere ist, liegt keiner falsch; dies sind unsere, und warum. quantstats ist dessen Version 0.0.81.',
  here: 'Hier',
  booked: {
    deposit: 'Einzahlung {amount}',
    withdrawal: 'Auszahlung {amount}',
    credit: 'Kredit {amount}',
    trade: 'Trade {amount}',
    costly: 'Trade {amount}, Kommission {commission}, Swap {swap}',
    opened: 'Trade eröffnet',
    month: 'nächster Monat',
    weekdays: '{count} Wochentage, Equity immer wieder {returns} %',
  },
  none: 'keine',
  infinite: 'unendlich',
  otherwise: 'sonst',
  differences: {
    growth:
      'Eingezahltes Geld ist keine Rendite: jedes Ergebnis wird durch das Kapital davor geteilt.',
    opening:
      'Ein Ergebnis wird durch das Kapital vor der Schließung geteilt, wenn es gebucht wird. Myfxbook nimmt den Kontostand bei der Eröffnung, FX Blue geht auch nach der Schließung.',
    overlap:
      'Was inzwischen geschlossen wurde, zählt als Kapital. Myfxbook teilt beide Trades durch den Kontostand bei ihrer Eröffnung.',
    withdrawn:
      'Eine Auszahlung ist kein Verlust und bewegt weder den Index noch seinen Höchststand.',
    paidIn:
      'Gemessen wird am Index der Renditen. MetaTrader misst an einem Kontostand, der mit der ersten Einzahlung beginnt und den spätere nicht bewegen.',
    firstLoss:
      'Das Kapital vor dem ersten Trade ist der erste Höchststand. Eine Reihe, die nach der ersten Rendite beginnt, hat ihn vergessen, wie die von pyfolio.',
    credit: 'Ein Kredit des Brokers ist weder Einzahlung noch Kapital.',
    net: 'Gewonnen oder verloren entscheidet sich nach Kommission und Swap.',
    zero: 'Ein Ergebnis von genau 0 ist weder gewonnen noch verloren und zählt unter allen Trades. MetaTrader zählt es als gewonnen; quantstats, das nach Zeiträumen geht, lässt es weg.',
    noLoss: 'Was durch nichts geteilt würde, ist unbekannt, nicht unendlich und nicht 0.',
    deviation:
      'Die Abweichung ist die einer Stichprobe (n − 1), hier und in quantstats. Myfxbook teilt durch n.',
    sharpe:
      'Das Verhältnis je Trade ist aus Nettoergebnissen. MetaTrader 5 nimmt, was jede Schließung aus einem Kontostand gemacht hat, den spätere Einzahlungen nicht bewegen, und teilt durch n.',
    quiet:
      'Jeder Wochentag zählt, ein ruhiger als 0. Eine Bibliothek, der nur Tage mit Trades gegeben werden, annualisiert diese, als gäbe es 252 im Jahr.',
    risk: 'Das 5-%-Quantil der Tage, die es gab. quantstats nimmt das Quantil einer Normalverteilung mit deren Mittel und Abweichung.',
    shortfall:
      'Das Mittel der Wochentage, die höchstens unseren Value at Risk erreichen. quantstats nimmt das Mittel der Tage unter seinem eigenen.',
    probability:
      'Schiefe und Kurtosis sind einfache Momente der Wochentage. quantstats bereinigt beide um Verzerrung und zieht 3 von einer Kurtosis ab, von der 3 schon abgezogen ist.',
    ulcer:
      'Die Quadrate werden durch die Zahl der Tage geteilt, hier 33. quantstats teilt durch einen Tag weniger.',
    annual:
      'Ein Jahr hat 365,25 Kalendertage; hier sind 181 Tage vergangen. quantstats nimmt 252 Zeilen für ein Jahr; hier gibt es eine Zeile für jeden von 130 Wochentagen.',
    geometric:
      'Das Mittel der miteinander multiplizierten Renditen, ohne Ein- und Auszahlungen. Der Artikel von MetaQuotes nimmt Kontostände, in denen eine Einzahlung ein Gewinn ist.',
    month:
      'Das Mittel der Monate. Myfxbook und MetaStats nennen die Rate, die verzinst das Ganze ergibt; hier ist das `avg_monthly_geometric_percent`.',
    score: 'Genannt, sobald er berechnet werden kann. MetaStats nennt unter 30 Trades keinen.',
    line: 'Die Gerade durch die Ergebnisse nach jedem Trade. MetaTrader 5 nimmt auch den Anfang als Punkt.',
  },
  figuresTitle: 'Alle Kennzahlen',
  figuresLead:
    'Jede, wie die API sie nennt. Was Listen und Abschnitte daneben enthalten, steht bei ihren Feldern in {docs}.',
  docs: 'der API-Dokumentation',
};
