import type { ReasonWords } from './english.ts';

/** Spanish words of what the pipeline says to owners. */
export const spanish: ReasonWords = {
  rate: 'no hay tipo de {from} a {to} del {day} ni anterior',

  unreadable: 'No se puede leer {file}: {detail}',
  unreachable: 'No se puede leer {file}: {detail}',
  unreadFormat: 'No se puede leer {file}: no se conoce su formato.',
  unknownFormat:
    '{file} no tiene un formato conocido. Use el archivo tal como lo guardó la plataforma.',
  severalFormats:
    '{file} podría tener varios formatos: {names}. Use el archivo tal como lo guardó la plataforma.',
  noNumber: '{file} no indica el número de cuenta. Escríbalo en el campo Número de cuenta.',
  severalNumbers:
    '{file} contiene {count} cuentas ({names}). Deje vacío el campo Número de cuenta y cada una se llamará como su número.',
  noCurrency: '{file} no indica la divisa. Escriba la divisa de la cuenta en el campo Divisa.',
  unknownCurrency:
    '{file} tiene la divisa «{value}». Tienen que ser tres letras mayúsculas, como EUR, o el código de una criptomoneda, como USDT. Escriba la divisa de la cuenta en el campo Divisa.',
  noPlatform: '{file} no indica la plataforma. Elíjala en el campo Plataforma.',
  noMap:
    '{file} es una tabla con columnas desconocidas. Use el archivo tal como lo guardó la plataforma o pida al operador que lo importe.',
  noSymbols:
    'En {file} faltan el nombre y el tamaño de lote del símbolo {names}. Añada ProtoOASymbolsListRes y ProtoOASymbolByIdRes.',
  noAnswer: '{file}: {detail}. Añada la respuesta de {value} como `{name}`.',
  severalAccounts:
    '{file} contiene {count} cuentas. Añada `accountId` para indicar de cuál son las respuestas.',
  backtest:
    '{file} es un informe del probador de estrategias. Un backtest no es el historial de una cuenta. Suba el historial de la cuenta.',
  calendar: '{file} es un calendario, no el extracto de una cuenta.',
  noAccount: '{file} no contiene ninguna cuenta.',
  manyAccounts: '{file} contiene {count} cuentas. Añada como máximo {max} a la vez.',
  timezone:
    '{file}: esa zona horaria no existe. Indique una zona IANA (Europe/Athens), NY+7 (Nueva York más horas) o una diferencia (+02:00) de 14 horas como máximo.',
  otherCurrency:
    '{account} está en {from} y este extracto está en {to}. Una cuenta no puede tener ambas divisas. Corrija la divisa si es errónea, o indique otro número de cuenta para añadirla como cuenta propia.',

  lineNotImported: 'línea {line} no importada: {detail}: {text}',
  rowNotImported: '{name} sin importar: {detail}',
  more: 'y {count} más',
  field: '{name}: {fault}',
  cellNotTime: '«{value}» no es una fecha con hora',
  fieldNotTime: '{name} «{value}» no es una fecha con hora ({text})',
  fieldNotNumber: '{name} «{value}» no es un número',
  fieldNotPositive: '{name} «{value}» no es mayor que 0',
  fieldEmpty: '{name} está vacío',
  unknownType: 'se desconoce el tipo «{value}»',
  unknownAction: 'se desconoce la acción «{value}»',
  unknownSide: '«{value}» no es ni compra ni venta',
  noSide: 'la dirección no es ni compra ni venta',
  noDirection: 'ninguna dirección es compra ni venta',
  noResult: 'no se indica ni el neto ni el bruto',
  noTicket: 'falta el ticket',
  noClosing: 'tiene precio de cierre, pero no hora de cierre',
  oneCell: 'solo tiene una celda',
  manyCells: 'tiene más celdas que las {max} columnas',
  endsBefore: 'termina antes de {name}',
  fieldNotTimeOf: '{name}: «{value}» no es una fecha con hora',
  fieldNotDate: '{name} «{value}» no es una fecha con hora ({text})',
  fieldOffset: '{name} «{value}» tiene su propia diferencia horaria; indique las horas en UTC',
  fieldNotAmount: '{name} «{value}» no es un número mayor que 0',
  fieldNotWhole: '{name} «{value}» no es un número entero',
  fieldNotInstant: '{name} «{value}» no es una hora',
  fieldMissing: '{name}: falta o no es válido',
  sideOf: 'la dirección «{value}» no es ni compra ni venta',
  mappedSide: 'la dirección «{value}» no es ni compra ni venta',
  unknownRow: 'tipo de fila desconocido',
  unknownRowOf: 'tipo de fila desconocido: «{value}»',
  unknownRowCells: 'tipo de fila desconocido: «{value}», {count} celdas',
  pricedEntry: 'un apunte de balance del tipo «{value}» con precio',
  partialEntry: 'un apunte de balance sin ticket, hora o importe',
  partialPosition: 'una posición sin cierre y sin resultado',
  unknownDeals: 'no se conocen transacciones de {count} columnas',
  oddDeal: 'tipo «{value}» en una transacción con dirección «{other}»',
  closedBefore: 'cerrada antes de abrirse',
  valueCount: '{count} valores en lugar de los {max} de la configuración',
  leftOpen: 'según sus órdenes sigue abierta, pero falta en la lista de posiciones abiertas',
  otherOpen: 'según sus órdenes quedan abiertos {value}, pero en la lista figuran {other}',
  closeMore: 'sus órdenes cierran más de lo que abrieron',
  lineNotTime: 'línea {line} no importada: {name} «{value}» no es una fecha con hora: {text}',
  lineOfKind:
    'línea {line} no importada: tipo de fila desconocido («{value}», {count} celdas): {text}',
  lineOfType: 'línea {line} no importada: tipo de fila desconocido («{value}»): {text}',
  lineLacks: 'línea {line} no importada: falta {name} o no es válido: {text}',
  fieldNotPrice: '{name} «{value}» no es un precio',
  fieldUnknown: 'se desconoce {name} «{value}»',
  fieldNotWholeAmount: '{name} «{value}» no es un número entero mayor que 0',

  mt4: 'Extracto de MetaTrader 4 (.htm)',
  mt5: 'Informe de MetaTrader 5 (.html, .xlsx)',
  ctrader: 'Extracto de cTrader (.csv, .xlsx) o mensajes de su Open API (.json)',
  tradelocker: 'Respuestas de la API de TradeLocker (.json)',
  myfxbook: 'Historial de una cuenta de Myfxbook (.csv)',
  fxblue: 'Operaciones de FX Blue (.csv)',
  mql5: 'Historial de una señal de mql5.com (.csv)',
  table: 'Tabla de operaciones (.csv, .xlsx, .json)',

  utc: 'El archivo no indica la zona horaria, así que sus horas cuentan como UTC. Elija la zona horaria en el campo Zona horaria.',
  encoding: 'texto leído como {value}, porque el archivo no indica su codificación',
  clockProbable:
    'La zona horaria es probablemente {name}: con ella, las operaciones de {count} semanas van de {from} a {to} en Nueva York, donde el mercado abre del domingo a las 17:00 al viernes a las 17:00. No se aplicó.',
  clockProbableOthers:
    'La zona horaria es probablemente {name}, menos probable {names}: con ella, las operaciones de {count} semanas van de {from} a {to} en Nueva York, donde el mercado abre del domingo a las 17:00 al viernes a las 17:00. No se aplicó.',
  clockDoubtful:
    'Con la zona horaria {name}, al menos {count} horas de divisas y metales caen en fin de semana, con el mercado cerrado. Encajan con {names}.',
  clockTwice:
    'Con la zona horaria {name}, estas horas existen dos veces, porque se atrasó el reloj (cuenta la primera, o la segunda si la operación se cerrara antes de abrirse): {text}',
  clockNever:
    'Con la zona horaria {name}, estas horas no existen, porque se adelantó el reloj (se leen como si no): {text}',
  clockAhead:
    'La hora más reciente es {value} horas posterior a la fecha de la cabecera: el reloj del archivo va al menos eso por delante del reloj del ordenador.',
  clockChecked: 'la zona horaria solo se comprobó con las primeras {count} transacciones',

  balanceAgrees: 'el balance indicado coincide tras cada transacción ({count})',
  messagesAgree: 'el balance coincide en {count} mensajes',
  entriesFlow: 'apuntes de balance contados como depósitos o retiros: {count}, en total {amount}',
  entriesAdjustment:
    'apuntes de balance contados como ajustes (resultados sin operación): {count}, en total {amount}',
  entriesCredit:
    'apuntes de balance guardados como crédito (en ninguna cifra): {count}, en total {amount}',
  rowFlow: '{count} fila de balance contada como depósito o retiro: {amount}',
  rowsFlow: '{count} filas de balance contadas como depósitos o retiros: {amount}',
  rowAdjustment: '{count} fila de balance contada como ajuste (resultado sin operación): {amount}',
  rowsAdjustment:
    '{count} filas de balance contadas como ajustes (resultados sin operación): {amount}',
  rowCredit: '{count} fila de crédito guardada como crédito (en ninguna cifra): {amount}',
  rowsCredit: '{count} filas de crédito guardadas como crédito (en ninguna cifra): {amount}',
  tradesNet: 'operaciones: {count}, neto {amount}',
  accountTradesNet: '{account}: {count} operaciones, neto {amount}',
  openPositions: 'posiciones abiertas: {count}',
  dealsFound: 'transacciones: {count} de cierre, {min} de apertura, {max} sin ejecutar',
  transfers: 'depósitos, retiros y cargos: {count}',
  bonuses: 'bonos guardados como crédito (en ninguna cifra): {count}',
  ordersFound: 'órdenes: {count} ejecutadas, {max} sin ejecutar y omitidas',
  closedPositions: 'posiciones cerradas según la plataforma: {count}',
  computedResults:
    'resultados calculados con los precios, el volumen y el tamaño de lote, porque ninguna columna los tiene: {count}',

  demoReport: 'es una cuenta demo, según el informe',
  demoStatement: 'es una cuenta demo, según el extracto',
  openingRow: 'balance inicial {amount}: el primer balance indicado menos su fila',
  openingDeal: 'balance inicial {amount}: el primer balance indicado menos su transacción',
  openingMessage: 'balance inicial {amount}: el primer balance menos su mensaje',
  openingListed:
    'balance inicial {amount}: el balance indicado menos los apuntes y operaciones de la lista',
  openingTrades:
    'balance inicial {amount}: el balance menos los resultados de las operaciones. Incluye depósitos y retiros, porque ninguna respuesta los enumera.',
  paired:
    '{count} operaciones formadas a partir de transacciones, porque el informe no enumera posiciones',
  openCosts:
    '{amount} de costes de posiciones aún abiertas: el balance indicado los incluye; las operaciones, cuando se cierran.',
  wholePositions:
    'posiciones sin sus transacciones de cierre: {count}. Cada una cuenta como una operación, al final de la posición.',
  alike:
    'transacciones que pudieron cerrar una de varias posiciones con el mismo resultado: {count}. Cuenta la más antigua del mismo volumen, así que las horas de apertura de esas operaciones no son seguras.',
  ordersLeftOut: 'órdenes omitidas: {count}',
  pendingLeftOut: 'órdenes pendientes omitidas: {count}',
  pendingOrCancelled: 'órdenes pendientes o canceladas omitidas: {count}',
  skipped: 'filas saltadas: {count}',
  archived:
    'resultados archivados (Summary trade result) que cuentan como operaciones, igual que en el bróker: {count}',
  unknownTypes: 'apuntes de balance de tipo desconocido, contados como ajustes: {count}: {text}',
  unknownText:
    'depósitos o retiros con un texto desconocido: {count} fila, en total {amount}: {text}',
  unknownTexts:
    'depósitos o retiros con un texto desconocido: {count} filas, en total {amount}: {text}',
  noBroker: 'el encabezado «{text}» no indica ningún bróker: se dejó vacío',
  noSumsBelowRows:
    'debajo de las filas no hay totales, así que no se notaría si el archivo está cortado',
  noSumsBelowDeals:
    'debajo de las transacciones no hay totales, así que no se notaría si el archivo está cortado',
  noBalances: 'ningún mensaje tiene un balance, así que no se notaría si faltan transacciones',
  unitVolumes:
    'volúmenes en unidades: {count}. En pares de divisas 100.000 son un lote; los demás quedan como están.',
  sharedResults:
    'posiciones abiertas sin resultado propio: {count}. El total indicado se reparte entre ellas por volumen y precio. Solo se conoce el total; el resultado de cada una es una estimación.',
  unopened:
    'operaciones sin su transacción de apertura: {count}. Su hora de cierre cuenta también como hora de apertura.',
  noOpenList: 'ningún mensaje enumera posiciones abiertas; añada ProtoOAReconcileRes',
  noFloating:
    'posiciones abiertas omitidas: {count}. Falta su resultado flotante; añada ProtoOAGetPositionUnrealizedPnLRes.',
  dealsTwice: 'transacciones repetidas: {count}',
  ordersTwice: 'órdenes repetidas: {count}',
  becameOpen: 'filas sin hora de cierre que cuentan como posiciones abiertas: {count}',
  turned: 'retiros indicados sin signo menos y leídos como dinero pagado: {count}',
  knownColumns: 'las columnas son las de {name}',
  maybeCut: 'el archivo no termina con un salto de línea: puede estar cortado',
  noClosedList:
    'ninguna respuesta enumera órdenes ni posiciones cerradas: no se conocen las operaciones cerradas',
  noCommission: 'ninguna columna tiene comisión: cuenta como 0',
  positionCounts: 'posiciones abiertas: {count} en la lista, {max} según la cuenta',
  noDetails: 'sin datos de la cuenta: no se conocen el balance ni la equidad',

  notPrinted: 'falta {name}: ¿está cortado el archivo?',
  cutOff: 'el archivo no termina con </html>: ¿está cortado?',
  noFigures: 'debajo de las tablas no hay cifras: ¿está cortado el archivo?',
  noBalanceRow: 'debajo de las tablas faltan el balance y la equidad: ¿falta una fila?',
  notCompared: '{name}: «{value}» no es un número y no se comparó',
  unknownBelow:
    'cifras debajo de las operaciones: no se compararon, porque sus filas son de un tipo desconocido',
  unknownDetails:
    'cifras de la sección Details: no se compararon, porque sus filas son de un tipo desconocido',
  balanceBefore:
    'Balance: con las operaciones y depósitos del extracto quedan {amount} antes de la primera fila',
  balanceBeforeMessage: 'Balance: antes del primer mensaje sería {amount}',
  balanceBelow: 'el balance inicial sería {amount}; es menor que 0 y cuenta como 0',
  balanceBreaks:
    'línea {line}: el balance {amount} no resulta de los {from} anteriores y la transacción, que dan {to}',
  balanceMoved:
    'línea {line}: antes de esta transacción el balance cambió en {amount} y ninguna fila dice por qué; se cuenta como depósito o retiro',
  balanceMovedMessage:
    'el balance cambió en {amount} ({name}) y ningún mensaje dice por qué; se cuenta como depósito o retiro',
  unevenDeal:
    'línea {line}: se indica un neto de {amount}; bruto, comisión y swap suman {value}, y eso cuenta',
  unevenRow:
    'línea {line}: se indica un beneficio neto de {amount}; beneficio, swap y comisión suman {value}',
  unevenFlow: 'línea {line}: se indica un beneficio neto de {amount} y un beneficio de {value}',
  unordered:
    'más de {max} transacciones no están en el orden de su cierre: no se comprobó el balance de cada fila',
  rowPlace: 'línea {line}: la fila {value} está donde debería estar la fila {other}',
  ticketTwice:
    'línea {line}: el ticket {value} está también en la línea {other}; cuenta la posterior',
  closesTwice: 'línea {line}: el ticket {value} se cierra dos veces a esa hora; cuentan las dos',
  beforeReport:
    'línea {line}: la transacción {value} cierra una posición anterior al informe; sus {amount} cuentan como ajuste, no como operación',
  closedOneOf:
    'línea {line}: la transacción {value} cerró una de varias posiciones: {detail}; cuenta la más antigua del mismo volumen',
  fitsNone: 'su resultado de {amount} no encaja con ninguna posición abierta',
  tooFewResults:
    'el informe no dice cuál, y hay pocos resultados para saber cuánto vale un movimiento de {name}',
  otherPosition:
    'línea {line}: la posición {value} es «{text}»; la transacción que la abrió, «{other}»',
  noOpening: 'línea {line}: ninguna transacción abrió la posición {value}',
  lotsDiffer:
    '{name}: según las transacciones quedan {amount} lotes abiertos; las posiciones abiertas suman {value}',
  brokenRows:
    'filas con una celda de varias líneas o unas comillas sin cerrar: {count}. Compruebe que no falte ninguna fila.',
  unvalued:
    'posiciones abiertas omitidas: {count}. No se indican ni sus resultados ni la equidad; exporte el extracto con su resumen.',
  again: '{name} aparece otra vez con otros valores; cuentan los últimos',
  accountAmount: '{name} de la cuenta no es un número y no se comparó',
  priceDiffers: 'operación {value}: la plataforma indica {amount}, sus precios dan {other}',
  foreignPrices:
    'operaciones de {name} sin importar: {count}. Sus precios no están en {value} y ninguna respuesta tiene los resultados.',
  historyCut: 'el historial no está completo: hasMore es true y no sigue ninguna respuesta',
  dealsCut: 'la lista de transacciones no está completa: hasMore es true y no sigue ninguna lista',
};
