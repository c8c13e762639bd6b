import type { importReasons as english } from '../../../../pipeline/base/reasons/imports.ts';
import type { ReasonTexts } from '../words.ts';

export const importReasons: ReasonTexts<typeof english> = {
  unreadable: 'No se puede leer {file}: {detail}',
  unreachable: 'No se puede leer {file}: {detail}',
  unread_format: 'No se puede leer {file}: no se conoce su formato.',
  unknown_format:
    '{file} no tiene un formato conocido. Use el archivo tal como lo guardó la plataforma.',
  several_formats:
    '{file} podría tener varios formatos: {names}. Use el archivo tal como lo guardó la plataforma.',
  no_number: '{file} no indica el número de cuenta. Escríbalo en el campo Número de cuenta.',
  several_numbers:
    '{file} contiene {count} cuentas ({names}). Deje vacío el campo Número de cuenta y cada una se llamará como su número.',
  no_currency: '{file} no indica la divisa. Escriba la divisa de la cuenta en el campo Divisa.',
  unknown_currency:
    '{file} tiene la divisa «{value}». Tienen que ser tres letras mayúsculas, como EUR, o el código de una criptomoneda, como USDT. Escriba la divisa de la cuenta en el campo Divisa.',
  no_platform: '{file} no indica la plataforma. Elíjala en el campo Plataforma.',
  no_map:
    '{file} es una tabla con columnas desconocidas. Use el archivo tal como lo guardó la plataforma o pida al operador que lo importe.',
  no_symbols:
    'En {file} faltan el nombre y el tamaño de lote del símbolo {names}. Añada ProtoOASymbolsListRes y ProtoOASymbolByIdRes.',
  no_answer: '{file}: {detail}. Añada la respuesta de {value} como `{name}`.',
  several_accounts:
    '{file} contiene {count} cuentas. Añada `accountId` para indicar de cuál son las respuestas.',
  zone_column: '{file}: la columna con la zona horaria {detail}',
  zone_heading: '{file}: un encabezado de sus horas {detail}',
  offsets_mixed: 'hay horas en {value} y en {other}. Un archivo debe tener una sola zona horaria.',
  zones_mixed: 'indica «{value}» y «{other}». Un archivo debe tener una sola zona horaria.',
  zone_unknown: 'indica «{value}», que no es una zona horaria conocida.',
  zone_differs: 'indica «{value}» y no {other}. Deje vacía la zona horaria.',
  no_zone: '{file}: nada indica la zona horaria de sus horas.',
  backtest:
    '{file} es un informe del probador de estrategias. Un backtest no es el historial de una cuenta. Suba el historial de la cuenta.',
  mixed_dates:
    '{file}: «{value}» empieza por el día y «{other}» por el mes. Un archivo debe tener un solo orden.',
  other_dates: '{file}: «{value}» no es una fecha en este orden: {detail}',
  open_number:
    '{file}: en «{value}» el signo puede ser decimal o de millares, y ningún otro número lo decide.',
  open_dates:
    '{file}: «{value}» puede empezar por el día o por el mes, y ninguna otra fecha lo decide.',
  calendar: '{file} es un calendario, no el extracto de una cuenta.',
  no_account: '{file} no contiene ninguna cuenta.',
  many_accounts: '{file} contiene {count} cuentas. Añada como máximo {max} a la vez.',
  timezone:
    '{file}: esa zona horaria no existe. Indique una zona IANA (Europe/Athens), NY+7 (Nueva York más horas) o una diferencia (+02:00) de 14 horas como máximo.',
  other_currency:
    '{account} está en {from} y este extracto está en {to}. Una cuenta no puede tener ambas divisas. Corrija la divisa si es errónea, o indique otro número de cuenta para añadirla como cuenta propia.',
  line_not_imported: 'línea {line} no importada: {detail}: {text}',
  row_not_imported: '{name} sin importar: {detail}',
  more: 'y {count} más',
  field: '{name}: {fault}',
  cell_not_time: '«{value}» no es una fecha con hora',
  field_not_time: '{name} «{value}» no es una fecha con hora ({text})',
  field_not_number: '{name} «{value}» no es un número',
  field_not_positive: '{name} «{value}» no es mayor que 0',
  field_empty: '{name} está vacío',
  unknown_type: 'se desconoce el tipo «{value}»',
  unknown_action: 'se desconoce la acción «{value}»',
  unknown_side: '«{value}» no es ni compra ni venta',
  no_side: 'la dirección no es ni compra ni venta',
  no_direction: 'ninguna dirección es compra ni venta',
  no_result: 'no se indica ni el neto ni el bruto',
  no_ticket: 'falta el ticket',
  no_closing: 'tiene precio de cierre, pero no hora de cierre',
  one_cell: 'solo tiene una celda',
  many_cells: 'tiene más celdas que las {max} columnas',
  ends_before: 'termina antes de {name}',
  field_not_time_of: '{name}: «{value}» no es una fecha con hora',
  field_not_date: '{name} «{value}» no es una fecha con hora ({text})',
  field_offset: '{name} «{value}» tiene su propia diferencia horaria; indique las horas en UTC',
  field_not_amount: '{name} «{value}» no es un número mayor que 0',
  field_not_whole: '{name} «{value}» no es un número entero',
  field_not_instant: '{name} «{value}» no es una hora',
  field_missing: '{name}: falta o no es válido',
  side_of: 'la dirección «{value}» no es ni compra ni venta',
  mapped_side: 'la dirección «{value}» no es ni compra ni venta',
  unknown_row: 'tipo de fila desconocido',
  unknown_row_of: 'tipo de fila desconocido: «{value}»',
  unknown_row_cells: 'tipo de fila desconocido: «{value}», {count} celdas',
  priced_entry: 'un apunte de balance del tipo «{value}» con precio',
  partial_entry: 'un apunte de balance sin ticket, hora o importe',
  partial_position: 'una posición sin cierre y sin resultado',
  deal_among_positions:
    'una transacción o un movimiento del balance bajo los encabezados de las posiciones',
  unknown_deals: 'no se conocen transacciones de {count} columnas',
  odd_deal: 'tipo «{value}» en una transacción con dirección «{other}»',
  closed_before: 'cerrada antes de abrirse',
  value_count: '{count} valores en lugar de los {max} de la configuración',
  left_open: 'según sus órdenes sigue abierta, pero falta en la lista de posiciones abiertas',
  other_open: 'según sus órdenes quedan abiertos {value}, pero en la lista figuran {other}',
  close_more: 'sus órdenes cierran más de lo que abrieron',
  field_not_price: '{name} «{value}» no es un precio',
  field_unknown: 'se desconoce {name} «{value}»',
  field_not_whole_amount: '{name} «{value}» no es un número entero mayor que 0',
  mt4: 'Extracto de MetaTrader 4 (.htm)',
  mt5: 'Informe de MetaTrader 5 (.html, .xlsx)',
  ctrader: 'Extracto de cTrader (.csv, .xlsx) o mensajes de su Open API (.json)',
  tradelocker: 'Respuestas de la API de TradeLocker (.json)',
  myfxbook: 'Historial de una cuenta de Myfxbook (.csv)',
  fxblue: 'Operaciones de FX Blue (.csv)',
  mql5: 'Historial de una señal de mql5.com (.csv)',
  table: 'Tabla de operaciones (.csv, .xlsx, .json)',
  utc: 'El archivo no indica la zona horaria, así que sus horas cuentan como UTC. Elija la zona horaria en el campo Zona horaria.',
  dates_taken:
    'ninguna fecha muestra si va primero el día o el mes; las que son como «{value}» se leyeron así: {detail}',
  encoding: 'texto leído como {value}, porque el archivo no indica su codificación',
  time_sun: 'domingo {time}',
  time_mon: 'lunes {time}',
  time_tue: 'martes {time}',
  time_wed: 'miércoles {time}',
  time_thu: 'jueves {time}',
  time_fri: 'viernes {time}',
  time_sat: 'sábado {time}',
  clock_probable:
    'La zona horaria es probablemente {name}: con ella, las operaciones de {count} semanas van de {from} a {to} en Nueva York, donde el mercado abre del domingo a las 17:00 al viernes a las 17:00. No se aplicó.',
  clock_probable_others:
    'La zona horaria es probablemente {name}, menos probable {names}: con ella, las operaciones de {count} semanas van de {from} a {to} en Nueva York, donde el mercado abre del domingo a las 17:00 al viernes a las 17:00. No se aplicó.',
  clock_doubtful:
    'Con la zona horaria {name}, al menos {count} horas de divisas y metales caen en fin de semana, con el mercado cerrado. Encajan con {names}.',
  clock_twice:
    'Con la zona horaria {name}, estas horas existen dos veces, porque se atrasó el reloj (cuenta la primera, o la segunda si la operación se cerrara antes de abrirse): {text}',
  clock_never:
    'Con la zona horaria {name}, estas horas no existen, porque se adelantó el reloj (se leen como si no): {text}',
  clock_ahead:
    'La hora más reciente es {value} horas posterior a la fecha de la cabecera: el reloj del archivo va al menos eso por delante del reloj del ordenador.',
  clock_checked: 'la zona horaria solo se comprobó con las primeras {count} transacciones',
  balance_agrees: 'el balance indicado coincide tras cada transacción ({count})',
  messages_agree: 'el balance coincide en {count} mensajes',
  entries_flow: 'apuntes de balance contados como depósitos o retiros: {count}, en total {amount}',
  entries_adjustment:
    'apuntes de balance contados como ajustes (resultados sin operación): {count}, en total {amount}',
  entries_credit:
    'apuntes de balance guardados como crédito (en ninguna cifra): {count}, en total {amount}',
  rows_flow: {
    one: '{count} fila de balance contada como depósito o retiro: {amount}',
    other: '{count} filas de balance contadas como depósitos o retiros: {amount}',
  },
  rows_adjustment: {
    one: '{count} fila de balance contada como ajuste (resultado sin operación): {amount}',
    other: '{count} filas de balance contadas como ajustes (resultados sin operación): {amount}',
  },
  rows_credit: {
    one: '{count} fila de crédito guardada como crédito (en ninguna cifra): {amount}',
    other: '{count} filas de crédito guardadas como crédito (en ninguna cifra): {amount}',
  },
  rows_counted: { one: '{count} fila leída: {list}', other: '{count} filas leídas: {list}' },
  rows_counted_none: { one: '{count} fila leída', other: '{count} filas leídas' },
  trades_counted: { one: '{count} operación', other: '{count} operaciones' },
  cash_flows_counted: {
    one: '{count} depósito, retiro u otro apunte',
    other: '{count} depósitos, retiros y otros apuntes',
  },
  positions_counted: { one: '{count} posición abierta', other: '{count} posiciones abiertas' },
  calendar_events_counted: { one: '{count} evento', other: '{count} eventos' },
  parts_counted: { one: '{count} parte de una operación', other: '{count} partes de operaciones' },
  left_out_counted: {
    one: '{count} pendiente, cancelada u omitida',
    other: '{count} pendientes, canceladas u omitidas',
  },
  repeated_counted: { one: '{count} repetida', other: '{count} repetidas' },
  refused_counted: { one: '{count} rechazada', other: '{count} rechazadas' },
  made_counted: {
    one: '{count} de ellas no tiene fila propia',
    other: '{count} de ellas no tienen fila propia',
  },
  rows_unaccounted:
    'faltan filas: se leyeron {value} y constan {other}. Avise a los autores de trackrecord',
  rows_replaced:
    'faltan filas: se leyeron {value} y constan {other}. De las filas con el mismo número cuenta la última: {names}',
  part_is_replaced:
    'el ticket {value} se cierra en una exportación a las {other} y en otra posterior, que lo reemplaza, a las {text}; las dos son partes de una posición. Exporte el historial completo, impórtelo y quite las demás exportaciones',
  part_counts_twice:
    'los tickets {value} y {other} son una parte de una posición, con otro nombre en dos exportaciones; cuenta dos veces. Exporte el historial completo, impórtelo y quite las demás exportaciones',
  trades_net: 'operaciones: {count}, neto {amount}',
  open_positions: 'posiciones abiertas: {count}',
  deals_found: 'transacciones: {count} de cierre, {min} de apertura, {max} sin ejecutar',
  transfers: 'depósitos, retiros y cargos: {count}',
  bonuses: 'bonos guardados como crédito (en ninguna cifra): {count}',
  orders_found: 'órdenes: {count} ejecutadas, {max} sin ejecutar y omitidas',
  closed_positions: 'posiciones cerradas según la plataforma: {count}',
  computed_results:
    'resultados calculados con los precios, el volumen y el tamaño de lote, porque ninguna columna los tiene: {count}',
  demo_report: 'es una cuenta demo, según el informe',
  demo_statement: 'es una cuenta demo, según el extracto',
  opening_row: 'balance inicial {amount}: el primer balance indicado menos su fila',
  opening_deal: 'balance inicial {amount}: el primer balance indicado menos su transacción',
  opening_message: 'balance inicial {amount}: el primer balance menos su mensaje',
  opening_listed:
    'balance inicial {amount}: el balance indicado menos los apuntes y operaciones de la lista',
  opening_trades:
    'ninguna respuesta enumera depósitos y retiros, así que no se conoce el capital. El balance menos los resultados de las operaciones es {amount}. El operador puede indicar el capital.',
  paired:
    '{count} operaciones formadas a partir de transacciones, porque el informe no enumera posiciones',
  open_costs:
    '{amount} de costes de posiciones aún abiertas: el balance indicado los incluye; las operaciones, cuando se cierran.',
  whole_positions:
    'posiciones sin sus transacciones de cierre: {count}. Cada una cuenta como una operación, al final de la posición.',
  alike:
    'transacciones que pudieron cerrar una de varias posiciones con el mismo resultado: {count}. Cuenta la más antigua del mismo volumen, así que las horas de apertura de esas operaciones no son seguras.',
  orders_left_out: 'órdenes omitidas: {count}',
  pending_left_out: 'órdenes pendientes omitidas: {count}',
  pending_or_cancelled: 'órdenes pendientes o canceladas omitidas: {count}',
  skipped: 'filas saltadas: {count}',
  archived_line:
    'las operaciones antiguas figuran resumidas en el archivo y cuentan como resultado sin operación; líneas: {count}, total: {amount}',
  archived:
    'resultados archivados (Summary trade result) que cuentan como operaciones, igual que en el bróker: {count}',
  unknown_types: 'apuntes de balance de tipo desconocido, contados como ajustes: {count}: {text}',
  texts_both: {
    one: '{count} fila de balance nombra un depósito o retiro y un coste, y cuenta como depósito o retiro: línea {text}',
    other:
      '{count} filas de balance nombran un depósito o retiro y un coste, y cuentan como depósitos o retiros: línea {text}',
  },
  unknown_texts: {
    one: 'depósitos o retiros con un texto desconocido: {count} fila, en total {amount}: línea {text}',
    other:
      'depósitos o retiros con un texto desconocido: {count} filas, en total {amount}: línea {text}',
  },
  many_texts:
    'Esta cuenta tendría respuestas sobre más de {max} textos. Añada un archivo con menos textos desconocidos o pregunte al operador.',
  said_flow: 'contados como depósitos o retiros, porque usted lo indicó: {text}',
  said_cost: 'contados como resultados, porque usted lo indicó: {text}',
  no_broker: 'el encabezado «{text}» no indica ningún bróker: se dejó vacío',
  no_sums_below_rows:
    'debajo de las filas no hay totales, así que no se notaría si el archivo está cortado',
  no_sums_below_deals:
    'debajo de las transacciones no hay totales, así que no se notaría si el archivo está cortado',
  no_balances: 'ningún mensaje tiene un balance, así que no se notaría si faltan transacciones',
  unit_volumes:
    'volúmenes en unidades: {count}. En pares de divisas 100.000 son un lote; los demás quedan como están.',
  shared_results:
    'posiciones abiertas sin resultado propio: {count}. El total indicado se reparte entre ellas por volumen y precio. Solo se conoce el total; el resultado de cada una es una estimación.',
  unopened:
    'operaciones sin su transacción de apertura: {count}. Su hora de cierre cuenta también como hora de apertura.',
  no_open_list: 'ningún mensaje enumera posiciones abiertas; añada ProtoOAReconcileRes',
  no_floating:
    'posiciones abiertas omitidas: {count}. Falta su resultado flotante; añada ProtoOAGetPositionUnrealizedPnLRes.',
  deals_twice: 'transacciones repetidas: {count}',
  orders_twice: 'órdenes repetidas: {count}',
  became_open: 'filas sin hora de cierre que cuentan como posiciones abiertas: {count}',
  turned: 'retiros indicados sin signo menos y leídos como dinero pagado: {count}',
  known_columns: 'las columnas son las de {name}',
  other_number:
    'el archivo nombra la cuenta {printed} y usted indicó {number}; compruebe el número antes de añadirla',
  maybe_cut: 'el archivo no termina con un salto de línea: puede estar cortado',
  no_closed_list:
    'ninguna respuesta enumera órdenes ni posiciones cerradas: no se conocen las operaciones cerradas',
  no_commission: 'ninguna columna tiene comisión: cuenta como 0',
  position_counts: 'posiciones abiertas: {count} en la lista, {max} según la cuenta',
  no_details: 'sin datos de la cuenta: no se conocen el balance ni la equidad',
  not_printed: 'falta {name}: ¿está cortado el archivo?',
  cut_off: 'el archivo no termina con </html>: ¿está cortado?',
  no_figures: 'debajo de las tablas no hay cifras: ¿está cortado el archivo?',
  no_balance_row: 'debajo de las tablas faltan el balance y la equidad: ¿falta una fila?',
  not_compared: '{name}: «{value}» no es un número y no se comparó',
  unknown_below:
    'cifras debajo de las operaciones: no se compararon, porque sus filas son de un tipo desconocido',
  unknown_details:
    'cifras de la sección Details: no se compararon, porque sus filas son de un tipo desconocido',
  balance_before:
    'Balance: con las operaciones y depósitos del extracto quedan {amount} antes de la primera fila',
  balance_before_message: 'Balance: antes del primer mensaje sería {amount}',
  balance_below: 'el balance inicial sería {amount}; es menor que 0 y cuenta como 0',
  balance_breaks:
    'línea {line}: el balance {amount} no resulta de los {from} anteriores y la transacción, que dan {to}',
  balance_moved:
    'línea {line}: antes de esta transacción el balance cambió en {amount} y ninguna fila dice por qué; se cuenta como depósito o retiro',
  balance_moved_message:
    'el balance cambió en {amount} antes de {id} y ningún mensaje dice por qué; se cuenta como depósito o retiro',
  balance_moved_refused:
    'línea {line}: antes de esta transacción el balance cambió en {amount}, y ahí no se importó una fila; se cuenta como su resultado',
  balance_moved_unread:
    'el balance cambió en {amount} antes de {id}, y no se importó una transacción; se cuenta como su resultado',
  uneven_deal:
    'línea {line}: se indica un neto de {amount}; bruto, comisión y swap suman {value}, y eso cuenta',
  uneven_row:
    'línea {line}: se indica un beneficio neto de {amount}; beneficio, swap y comisión suman {value}',
  uneven_flow: 'línea {line}: se indica un beneficio neto de {amount} y un beneficio de {value}',
  unordered:
    'más de {max} transacciones no están en el orden de su cierre: no se comprobó el balance de cada fila',
  row_place: 'línea {line}: la fila {value} está donde debería estar la fila {other}',
  ticket_twice:
    'línea {line}: el ticket {value} está también en la línea {other}; cuenta la posterior',
  row_again:
    'línea {line}: el ticket {value} está dos veces con el mismo contenido; cuentan las dos líneas',
  closes_twice: 'línea {line}: el ticket {value} se cierra dos veces a esa hora; cuentan las dos',
  ticket_of_two:
    'línea {line}: el ticket {value} es aquí «{text}» y en una línea anterior «{other}»; cuentan las dos',
  before_report:
    'línea {line}: la transacción {value} cierra una posición anterior al informe; sus {amount} cuentan como ajuste, no como operación',
  closed_one_of:
    'línea {line}: la transacción {value} cerró una de varias posiciones: {detail}; cuenta la más antigua del mismo volumen',
  fits_none: 'su resultado de {amount} no encaja con ninguna posición abierta',
  too_few_results:
    'el informe no dice cuál, y hay pocos resultados para saber cuánto vale un movimiento de {name}',
  other_position:
    'línea {line}: la posición {value} es «{text}»; la transacción que la abrió, «{other}»',
  other_closings:
    'línea {line}: ninguna combinación de transacciones da el volumen, el swap y el beneficio de la posición {value}, aunque algunas cierran su símbolo durante ese tiempo; cuenta como una operación, al final de la posición',
  no_opening: 'línea {line}: ninguna transacción abrió la posición {value}',
  lots_differ:
    '{name}: según las transacciones quedan {amount} lotes abiertos; las posiciones abiertas suman {value}',
  no_close_date: 'la tabla no tiene una columna `Close Date`',
  closed_lots_differ:
    '{name}: las transacciones cierran {amount} lotes; las posiciones cerradas suman {value}: ¿falta una posición?',
  broken_rows:
    'filas con una celda de varias líneas o unas comillas sin cerrar: {count}. Compruebe que no falte ninguna fila.',
  no_cost_column:
    'no hay columna {name} ni columna con el resultado neto, así que falta ese coste; exporte el extracto con esa columna',
  unvalued:
    'posiciones abiertas omitidas: {count}. No se indican ni sus resultados ni la equidad; exporte el extracto con su resumen.',
  again: '{name} aparece otra vez con otros valores; cuentan los últimos',
  account_amount: '{name} de la cuenta no es un número y no se comparó',
  price_differs: 'operación {value}: la plataforma indica {amount}, sus precios dan {other}',
  foreign_prices:
    'operaciones de {name} sin importar: {count}. Sus precios no están en {value} y ninguna respuesta tiene los resultados.',
  history_cut: 'el historial no está completo: hasMore es true y no sigue ninguna respuesta',
  deals_cut: 'la lista de transacciones no está completa: hasMore es true y no sigue ninguna lista',
  and_more: '{names} y {count} más',
  and_other_texts: '{names} y otros {count} textos',
  account_detail: 'la cuenta: {detail}: no se comparó',
  type_empty: 'su tipo está vacío',
  number_missing: 'falta su número',
  several_instruments: 'sus órdenes son de varios instrumentos',
  field_absent: 'falta {name}',
  field_not_object: '{name} no es un objeto',
  field_not_count: '{name} «{value}» no es un número entero mayor que 0',
  field_not_side: '{name} «{value}» no es ni BUY ni SELL',
  id_not_number: 'su identificador no es un número',
  opened_otherwise: 'falta {name}: su posición se abrió en el otro sentido',
  position_not_imported: 'posición {value} no importada: {detail}',
  row_not_loadable: 'no importada: {detail}',
  times_as_before: 'las horas están en {name}, como en importaciones anteriores de {account}',
  cannot_be_read: 'El archivo no se puede leer: {detail}',
  read_too_long: 'La lectura tardó más de {count} s. Exporte un período más corto.',
  read_too_large: 'La lectura necesita más memoria de la que hay. Exporte un período más corto.',
  lists_nothing: 'no lista nada',
  no_json: 'no contiene ningún archivo .json',
  many_json: 'contiene más de {max} archivos .json',
  no_headings: 'no tiene encabezados encima',
};
