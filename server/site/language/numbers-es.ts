import type { Translation } from './en.ts';

/** Texts of `/numbers` in Spanish. */
export const numbersEs: NonNullable<Translation['numbers']> = {
  title: 'Cómo se calculan las cifras',
  lead: 'Cómo se calcula cada cifra de este sitio, dónde otros programas calculan de otra manera y qué significa cada cifra. Puede comprobar los ejemplos a mano.',
  conventionsTitle: 'Convenciones',
  conventions: {
    percent: [
      'Porcentajes',
      'Los nombres que terminan en `_percent` son porcentajes simples: 3,3 significa 3,3 %.',
    ],
    net: [
      'Resultados netos',
      'Neto es beneficio + comisión + swap; los costes son negativos. Los totales suman `net_profit`, nunca `profit`.',
    ],
    flows: [
      'Depósitos y retiros',
      '`twr_percent` los deja fuera, `absolute_gain_percent` no. Si ambos distan mucho, se depositó o se retiró dinero.',
    ],
    days: [
      'Días',
      'Los días, las semanas (desde el lunes) y los meses empiezan a las 00:00 UTC, no a medianoche en el servidor de trading. Una operación cuenta cuando se cierra.',
    ],
    capital: [
      'Capital',
      'El capital se conoce en cuanto hay un balance inicial, un depósito o un retiro. Hasta entonces hay resultados, pero no rentabilidades. Un crédito del bróker no es capital.',
    ],
    portfolios: [
      'Carteras',
      'Una cartera reúne las operaciones, los depósitos y los retiros de sus miembros al cambio del día. Una transferencia entre miembros en menos de un minuto no es ni depósito ni retiro.',
    ],
    sequence: [
      'Cambio de bróker',
      'El dinero que queda en una cuenta anterior de una cartera cuenta como capital, así que las ganancias y pérdidas posteriores son menores en porcentaje. De lo contrario, una operación en esa cuenta cambiaría rentabilidades ya publicadas. Para que no cuente, retírelo.',
    ],
    members: [
      'Capital inicial de los miembros',
      'El capital inicial de un miembro entra en la cartera en su corte del historial o, si no, en su primer evento, antes que todo lo demás de ese instante. Cuenta como invertido, pero no es ni depósito ni ganancia. El capital inicial de un miembro sin eventos solo cuenta en el balance y en la base de `absolute_gain_percent`. En las cifras de equidad, un miembro entra con su primer informe de equidad. Los días entre su primer evento y ese informe no cuentan.',
    ],
    cut: [
      'Corte del historial',
      'Tras un corte del historial (`history_cut_at`), el balance de ese día es el capital inicial. Nada anterior cuenta.',
    ],
    records: [
      'Mejores y peores períodos',
      'Los mejores y peores días, semanas y meses se eligen por su rentabilidad. La parte que aportan los mejores se mide en dinero. Ambos usan solo días con operaciones cerradas y todo lo apuntado en ellos.',
    ],
    weekdays: [
      'Cifras anualizadas',
      'La ratio de Sharpe anualizada y todas las cifras de los mismos días laborables son `null` a la vez. Los días laborables empiezan el día siguiente al primer informe de equidad y terminan el día del último.',
    ],
    geometric: [
      'Mes geométrico',
      '`avg_monthly_geometric_percent` usa los meses de la lista. Los intereses anteriores al primero solo están en `twr_percent`.',
    ],
    drawdowns: [
      'Drawdowns por día',
      '`drawdowns` y `rolling` miden la rentabilidad al final de cada día, `max_drawdown_percent` tras cada operación. Por eso, una caída que se recupera el mismo día solo está en `max_drawdown_percent`.',
    ],
    drawdownDays: [
      'Días de un drawdown',
      'Un drawdown empieza el primer día que acaba por debajo del máximo. Los días sin operaciones cuentan. En un período móvil, la rentabilidad al final del día anterior es el primer máximo. No hay ratio de Sharpe de 30 días, porque necesita 30 días laborables.',
    ],
    gain: [
      'Rentabilidad entre dos días',
      '`/gain` usa la rentabilidad tras cada operación. De un mes da la rentabilidad y el beneficio de `monthly`; de todo el historial, las cifras de `performance`. Si entretanto se perdió todo el capital, la rentabilidad es −100.',
    ],
    bins: [
      'Distribuciones',
      'Las clases de `distribution` miden 1, 2 o 5 veces una potencia de diez. Las más estrechas miden el dígito más pequeño de la divisa, una décima de pip o un segundo entero. El `profit` de una clase es siempre el resultado neto de sus operaciones.',
    ],
    exposure: [
      'Exposición',
      'En `exposure`, las posiciones abiertas cuentan desde su apertura. Una cartera no tiene uso de margen: los informes de sus cuentas llegan a horas distintas.',
    ],
    news: [
      'Noticias',
      '`news` usa las divisas de un instrumento. Un par tiene dos; el oro, la plata y las criptomonedas tienen la de su precio. También se conocen las divisas de los índices habituales. Cualquier otro instrumento es `unknown`. Los eventos son los del calendario de este sitio.',
    ],
    ruin: [
      'Riesgo de ruina',
      '`risk_of_ruin` se calcula, no se simula. Es la probabilidad de que se alcance alguna vez esa pérdida, si las operaciones siguen como hasta ahora y no dependen unas de otras.',
    ],
    streaks: [
      'Rachas',
      'Un resultado de exactamente 0 termina una racha, pero no una serie del Z-score.',
    ],
    rounding: [
      'Redondeo',
      'Las cifras calculadas se redondean antes de publicarse: porcentajes a 4 decimales, ratios a 6. Las sumas de dinero son exactas.',
    ],
  },
  differencesTitle: 'Dónde otros calculan de otra manera',
  differencesLead:
    'Las mismas operaciones, depósitos y retiros, con nuestro resultado y los de otros programas. Donde las definiciones difieren, nadie se equivoca; esta es la nuestra, y por qué. Con quantstats nos referimos a la versión 0.0.81.',
  here: 'Aquí',
  booked: {
    deposit: 'depósito {amount}',
    withdrawal: 'retiro {amount}',
    credit: 'crédito {amount}',
    trade: 'operación {amount}',
    costly: 'operación {amount}, comisión {commission}, swap {swap}',
    opened: 'operación abierta',
    month: 'mes siguiente',
    weekdays: '{count} días laborables con rentabilidades de la equidad de {returns} %, repetidas',
  },
  none: 'ninguna',
  infinite: 'infinito',
  otherwise: 'en otros sitios',
  differences: {
    growth: 'Un depósito no es rentabilidad: cada resultado se divide por el capital anterior.',
    opening:
      'Dividimos por el capital justo antes del cierre, como FX Blue. Myfxbook divide por el balance de la apertura.',
    overlap:
      'Las operaciones cerradas entretanto cuentan como capital. Myfxbook divide ambas operaciones por el balance de su apertura.',
    withdrawn: 'Un retiro no es una pérdida. No cambia ni la rentabilidad ni su máximo.',
    paidIn:
      'Los drawdowns se miden en la rentabilidad. MetaTrader los mide en un balance sin los depósitos posteriores al primero.',
    firstLoss:
      'El capital antes de la primera operación es el primer máximo. pyfolio empieza tras la primera rentabilidad y lo pasa por alto.',
    credit: 'Un crédito del bróker no es ni depósito ni capital.',
    net: 'Una operación se gana o se pierde después de comisión y swap.',
    zero: 'Una operación con exactamente 0 cuenta solo como operación. MetaTrader la cuenta como ganada; quantstats la omite.',
    noLoss: 'Una cifra que habría que dividir por 0 se desconoce: no es ni infinita ni 0.',
    deviation:
      'Usamos la desviación de una muestra (n − 1), como quantstats. Myfxbook divide por n.',
    sharpe:
      'La ratio usa resultados netos. MetaTrader 5 usa rentabilidades sobre un balance sin los depósitos posteriores, y divide por n.',
    quiet:
      'Los días laborables sin operaciones cuentan como 0. Una biblioteca que recibe solo los días con operaciones supone que hay 252 al año.',
    risk: 'El cuantil del 5 % de los días reales. quantstats les ajusta una distribución normal y usa su cuantil.',
    shortfall:
      'La media de los días laborables iguales o inferiores a nuestro valor en riesgo. quantstats usa el suyo.',
    probability:
      'La asimetría y la curtosis son momentos simples. quantstats corrige el sesgo de ambas y resta 3 dos veces de la curtosis.',
    ulcer:
      'Los cuadrados se dividen por el número de días, aquí 33. quantstats divide por un día menos.',
    annual:
      'Un año tiene 365,25 días y pasaron 181. quantstats toma 252 valores como un año; 130 días laborables tienen uno.',
    geometric:
      'La media de las rentabilidades compuestas, sin depósitos ni retiros. MetaQuotes usa balances, así que un depósito cuenta como ganancia.',
    month:
      'La media de los meses. Myfxbook y MetaStats muestran la tasa compuesta, aquí `avg_monthly_geometric_percent`.',
    score:
      'Se muestra en cuanto puede calcularse. MetaStats no muestra ninguno con menos de 30 operaciones.',
    line: 'La recta por los resultados tras cada operación. MetaTrader 5 también cuenta el comienzo como punto.',
  },
  figuresTitle: 'Todas las cifras',
  figuresLead:
    'Cada cifra lleva el nombre que usa la API. {docs} describe los campos de listas y secciones.',
  docs: 'La documentación de la API',
};
