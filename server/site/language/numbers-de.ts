import type { Translation } from './en.ts';

/** Texts of `/numbers` in German. */
export const numbersDe: NonNullable<Translation['numbers']> = {
  title: 'So werden die Zahlen berechnet',
  lead: 'Wie jede Zahl auf dieser Website berechnet wird, wo andere Programme anders rechnen, und was jede Kennzahl bedeutet. Die Beispiele können Sie selbst nachrechnen.',
  conventionsTitle: 'Konventionen',
  conventions: {
    percent: [
      'Prozente',
      'Namen, die auf `_percent` enden, sind einfache Prozente: 3,3 heißt 3,3 %.',
    ],
    net: [
      'Nettoergebnisse',
      'Netto ist Gewinn + Kommission + Swap; Kosten sind negativ. Summen werden aus `net_profit` gebildet, nie aus `profit`.',
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
    sequence: [
      'Brokerwechsel',
      'Geld, das auf einem früheren Konto eines Portfolios liegt, zählt als Kapital. Spätere Gewinne und Verluste sind dadurch in Prozent kleiner. Sonst würde ein Trade auf diesem Konto Renditen ändern, die schon veröffentlicht sind. Soll das Geld nicht zählen, zahlen Sie es aus.',
    ],
    members: [
      'Startkapital der Mitglieder',
      'Das Startkapital eines Mitglieds kommt dazu, wenn dessen Historie nach einem Schnitt beginnt, sonst bei dessen erstem Ereignis. Es kommt vor allem anderen in diesem Augenblick. Es gilt als eingesetzt, ist aber weder Einzahlung noch Gewinn. Das Startkapital eines Mitglieds ohne Ereignisse zählt nur im Kontostand und in der Basis von `absolute_gain_percent`. Bei den Equity-Kennzahlen kommt ein Mitglied mit seinem ersten Equity-Bericht dazu. Tage zwischen seinem ersten Ereignis und diesem Bericht zählen nicht.',
    ],
    cut: [
      'Schnitt der Historie',
      'Nach einem Schnitt der Historie (`history_cut_at`) ist der Kontostand dieses Tages das Startkapital. Nichts davor zählt.',
    ],
    records: [
      'Beste und schlechteste Zeiträume',
      'Die besten und schlechtesten Tage, Wochen und Monate sind die mit der höchsten und niedrigsten Rendite. Die Anteile der besten werden in Geld gemessen. Es zählen nur Tage mit geschlossenen Trades, mit allem, was an ihnen gebucht wurde.',
    ],
    weekdays: [
      'Annualisierte Zahlen',
      'Die annualisierte Sharpe-Ratio und alle Kennzahlen derselben Wochentage sind gemeinsam `null`. Die Wochentage beginnen am Tag nach dem ersten Equity-Bericht und enden am Tag des letzten.',
    ],
    geometric: [
      'Geometrischer Monat',
      '`avg_monthly_geometric_percent` nutzt die aufgeführten Monate. Zinsen vor dem ersten stehen nur in `twr_percent`.',
    ],
    drawdowns: [
      'Drawdowns nach Tagen',
      '`drawdowns` und `rolling` messen die Rendite am Ende jedes Tages, `max_drawdown_percent` nach jedem Trade. Ein Rückgang, der am selben Tag aufgeholt wird, steht deshalb nur in `max_drawdown_percent`.',
    ],
    drawdownDays: [
      'Tage eines Drawdowns',
      'Ein Drawdown beginnt am ersten Tag, der unter dem Höchststand endet. Tage ohne Trades zählen mit. In einem rollierenden Zeitraum ist die Rendite am Ende des Tages davor der erste Höchststand. Eine Sharpe-Ratio aus 30 Tagen gibt es nicht, denn sie braucht 30 Wochentage.',
    ],
    gain: [
      'Rendite zwischen zwei Tagen',
      '`/gain` nutzt die Rendite nach jedem Trade. Für einen Monat liefert es Rendite und Gewinn von `monthly`, für die ganze Historie die Zahlen von `performance`. Ging dazwischen das ganze Kapital verloren, ist die Rendite −100.',
    ],
    bins: [
      'Verteilungen',
      'Klassen von `distribution` sind 1, 2 oder 5 mal eine Zehnerpotenz breit. Die schmalsten sind so breit wie die kleinste Stelle der Währung, ein Zehntelpip oder eine ganze Sekunde. Der `profit` einer Klasse ist immer das Nettoergebnis ihrer Trades.',
    ],
    exposure: [
      'Exposure',
      'In `exposure` zählen offene Positionen ab ihrer Eröffnung. Ein Portfolio hat keine Margin-Auslastung, weil die Berichte seiner Konten zu verschiedenen Zeiten kommen.',
    ],
    news: [
      'Nachrichten',
      '`news` nutzt die Währungen eines Instruments. Ein Währungspaar hat zwei; Gold, Silber und Kryptowährungen haben die, in der sie notieren. Auch die Währungen der üblichen Indizes sind bekannt. Jedes andere Instrument ist `unknown`. Die Ereignisse sind die im Kalender dieser Website.',
    ],
    ruin: [
      'Ruinrisiko',
      '`risk_of_ruin` ist berechnet, nicht simuliert. Es ist die Wahrscheinlichkeit, dass ein solcher Verlust je erreicht wird, wenn die Trades bleiben, wie sie waren, und nicht voneinander abhängen.',
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
      'Wir teilen durch das Kapital kurz vor dem Schließen, wie FX Blue. Myfxbook teilt durch den Kontostand bei der Eröffnung.',
    overlap:
      'Inzwischen geschlossene Trades zählen als Kapital. Myfxbook teilt beide Trades durch den Kontostand bei ihrer Eröffnung.',
    withdrawn:
      'Eine Auszahlung ist kein Verlust. Sie ändert weder die Rendite noch deren Höchststand.',
    paidIn:
      'Drawdowns werden an der Rendite gemessen. MetaTrader misst sie an einem Kontostand ohne die Einzahlungen nach der ersten.',
    firstLoss:
      'Das Kapital vor dem ersten Trade ist der erste Höchststand. pyfolio beginnt nach der ersten Rendite und übersieht ihn.',
    credit: 'Ein Kredit des Brokers ist weder Einzahlung noch Kapital.',
    net: 'Ein Trade gilt nach Kommission und Swap als gewonnen oder verloren.',
    zero: 'Ein Trade mit genau 0 zählt nur als Trade. MetaTrader zählt ihn als gewonnen; quantstats lässt ihn weg.',
    noLoss:
      'Eine Kennzahl, bei der durch 0 geteilt würde, ist unbekannt, nicht unendlich und nicht 0.',
    deviation:
      'Wir nehmen die Abweichung einer Stichprobe (n − 1), wie quantstats. Myfxbook teilt durch n.',
    sharpe:
      'Die Kennzahl nutzt Nettoergebnisse. MetaTrader 5 nimmt Renditen auf einen Kontostand ohne spätere Einzahlungen und teilt durch n.',
    quiet:
      'Wochentage ohne Trades zählen als 0. Eine Bibliothek, die nur Tage mit Trades erhält, nimmt 252 davon im Jahr an.',
    risk: 'Das 5-%-Quantil der tatsächlichen Tage. quantstats passt ihnen eine Normalverteilung an und nimmt deren Quantil.',
    shortfall:
      'Das Mittel der Wochentage, die unseren Value at Risk erreichen oder unterschreiten. quantstats nimmt seinen eigenen.',
    probability:
      'Schiefe und Kurtosis sind einfache Momente. quantstats bereinigt beide um Verzerrung und zieht von der Kurtosis zweimal 3 ab.',
    ulcer:
      'Die Quadrate werden durch die Zahl der Tage geteilt, hier 33. quantstats teilt durch einen Tag weniger.',
    annual:
      'Ein Jahr hat 365,25 Tage, und 181 sind vergangen. quantstats nimmt 252 Werte als ein Jahr; 130 Wochentage haben einen.',
    geometric:
      'Das Mittel der Renditen mit Zinseszins, ohne Ein- und Auszahlungen. MetaQuotes nimmt Kontostände, so dass eine Einzahlung als Gewinn zählt.',
    month:
      'Das Mittel der Monate. Myfxbook und MetaStats zeigen die Rate mit Zinseszins, hier `avg_monthly_geometric_percent`.',
    score: 'Gezeigt, sobald er berechnet werden kann. MetaStats zeigt unter 30 Trades keinen.',
    line: 'Die Gerade durch die Ergebnisse nach jedem Trade. MetaTrader 5 zählt auch den Anfang als Punkt.',
  },
  figuresTitle: 'Alle Kennzahlen',
  figuresLead:
    'Jede Kennzahl trägt den Namen, den die API benutzt. {docs} beschreibt die Felder von Listen und Abschnitten.',
  docs: 'Die API-Dokumentation',
};
