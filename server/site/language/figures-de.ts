import type { FigureText, FigureTexts } from './figure-texts.ts';

const record = (label: string, what: string, best: string, date: string): FigureText => [
  label,
  `${what} mit der ${best} Rendite unter denen mit ${what === 'Tag' ? 'geschlossenen Trades' : 'einem Ergebnis'}: ohne bekanntes Kapital nach dem ${best} Nettogewinn; bei Gleichstand der früheste Zeitraum: \`date\` ${date}; \`percent\` zeitgewichtete Rendite, in Prozent; \`profit\` Nettogewinn`,
];

const streak = (label: string, what: string): FigureText => [
  label,
  `${what}: ein Ergebnis von genau 0 beendet die Serie; bei Gleichstand die frühere Serie: \`count\` Anzahl der Trades; \`profit\` Nettogewinn`,
];

const weekdays = 'der Wochentagsrenditen von `sharpe_ratio_annualized`';

/** German texts of figures. */
export const figuresDe: FigureTexts = {
  groups: {
    'Key figures': 'Kennzahlen',
    Edge: 'Statistischer Vorteil',
    Risk: 'Risiko',
    Confidence: 'Aussagekraft',
    'Wins and losses': 'Gewinne und Verluste',
    'Longs and shorts': 'Long und Short',
    Totals: 'Summen',
    'Trading style': 'Handelsstil',
  },
  named: {
    twr_percent: [
      'Rendite',
      'zeitgewichtete Rendite: Wachstum ohne die Wirkung von Ein- und Auszahlungen, in Prozent: Produkt aus (1 + Nettogewinn / Kapital davor) − 1; −100 nach einem Totalverlust; Trades ohne Kapital zählen nicht',
    ],
    monthly_percent: [
      null,
      'zeitgewichtete Rendite des Monats, in Prozent; alle Monate ergeben mit Zinseszins die gesamte Rendite',
    ],
    balance: ['Kontostand', 'Kontostand aus geschlossenen Trades, Ein- und Auszahlungen'],
    equity: ['Equity', 'Kontostand zuzüglich des nicht realisierten Gewinns offener Positionen'],
    absolute_gain_percent: [
      'Absoluter Gewinn',
      'Nettogewinn als Anteil am gesamten eingezahlten Geld, ohne Zinseszins, in Prozent: 100 × Nettogewinn / (Startkapital + Einzahlungen)',
    ],
    max_drawdown_percent: [
      'Max. Drawdown',
      'größter Rückgang der Rendite von ihrem bisherigen Höchststand, als positive Zahl, in Prozent: nach jedem Trade, auf 1 + zeitgewichtete Rendite; der Anfang ist der erste Höchststand; Ein- und Auszahlungen haben keine Wirkung',
    ],
    avg_daily_return_percent: [
      'Durchschnittliche Tagesrendite',
      'Durchschnitt der Renditen der Tage mit geschlossenen Trades, in Prozent: arithmetisches Mittel',
    ],
    avg_monthly_return_percent: [
      'Durchschnittliche Monatsrendite',
      'Durchschnitt der Monatsrenditen, wie veröffentlicht, in Prozent: arithmetisches Mittel',
    ],
    cagr_percent: [
      'Rendite pro Jahr',
      'Rendite pro Jahr, die mit Zinseszins die gesamte Rendite ergibt, in Prozent: ((1 + Rendite) ^ (365,25 / Tage) − 1) × 100; Tage von `since` bis `updated_at` oder zu einem späteren Ereignis',
    ],
    open_profit: [
      'Offenes Ergebnis',
      'nicht realisierter Gewinn der offenen Positionen: `equity` − `balance`',
    ],
    deposits: ['Einzahlungen', 'Summe aller Einzahlungen'],
    withdrawals: ['Auszahlungen', 'Summe aller Auszahlungen, als positiver Betrag'],
    profit_factor: [
      'Profitfaktor',
      'gesamter Gewinn der Gewinntrades geteilt durch den gesamten Verlust der Verlusttrades: Bruttogewinn / Bruttoverlust',
    ],
    expectancy: [
      null,
      'durchschnittliches Ergebnis eines Trades: `currency` durchschnittlicher Nettogewinn eines Trades; `pips` durchschnittliche Pips der Trades mit bekannter Pip-Größe',
    ],
    'expectancy.currency': ['Erwartungswert', null],
    'expectancy.pips': ['Erwartungswert in Pips', null],
    win_rate: [
      'Trefferquote',
      'Anteil der Gewinntrades an allen geschlossenen Trades, in Prozent: 100 × gewonnene / alle Trades; ein Ergebnis von genau 0 ist weder gewonnen noch verloren',
    ],
    ahpr: [
      'Durchschnittliche Rendite je Trade (AHPR)',
      'arithmetisches Mittel der Renditen aller Trades, in Prozent: Rendite eines Trades = Nettogewinn / Kapital davor',
    ],
    ghpr: [
      'Geometrische Rendite je Trade (GHPR)',
      'Rendite je Trade, die über alle Trades mit Zinseszins die gesamte Rendite ergibt, in Prozent: Produkt aus (1 + Rendite eines Trades) ^ (1 / Trades) − 1',
    ],
    sharpe_ratio: [
      'Sharpe-Ratio je Trade',
      'durchschnittlicher Nettogewinn eines Trades im Verhältnis zur Schwankung der Ergebnisse: Mittel / Stichproben-Standardabweichung (n − 1) der Nettogewinne',
    ],
    sharpe_ratio_annualized: [
      'Sharpe-Ratio, annualisiert',
      'durchschnittliche tägliche Equity-Rendite im Verhältnis zu ihrer Schwankung, auf ein Jahr gerechnet: Mittel / Stichproben-Standardabweichung × √252 einer Rendite je Wochentag; Tage ohne Änderung zählen als 0, Wochenenden am Montag',
    ],
    standard_deviation: [
      'Standardabweichung',
      'wie stark die Nettogewinne der Trades um ihren Durchschnitt schwanken: Stichproben-Standardabweichung (n − 1)',
    ],
    z_score: [
      null,
      'zeigt, ob Gewinne und Verluste in Serien kommen (unter 0) oder sich abwechseln (über 0): `value` Z-Score der Reihenfolge von Gewinnen und Verlusten: (N(R − 0,5) − P) / √(P(P − N)/(N − 1)), P = 2WL; W Trades gewonnen, L verloren, N = W + L, R Läufe; `probability` Sicherheit, dass die Reihenfolge nicht zufällig ist, in Prozent: 100 × erf(abs(Z)/√2)',
    ],
    'z_score.value': ['Z-Score', null],
    'z_score.probability': ['Z-Score, Wahrscheinlichkeit', null],
    avg_win: ['Durchschnittlicher Gewinn', 'durchschnittlicher Nettogewinn der Gewinntrades'],
    avg_loss: [
      'Durchschnittlicher Verlust',
      'durchschnittlicher Nettogewinn der Verlusttrades, ein negativer Betrag',
    ],
    best_trade_profit: [
      'Bester Trade',
      'Trade mit dem höchsten Nettogewinn: `date` Zeitpunkt der Schließung, ISO 8601 UTC; `value` Nettogewinn',
    ],
    worst_trade_profit: [
      'Schlechtester Trade',
      'Trade mit dem niedrigsten Nettogewinn: `date` Zeitpunkt der Schließung, ISO 8601 UTC; `value` Nettogewinn',
    ],
    best_trade_pips: ['Bester Trade in Pips', 'bestes Ergebnis eines Trades in Pips'],
    worst_trade_pips: [
      'Schlechtester Trade in Pips',
      'schlechtestes Ergebnis eines Trades in Pips, meist ein Verlust',
    ],
    longs_won: [
      'Long-Trades gewonnen',
      'Käufe: `count` gewonnene Trades; `total` Anzahl der Trades; `percentage` Anteil der gewonnenen, in Prozent',
    ],
    shorts_won: [
      'Short-Trades gewonnen',
      'Verkäufe: `count` gewonnene Trades; `total` Anzahl der Trades; `percentage` Anteil der gewonnenen, in Prozent',
    ],
    payoff_ratio: [
      'Payoff-Ratio',
      'durchschnittlicher Gewinn, verglichen mit dem durchschnittlichen Verlust: durchschnittlicher Gewinn / durchschnittlicher Verlust, ohne dessen Vorzeichen',
    ],
    breakeven_win_rate: [
      'Break-even-Trefferquote',
      'Trefferquote, bei der sich Gewinne und Verluste aufheben; Trades mit genau 0 zählen nicht, in Prozent: 100 / (1 + `payoff_ratio`)',
    ],
    kelly_percent: [
      'Kelly-Kriterium',
      'Anteil des Kapitals, der nach dem Kelly-Kriterium je Trade riskiert würde, negativ ohne Vorteil, in Prozent: 100 × (W − (1 − W) / `payoff_ratio`), W = gewonnen / (gewonnen + verloren)',
    ],
    win_rate_low: [
      'Trefferquote, untere Grenze',
      'untere Grenze des 95-%-Konfidenzintervalls von `win_rate`, in Prozent',
    ],
    win_rate_high: [
      'Trefferquote, obere Grenze',
      'obere Grenze des 95-%-Konfidenzintervalls von `win_rate`, in Prozent',
    ],
    expectancy_low: [
      'Erwartungswert, untere Grenze',
      'untere Grenze des 95-%-Konfidenzintervalls von `expectancy.currency`: Mittel − t × s / √n, t mit n − 1 Freiheitsgraden',
    ],
    expectancy_high: [
      'Erwartungswert, obere Grenze',
      'obere Grenze des 95-%-Konfidenzintervalls von `expectancy.currency`: Mittel + t × s / √n, t mit n − 1 Freiheitsgraden',
    ],
    median_trade: [
      'Median-Trade',
      'Nettogewinn des mittleren Trades, nach Nettogewinn sortiert: bei gerader Anzahl das Mittel der beiden mittleren',
    ],
    best_trade_share_percent: [
      'Bester Trade, Anteil am Gewinn',
      'wie viel des Bruttogewinns vom besten Trade stammt, in Prozent: 100 × höchster Nettogewinn / Bruttogewinn',
    ],
    trades_per_week: [
      'Trades pro Woche',
      'durchschnittliche Anzahl geschlossener Trades pro Woche: geschlossene Trades / Wochen zu 168 Stunden von der ersten Eröffnung bis zur letzten Schließung',
    ],
    avg_win_length_hours: [
      'Durchschnittliche Dauer der Gewinntrades',
      'durchschnittliche Zeit von der Eröffnung bis zur Schließung der Gewinntrades, in Stunden',
    ],
    avg_loss_length_hours: [
      'Durchschnittliche Dauer der Verlusttrades',
      'durchschnittliche Zeit von der Eröffnung bis zur Schließung der Verlusttrades, in Stunden',
    ],
    volatility_annualized_percent: [
      'Volatilität, annualisiert',
      `wie stark die täglichen Equity-Renditen schwanken, auf ein Jahr gerechnet, in Prozent: Stichproben-Standardabweichung × √252 × 100 ${weekdays}`,
    ],
    sortino_ratio_annualized: [
      'Sortino-Ratio, annualisiert',
      `wie die annualisierte Sharpe-Ratio, aber nur Verlusttage zählen als Risiko: Mittel / √(Mittel von min(Rendite, 0)²) × √252 ${weekdays}`,
    ],
    omega_ratio: [
      'Omega-Ratio',
      `Gewinne der Gewinntage geteilt durch die Verluste der Verlusttage: Summe der Gewinne / Summe der Verluste ${weekdays}`,
    ],
    value_at_risk_95_percent: [
      'Value at Risk, 95 %',
      `Tagesrendite, die nur an einem von 20 Tagen unterschritten wird; negativ, sofern nicht weniger als 5 % der Tage im Verlust endeten, in Prozent: 5-%-Quantil ${weekdays}, linear interpoliert`,
    ],
    expected_shortfall_95_percent: [
      'Expected Shortfall, 95 %',
      'durchschnittliche Rendite der schlechtesten Tage, die den Value at Risk erreichen oder unterschreiten, in Prozent: Mittel der Wochentagsrenditen bei oder unter `value_at_risk_95_percent`',
    ],
    skewness: [
      'Schiefe',
      `Asymmetrie der Tagesrenditen: unter 0 sind große Verluste häufiger als große Gewinne: G1 (um Verzerrung bereinigt) ${weekdays}`,
    ],
    excess_kurtosis: [
      'Exzess-Kurtosis',
      `wie oft extreme Tage vorkommen: über 0 öfter als bei einer Normalverteilung: G2 (um Verzerrung bereinigt) ${weekdays}`,
    ],
    probabilistic_sharpe_ratio: [
      'Wahrscheinlichkeit einer Sharpe-Ratio über 0',
      'wie wahrscheinlich die wahre Sharpe-Ratio über 0 liegt, nach Länge und Streuung der Historie, in Prozent: 100 × Φ(SR √(K−1) / √(1 − γ₃ SR + (γ₄−1)/4 SR²)); K Renditen wie in `sharpe_ratio_annualized`, γ₃ Schiefe, γ₄ Kurtosis (normal: 3)',
    ],
    min_track_record_weekdays: [
      'Nötige Handelstage für 95 % Konfidenz',
      'so viele Wochentage mit solchen Renditen braucht `probabilistic_sharpe_ratio` für 95 %: 1 + (1 − γ₃ SR + (γ₄−1)/4 SR²) × (1,644854 / SR)², aufgerundet',
    ],
    best_day: record('Bester Tag', 'Tag', 'höchsten', 'der Tag, JJJJ-MM-TT'),
    worst_day: record('Schlechtester Tag', 'Tag', 'niedrigsten', 'der Tag, JJJJ-MM-TT'),
    best_week: record('Beste Woche', 'Woche', 'höchsten', 'ihr erster Tag, JJJJ-MM-TT'),
    worst_week: record('Schlechteste Woche', 'Woche', 'niedrigsten', 'ihr erster Tag, JJJJ-MM-TT'),
    best_month: record('Bester Monat', 'Monat', 'höchsten', 'sein erster Tag, JJJJ-MM-TT'),
    worst_month: record(
      'Schlechtester Monat',
      'Monat',
      'niedrigsten',
      'sein erster Tag, JJJJ-MM-TT',
    ),
    profitable_days_percent: [
      'Gewinntage',
      'Anteil der Tage mit einem Nettogewinn über 0, in Prozent: zählt nur Tage mit geschlossenen Trades',
    ],
    profitable_months_percent: [
      'Gewinnmonate',
      'Anteil der Monate mit einem Nettogewinn über 0, in Prozent: zählt nur Monate mit einem Ergebnis',
    ],
    best_day_share_percent: [
      'Bester Tag, Anteil am Gewinn',
      'wie viel des Gewinns aller Gewinntage vom besten stammt, in Prozent: 100 × höchster Nettogewinn eines Tages / Summe der Nettogewinne über 0; nur Tage mit geschlossenen Trades',
    ],
    best_month_share_percent: [
      'Bester Monat, Anteil am Gewinn',
      'wie viel des Gewinns aller Gewinnmonate vom besten stammt, in Prozent: 100 × höchster Nettogewinn eines Monats / Summe der Nettogewinne über 0; nur Monate mit einem Ergebnis',
    ],
    best_symbol_share_percent: [
      'Bestes Instrument, Anteil am Gewinn',
      'wie viel des Gewinns aller gewinnbringenden Instrumente vom besten stammt, in Prozent: 100 × höchster Nettogewinn eines Instruments / Summe der Nettogewinne über 0',
    ],
    avg_monthly_geometric_percent: [
      'Durchschnittliche Monatsrendite, geometrisch',
      'Monatsrendite, die über alle Monate mit Zinseszins deren gesamte Rendite ergibt, in Prozent: geometrisches Mittel von (1 + Rendite) − 1 der aufgeführten Monate; −100 nach einem Totalverlust',
    ],
    max_consecutive_wins: streak('Längste Gewinnserie', 'meiste Gewinne in Folge'),
    max_consecutive_losses: streak('Längste Verlustserie', 'meiste Verluste in Folge'),
    max_consecutive_profit: streak(
      'Profitabelste Gewinnserie',
      'Gewinne in Folge, die zusammen am meisten brachten',
    ),
    max_consecutive_loss: streak(
      'Teuerste Verlustserie',
      'Verluste in Folge, die zusammen am meisten kosteten',
    ),
    avg_consecutive_wins: [
      'Durchschnittliche Gewinnserie',
      'durchschnittliche Anzahl der Gewinne in Folge',
    ],
    avg_consecutive_losses: [
      'Durchschnittliche Verlustserie',
      'durchschnittliche Anzahl der Verluste in Folge',
    ],
    max_drawdown_money: [
      'Max. Drawdown in Geld',
      'größter Rückgang des kumulierten Nettogewinns von seinem bisherigen Höchststand, als positiver Betrag: er beginnt bei 0 und enthält Anpassungen',
    ],
    recovery_factor: [
      'Erholungsfaktor',
      'Nettogewinn geteilt durch den tiefsten Drawdown in Geld: Nettogewinn mit Anpassungen / `max_drawdown_money`',
    ],
    lr_correlation: [
      'LR-Korrelation',
      'wie nah der Nettogewinn an einer Geraden wächst: 1 ist ein vollkommen gleichmäßiger Anstieg: Korrelation des kumulierten Nettogewinns (mit Anpassungen) mit der Nummer des Trades',
    ],
    lr_standard_error: [
      'LR-Standardfehler',
      'wie weit der kumulierte Nettogewinn von seiner Geraden abweicht: √(Summe der quadrierten Abstände von der Regressionsgeraden / (n − 2))',
    ],
    calmar_ratio: [
      'Calmar-Ratio',
      'Rendite pro Jahr geteilt durch den max. Drawdown: `cagr_percent` / `max_drawdown_percent`, über die ganze Historie statt über 36 Monate',
    ],
    ulcer_index: [
      'Ulcer-Index',
      'Tiefe und Dauer der Drawdowns in einer Zahl; niedriger ist besser: √(Mittel der quadrierten prozentualen Drawdowns am Ende jedes Kalendertages, vom ersten bis zum letzten Ereignis)',
    ],
    growth_r_squared: [
      'Stetigkeit des Wachstums, R²',
      'wie stetig das Wachstum war: 1 ist jeden Tag dasselbe Wachstum: quadrierte Korrelation des Logarithmus von 1 + Rendite mit der Nummer des Tages, über alle Kalendertage',
    ],
    time_in_market_percent: [
      'Zeit im Markt',
      'Anteil der Zeit, in der mindestens einer der geschlossenen Trades offen war, in Prozent: von der ersten Eröffnung bis zur letzten Schließung',
    ],
    twr_equity_percent: [
      'Rendite nach Equity',
      'zeitgewichtete Rendite bis zum letzten Equity-Bericht, einschließlich offener Positionen, in Prozent: wie für einen Tag der Equity-Kurve',
    ],
    max_drawdown_equity_percent: [
      'Max. Drawdown nach Equity',
      'größter Rückgang der Rendite nach Equity von ihrem bisherigen Höchststand, als positive Zahl, in Prozent: nach dem letzten Equity-Bericht jedes Tages, auf 1 + `twr_equity_percent`; der Anfang ist der erste Höchststand',
    ],
    total_trades: ['Geschlossene Trades', 'Anzahl der geschlossenen Trades'],
    total_lots: ['Lots', 'gesamtes Volumen der geschlossenen Trades in Lots'],
    total_pips: [
      'Pips',
      'Pips der Trades mit bekannter Pip-Größe, 0 ohne Trades: (Ausstiegskurs − Einstiegskurs) / Pip-Größe, bei Verkäufen mit umgekehrtem Vorzeichen. Die Pip-Größe steht in der Tabelle `symbols`. Sonst folgt sie bei Währungspaaren, Gold und Silber aus dem Namen; andernfalls ist sie unbekannt',
    ],
    total_swap: ['Swaps', 'Summe der Swaps; negativ, wenn sie Geld kosteten'],
    total_commissions: ['Kommissionen', 'Summe der Kommissionen; negativ, wenn sie Geld kosteten'],
    avg_trade_length_hours: [
      'Durchschnittliche Dauer der Trades',
      'durchschnittliche Zeit von der Eröffnung bis zur Schließung, in Stunden',
    ],
    autotrading_trades: [
      'Automatische Trades',
      'Trades mit einer anderen Magic Number als 0; keine auf cTrader und TradeLocker',
    ],
    manual_trades: ['Manuelle Trades', 'alle anderen Trades'],
    autotrading_percentage: [
      'Anteil automatischer Trades',
      'Anteil von `autotrading_trades` an allen Trades, in Prozent',
    ],
  },
  phrases: {
    'capital is unknown; 0 if it is known and no trade was closed':
      'kein Kapital bekannt ist; 0, wenn es bekannt ist und kein Trade geschlossen wurde',
    'capital is unknown; 0 if it is known and there was no result':
      'kein Kapital bekannt ist; 0, wenn es bekannt ist und es kein Ergebnis gab',
    'GIPS 2020 (true time-weighted return)': 'echte zeitgewichtete Rendite, GIPS 2020',
    'GIPS 2020': 'GIPS 2020',
    'capital is unknown, and the platform printed no balance':
      'kein Kapital bekannt ist und die Plattform keinen Kontostand ausgewiesen hat',
    'capital is unknown, no balance was printed, and every equity report is older than the latest trade, deposit or withdrawal':
      'kein Kapital bekannt ist, die Plattform keinen Kontostand ausgewiesen hat und kein Equity-Bericht so neu ist wie der letzte Trade oder die letzte Ein- oder Auszahlung',
    'capital is unknown, or starting capital plus deposits is not above 0':
      'kein Kapital bekannt ist oder Startkapital und Einzahlungen nicht über 0 sind',
    'our own definition': 'eigene Definition',
    'empyrical, `stability_of_timeseries`, here over calendar days':
      'empyrical, `stability_of_timeseries`, hier über Kalendertage',
    'our own definition; MetaTrader measures the balance, deposits included':
      'eigene Definition; MetaTrader misst den Kontostand, samt Einzahlungen',
    'capital is unknown, or no trade was closed':
      'kein Kapital bekannt ist oder kein Trade geschlossen wurde',
    'capital is unknown, or there was no result':
      'kein Kapital bekannt ist oder es kein Ergebnis gab',
    'there was no result': 'es kein Ergebnis gab',
    'capital is unknown, or there are fewer than 90 days':
      'kein Kapital bekannt ist oder es weniger als 90 Tage gibt',
    'compound annual growth rate': 'jährliche Wachstumsrate (CAGR)',
    'equity or balance is unknown': 'Equity oder Kontostand unbekannt ist',
    'the account has never sent data': 'das Konto nie Daten gesendet hat',
    'the account has never sent data, or the source does not list all deposits':
      'das Konto nie Daten gesendet hat oder die Quelle nicht alle Ein- und Auszahlungen aufführt',
    'no trade was lost': 'kein Trade verloren wurde',
    'as MetaTrader prints it': 'wie MetaTrader es ausweist',
    'no trade was closed': 'kein Trade geschlossen wurde',
    'MetaTrader counts 0 as won': 'MetaTrader zählt 0 als gewonnen',
    'no trade was closed with capital above 0 before it':
      'kein Trade mit Kapital über 0 davor geschlossen wurde',
    'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492; of returns, so that deposits do not count':
      'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492; über Renditen, so dass Einzahlungen nicht zählen',
    'no trade was closed with capital above 0 before it, or a trade lost all capital':
      'kein Trade mit Kapital über 0 davor geschlossen wurde oder ein Trade das ganze Kapital verlor',
    'there are fewer than two trades, or all have the same result':
      'es weniger als zwei Trades gibt oder alle dasselbe Ergebnis haben',
    'Sharpe, risk-free rate 0': 'Sharpe, risikofreier Zins 0',
    'there are under 30 weekdays, under 30 and under half of them have equity reports, or all returns are equal':
      'es weniger als 30 Wochentage gibt, alle Renditen gleich sind oder Berichte weniger als 30 Wochentage und weniger als die Hälfte abdecken',
    'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492':
      'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492',
    'no trade was won': 'kein Trade gewonnen wurde',
    'no trade has a known pip size': 'von keinem Trade die Pip-Größe bekannt ist',
    'no trade was won, or none was lost': 'kein Trade gewonnen oder keiner verloren wurde',
    standard: 'übliche Definition',
    'Kelly 1956, Thorp 2006': 'Kelly 1956, Thorp 2006',
    'Wilson 1927, without continuity correction': 'Wilson 1927, ohne Stetigkeitskorrektur',
    'there are fewer than two trades': 'es weniger als zwei Trades gibt',
    'Student 1908; assumes independent trades':
      'Student 1908; unter der Annahme unabhängiger Trades',
    'no trade was closed, or no time passed':
      'kein Trade geschlossen wurde oder keine Zeit verging',
    'there is no annualised Sharpe ratio': 'die annualisierte Sharpe-Ratio unbekannt ist',
    'there is no annualised Sharpe ratio, or no weekday lost':
      'die annualisierte Sharpe-Ratio unbekannt ist oder kein Wochentag im Verlust endete',
    'Sortino and Price 1994, target 0': 'Sortino und Price 1994, Ziel 0',
    'Keating and Shadwick 2002, threshold 0': 'Keating und Shadwick 2002, Schwelle 0',
    'historical; quantiles as in R (type 7)': 'historisch; Quantile wie in R (Typ 7)',
    historical: 'historisch',
    'Joanes and Gill 1998': 'Joanes und Gill 1998',
    'Bailey and López de Prado 2012': 'Bailey und López de Prado 2012',
    'there is no annualised Sharpe ratio, the average return is not above 0, or it takes over a million days':
      'die annualisierte Sharpe-Ratio unbekannt ist, die durchschnittliche Rendite nicht über 0 liegt oder mehr als eine Million Tage nötig wären',
    'no day with closed trades has a net profit above 0':
      'kein Tag mit geschlossenen Trades einen Nettogewinn über 0 hat',
    'no month has a net profit above 0': 'kein Monat einen Nettogewinn über 0 hat',
    'no instrument has a net profit above 0': 'kein Instrument einen Nettogewinn über 0 hat',
    'Myfxbook and MetaStats (monthly return)': 'Myfxbook und MetaStats (Monatsrendite)',
    MetaTrader: 'MetaTrader',
    'MetaTrader, which rounds it': 'MetaTrader, das es rundet',
    'MetaTrader (maximal drawdown), without deposits and withdrawals':
      'MetaTrader (maximaler Drawdown), ohne Ein- und Auszahlungen',
    'no trade was closed, or there was no drawdown':
      'kein Trade geschlossen wurde oder es keinen Drawdown gab',
    'MetaTrader 5': 'MetaTrader 5',
    'there are fewer than three trades, or net profit never changed':
      'es weniger als drei Trades gibt oder der Nettogewinn sich nie änderte',
    'MetaTrader 5, which also counts deposits and withdrawals':
      'MetaTrader 5, das auch Ein- und Auszahlungen zählt',
    'there are fewer than three trades': 'es weniger als drei Trades gibt',
    'there is no annual return, or there was no drawdown':
      'es keine Rendite pro Jahr oder keinen Drawdown gibt',
    'Young 1991': 'Young 1991',
    'capital is unknown, or there is no event': 'kein Kapital bekannt ist oder nichts geschah',
    'Martin 1987': 'Martin 1987',
    'capital is unknown, there are fewer than 30 days, the return never changed, or all capital was lost':
      'kein Kapital bekannt ist, es weniger als 30 Tage gibt, die Rendite sich nie änderte oder alles verloren wurde',
    'capital is unknown, or there are fewer than two days with an equity report':
      'kein Kapital bekannt ist oder weniger als zwei Tage einen Equity-Bericht haben',
    'GIPS 2020, from equity reports instead of trades':
      'GIPS 2020, aus Equity-Berichten statt aus Trades',
    'there are trades, but no pip size is known':
      'es Trades gibt und von keinem die Pip-Größe bekannt ist',
    'pip sizes are never guessed from the digits of a price':
      'die Pip-Größe wird nie aus den Stellen eines Kurses geraten',
  },
  printed: {
    balance: 'Kontostand',
    equity: 'Equity',
    credit: 'Kredit',
    floating_profit: 'Nicht realisierter Gewinn',
    margin: 'Margin',
    free_margin: 'Freie Margin',
    margin_level: 'Margin-Level',
    deposits: 'Einzahlungen',
    withdrawals: 'Auszahlungen',
    net_deposits: 'Einzahlungen abzüglich Auszahlungen',
    closed_profit: 'Gewinn geschlossener Trades',
    profit_before_costs: 'Gewinn vor Kosten',
    commission: 'Kommission',
    taxes: 'Steuern',
    swap: 'Swap',
    open_profit_before_costs: 'Offene Positionen, vor Kosten',
    open_commission: 'Offene Positionen, Kommission',
    open_taxes: 'Offene Positionen, Steuern',
    open_swap: 'Offene Positionen, Swap',
    net_profit: 'Nettogewinn',
    gross_profit: 'Bruttogewinn',
    gross_loss: 'Bruttoverlust',
    profit_factor: 'Profitfaktor',
    expected_payoff: 'Erwartetes Ergebnis',
    recovery_factor: 'Erholungsfaktor',
    sharpe_ratio: 'Sharpe-Ratio',
    z_score: 'Z-Score',
    z_score_percent: 'Z-Score, Wahrscheinlichkeit',
    ahpr: 'AHPR',
    ahpr_percent: 'AHPR in Prozent',
    ghpr: 'GHPR',
    ghpr_percent: 'GHPR in Prozent',
    lr_correlation: 'LR-Korrelation',
    lr_standard_error: 'LR-Standardfehler',
    gain_percent: 'Zuwachs',
    absolute_gain_percent: 'Absoluter Gewinn',
    drawdown_absolute: 'Drawdown, absolut',
    drawdown_maximal: 'Drawdown, maximal',
    drawdown_maximal_percent: 'Drawdown, maximal, in Prozent',
    drawdown_relative: 'Drawdown, relativ, in Geld',
    drawdown_relative_percent: 'Drawdown, relativ',
    equity_drawdown_absolute: 'Equity-Drawdown, absolut',
    equity_drawdown_maximal: 'Equity-Drawdown, maximal',
    equity_drawdown_maximal_percent: 'Equity-Drawdown, maximal, in Prozent',
    equity_drawdown_relative: 'Equity-Drawdown, relativ, in Geld',
    equity_drawdown_relative_percent: 'Equity-Drawdown, relativ',
    total_trades: 'Trades',
    total_deals: 'Deals',
    volume: 'Volumen',
    pips: 'Pips',
    short_trades: 'Short-Trades',
    short_trades_won_percent: 'Short-Trades gewonnen',
    long_trades: 'Long-Trades',
    long_trades_won_percent: 'Long-Trades gewonnen',
    profit_trades: 'Gewinntrades',
    profit_trades_percent: 'Anteil der Gewinntrades',
    loss_trades: 'Verlusttrades',
    loss_trades_percent: 'Anteil der Verlusttrades',
    largest_profit_trade: 'Größter Gewinntrade',
    largest_loss_trade: 'Größter Verlusttrade',
    average_profit_trade: 'Mittlerer Gewinntrade',
    average_loss_trade: 'Mittlerer Verlusttrade',
    max_consecutive_wins: 'Meiste Gewinne in Folge',
    max_consecutive_wins_profit: 'Meiste Gewinne in Folge, Gewinn',
    max_consecutive_losses: 'Meiste Verluste in Folge',
    max_consecutive_losses_loss: 'Meiste Verluste in Folge, Verlust',
    max_consecutive_profit: 'Größter Gewinn in Folge',
    max_consecutive_profit_trades: 'Größter Gewinn in Folge, Trades',
    max_consecutive_loss: 'Größter Verlust in Folge',
    max_consecutive_loss_trades: 'Größter Verlust in Folge, Trades',
    average_consecutive_wins: 'Mittlere Gewinne in Folge',
    average_consecutive_losses: 'Mittlere Verluste in Folge',
  },
  reasons: {
    zero_counted_as_won:
      'dort zählt ein Ergebnis von genau 0 als gewonnen; hier ist es weder gewonnen noch verloren',
    costs_apart: 'dort sind Kommission und Swap nicht enthalten',
    opening_costs_apart:
      'die Plattform rechnet die Kosten eröffnender Deals nicht zum Trade, sondern zum Gesamtverlust',
    taxes_in_commission: 'hier sind Steuern Teil der Kommission',
    adjustments_counted:
      'dort zählen Zinsen, Dividenden und Gebühren als Einzahlung oder Gewinn; hier gehören sie zu keinem Trade',
    credit_counted: 'dort zählt der Kredit des Brokers mit; hier zählt er nirgends',
    open_commission_paid:
      'dort ist die Kommission für das Öffnen noch offener Positionen schon abgezogen; hier zählt sie, sobald die Trades geschlossen sind',
    drawdown_ignores_flows:
      'dort ändern spätere Ein- und Auszahlungen den Kontostand nicht, an dem Drawdowns gemessen werden; hier ändern sie weder Höchststand noch Drawdown',
    same_instant: 'in derselben Sekunde geschlossene Trades stehen dort in anderer Reihenfolge',
    of_rounded_score: 'dort aus dem gerundeten Wert berechnet',
    nothing_counted: 'es gab keinen solchen Trade: dort steht 0, hier ist der Wert unbekannt',
    defined_otherwise: 'dort anders definiert',
    not_computed: 'hier nicht berechnet',
    capital_unknown: 'keine Einzahlung und kein Anfangsbestand ist bekannt',
    earlier_history: 'der Export beginnt nach Einzahlungen oder Ergebnissen, die er nicht aufführt',
    opening_balance_of_later:
      'der Anfangsbestand stammt aus einem späteren Export, so dass alles davor doppelt zählt',
    archived_history: 'die Plattform hat ältere Trades in einer Zeile zusammengefasst',
    rows_missing: 'der Auszug zählt Trades, die nicht geladen wurden',
    rows_of_elsewhere: 'für den Zeitraum des Auszugs wurden Trades geladen, die er nicht aufführt',
  },
};
