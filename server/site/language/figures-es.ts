import type { FigureText, FigureTexts } from './figure-texts.ts';

const record = (label: string, what: string, best: string, date: string): FigureText => [
  label,
  `${what} con la ${best} rentabilidad entre los períodos con ${what === 'día' ? 'operaciones cerradas' : 'algún resultado'}: sin capital conocido, según el ${best} beneficio neto; en caso de empate, el primero: \`date\` ${date}; \`percent\` rentabilidad ponderada por tiempo, en porcentaje; \`profit\` beneficio neto`,
];

const streak = (label: string, what: string): FigureText => [
  label,
  `${what}: un resultado de exactamente 0 termina la racha; en caso de empate, la primera: \`count\` número de operaciones; \`profit\` beneficio neto`,
];

const weekdays = 'de las rentabilidades por día laborable de `sharpe_ratio_annualized`';

/** Spanish texts of figures. */
export const figuresEs: FigureTexts = {
  groups: {
    'Key figures': 'Cifras principales',
    Edge: 'Ventaja estadística',
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
      'rentabilidad ponderada por tiempo: crecimiento sin el efecto de depósitos y retiros, en porcentaje: producto de (1 + beneficio neto / capital previo) − 1; −100 tras una pérdida total; las operaciones sin capital no cuentan',
    ],
    monthly_percent: [
      null,
      'rentabilidad ponderada por tiempo del mes, en porcentaje; los meses, compuestos, dan la rentabilidad total',
    ],
    balance: ['Balance', 'balance de las operaciones cerradas, los depósitos y los retiros'],
    equity: ['Equidad', 'balance más el beneficio flotante de las posiciones abiertas'],
    absolute_gain_percent: [
      'Ganancia absoluta',
      'beneficio neto como parte de todo el dinero depositado, sin capitalización, en porcentaje: 100 × beneficio neto / (capital inicial + depósitos)',
    ],
    max_drawdown_percent: [
      'Drawdown máximo',
      'mayor caída de la rentabilidad desde su máximo hasta entonces, como número positivo, en porcentaje: tras cada operación, sobre 1 + rentabilidad ponderada por tiempo; el comienzo es el primer máximo; depósitos y retiros no influyen',
    ],
    avg_daily_return_percent: [
      'Rentabilidad diaria media',
      'media de las rentabilidades de los días con operaciones cerradas, en porcentaje: media aritmética',
    ],
    avg_monthly_return_percent: [
      'Rentabilidad mensual media',
      'media de las rentabilidades mensuales, tal como se publican, en porcentaje: media aritmética',
    ],
    cagr_percent: [
      'Rentabilidad anual',
      'rentabilidad anual que, compuesta, da la rentabilidad total, en porcentaje: ((1 + rentabilidad) ^ (365,25 / días) − 1) × 100; días desde `since` hasta `updated_at` o un evento posterior',
    ],
    open_profit: [
      'Resultado flotante',
      'beneficio flotante de las posiciones abiertas: `equity` − `balance`',
    ],
    deposits: ['Depósitos', 'suma de todos los depósitos'],
    withdrawals: ['Retiros', 'suma de todos los retiros, como importe positivo'],
    profit_factor: [
      'Factor de beneficio',
      'beneficio total de las operaciones ganadoras dividido por la pérdida total de las perdedoras: beneficio bruto / pérdida bruta',
    ],
    expectancy: [
      null,
      'resultado medio de una operación: `currency` beneficio neto medio por operación; `pips` media de pips de las operaciones con tamaño de pip conocido',
    ],
    'expectancy.currency': ['Esperanza matemática', null],
    'expectancy.pips': ['Esperanza matemática en pips', null],
    win_rate: [
      'Tasa de acierto',
      'parte de las operaciones cerradas que se ganaron, en porcentaje: 100 × ganadas / todas las operaciones; un resultado de exactamente 0 no está ni ganado ni perdido',
    ],
    ahpr: [
      'Rentabilidad media por operación (AHPR)',
      'media aritmética de las rentabilidades de todas las operaciones, en porcentaje: rentabilidad de una operación = beneficio neto / capital previo',
    ],
    ghpr: [
      'Rentabilidad geométrica por operación (GHPR)',
      'rentabilidad por operación que, compuesta, da la rentabilidad total, en porcentaje: producto de (1 + rentabilidad de una operación) ^ (1 / operaciones) − 1',
    ],
    sharpe_ratio: [
      'Ratio de Sharpe por operación',
      'beneficio neto medio de una operación comparado con cuánto varían los resultados: media / desviación estándar muestral (n − 1) de los beneficios netos',
    ],
    sharpe_ratio_annualized: [
      'Ratio de Sharpe, anualizada',
      'rentabilidad diaria media de la equidad comparada con cuánto varía, llevada a un año: media / desviación estándar muestral × √252 de una rentabilidad por día laborable; los días sin cambio cuentan como 0, los fines de semana en el lunes',
    ],
    standard_deviation: [
      'Desviación estándar',
      'cuánto varían los beneficios netos de las operaciones en torno a su media: desviación estándar muestral (n − 1)',
    ],
    z_score: [
      null,
      'indica si las ganancias y pérdidas llegan en rachas (menor que 0) o se alternan (mayor que 0): `value` Z-score del orden de ganancias y pérdidas: (N(R − 0,5) − P) / √(P(P − N)/(N − 1)), P = 2WL; W operaciones ganadas, L perdidas, N = W + L, R series; `probability` confianza en que el orden no es casual, en porcentaje: 100 × erf(abs(Z)/√2)',
    ],
    'z_score.value': ['Z-score', null],
    'z_score.probability': ['Z-score, probabilidad', null],
    avg_win: ['Ganancia media', 'beneficio neto medio de las operaciones ganadoras'],
    avg_loss: [
      'Pérdida media',
      'beneficio neto medio de las operaciones perdedoras, un importe negativo',
    ],
    best_trade_profit: [
      'Mejor operación',
      'operación con el mayor beneficio neto: `date` momento del cierre, ISO 8601 UTC; `value` beneficio neto',
    ],
    worst_trade_profit: [
      'Peor operación',
      'operación con el menor beneficio neto: `date` momento del cierre, ISO 8601 UTC; `value` beneficio neto',
    ],
    best_trade_pips: ['Mejor operación en pips', 'mejor resultado en pips de una operación'],
    worst_trade_pips: [
      'Peor operación en pips',
      'peor resultado en pips de una operación, normalmente una pérdida',
    ],
    longs_won: [
      'Operaciones largas ganadas',
      'operaciones de compra: `count` operaciones ganadas; `total` número de operaciones; `percentage` parte ganada, en porcentaje',
    ],
    shorts_won: [
      'Operaciones cortas ganadas',
      'operaciones de venta: `count` operaciones ganadas; `total` número de operaciones; `percentage` parte ganada, en porcentaje',
    ],
    payoff_ratio: [
      'Ratio ganancia/pérdida',
      'ganancia media comparada con la pérdida media: ganancia media / pérdida media, sin su signo',
    ],
    breakeven_win_rate: [
      'Tasa de acierto en el punto de equilibrio',
      'tasa de acierto con la que ganancias y pérdidas se compensan; las operaciones con exactamente 0 no cuentan, en porcentaje: 100 / (1 + `payoff_ratio`)',
    ],
    kelly_percent: [
      'Criterio de Kelly',
      'parte del capital que se arriesgaría por operación según el criterio de Kelly, negativa sin ventaja, en porcentaje: 100 × (W − (1 − W) / `payoff_ratio`), W = ganadas / (ganadas + perdidas)',
    ],
    win_rate_low: [
      'Tasa de acierto, límite inferior',
      'límite inferior del intervalo de confianza del 95 % de `win_rate`, en porcentaje',
    ],
    win_rate_high: [
      'Tasa de acierto, límite superior',
      'límite superior del intervalo de confianza del 95 % de `win_rate`, en porcentaje',
    ],
    expectancy_low: [
      'Esperanza matemática, límite inferior',
      'límite inferior del intervalo de confianza del 95 % de `expectancy.currency`: media − t × s / √n, t con n − 1 grados de libertad',
    ],
    expectancy_high: [
      'Esperanza matemática, límite superior',
      'límite superior del intervalo de confianza del 95 % de `expectancy.currency`: media + t × s / √n, t con n − 1 grados de libertad',
    ],
    median_trade: [
      'Operación mediana',
      'beneficio neto de la operación central, con las operaciones ordenadas por beneficio neto: con un número par, la media de las dos centrales',
    ],
    best_trade_share_percent: [
      'Mejor operación, parte del beneficio',
      'qué parte del beneficio bruto aportó la mejor operación, en porcentaje: 100 × mayor beneficio neto / beneficio bruto',
    ],
    trades_per_week: [
      'Operaciones por semana',
      'número medio de operaciones cerradas por semana: operaciones cerradas / semanas de 168 horas desde la primera apertura hasta el último cierre',
    ],
    avg_win_length_hours: [
      'Duración media de las operaciones ganadoras',
      'tiempo medio de la apertura al cierre de las operaciones ganadoras, en horas',
    ],
    avg_loss_length_hours: [
      'Duración media de las operaciones perdedoras',
      'tiempo medio de la apertura al cierre de las operaciones perdedoras, en horas',
    ],
    volatility_annualized_percent: [
      'Volatilidad, anualizada',
      `cuánto varían las rentabilidades diarias de la equidad, llevado a un año, en porcentaje: desviación estándar muestral × √252 × 100 ${weekdays}`,
    ],
    sortino_ratio_annualized: [
      'Ratio de Sortino, anualizada',
      `como la ratio de Sharpe anualizada, pero solo los días con pérdidas cuentan como riesgo: media / √(media de min(rentabilidad, 0)²) × √252 ${weekdays}`,
    ],
    omega_ratio: [
      'Ratio omega',
      `ganancias de los días ganadores divididas por las pérdidas de los perdedores: suma de las ganancias / suma de las pérdidas ${weekdays}`,
    ],
    value_at_risk_95_percent: [
      'Valor en riesgo (VaR), 95 %',
      `rentabilidad diaria por debajo de la cual solo queda uno de cada 20 días; negativa salvo que menos del 5 % de los días terminen con pérdida, en porcentaje: cuantil del 5 % ${weekdays}, con interpolación lineal`,
    ],
    expected_shortfall_95_percent: [
      'Expected shortfall (CVaR), 95 %',
      'rentabilidad media de los peores días, los que no superan el valor en riesgo, en porcentaje: media de las rentabilidades por día laborable iguales o inferiores a `value_at_risk_95_percent`',
    ],
    skewness: [
      'Asimetría',
      `asimetría de las rentabilidades diarias: por debajo de 0, las grandes pérdidas son más frecuentes que las grandes ganancias: G1 (corregida por sesgo) ${weekdays}`,
    ],
    excess_kurtosis: [
      'Exceso de curtosis',
      `con qué frecuencia hay días extremos: por encima de 0, más que en una distribución normal: G2 (corregida por sesgo) ${weekdays}`,
    ],
    probabilistic_sharpe_ratio: [
      'Probabilidad de una ratio de Sharpe mayor que 0',
      'probabilidad de que la verdadera ratio de Sharpe sea mayor que 0, según la duración y la dispersión del historial, en porcentaje: 100 × Φ(SR √(K−1) / √(1 − γ₃ SR + (γ₄−1)/4 SR²)); K rentabilidades como en `sharpe_ratio_annualized`, γ₃ asimetría, γ₄ curtosis (normal: 3)',
    ],
    min_track_record_weekdays: [
      'Días de trading necesarios para un 95 % de confianza',
      'días laborables con tales rentabilidades que necesita `probabilistic_sharpe_ratio` para llegar al 95 %: 1 + (1 − γ₃ SR + (γ₄−1)/4 SR²) × (1,644854 / SR)², redondeado hacia arriba',
    ],
    best_day: record('Mejor día', 'día', 'mayor', 'el día, AAAA-MM-DD'),
    worst_day: record('Peor día', 'día', 'menor', 'el día, AAAA-MM-DD'),
    best_week: record('Mejor semana', 'semana', 'mayor', 'su primer día, AAAA-MM-DD'),
    worst_week: record('Peor semana', 'semana', 'menor', 'su primer día, AAAA-MM-DD'),
    best_month: record('Mejor mes', 'mes', 'mayor', 'su primer día, AAAA-MM-DD'),
    worst_month: record('Peor mes', 'mes', 'menor', 'su primer día, AAAA-MM-DD'),
    profitable_days_percent: [
      'Días con beneficio',
      'parte de los días con un beneficio neto mayor que 0, en porcentaje: cuenta solo días con operaciones cerradas',
    ],
    profitable_months_percent: [
      'Meses con beneficio',
      'parte de los meses con un beneficio neto mayor que 0, en porcentaje: cuenta solo meses con algún resultado',
    ],
    best_day_share_percent: [
      'Mejor día, parte del beneficio',
      'qué parte del beneficio de los días ganadores aportó el mejor, en porcentaje: 100 × mayor beneficio neto de un día / suma de los beneficios netos mayores que 0; solo días con operaciones cerradas',
    ],
    best_month_share_percent: [
      'Mejor mes, parte del beneficio',
      'qué parte del beneficio de los meses ganadores aportó el mejor, en porcentaje: 100 × mayor beneficio neto de un mes / suma de los beneficios netos mayores que 0; solo meses con algún resultado',
    ],
    best_symbol_share_percent: [
      'Mejor instrumento, parte del beneficio',
      'qué parte del beneficio de los instrumentos ganadores aportó el mejor, en porcentaje: 100 × mayor beneficio neto de un instrumento / suma de los beneficios netos mayores que 0',
    ],
    avg_monthly_geometric_percent: [
      'Rentabilidad mensual media, compuesta',
      'rentabilidad mensual que, compuesta, da la rentabilidad de todos los meses, en porcentaje: media geométrica de (1 + rentabilidad) − 1 de los meses de la lista; −100 tras una pérdida total',
    ],
    max_consecutive_wins: streak('Racha ganadora más larga', 'más ganancias seguidas'),
    max_consecutive_losses: streak('Racha perdedora más larga', 'más pérdidas seguidas'),
    max_consecutive_profit: streak(
      'Racha ganadora más rentable',
      'ganancias seguidas que juntas aportaron más',
    ),
    max_consecutive_loss: streak(
      'Racha perdedora más costosa',
      'pérdidas seguidas que juntas costaron más',
    ),
    avg_consecutive_wins: ['Racha ganadora media', 'número medio de ganancias seguidas'],
    avg_consecutive_losses: ['Racha perdedora media', 'número medio de pérdidas seguidas'],
    max_drawdown_money: [
      'Drawdown máximo en dinero',
      'mayor caída del beneficio neto acumulado desde su máximo hasta entonces, como importe positivo: empieza en 0 e incluye ajustes',
    ],
    recovery_factor: [
      'Factor de recuperación',
      'beneficio neto dividido por el mayor drawdown en dinero: beneficio neto con ajustes / `max_drawdown_money`',
    ],
    lr_correlation: [
      'Correlación LR',
      'cuánto se acerca el beneficio neto a una recta: 1 es una subida perfecta: correlación del beneficio neto acumulado (con ajustes) con el número de la operación',
    ],
    lr_standard_error: [
      'Error estándar LR',
      'cuánto se aparta el beneficio neto acumulado de su recta: √(suma de las distancias al cuadrado a la recta de regresión / (n − 2))',
    ],
    calmar_ratio: [
      'Ratio de Calmar',
      'rentabilidad anual dividida por el drawdown máximo: `cagr_percent` / `max_drawdown_percent`, de todo el historial en lugar de 36 meses',
    ],
    ulcer_index: [
      'Índice Ulcer',
      'profundidad y duración de los drawdowns en un número; cuanto menor, mejor: √(media de los drawdowns porcentuales al cuadrado al final de cada día natural, del primer al último evento)',
    ],
    growth_r_squared: [
      'Regularidad del crecimiento, R²',
      'lo regular que fue el crecimiento: 1 significa el mismo crecimiento cada día: correlación al cuadrado del logaritmo de 1 + rentabilidad con el número del día, en todos los días naturales',
    ],
    time_in_market_percent: [
      'Tiempo en el mercado',
      'parte del tiempo en que estuvo abierta al menos una de las operaciones cerradas, en porcentaje: desde la primera apertura hasta el último cierre',
    ],
    twr_equity_percent: [
      'Rentabilidad según equidad',
      'rentabilidad ponderada por tiempo hasta el último informe de equidad, con las posiciones abiertas, en porcentaje: como la de un día de la curva de equidad',
    ],
    max_drawdown_equity_percent: [
      'Drawdown máximo según equidad',
      'mayor caída de la rentabilidad según equidad desde su máximo hasta entonces, como número positivo, en porcentaje: según el último informe de equidad de cada día, sobre 1 + `twr_equity_percent`; el comienzo es el primer máximo',
    ],
    total_trades: ['Operaciones cerradas', 'número de operaciones cerradas'],
    total_lots: ['Lotes', 'volumen total de las operaciones cerradas en lotes'],
    total_pips: [
      'Pips',
      'pips de las operaciones con tamaño de pip conocido, 0 sin operaciones: (cierre − apertura) / tamaño de pip, con el signo contrario en las ventas. El tamaño de pip está en la tabla `symbols`. Si no, en pares de divisas, oro y plata se deduce del nombre; en otro caso se desconoce',
    ],
    total_swap: ['Swaps', 'suma de los swaps; negativa si costaron dinero'],
    total_commissions: ['Comisiones', 'suma de las comisiones; negativa si costaron dinero'],
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
      'Porcentaje de operaciones automáticas',
      'parte de `autotrading_trades` en todas las operaciones, en porcentaje',
    ],
  },
  phrases: {
    'capital is unknown; 0 if it is known and no trade was closed':
      'no se conoce el capital; 0 si se conoce y no se cerró ninguna operación',
    'capital is unknown; 0 if it is known and there was no result':
      'no se conoce el capital; 0 si se conoce y no hubo ningún resultado',
    'GIPS 2020 (true time-weighted return)': 'rentabilidad ponderada por tiempo exacta, GIPS 2020',
    'GIPS 2020': 'GIPS 2020',
    'capital is unknown, and the platform printed no balance':
      'no se conoce el capital y la plataforma no indicó ningún balance',
    'capital is unknown, no balance was printed, and every equity report is older than the latest trade, deposit or withdrawal':
      'no se conoce el capital, la plataforma no indicó ningún balance y ningún informe de equidad es tan reciente como la última operación, el último depósito o el último retiro',
    'capital is unknown, or starting capital plus deposits is not above 0':
      'no se conoce el capital o el capital inicial más los depósitos no es mayor que 0',
    'our own definition': 'definición propia',
    'empyrical, `stability_of_timeseries`, here over calendar days':
      'empyrical, `stability_of_timeseries`, aquí con días naturales',
    'our own definition; MetaTrader measures the balance, deposits included':
      'definición propia; MetaTrader mide el balance, depósitos incluidos',
    'capital is unknown, or no trade was closed':
      'no se conoce el capital o no se cerró ninguna operación',
    'capital is unknown, or there was no result':
      'no se conoce el capital o no hubo ningún resultado',
    'there was no result': 'no hubo ningún resultado',
    'capital is unknown, or there are fewer than 90 days':
      'no se conoce el capital o hay menos de 90 días',
    'compound annual growth rate': 'tasa de crecimiento anual compuesta (CAGR)',
    'equity or balance is unknown': 'se desconoce la equidad o el balance',
    'the account has never sent data': 'la cuenta nunca ha enviado datos',
    'the account has never sent data, or the source does not list all deposits':
      'la cuenta nunca ha enviado datos o el origen no enumera todos los depósitos',
    'no trade was lost': 'no se perdió ninguna operación',
    'as MetaTrader prints it': 'como lo muestra MetaTrader',
    'no trade was closed': 'no se cerró ninguna operación',
    'MetaTrader counts 0 as won': 'MetaTrader cuenta 0 como ganada',
    'no trade was closed with capital above 0 before it':
      'no se cerró ninguna operación con capital previo mayor que 0',
    'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492; of returns, so that deposits do not count':
      'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492; sobre rentabilidades, para que los depósitos no cuenten',
    'no trade was closed with capital above 0 before it, or a trade lost all capital':
      'no se cerró ninguna operación con capital previo mayor que 0 o una operación perdió todo el capital',
    'there are fewer than two trades, or all have the same result':
      'hay menos de dos operaciones o todas tienen el mismo resultado',
    'Sharpe, risk-free rate 0': 'Sharpe, tipo sin riesgo 0',
    'there are under 30 weekdays, under 30 and under half of them have equity reports, or all returns are equal':
      'hay menos de 30 días laborables, todas las rentabilidades son iguales o los informes cubren menos de 30 días laborables y menos de la mitad',
    'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492':
      'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492',
    'no trade was won': 'no se ganó ninguna operación',
    'no trade has a known pip size': 'no se conoce el tamaño de pip de ninguna operación',
    'no trade was won, or none was lost': 'no se ganó ninguna operación o no se perdió ninguna',
    standard: 'definición habitual',
    'Kelly 1956, Thorp 2006': 'Kelly 1956, Thorp 2006',
    'Wilson 1927, without continuity correction': 'Wilson 1927, sin corrección de continuidad',
    'there are fewer than two trades': 'hay menos de dos operaciones',
    'Student 1908; assumes independent trades': 'Student 1908; supone operaciones independientes',
    'no trade was closed, or no time passed': 'no se cerró ninguna operación o no pasó tiempo',
    'there is no annualised Sharpe ratio': 'se desconoce la ratio de Sharpe anualizada',
    'there is no annualised Sharpe ratio, or no weekday lost':
      'se desconoce la ratio de Sharpe anualizada o ningún día laborable terminó con pérdida',
    'Sortino and Price 1994, target 0': 'Sortino y Price 1994, objetivo 0',
    'Keating and Shadwick 2002, threshold 0': 'Keating y Shadwick 2002, umbral 0',
    'historical; quantiles as in R (type 7)': 'histórico; cuantiles como en R (tipo 7)',
    historical: 'histórico',
    'Joanes and Gill 1998': 'Joanes y Gill 1998',
    'Bailey and López de Prado 2012': 'Bailey y López de Prado 2012',
    'there is no annualised Sharpe ratio, the average return is not above 0, or it takes over a million days':
      'se desconoce la ratio de Sharpe anualizada, la rentabilidad media no es mayor que 0 o hace falta más de un millón de días',
    'no day with closed trades has a net profit above 0':
      'ningún día con operaciones cerradas tiene un beneficio neto mayor que 0',
    'no month has a net profit above 0': 'ningún mes tiene un beneficio neto mayor que 0',
    'no instrument has a net profit above 0':
      'ningún instrumento tiene un beneficio neto mayor que 0',
    'Myfxbook and MetaStats (monthly return)': 'Myfxbook y MetaStats (rentabilidad mensual)',
    MetaTrader: 'MetaTrader',
    'MetaTrader, which rounds it': 'MetaTrader, que lo redondea',
    'MetaTrader (maximal drawdown), without deposits and withdrawals':
      'MetaTrader (drawdown máximo), sin depósitos ni retiros',
    'no trade was closed, or there was no drawdown':
      'no se cerró ninguna operación o no hubo drawdown',
    'MetaTrader 5': 'MetaTrader 5',
    'there are fewer than three trades, or net profit never changed':
      'hay menos de tres operaciones o el beneficio neto nunca cambió',
    'MetaTrader 5, which also counts deposits and withdrawals':
      'MetaTrader 5, que también cuenta depósitos y retiros',
    'there are fewer than three trades': 'hay menos de tres operaciones',
    'there is no annual return, or there was no drawdown':
      'no hay rentabilidad anual o no hubo drawdown',
    'Young 1991': 'Young 1991',
    'capital is unknown, or there is no event': 'no se conoce el capital o no hay ningún evento',
    'Martin 1987': 'Martin 1987',
    'capital is unknown, there are fewer than 30 days, the return never changed, or all capital was lost':
      'no se conoce el capital, hay menos de 30 días, la rentabilidad nunca cambió o se perdió todo el capital',
    'capital is unknown, or there are fewer than two days with an equity report':
      'no se conoce el capital o hay menos de dos días con informe de equidad',
    'GIPS 2020, from equity reports instead of trades':
      'GIPS 2020, con informes de equidad en lugar de operaciones',
    'there are trades, but no pip size is known':
      'hay operaciones y no se conoce el tamaño de pip de ninguna',
    'pip sizes are never guessed from the digits of a price':
      'el tamaño de pip nunca se adivina por los dígitos de un precio',
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
    expected_payoff: 'Beneficio esperado',
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
    max_consecutive_profit: 'Mayor beneficio consecutivo',
    max_consecutive_profit_trades: 'Mayor beneficio consecutivo, operaciones',
    max_consecutive_loss: 'Mayor pérdida consecutiva',
    max_consecutive_loss_trades: 'Mayor pérdida consecutiva, operaciones',
    average_consecutive_wins: 'Media de ganancias seguidas',
    average_consecutive_losses: 'Media de pérdidas seguidas',
  },
  reasons: {
    zero_counted_as_won:
      'allí un resultado de exactamente 0 cuenta como ganado; aquí no está ni ganado ni perdido',
    costs_apart: 'allí no entran comisión ni swap',
    opening_costs_apart:
      'la plataforma no suma los costes de las transacciones de apertura a la operación, sino a la pérdida bruta',
    taxes_in_commission: 'aquí los impuestos son parte de la comisión',
    adjustments_counted:
      'allí los intereses, dividendos y cargos cuentan como depósito o ganancia; aquí no pertenecen a ninguna operación',
    credit_counted: 'allí cuenta el crédito del bróker; aquí no entra en ninguna cifra',
    open_commission_paid:
      'allí la comisión de apertura de las posiciones aún abiertas ya está restada; aquí cuenta cuando las operaciones se cierran',
    drawdown_ignores_flows:
      'allí los depósitos y retiros posteriores no cambian el balance con el que se miden los drawdowns; aquí no cambian ni el máximo ni el drawdown',
    same_instant: 'allí las operaciones cerradas en el mismo segundo están en otro orden',
    of_rounded_score: 'calculado allí a partir del valor redondeado',
    nothing_counted: 'no hubo ninguna operación así: allí aparece 0, aquí se desconoce',
    defined_otherwise: 'definido allí de otra manera',
    not_computed: 'no se calcula aquí',
    capital_unknown: 'no se conoce ningún depósito ni balance inicial',
    earlier_history: 'la exportación empieza después de depósitos o resultados que no enumera',
    opening_balance_of_later:
      'el balance inicial viene de una exportación posterior, así que todo lo anterior cuenta dos veces',
    archived_history: 'la plataforma juntó operaciones antiguas en una sola fila',
    rows_missing: 'el extracto cuenta operaciones que no se cargaron',
    rows_of_elsewhere: 'para su período se cargaron operaciones que el extracto no enumera',
  },
};
