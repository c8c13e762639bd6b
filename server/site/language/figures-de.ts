import type { FigureTexts, Named } from './figure-texts.ts';

const record = (label: string, what: string, best: string, date: string): Named => [
  label,
  `${what} mit der ${best} Rendite, von denen mit geschlossenen Trades; ohne bekanntes Kapital mit dem ${best} Nettoergebnis; bei Gleichstand der früheste: \`date\` ${date}; \`percent\` zeitgewichtete Rendite darin, in Prozent; \`profit\` Nettoergebnis`,
];

const streak = (label: string, what: string): Named => [
  label,
  `${what}; ein Ergebnis von genau 0 beendet eine Serie; bei Gleichstand die frühere: \`count\` Trades; \`profit\` Nettoergebnis`,
];

const weekdays = 'der Wochentage, aus denen `sharpe_ratio_annualized` ist';

/** German texts of figures. */
export const figuresDe: FigureTexts = {
  groups: {
    'Key figures': 'Kennzahlen',
    Edge: 'Vorteil',
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
      'zeitgewichtete Rendite ohne Ein- und Auszahlungen, in Prozent: Produkt aus (1 + Nettoergebnis / Kapital davor), minus 1. Ein Verlust des gesamten Kapitals: −100 von da an. Ein Trade ohne Kapital ändert nichts',
    ],
    monthly_percent: [
      null,
      'zeitgewichtete Rendite innerhalb des Monats, in Prozent; die Monate ergeben miteinander verzinst das Ganze',
    ],
    balance: ['Kontostand', 'Kontostand aus geschlossenen Trades'],
    equity: ['Equity', 'Kontostand und schwebendes Ergebnis der offenen Positionen'],
    absolute_gain_percent: [
      'Absoluter Gewinn',
      '100 × Nettogewinn / (Startkapital + Einzahlungen), ohne Zinseszins, in Prozent',
    ],
    max_drawdown_percent: [
      'Max. Drawdown',
      'tiefster Fall des zeitgewichteten Index unter seinen bisherigen Höchststand, positiv, in Prozent; der Index beginnt bei 1, und das ist ein Höchststand. Ein- und Auszahlungen bewegen keinen von beiden',
    ],
    avg_daily_return_percent: [
      'Durchschnittlicher Tag',
      'arithmetisches Mittel der Renditen der Tage mit geschlossenen Trades, in Prozent',
    ],
    avg_monthly_return_percent: [
      'Durchschnittlicher Monat',
      'arithmetisches Mittel der Monatsrenditen, wie veröffentlicht, in Prozent',
    ],
    cagr_percent: [
      'Rendite pro Jahr',
      '((1 + Rendite) ^ (365,25 / Tage) − 1) × 100, Tage von `since` bis zum Tag von `updated_at`, oder des letzten Ereignisses, wenn es später ist, in Prozent; −100 bleibt −100',
    ],
    open_profit: ['Offenes Ergebnis', '`equity` − `balance`'],
    deposits: ['Einzahlungen', 'insgesamt eingezahlt'],
    withdrawals: ['Auszahlungen', 'insgesamt ausgezahlt, positiv'],
    profit_factor: ['Profitfaktor', 'Bruttogewinne / Bruttoverluste'],
    expectancy: [
      null,
      'was ein Trade im Mittel bringt: `currency` mittleres Nettoergebnis; `pips` mittlere Pips der Trades, deren Pip-Größe bekannt ist',
    ],
    'expectancy.currency': ['Erwartungswert', null],
    'expectancy.pips': ['Erwartungswert in Pips', null],
    win_rate: [
      'Trefferquote',
      'gewonnene / alle Trades × 100, in Prozent; ein Ergebnis von genau 0 ist weder gewonnen noch verloren',
    ],
    ahpr: [
      'Durchschnittliche Rendite je Trade',
      'arithmetisches Mittel der Renditen je Trade, in Prozent',
    ],
    ghpr: [
      'Geometrisches Mittel je Trade',
      'geometrisches Mittel der Renditen je Trade, in Prozent',
    ],
    sharpe_ratio: [
      'Sharpe-Ratio je Trade',
      'Mittel / Stichprobenabweichung (n − 1) der Nettoergebnisse je Trade',
    ],
    sharpe_ratio_annualized: [
      'Sharpe-Ratio, annualisiert',
      'Mittel / Stichprobenabweichung × √252 einer Equity-Rendite je Wochentag, ruhige Tage als 0, Wochenenden am Montag',
    ],
    standard_deviation: [
      'Standardabweichung',
      'Stichprobenabweichung (n − 1) der Nettoergebnisse je Trade',
    ],
    z_score: [
      null,
      'Abhängigkeit aufeinanderfolgender Trades, negativ, wo Gewinne und Verluste in Serien kommen: `value` (N(R − 0,5) − P) / √(P(P − N)/(N − 1)), P = 2WL, von N Trades W gewonnen, L verloren, R Serien von Gewinnen und Verlusten; `probability` Sicherheit dessen, 100 × erf(abs(Z)/√2), in Prozent',
    ],
    'z_score.value': ['Z-Score', null],
    'z_score.probability': ['Z-Score, Wahrscheinlichkeit', null],
    avg_win: ['Durchschnittlicher Gewinn', 'mittlerer Nettogewinn gewonnener Trades'],
    avg_loss: ['Durchschnittlicher Verlust', 'mittlerer Nettogewinn verlorener Trades, negativ'],
    best_trade_profit: [
      'Bester Trade',
      'höchster Nettogewinn: `date` wann er schloss, ISO 8601 UTC; `value` Nettogewinn',
    ],
    worst_trade_profit: [
      'Schlechtester Trade',
      'niedrigster Nettogewinn: `date` wann er schloss, ISO 8601 UTC; `value` Nettogewinn',
    ],
    best_trade_pips: ['Bester Trade in Pips', 'die meisten Pips in einem Trade'],
    worst_trade_pips: ['Schlechtester Trade in Pips', 'die wenigsten Pips in einem Trade'],
    longs_won: [
      'Long gewonnen',
      'Kauf-Trades: `count` gewonnene Trades; `total` Trades; `percentage` Anteil der gewonnenen, in Prozent',
    ],
    shorts_won: [
      'Short gewonnen',
      'Verkauf-Trades: `count` gewonnene Trades; `total` Trades; `percentage` Anteil der gewonnenen, in Prozent',
    ],
    payoff_ratio: ['Payoff-Ratio', 'mittlerer Gewinn / mittlerer Verlust, ohne dessen Vorzeichen'],
    breakeven_win_rate: [
      'Trefferquote für Gewinnschwelle',
      '100 / (1 + `payoff_ratio`), in Prozent: Anteil gewonnener Trades, von den gewonnenen und verlorenen, bei dem nichts gewonnen und nichts verloren wird',
    ],
    kelly_percent: [
      'Kelly',
      '100 × (W − (1 − W) / `payoff_ratio`), W = gewonnen / (gewonnen + verloren), in Prozent: Anteil des Kapitals, der zu setzen wäre, negativ ohne Vorteil',
    ],
    win_rate_low: [
      'Trefferquote, mindestens',
      'unteres Ende des 95-%-Intervalls von `win_rate`, in Prozent',
    ],
    win_rate_high: [
      'Trefferquote, höchstens',
      'oberes Ende des 95-%-Intervalls von `win_rate`, in Prozent',
    ],
    expectancy_low: [
      'Erwartungswert, mindestens',
      'unteres Ende des 95-%-Intervalls von `expectancy.currency`: Mittel − t × s / √n, t mit n − 1 Freiheitsgraden',
    ],
    expectancy_high: [
      'Erwartungswert, höchstens',
      'oberes Ende des 95-%-Intervalls von `expectancy.currency`: Mittel + t × s / √n, t mit n − 1 Freiheitsgraden',
    ],
    median_trade: [
      'Median-Trade',
      'Median der Nettoergebnisse, bei gerader Zahl das Mittel der beiden in der Mitte',
    ],
    best_trade_share_percent: [
      'Anteil des besten Trades',
      'bestes Nettoergebnis / Bruttogewinne × 100, in Prozent',
    ],
    trades_per_week: [
      'Trades je Woche',
      'geschlossene Trades / Wochen zu 168 Stunden vom ersten Öffnen bis zum letzten Schließen',
    ],
    avg_win_length_hours: [
      'Durchschnittliche Dauer der Gewinne',
      'mittlere Zeit vom Öffnen bis zum Schließen gewonnener Trades, in Stunden',
    ],
    avg_loss_length_hours: [
      'Durchschnittliche Dauer der Verluste',
      'mittlere Zeit vom Öffnen bis zum Schließen verlorener Trades, in Stunden',
    ],
    volatility_annualized_percent: [
      'Volatilität, annualisiert',
      `Stichprobenabweichung × √252 × 100 ${weekdays}, in Prozent`,
    ],
    sortino_ratio_annualized: [
      'Sortino-Ratio, annualisiert',
      `Mittel / √(Mittel von min(Rendite, 0)²) × √252 über alle Wochentage, aus denen \`sharpe_ratio_annualized\` ist`,
    ],
    omega_ratio: ['Omega-Ratio', `Summe der Gewinne / Summe der Verluste ${weekdays}`],
    value_at_risk_95_percent: [
      'Value at Risk, 95 %',
      `5-%-Quantil ${weekdays}, zwischen zweien linear, in Prozent: negativ, sofern nicht weniger als 5 % verloren`,
    ],
    expected_shortfall_95_percent: [
      'Expected Shortfall, 95 %',
      'Mittel der Wochentage bei oder unter `value_at_risk_95_percent`, in Prozent',
    ],
    skewness: ['Schiefe', `G1 ${weekdays}, um Verzerrung bereinigt`],
    excess_kurtosis: [
      'Exzess-Kurtosis',
      `G2 ${weekdays}, um Verzerrung bereinigt, 0 bei einer Normalverteilung`,
    ],
    probabilistic_sharpe_ratio: [
      'Wahrscheinlichkeit, dass Sharpe über 0 liegt',
      '100 × Φ(SR √(K − 1) / √(1 − γ₃ SR + (γ₄ − 1)/4 SR²)), SR = Mittel / Stichprobenabweichung der K Wochentage, aus denen `sharpe_ratio_annualized` ist, γ₃ und γ₄ ihre Momente, nicht um Verzerrung bereinigt, γ₄ 3 bei einer Normalverteilung, in Prozent',
    ],
    min_track_record_weekdays: [
      'Handelstage bis 95 % Konfidenz',
      '1 + (1 − γ₃ SR + (γ₄ − 1)/4 SR²) × (1,644854 / SR)², aufgerundet: Wochentage solcher Renditen, bis `probabilistic_sharpe_ratio` 95 % ist',
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
      'Anteil der Tage mit geschlossenen Trades, deren Nettoergebnis über 0 ist, in Prozent',
    ],
    profitable_months_percent: [
      'Gewinnmonate',
      'Anteil der Monate mit geschlossenen Trades, deren Nettoergebnis über 0 ist, in Prozent',
    ],
    best_day_share_percent: [
      'Anteil des besten Tages',
      'höchstes Nettoergebnis eines Tages / Summe derer über 0 × 100, von den Tagen mit geschlossenen Trades, in Prozent',
    ],
    best_month_share_percent: [
      'Anteil des besten Monats',
      'höchstes Nettoergebnis eines Monats / Summe derer über 0 × 100, von den Monaten mit geschlossenen Trades, in Prozent',
    ],
    best_symbol_share_percent: [
      'Anteil des besten Instruments',
      'höchstes Nettoergebnis eines Instruments / Summe derer über 0 × 100, in Prozent',
    ],
    avg_monthly_geometric_percent: [
      'Geometrisches Mittel der Monate',
      'geometrisches Mittel von (1 + Rendite) jedes Monats vom ersten bis zum letzten mit einem geschlossenen Trade, minus 1, in Prozent; −100, sobald ein Monat alles verlor',
    ],
    max_consecutive_wins: streak('Längste Gewinnserie', 'die meisten Gewinne nacheinander'),
    max_consecutive_losses: streak('Längste Verlustserie', 'die meisten Verluste nacheinander'),
    max_consecutive_profit: streak(
      'Einträglichste Gewinnserie',
      'Gewinne nacheinander, die am meisten brachten',
    ),
    max_consecutive_loss: streak(
      'Teuerste Verlustserie',
      'Verluste nacheinander, die am meisten kosteten',
    ),
    avg_consecutive_wins: [
      'Durchschnittliche Gewinnserie',
      'mittlere Zahl der Gewinne nacheinander',
    ],
    avg_consecutive_losses: [
      'Durchschnittliche Verlustserie',
      'mittlere Zahl der Verluste nacheinander',
    ],
    max_drawdown_money: [
      'Max. Drawdown in Geld',
      'tiefster Fall des bisherigen Nettoergebnisses, Anpassungen eingeschlossen, unter seinen Höchststand, positiv; es beginnt bei 0',
    ],
    recovery_factor: [
      'Erholungsfaktor',
      'Nettoergebnis, Anpassungen eingeschlossen / `max_drawdown_money`',
    ],
    lr_correlation: [
      'LR-Korrelation',
      'Korrelation des Nettoergebnisses nach jedem Trade, Anpassungen eingeschlossen und Zahlungen nicht, mit der Nummer des Trades',
    ],
    lr_standard_error: [
      'LR-Standardfehler',
      '√(Summe der quadrierten Abstände dieses Ergebnisses von seiner Geraden / (n − 2))',
    ],
    calmar_ratio: [
      'Calmar-Ratio',
      '`cagr_percent` / `max_drawdown_percent`, beide über die ganze Historie, nicht über 36 Monate',
    ],
    ulcer_index: [
      'Ulcer-Index',
      '√(Mittel der quadrierten prozentualen Drawdowns) des zeitgewichteten Index am Ende jedes Kalendertages vom ersten bis zum letzten mit einem Ereignis, unter seinem Höchststand am Ende eines Tages',
    ],
    growth_r_squared: [
      'Stetigkeit des Wachstums, R²',
      'quadrierte Korrelation des Logarithmus dieses Index mit der Nummer des Tages, über dieselben Tage',
    ],
    time_in_market_percent: [
      'Zeit im Markt',
      'Anteil der Zeit vom ersten Öffnen bis zum letzten Schließen, in dem einer der geschlossenen Trades offen war, in Prozent',
    ],
    twr_equity_percent: [
      'Rendite nach Equity',
      'zeitgewichtete Rendite bis zum letzten Equity-Bericht, wie die eines Tages der Equity-Kurve, in Prozent',
    ],
    max_drawdown_equity_percent: [
      'Max. Drawdown nach Equity',
      'tiefster Fall des Index hinter `twr_equity_percent` unter seinen bisherigen Höchststand, positiv, nach täglichen Berichten, in Prozent; der Index beginnt bei 1, und das ist ein Höchststand',
    ],
    total_trades: ['Geschlossene Trades', 'geschlossene Trades'],
    total_lots: ['Lots', 'geschlossene Lots'],
    total_pips: [
      'Pips',
      'Pips der Trades mit bekannter Pip-Größe, 0 ohne Trades: (Schlusskurs − Eröffnungskurs) / Pip-Größe, bei Verkäufen mit umgekehrtem Vorzeichen. Die Größe ist aus der Tabelle `symbols`, sonst nach dem Namen bei Währungspaaren, Gold und Silber, sonst unbekannt',
    ],
    total_swap: ['Swaps', 'Swap, negativ, wenn belastet'],
    total_commissions: ['Kommissionen', 'Kommission, negativ, wenn belastet'],
    avg_trade_length_hours: [
      'Durchschnittliche Dauer der Trades',
      'mittlere Zeit vom Öffnen bis zum Schließen, in Stunden',
    ],
    autotrading_trades: [
      'Automatische Trades',
      'Trades mit einer anderen Magic Number als 0; keine auf cTrader und TradeLocker',
    ],
    manual_trades: ['Manuelle Trades', 'alle anderen Trades'],
    autotrading_percentage: [
      'Anteil automatischer Trades',
      'Anteil von `autotrading_trades`, in Prozent',
    ],
  },
  phrases: {
    'capital is unknown; 0 if it is known and no trade was closed':
      'kein Kapital bekannt ist; 0, wenn es bekannt ist und nichts geschlossen wurde',
    'GIPS 2020 (true time-weighted return)': 'echte zeitgewichtete Rendite, GIPS 2020',
    'GIPS 2020': 'GIPS 2020',
    'capital is unknown, and the platform printed no balance':
      'kein Kapital bekannt ist und die Plattform keinen Kontostand ausgewiesen hat',
    'no equity report is as recent as the newest booking, capital is unknown, and the platform printed no balance':
      'kein Kapital bekannt ist, die Plattform keinen Kontostand ausgewiesen hat und kein Equity-Bericht so neu ist wie die neueste Buchung',
    'capital is unknown, or starting capital plus deposits is not above 0':
      'kein Kapital bekannt ist, oder Startkapital und Einzahlungen nicht über 0 sind',
    'our own definition': 'eigene Definition',
    'empyrical, `stability_of_timeseries`, here over calendar days':
      'empyrical, `stability_of_timeseries`, hier von Kalendertagen',
    'our own definition; MetaTrader measures the balance, deposits included':
      'eigene Definition; MetaTrader misst den Kontostand, samt Einzahlungen',
    'capital is unknown, or no trade was closed':
      'kein Kapital bekannt ist, oder kein Trade geschlossen wurde',
    'capital is unknown, or there are fewer than 90 days':
      'kein Kapital bekannt ist, oder es weniger als 90 Tage sind',
    'compound annual growth rate': 'üblich (jährliche Wachstumsrate, CAGR)',
    'equity or balance is unknown': 'Equity oder Kontostand unbekannt ist',
    'the account has never sent data': 'das Konto nie Daten gesendet hat',
    'no trade was lost': 'kein Trade verloren wurde',
    'as MetaTrader prints it': 'wie MetaTrader es ausweist',
    'no trade was closed': 'kein Trade geschlossen wurde',
    'MetaTrader counts 0 as won': 'MetaTrader zählt 0 als gewonnen',
    'no trade was closed with capital above 0 before it':
      'kein Trade mit Kapital über 0 davor geschlossen wurde',
    'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492; of returns, so that deposits do not count':
      'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492; über Renditen, so dass Zahlungen nicht zählen',
    'no trade was closed with capital above 0 before it, or a trade lost all capital':
      'kein Trade mit Kapital über 0 davor geschlossen wurde, und sobald ein Trade alles verlor',
    'there are fewer than two trades, or all have the same result':
      'es weniger als zwei Trades sind, oder alle dasselbe Ergebnis haben',
    'Sharpe, risk-free rate 0': 'Sharpe, risikofreier Zins 0',
    'there are under 30 weekdays, all returns are equal, or reports cover under 30 weekdays and under half':
      'es weniger als 30 Wochentage oder keine Abweichung gibt, oder wenn weniger als 30 Wochentage und weniger als die Hälfte von ihnen einen Bericht haben',
    'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492':
      'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492',
    'no trade was won': 'kein Trade gewonnen wurde',
    'no trade has a known pip size': 'von keinem Trade die Pip-Größe bekannt ist',
    'no trade was won, or none was lost': 'kein Trade gewonnen, oder keiner verloren wurde',
    standard: 'üblich',
    'Kelly 1956, Thorp 2006': 'Kelly 1956, Thorp 2006',
    'Wilson 1927, without continuity correction': 'Wilson 1927, ohne Stetigkeitskorrektur',
    'there are fewer than two trades': 'es weniger als zwei Trades sind',
    'Student 1908; assumes independent trades':
      'Student 1908; als wären Ergebnisse voneinander unabhängig',
    'no trade was closed, or no time passed':
      'kein Trade geschlossen wurde, oder keine Zeit verging',
    'there is no annualised Sharpe ratio': 'die annualisierte Sharpe-Ratio unbekannt ist',
    'there is no annualised Sharpe ratio, or no weekday lost':
      'die annualisierte Sharpe-Ratio unbekannt ist oder kein Wochentag verlor',
    'Sortino and Price 1994, target 0': 'Sortino und Price 1994, Ziel 0',
    'Keating and Shadwick 2002, threshold 0': 'Keating und Shadwick 2002, Schwelle 0',
    'historical; quantiles as in R (type 7)':
      'historisch; Quantile, wie R sie ohne Angabe hat (Typ 7)',
    historical: 'historisch',
    'Joanes and Gill 1998': 'Joanes und Gill 1998',
    'Bailey and López de Prado 2012': 'Bailey und López de Prado 2012',
    'there is no annualised Sharpe ratio, the average return is not above 0, or it takes over a million days':
      'die annualisierte Sharpe-Ratio unbekannt ist, das Mittel nicht über 0 liegt oder mehr als eine Million nötig wären',
    'no day with closed trades has a net profit above 0':
      'kein solcher Tag ein Nettoergebnis über 0 hat',
    'no month with closed trades has a net profit above 0':
      'kein solcher Monat ein Nettoergebnis über 0 hat',
    'no instrument has a net profit above 0': 'kein Instrument ein Nettoergebnis über 0 hat',
    'Myfxbook and MetaStats (monthly return)':
      'wie Myfxbook und MetaStats ihre monatliche Rate meinen',
    MetaTrader: 'MetaTrader',
    'MetaTrader, which rounds it': 'MetaTrader, das es rundet',
    'MetaTrader (maximal drawdown), without deposits and withdrawals':
      'wie der maximale Drawdown von MetaTrader, ohne Zahlungen',
    'no trade was closed, or there was no drawdown':
      'kein Trade geschlossen wurde, oder es nie fiel',
    'MetaTrader 5': 'MetaTrader 5',
    'there are fewer than three trades, or net profit never changed':
      'es weniger als drei Trades sind, oder dieses Ergebnis sich nie bewegte',
    'MetaTrader 5, which also counts deposits and withdrawals': 'MetaTrader 5, wo Zahlungen zählen',
    'there are fewer than three trades': 'es weniger als drei Trades sind',
    'there is no annual return, or there was no drawdown':
      '`cagr_percent` unbekannt ist oder es keinen Drawdown gab',
    'Young 1991': 'Young 1991',
    'capital is unknown, or there is no event': 'kein Kapital bekannt ist, oder nichts geschah',
    'Martin 1987': 'Martin 1987',
    'capital is unknown, there are fewer than 30 days, the return never changed, or all capital was lost':
      'kein Kapital bekannt ist, es weniger als 30 Tage sind, der Index sich nicht bewegte, oder alles verloren wurde',
    'capital is unknown, or there are fewer than two days with an equity report':
      'kein Kapital bekannt ist, oder weniger als zwei Tage einen Equity-Bericht haben',
    'GIPS 2020, from equity reports instead of trades':
      'GIPS 2020, auf Equity-Berichte statt auf Trades',
    'there are trades, but no pip size is known':
      'es Trades gibt und von keinem die Pip-Größe bekannt ist',
    'pip sizes are never guessed from the digits of a price': 'nie aus gedruckten Stellen geraten',
  },
  printed: {
    balance: 'Kontostand',
    equity: 'Equity',
    credit: 'Kredit',
    floating_profit: 'Schwebender Gewinn',
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
    profit_trades: 'Gewinn-Trades',
    profit_trades_percent: 'Anteil der Gewinn-Trades',
    loss_trades: 'Verlust-Trades',
    loss_trades_percent: 'Anteil der Verlust-Trades',
    largest_profit_trade: 'Größter Gewinn-Trade',
    largest_loss_trade: 'Größter Verlust-Trade',
    average_profit_trade: 'Mittlerer Gewinn-Trade',
    average_loss_trade: 'Mittlerer Verlust-Trade',
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
    taxes_in_commission: 'hier sind Steuern Teil der Kommission',
    adjustments_counted:
      'dort zählen Zinsen, Dividenden und Gebühren zu dem, was eingezahlt oder verdient wird; hier sind sie Ergebnisse keines Trades',
    credit_counted: 'dort zählt der Kredit des Brokers; hier ist er Teil keiner Kennzahl',
    open_commission_paid:
      'dort ist die Kommission für das Öffnen noch offener Positionen schon belastet; hier haben Trades sie, sobald sie geschlossen sind',
    drawdown_ignores_flows:
      'dort bewegen spätere Ein- und Auszahlungen den Kontostand nicht, an dem Rückgänge gemessen werden; hier bewegen sie weder Höchststand noch Fall',
    same_instant: 'in derselben Sekunde geschlossene Trades stehen dort in anderer Reihenfolge',
    of_rounded_score: 'dort aus dem gerundeten Wert berechnet',
    nothing_counted: 'es gibt nichts dergleichen: dort als 0 gedruckt, hier unbekannt',
    defined_otherwise: 'dort anders definiert',
    not_computed: 'hier nicht berechnet',
    capital_unknown: 'keine Einzahlung und kein Anfangsbestand ist bekannt',
    earlier_history: 'der Export beginnt nach Einzahlungen oder Ergebnissen, die er nicht aufführt',
    opening_balance_of_later:
      'der Anfangsbestand ist der eines späteren Exports: was davor steht, zählt doppelt',
    archived_history: 'die Plattform hat ältere Trades in einer Zeile zusammengefasst',
    rows_missing: 'der Auszug zählt Trades, die nicht geladen wurden',
    rows_of_elsewhere: 'für seine Zeit wurden Trades geladen, die der Auszug nicht aufführt',
  },
};
