import type { OwnerWords } from '../words.ts';

/** Spanish words of the list of what was sent in for an account. */
export const deliveries: OwnerWords['deliveries'] = {
  title: 'Datos enviados',
  lead: 'Extractos y datos de {account}, los más recientes primero. Puede retirar lo que esté mal.',
  done: 'Retirado. La próxima actualización calcula sus cifras sin esos datos.',
  closed: 'El operador carga esta cuenta. Pida al operador que quite datos.',
  fromBroker:
    'Los datos leídos de su bróker no se pueden retirar aquí. Si algo está mal, avise al operador.',
  none: 'Aún nada.',
  received: 'Recibido',
  from: 'De',
  rows: 'Filas',
  rejected: 'Rechazadas',
  state: 'Estado',
  action: 'Acción',
  withdrawLink: 'Retirar…',
  sources: {
    operator_file: 'Archivo del operador',
    owner_statement: 'Extracto',
    owner_api: 'Programa',
    terminal: 'Terminal',
    broker_api: 'Bróker',
    feed: 'Feed',
  },
  states: {
    received: 'Espera la próxima actualización',
    loaded: 'Cargado',
    published: 'En sus cifras',
    refused: 'Rechazado',
  },
  replaced: 'Sustituido por datos más recientes',
  withdrawn: 'Retirado {instant}',
  withdrawTitle: '¿Retirar estos datos?',
  withdrawLead: '{delivery}, recibido {instant}, de {account}.',
  brought: 'Contenían:',
  nothing: 'No tiene filas que cuenten.',
  nouns: {
    trades: { one: '{count} operación', other: '{count} operaciones' },
    cash_flows: {
      one: '{count} depósito, retiro u otro movimiento',
      other: '{count} depósitos, retiros y otros movimientos',
    },
    positions: { one: '{count} posición abierta', other: '{count} posiciones abiertas' },
    equity: { one: '{count} informe de equidad', other: '{count} informes de equidad' },
    deals: {
      one: '{count} transacción de su terminal',
      other: '{count} transacciones de su terminal',
    },
  },
  removes: {
    one: 'Se quita {count} operación con un resultado neto de {profit}.',
    other: 'Se quitan {count} operaciones con un resultado neto de {profit}.',
  },
  removesNone: 'No se quita ninguna operación: otros datos las tienen todas, o no hay ninguna.',
  removesTrades: {
    one: 'Se quita {count} operación.',
    other: 'Se quitan {count} operaciones.',
  },
  tradesWithout: {
    one: 'Sin estos datos, la cuenta tiene {count} operación.',
    other: 'Sin estos datos, la cuenta tiene {count} operaciones.',
  },
  computing: 'Se calcula la rentabilidad sin estos datos, normalmente en unos segundos.',
  returnGoes: 'La rentabilidad pasa de {before} a {after}.',
  returnStays: 'La rentabilidad sigue en {return}.',
  returnWithout: 'Sin ellos, la rentabilidad es {return}.',
  noReturn: 'Sin ellos no se puede calcular ninguna rentabilidad.',
  noData: 'Sin ellos, esta cuenta no tiene datos.',
  returnNow: 'Con estos datos la rentabilidad es ahora {return}.',
  effect:
    'Se quita lo que solo tienen estos datos. Lo que también tienen otros datos se queda. La próxima actualización calcula sus cifras, y su página pública dice qué días publicados cambiaron.',
  withdraw: 'Retirar',
  cannot: '{state}. Aquí no se puede retirar.',
  back: 'Volver a todos los datos enviados',
};
