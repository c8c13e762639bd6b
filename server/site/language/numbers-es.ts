import type { Translation } from './en.ts';

/** What /numbers says in Spanish. */
export const numbersEs: NonNullable<Translation['numbers']> = {
  title: 'Cómo se calculan las cifras',
  lead: 'Cada regla detrás de las cifras de este sitio, lo que otros programas hacen de otro modo, mostrado con apuntes que cualquiera puede sumar, y lo que significa cada cifra.',
  conventionsTitle: 'Convenciones',
  conventions: {
    percent: [
      'Porcentajes',
      'Los nombres que terminan en `_percent` son porcentajes simples: 3,3 significa 3,3 %. `max_drawdown_percent` es positivo, `drawdown` de un día negativo o 0.',
    ],
    net: [
      'Resultados netos',
      'Neto es beneficio + comisión + swap; un coste es negativo. Los totales son sumas de `net_profit`, nunca de `profit`. En `by_symbol` y `by_magic_number`, `profit` y `pips` son texto decimal, para no perder ningún dígito.',
    ],
    flows: [
      'Depósitos y retiradas',
      '`twr_percent` los deja fuera, `absolute_gain_percent` no. Donde ambos distan mucho, se ingresó o se retiró dinero.',
    ],
    days: [
      'Días',
      'Un día, una semana (desde el lunes) y un mes empiezan a las 00:00 UTC, diga lo que diga el reloj del servidor; una operación cuenta cuando se cierra.',
    ],
    capital: [
      'Capital',
      'El capital se conoce en cuanto hay un saldo inicial, un depósito o una retirada. Hasta entonces se dan resultados, no rentabilidades. Un crédito del bróker no es capital.',
    ],
    portfolios: [
      'Carteras',
      'Una cartera es la unión de las operaciones y los flujos de sus miembros al cambio del día; lo que pasa de uno a otro en un minuto no es un flujo. El capital inicial de un miembro entra en su corte, o si no en su primer evento: primero en ese instante y sin ser ganancia de nadie, invertido pero no un depósito; el de un miembro sin eventos está solo en el saldo y en la base de `absolute_gain_percent`. Del lado de la equity un miembro entra con su primer informe, y no cuenta ningún día entre su primer evento y ese.',
    ],
    cut: [
      'Corte del historial',
      'Un `history_cut_at` convierte el saldo de ese día en el capital inicial; nada anterior cuenta.',
    ],
    records: [
      'Mejores y peores períodos',
      'Días, semanas y meses destacan por su rentabilidad; lo que depende de los mejores se da en dinero. Ambos cuentan solo días con operaciones cerradas, con todo lo apuntado en ellos.',
    ],
    weekdays: [
      'Cifras anualizadas',
      'El ratio de Sharpe anualizado y todo lo que sale de sus días laborables es `null` a la vez. `value_at_risk_95_percent` puede estar por encima de 0: donde perdió menos del 5 % de los días. El sábado y el domingo cuentan en el lunes siguiente. El primer día laborable es el del día siguiente al primer informe de equidad; el último es el del último informe, un lunes si llegó en fin de semana.',
    ],
    geometric: [
      'Mes geométrico',
      '`avg_monthly_geometric_percent` es de los meses listados; los intereses anteriores al primero están solo en `twr_percent`.',
    ],
    drawdowns: [
      'Drawdowns por día',
      '`drawdowns` y `rolling` miran el índice al final de cada día, `max_drawdown_percent` tras cada operación; una caída recuperada el mismo día está solo en este último. Un drawdown empieza con el primer día que acaba por debajo del máximo; los días sin actividad cuentan. En una ventana el índice del día anterior es el primer máximo. No existe un ratio de Sharpe de 30 días: hacen falta 30 días laborables.',
    ],
    gain: [
      'Rentabilidad entre días',
      '`/gain` es del índice tras cada operación: de un mes, la rentabilidad y el beneficio de `monthly`; de todo el historial, las cifras de `performance`. Se busca en un índice por día publicado con la cuenta; si dentro se perdió todo el capital, es −100.',
    ],
    bins: [
      'Distribuciones',
      'Las clases de `distribution` miden 1, 2 o 5 veces una potencia de diez, como mínimo en los dígitos de la moneda, décimas de pip y segundos enteros; su `profit` es el resultado neto de las operaciones que contienen, se clasifiquen por lo que se clasifiquen.',
    ],
    exposure: [
      'Exposición',
      'En `exposure` una operación que se cierra cuando se abre otra no estaba abierta con ella. Las posiciones cuentan desde que se abrieron.',
    ],
    news: [
      'Noticias',
      '`news` va por las monedas del calendario en que cotiza un instrumento: las dos de un par, la del precio del oro, la plata o una criptomoneda, y las de los índices usuales por su nombre; lo demás es `unknown`. Conoce los eventos que tiene el calendario de la instalación.',
    ],
    streaks: ['Rachas', 'Terminan con un resultado de exactamente 0; las del Z-score no.'],
    rounding: [
      'Redondeo',
      'Las cifras derivadas se redondean antes de publicarse: porcentajes a 4 decimales, ratios a 6. Las sumas de dinero son exactas.',
    ],
  },
  differencesTitle: 'Donde otros difieren',
  differencesLead:
    'Los mismos apuntes, y lo que resulta aquí y en otros sitios. Donde la definición es otra nadie se equivoca; estas son las nuestras, y por qué. quantstats es su versión 0.0.81.',
  here: 'Aquí',
  booked: {
    deposit: 'depósito {amount}',
    withdrawal: 'retirada {amount}',
    credit: 'crédito {amount}',
    trade: 'operación {amount}',
    costly: 'operación {amount}, comisión {commission}, swap {swap}',
    opened: 'operación abierta',
    month: 'mes siguiente',
    weekdays: '{count} días laborables, equity una y otra vez {returns} %',
  },
  none: 'ninguna',
  infinite: 'infinito',
  otherwise: 'si no',
  differences: {
    growth:
      'El dinero ingresado no es rentabilidad: cada resultado se divide por el capital anterior.',
    opening:
      'Un resultado se divide por el capital antes del cierre, que es cuando se apunta. Myfxbook toma el saldo de la apertura, FX Blue va también por el cierre.',
    overlap:
      'Lo que se cerró entretanto cuenta como capital. Myfxbook divide ambas operaciones por el saldo de su apertura.',
    withdrawn: 'Una retirada no es una pérdida: no mueve ni el índice ni su máximo.',
    paidIn:
      'Las caídas se miden en el índice de rentabilidades. MetaTrader las mide en un saldo que empieza con el primer depósito y que los posteriores no mueven.',
    firstLoss:
      'El capital antes de la primera operación es el primer máximo. Una serie que empieza tras la primera rentabilidad lo ha olvidado, como la de pyfolio.',
    credit: 'Un crédito del bróker no es ni depósito ni capital.',
    net: 'Ganada o perdida se decide después de comisión y swap.',
    zero: 'Un resultado de exactamente 0 no es ni ganado ni perdido, y cuenta entre todas las operaciones. MetaTrader lo cuenta como ganado; quantstats, que va por períodos, lo omite.',
    noLoss: 'Lo que se dividiría por nada es desconocido, ni infinito ni 0.',
    deviation:
      'La desviación es la de una muestra (n − 1), aquí y en quantstats. Myfxbook divide por n.',
    sharpe:
      'El ratio por operación es de resultados netos. MetaTrader 5 toma lo que cada cierre hizo de un saldo que los depósitos posteriores no mueven, y divide por n.',
    quiet:
      'Cada día laborable cuenta, uno sin actividad como 0. Una biblioteca que recibe solo los días con operaciones los anualiza como si hubiera 252 al año.',
    risk: 'El cuantil del 5 % de los días que hubo. quantstats toma el cuantil de una distribución normal con su media y desviación.',
    shortfall:
      'La media de los días laborables que no superan nuestro valor en riesgo. quantstats toma la media de los días por debajo del suyo.',
    probability:
      'La asimetría y la curtosis son momentos simples de los días laborables. quantstats corrige el sesgo de ambas y resta 3 de una curtosis a la que ya se le restó 3.',
    ulcer:
      'Los cuadrados se dividen por el número de días, aquí 33. quantstats divide por un día menos.',
    annual:
      'Un año tiene 365,25 días naturales; aquí pasaron 181 días. quantstats toma 252 filas por un año; aquí hay una fila por cada uno de 130 días laborables.',
    geometric:
      'La media de las rentabilidades multiplicadas, sin flujos. El artículo de MetaQuotes toma saldos, en los que un depósito es una ganancia.',
    month:
      'La media de los meses. Myfxbook y MetaStats dan la tasa que compuesta da el total; aquí es `avg_monthly_geometric_percent`.',
    score: 'Se da en cuanto puede calcularse. MetaStats no da ninguno con menos de 30 operaciones.',
    line: 'La recta por los resultados tras cada operación. MetaTrader 5 toma también el comienzo como punto.',
  },
  figuresTitle: 'Todas las cifras',
  figuresLead:
    'Cada una como la llama la API. Lo que contienen además listas y secciones se define en sus campos en {docs}.',
  docs: 'la documentación de la API',
};
