import type { FigureTexts, Named } from './figure-texts.ts';

const record = (label: string, what: string, best: string, date: string): Named => [
  label,
  `${what} con la ${best} rentabilidad, de los que tienen operaciones cerradas; sin capital conocido, con el ${best} resultado neto; en caso de empate, el primero: \`date\` ${date}; \`percent\` rentabilidad ponderada por tiempo en él, en porcentaje; \`profit\` resultado neto`,
];

const streak = (label: string, what: string): Named => [
  label,
  `${what}; un resultado de exactamente 0 acaba la racha; en caso de empate, la anterior: \`count\` operaciones; \`profit\` resultado neto`,
];

const weekdays = 'de los días laborables de los que es `sharpe_ratio_annualized`';

/** Spanish texts of figures. */
export const figuresEs: FigureTexts = {
  groups: {
    'Key figures': 'Cifras principales',
    Edge: 'Ventaja',
    Risk: 'Riesgo',
    Confidence: 'Confianza',
    'Wins and losses': 'Ganancias y pérdidas',
    'Longs and shorts': 'Largos y cortos',
    Totals: 'Totales',
    'Trading style': 'Estilo de trading',
  },
  named: {
    twr_percent: [
      'Rentabilidad',
      'rentabilidad ponderada por tiempo, sin depósitos ni retiros, en porcentaje: producto de (1 + resultado neto / capital previo), menos 1. Una pérdida de todo el capital: −100 desde entonces. Una operación sin capital no cambia nada',
    ],
    monthly_percent: [
      null,
      'rentabilidad ponderada por tiempo dentro del mes, en porcentaje; los meses compuestos dan el total',
    ],
    balance: ['Balance', 'balance de las operaciones cerradas'],
    equity: ['Equidad', 'balance y resultado flotante de las posiciones abiertas'],
    absolute_gain_percent: [
      'Ganancia absoluta',
      '100 × beneficio neto / (capital inicial + depósitos), sin capitalización, en porcentaje',
    ],
    max_drawdown_percent: [
      'Drawdown máximo',
      'mayor caída del índice ponderado por tiempo desde su máximo hasta entonces, positiva, en porcentaje; el índice empieza en 1, que es un máximo. Depósitos y retiros no mueven ninguno de los dos',
    ],
    avg_daily_return_percent: [
      'Día medio',
      'media aritmética de las rentabilidades de los días con operaciones cerradas, en porcentaje',
    ],
    avg_monthly_return_percent: [
      'Mes medio',
      'media aritmética de las rentabilidades mensuales, tal como se publican, en porcentaje',
    ],
    cagr_percent: [
      'Rentabilidad anual',
      '((1 + rentabilidad) ^ (365,25 / días) − 1) × 100, días desde `since` hasta el día de `updated_at`, o del último evento si es posterior, en porcentaje; −100 sigue siendo −100',
    ],
    open_profit: ['Resultado abierto', '`equity` − `balance`'],
    deposits: ['Depósitos', 'total depositado'],
    withdrawals: ['Retiros', 'total retirado, positivo'],
    profit_factor: ['Factor de beneficio', 'ganancias brutas / pérdidas brutas'],
    expectancy: [
      null,
      'lo que aporta una operación de media: `currency` resultado neto medio; `pips` media de pips de las operaciones cuyo tamaño de pip se conoce',
    ],
    'expectancy.currency': ['Esperanza', null],
    'expectancy.pips': ['Esperanza en pips', null],
    win_rate: [
      'Operaciones ganadas',
      'ganadas / todas las operaciones × 100, en porcentaje; un resultado de exactamente 0 no está ni ganado ni perdido',
    ],
    ahpr: [
      'Rentabilidad media por operación',
      'media aritmética de las rentabilidades por operación, en porcentaje',
    ],
    ghpr: [
      'Media geométrica por operación',
      'media geométrica de las rentabilidades por operación, en porcentaje',
    ],
    sharpe_ratio: [
      'Ratio de Sharpe por operación',
      'media / desviación muestral (n − 1) de los resultados netos por operación',
    ],
    sharpe_ratio_annualized: [
      'Ratio de Sharpe, anualizada',
      'media / desviación muestral × √252 de una rentabilidad de la equidad por día laborable, días sin movimiento como 0, fines de semana en el lunes',
    ],
    standard_deviation: [
      'Desviación estándar',
      'desviación muestral (n − 1) de los resultados netos por operación',
    ],
    z_score: [
      null,
      'dependencia entre operaciones sucesivas, negativa donde ganancias y pérdidas llegan en rachas: `value` (N(R − 0,5) − P) / √(P(P − N)/(N − 1)), P = 2WL, de N operaciones W ganadas, L perdidas, R rachas de ganancias y pérdidas; `probability` confianza en ello, 100 × erf(abs(Z)/√2), en porcentaje',
    ],
    'z_score.value': ['Z-score', null],
    'z_score.probability': ['Z-score, probabilidad', null],
    avg_win: ['Ganancia media', 'beneficio neto medio de las operaciones ganadas'],
    avg_loss: ['Pérdida media', 'beneficio neto medio de las operaciones perdidas, negativo'],
    best_trade_profit: [
      'Mejor operación',
      'mayor beneficio neto: `date` cuándo se cerró, ISO 8601 UTC; `value` beneficio neto',
    ],
    worst_trade_profit: [
      'Peor operación',
      'menor beneficio neto: `date` cuándo se cerró, ISO 8601 UTC; `value` beneficio neto',
    ],
    best_trade_pips: ['Mejor operación en pips', 'más pips en una operación'],
    worst_trade_pips: ['Peor operación en pips', 'menos pips en una operación'],
    longs_won: [
      'Largos ganados',
      'operaciones de compra: `count` operaciones ganadas; `total` operaciones; `percentage` parte ganada, en porcentaje',
    ],
    shorts_won: [
      'Cortos ganados',
      'operaciones de venta: `count` operaciones ganadas; `total` operaciones; `percentage` parte ganada, en porcentaje',
    ],
    payoff_ratio: ['Ratio ganancia/pérdida', 'ganancia media / pérdida media, sin su signo'],
    breakeven_win_rate: [
      'Tasa de acierto de equilibrio',
      '100 / (1 + `payoff_ratio`), en porcentaje: parte de operaciones ganadas, de las ganadas y perdidas, con la que ni se gana ni se pierde',
    ],
    kelly_percent: [
      'Kelly',
      '100 × (W − (1 − W) / `payoff_ratio`), W = ganadas / (ganadas + perdidas), en porcentaje: parte del capital que se arriesgaría, negativa donde no hay ventaja',
    ],
    win_rate_low: [
      'Tasa de acierto, al menos',
      'extremo inferior del intervalo del 95 % de `win_rate`, en porcentaje',
    ],
    win_rate_high: [
      'Tasa de acierto, como mucho',
      'extremo superior del intervalo del 95 % de `win_rate`, en porcentaje',
    ],
    expectancy_low: [
      'Esperanza, al menos',
      'extremo inferior del intervalo del 95 % de `expectancy.currency`: media − t × s / √n, t de n − 1 grados de libertad',
    ],
    expectancy_high: [
      'Esperanza, como mucho',
      'extremo superior del intervalo del 95 % de `expectancy.currency`: media + t × s / √n, t de n − 1 grados de libertad',
    ],
    median_trade: [
      'Operación mediana',
      'mediana de los resultados netos, si son pares la media de los dos centrales',
    ],
    best_trade_share_percent: [
      'Parte de la mejor operación',
      'mejor resultado neto / ganancias brutas × 100, en porcentaje',
    ],
    trades_per_week: [
      'Operaciones por semana',
      'operaciones cerradas / semanas de 168 horas desde la primera apertura hasta el último cierre',
    ],
    avg_win_length_hours: [
      'Duración media de las ganancias',
      'tiempo medio de la apertura al cierre de las operaciones ganadas, en horas',
    ],
    avg_loss_length_hours: [
      'Duración media de las pérdidas',
      'tiempo medio de la apertura al cierre de las operaciones perdidas, en horas',
    ],
    volatility_annualized_percent: [
      'Volatilidad, anualizada',
      `desviación muestral × √252 × 100 ${weekdays}, en porcentaje`,
    ],
    sortino_ratio_annualized: [
      'Ratio de Sortino, anualizada',
      `media / √(media de min(rentabilidad, 0)²) × √252 ${weekdays}, todos ellos`,
    ],
    omega_ratio: ['Ratio omega', `suma de las ganancias / suma de las pérdidas ${weekdays}`],
    value_at_risk_95_percent: [
      'Valor en riesgo, 95 %',
      `cuantil del 5 % ${weekdays}, lineal entre dos de ellos, en porcentaje: negativo, salvo que perdieran menos del 5 %`,
    ],
    expected_shortfall_95_percent: [
      'Pérdida esperada en la cola, 95 %',
      'media de los días laborables iguales o inferiores a `value_at_risk_95_percent`, en porcentaje',
    ],
    skewness: ['Asimetría', `G1 ${weekdays}, corregida por sesgo`],
    excess_kurtosis: [
      'Exceso de curtosis',
      `G2 ${weekdays}, corregida por sesgo, 0 en una distribución normal`,
    ],
    probabilistic_sharpe_ratio: [
      'Probabilidad de que Sharpe sea mayor que 0',
      '100 × Φ(SR √(K − 1) / √(1 − γ₃ SR + (γ₄ − 1)/4 SR²)), SR = media / desviación muestral de los K días laborables de los que es `sharpe_ratio_annualized`, γ₃ y γ₄ sus momentos, sin corregir por sesgo, γ₄ 3 en una distribución normal, en porcentaje',
    ],
    min_track_record_weekdays: [
      'Días de trading necesarios para un 95 % de confianza',
      '1 + (1 − γ₃ SR + (γ₄ − 1)/4 SR²) × (1,644854 / SR)², redondeado hacia arriba: días laborables de tales rentabilidades que hacen falta para que `probabilistic_sharpe_ratio` sea 95 %',
    ],
    best_day: record('Mejor día', 'día', 'mayor', 'el día, AAAA-MM-DD'),
    worst_day: record('Peor día', 'día', 'menor', 'el día, AAAA-MM-DD'),
    best_week: record('Mejor semana', 'semana', 'mayor', 'su primer día, AAAA-MM-DD'),
    worst_week: record('Peor semana', 'semana', 'menor', 'su primer día, AAAA-MM-DD'),
    best_month: record('Mejor mes', 'mes', 'mayor', 'su primer día, AAAA-MM-DD'),
    worst_month: record('Peor mes', 'mes', 'menor', 'su primer día, AAAA-MM-DD'),
    profitable_days_percent: [
      'Días con beneficio',
      'parte de los días con operaciones cerradas cuyo resultado neto es mayor que 0, en porcentaje',
    ],
    profitable_months_percent: [
      'Meses con beneficio',
      'parte de los meses con operaciones cerradas cuyo resultado neto es mayor que 0, en porcentaje',
    ],
    best_day_share_percent: [
      'Parte del mejor día',
      'mayor resultado neto de un día / suma de los mayores que 0 × 100, de los días con operaciones cerradas, en porcentaje',
    ],
    best_month_share_percent: [
      'Parte del mejor mes',
      'mayor resultado neto de un mes / suma de los mayores que 0 × 100, de los meses con operaciones cerradas, en porcentaje',
    ],
    best_symbol_share_percent: [
      'Parte del mejor instrumento',
      'mayor resultado neto de un instrumento / suma de los mayores que 0 × 100, en porcentaje',
    ],
    avg_monthly_geometric_percent: [
      'Media geométrica de los meses',
      'media geométrica de (1 + rentabilidad) de cada mes desde el primero hasta el último con una operación cerrada, menos 1, en porcentaje; −100 en cuanto un mes lo perdió todo',
    ],
    max_consecutive_wins: streak('Racha ganadora más larga', 'más ganancias seguidas'),
    max_consecutive_losses: streak('Racha perdedora más larga', 'más pérdidas seguidas'),
    max_consecutive_profit: streak(
      'Racha ganadora más rentable',
      'ganancias seguidas que más aportaron',
    ),
    max_consecutive_loss: streak(
      'Racha perdedora más costosa',
      'pérdidas seguidas que más costaron',
    ),
    avg_consecutive_wins: ['Racha ganadora media', 'número medio de ganancias seguidas'],
    avg_consecutive_losses: ['Racha perdedora media', 'número medio de pérdidas seguidas'],
    max_drawdown_money: [
      'Drawdown máximo en dinero',
      'mayor caída del resultado neto acumulado, ajustes incluidos, desde su máximo, positiva; empieza en 0',
    ],
    recovery_factor: [
      'Factor de recuperación',
      'resultado neto, ajustes incluidos / `max_drawdown_money`',
    ],
    lr_correlation: [
      'Correlación LR',
      'correlación del resultado neto después de cada operación, con ajustes y sin flujos, con el número de la operación',
    ],
    lr_standard_error: [
      'Error estándar LR',
      '√(suma de las distancias al cuadrado de ese resultado a su recta / (n − 2))',
    ],
    calmar_ratio: [
      'Ratio de Calmar',
      '`cagr_percent` / `max_drawdown_percent`, ambos de todo el historial, no de 36 meses',
    ],
    ulcer_index: [
      'Índice Ulcer',
      '√(media de los drawdowns porcentuales al cuadrado) del índice ponderado por tiempo al final de cada día natural desde el primero hasta el último con un evento, desde su máximo al final de un día',
    ],
    growth_r_squared: [
      'Regularidad del crecimiento, R²',
      'correlación al cuadrado del logaritmo de ese índice con el número del día, en los mismos días',
    ],
    time_in_market_percent: [
      'Tiempo en el mercado',
      'parte del tiempo desde la primera apertura hasta el último cierre en que estuvo abierta alguna de las operaciones cerradas, en porcentaje',
    ],
    twr_equity_percent: [
      'Rentabilidad según equidad',
      'rentabilidad ponderada por tiempo hasta el último informe de equidad, como la de un día de la curva de equidad, en porcentaje',
    ],
    max_drawdown_equity_percent: [
      'Drawdown máximo según equidad',
      'mayor caída del índice de `twr_equity_percent` desde su máximo hasta entonces, positiva, según informes diarios, en porcentaje; el índice empieza en 1, que es un máximo',
    ],
    total_trades: ['Operaciones cerradas', 'operaciones cerradas'],
    total_lots: ['Lotes', 'lotes cerrados'],
    total_pips: [
      'Pips',
      'pips de las operaciones con tamaño de pip conocido, 0 sin operaciones: (cierre − apertura) / tamaño de pip, con el signo contrario en las ventas. El tamaño es de la tabla `symbols`, si no por el nombre en pares de divisas, oro y plata, si no se desconoce',
    ],
    total_swap: ['Swaps', 'swap, negativo cuando se cobra'],
    total_commissions: ['Comisiones', 'comisión, negativa cuando se cobra'],
    avg_trade_length_hours: [
      'Duración media de las operaciones',
      'tiempo medio de la apertura al cierre, en horas',
    ],
    autotrading_trades: [
      'Operaciones automáticas',
      'operaciones con un número mágico distinto de 0; ninguna en cTrader y TradeLocker',
    ],
    manual_trades: ['Operaciones manuales', 'todas las demás operaciones'],
    autotrading_percentage: [
      'Parte de operaciones automáticas',
      'parte de `autotrading_trades`, en porcentaje',
    ],
  },
  phrases: {
    'capital is unknown; 0 if it is known and no trade was closed':
      'no se conoce el capital; 0 si se conoce y no se cerró nada',
    'GIPS 2020 (true time-weighted return)': 'rentabilidad ponderada por tiempo exacta, GIPS 2020',
    'GIPS 2020': 'GIPS 2020',
    'capital is unknown, and the platform printed no balance':
      'no se conoce el capital y la plataforma no imprimió ningún balance',
    'no equity report is as recent as the newest booking, capital is unknown, and the platform printed no balance':
      'no se conoce el capital, la plataforma no imprimió ningún balance y ningún informe de equidad es tan reciente como el último movimiento',
    'capital is unknown, or starting capital plus deposits is not above 0':
      'no se conoce el capital, o capital inicial y depósitos no son mayores que 0',
    'our own definition': 'definición propia',
    'empyrical, `stability_of_timeseries`, here over calendar days':
      'empyrical, `stability_of_timeseries`, aquí de días naturales',
    'our own definition; MetaTrader measures the balance, deposits included':
      'definición propia; MetaTrader mide el balance, depósitos incluidos',
    'capital is unknown, or no trade was closed':
      'no se conoce el capital, o no se cerró ninguna operación',
    'capital is unknown, or there are fewer than 90 days':
      'no se conoce el capital, o hay menos de 90 días',
    'compound annual growth rate': 'habitual (tasa de crecimiento anual compuesta)',
    'equity or balance is unknown': 'se desconoce la equidad o el balance',
    'the account has never sent data': 'la cuenta nunca ha enviado datos',
    'no trade was lost': 'no se perdió ninguna operación',
    'as MetaTrader prints it': 'como lo imprime MetaTrader',
    'no trade was closed': 'no se cerró ninguna operación',
    'MetaTrader counts 0 as won': 'MetaTrader cuenta 0 como ganada',
    'no trade was closed with capital above 0 before it':
      'no se cerró ninguna operación con capital previo mayor que 0',
    'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492; of returns, so that deposits do not count':
      'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492; sobre rentabilidades, para que los flujos no cuenten',
    'no trade was closed with capital above 0 before it, or a trade lost all capital':
      'no se cerró ninguna operación con capital previo mayor que 0, y en cuanto una operación lo perdió todo',
    'there are fewer than two trades, or all have the same result':
      'hay menos de dos operaciones, o todas tienen el mismo resultado',
    'Sharpe, risk-free rate 0': 'Sharpe, tipo sin riesgo 0',
    'there are under 30 weekdays, all returns are equal, or reports cover under 30 weekdays and under half':
      'hay menos de 30 días laborables o ninguna desviación, y si menos de 30 días laborables y menos de la mitad de ellos tienen informe',
    'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492':
      'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492',
    'no trade was won': 'no se ganó ninguna operación',
    'no trade has a known pip size': 'no se conoce el tamaño de pip de ninguna operación',
    'no trade was won, or none was lost': 'no se ganó ninguna operación, o no se perdió ninguna',
    standard: 'habitual',
    'Kelly 1956, Thorp 2006': 'Kelly 1956, Thorp 2006',
    'Wilson 1927, without continuity correction': 'Wilson 1927, sin corrección de continuidad',
    'there are fewer than two trades': 'hay menos de dos operaciones',
    'Student 1908; assumes independent trades':
      'Student 1908; como si los resultados fueran independientes entre sí',
    'no trade was closed, or no time passed': 'no se cerró ninguna operación, o no pasó tiempo',
    'there is no annualised Sharpe ratio': 'se desconoce la ratio de Sharpe anualizada',
    'there is no annualised Sharpe ratio, or no weekday lost':
      'se desconoce la ratio de Sharpe anualizada, o ningún día laborable perdió',
    'Sortino and Price 1994, target 0': 'Sortino y Price 1994, objetivo 0',
    'Keating and Shadwick 2002, threshold 0': 'Keating y Shadwick 2002, umbral 0',
    'historical; quantiles as in R (type 7)':
      'histórico; cuantiles como los da R por defecto (tipo 7)',
    historical: 'histórico',
    'Joanes and Gill 1998': 'Joanes y Gill 1998',
    'Bailey and López de Prado 2012': 'Bailey y López de Prado 2012',
    'there is no annualised Sharpe ratio, the average return is not above 0, or it takes over a million days':
      'se desconoce la ratio de Sharpe anualizada, la media no es mayor que 0, o hace falta más de un millón',
    'no day with closed trades has a net profit above 0':
      'ninguno de esos días tiene un resultado neto mayor que 0',
    'no month with closed trades has a net profit above 0':
      'ninguno de esos meses tiene un resultado neto mayor que 0',
    'no instrument has a net profit above 0':
      'ningún instrumento tiene un resultado neto mayor que 0',
    'Myfxbook and MetaStats (monthly return)':
      'como Myfxbook y MetaStats entienden su tasa mensual',
    MetaTrader: 'MetaTrader',
    'MetaTrader, which rounds it': 'MetaTrader, que lo redondea',
    'MetaTrader (maximal drawdown), without deposits and withdrawals':
      'como el drawdown máximo de MetaTrader, sin flujos',
    'no trade was closed, or there was no drawdown': 'no se cerró ninguna operación, o nunca cayó',
    'MetaTrader 5': 'MetaTrader 5',
    'there are fewer than three trades, or net profit never changed':
      'hay menos de tres operaciones, o ese resultado nunca se movió',
    'MetaTrader 5, which also counts deposits and withdrawals':
      'MetaTrader 5, donde los flujos cuentan',
    'there are fewer than three trades': 'hay menos de tres operaciones',
    'there is no annual return, or there was no drawdown':
      'se desconoce `cagr_percent`, o no hubo drawdown',
    'Young 1991': 'Young 1991',
    'capital is unknown, or there is no event': 'no se conoce el capital, o no hay ningún evento',
    'Martin 1987': 'Martin 1987',
    'capital is unknown, there are fewer than 30 days, the return never changed, or all capital was lost':
      'no se conoce el capital, hay menos de 30 días, el índice no se movió, o se perdió todo',
    'capital is unknown, or there are fewer than two days with an equity report':
      'no se conoce el capital, o hay menos de dos días con informe de equidad',
    'GIPS 2020, from equity reports instead of trades':
      'GIPS 2020, sobre informes de equidad en lugar de operaciones',
    'there are trades, but no pip size is known':
      'hay operaciones y no se conoce el tamaño de pip de ninguna',
    'pip sizes are never guessed from the digits of a price':
      'nunca adivinado por los dígitos impresos',
  },
  printed: {
    balance: 'Balance',
    equity: 'Equidad',
    credit: 'Crédito',
    floating_profit: 'Beneficio flotante',
    margin: 'Margen',
    free_margin: 'Margen libre',
    margin_level: 'Nivel de margen',
    deposits: 'Depósitos',
    withdrawals: 'Retiros',
    net_deposits: 'Depósitos menos retiros',
    closed_profit: 'Beneficio cerrado',
    profit_before_costs: 'Beneficio antes de costes',
    commission: 'Comisión',
    taxes: 'Impuestos',
    swap: 'Swap',
    open_profit_before_costs: 'Posiciones abiertas, antes de costes',
    open_commission: 'Posiciones abiertas, comisión',
    open_taxes: 'Posiciones abiertas, impuestos',
    open_swap: 'Posiciones abiertas, swap',
    net_profit: 'Beneficio neto',
    gross_profit: 'Beneficio bruto',
    gross_loss: 'Pérdida bruta',
    profit_factor: 'Factor de beneficio',
    expected_payoff: 'Resultado esperado',
    recovery_factor: 'Factor de recuperación',
    sharpe_ratio: 'Ratio de Sharpe',
    z_score: 'Z-score',
    z_score_percent: 'Z-score, probabilidad',
    ahpr: 'AHPR',
    ahpr_percent: 'AHPR en porcentaje',
    ghpr: 'GHPR',
    ghpr_percent: 'GHPR en porcentaje',
    lr_correlation: 'Correlación LR',
    lr_standard_error: 'Error estándar LR',
    gain_percent: 'Ganancia',
    absolute_gain_percent: 'Ganancia absoluta',
    drawdown_absolute: 'Drawdown, absoluto',
    drawdown_maximal: 'Drawdown, máximo',
    drawdown_maximal_percent: 'Drawdown, máximo, en porcentaje',
    drawdown_relative: 'Drawdown, relativo, en dinero',
    drawdown_relative_percent: 'Drawdown, relativo',
    equity_drawdown_absolute: 'Drawdown de la equidad, absoluto',
    equity_drawdown_maximal: 'Drawdown de la equidad, máximo',
    equity_drawdown_maximal_percent: 'Drawdown de la equidad, máximo, en porcentaje',
    equity_drawdown_relative: 'Drawdown de la equidad, relativo, en dinero',
    equity_drawdown_relative_percent: 'Drawdown de la equidad, relativo',
    total_trades: 'Operaciones',
    total_deals: 'Transacciones',
    volume: 'Volumen',
    pips: 'Pips',
    short_trades: 'Operaciones cortas',
    short_trades_won_percent: 'Operaciones cortas ganadas',
    long_trades: 'Operaciones largas',
    long_trades_won_percent: 'Operaciones largas ganadas',
    profit_trades: 'Operaciones con beneficio',
    profit_trades_percent: 'Parte con beneficio',
    loss_trades: 'Operaciones con pérdida',
    loss_trades_percent: 'Parte con pérdida',
    largest_profit_trade: 'Mayor operación con beneficio',
    largest_loss_trade: 'Mayor operación con pérdida',
    average_profit_trade: 'Operación media con beneficio',
    average_loss_trade: 'Operación media con pérdida',
    max_consecutive_wins: 'Más ganancias seguidas',
    max_consecutive_wins_profit: 'Más ganancias seguidas, beneficio',
    max_consecutive_losses: 'Más pérdidas seguidas',
    max_consecutive_losses_loss: 'Más pérdidas seguidas, pérdida',
    max_consecutive_profit: 'Mayor beneficio seguido',
    max_consecutive_profit_trades: 'Mayor beneficio seguido, operaciones',
    max_consecutive_loss: 'Mayor pérdida seguida',
    max_consecutive_loss_trades: 'Mayor pérdida seguida, operaciones',
    average_consecutive_wins: 'Media de ganancias seguidas',
    average_consecutive_losses: 'Media de pérdidas seguidas',
  },
  reasons: {
    zero_counted_as_won:
      'allí un resultado de exactamente 0 cuenta como ganado; aquí no está ni ganado ni perdido',
    costs_apart: 'allí no entran comisión ni swap',
    taxes_in_commission: 'aquí los impuestos son parte de la comisión',
    adjustments_counted:
      'allí intereses, dividendos y tasas cuentan entre lo ingresado o ganado; aquí no son resultado de ninguna operación',
    credit_counted: 'allí cuenta el crédito del bróker; aquí no entra en ninguna cifra',
    open_commission_paid:
      'allí la comisión de apertura de posiciones aún abiertas ya está cobrada; aquí la tienen las operaciones al cerrarse',
    drawdown_ignores_flows:
      'allí depósitos y retiros posteriores no mueven el balance con que se miden las caídas; aquí no mueven ni máximo ni caída',
    same_instant: 'allí las operaciones cerradas en el mismo segundo están en otro orden',
    of_rounded_score: 'calculado allí a partir del valor redondeado',
    nothing_counted: 'no hay nada de eso: allí se imprime 0, aquí se desconoce',
    defined_otherwise: 'definido allí de otra manera',
    not_computed: 'no se calcula aquí',
    capital_unknown: 'no se conoce ningún depósito ni balance inicial',
    earlier_history: 'la exportación empieza después de depósitos o resultados que no enumera',
    opening_balance_of_later:
      'el balance inicial es el de una exportación posterior: lo anterior cuenta dos veces',
    archived_history: 'la plataforma juntó operaciones antiguas en una sola fila',
    rows_missing: 'el extracto cuenta operaciones que no se cargaron',
    rows_of_elsewhere: 'para su período se cargaron operaciones que el extracto no enumera',
  },
};
