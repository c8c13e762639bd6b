import type { OwnerWords } from '../words.ts';

/** Spanish words of the list of what was sent in for an account. */
export const deliveries: OwnerWords['deliveries'] = {
  title: 'Datos enviados',
  lead: 'Extractos y datos de {account}, los más recientes primero. Puede retirar lo que esté mal.',
  done: 'Retirado. La próxima actualización calcula sus cifras sin esos datos.',
  closed: 'El operador carga esta cuenta. Pida al operador que quite datos.',
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
    feed: 'Canal',
  },
  states: {
    received: 'Espera la próxima actualización',
    loaded: 'Cargado',
    published: 'En sus cifras',
    refused: 'Rechazado',
  },
  withdrawn: 'Retirado {instant}',
  withdrawTitle: '¿Retirar estos datos?',
  withdrawLead: '{delivery}, recibido {instant}, de {account}.',
  brought: 'Contenía:',
  nothing: 'No tiene filas que cuenten.',
  nouns: {
    trades: { one: '{count} operación', other: '{count} operaciones' },
    cash_flows: {
      one: '{count} depósito, retiro u otro apunte',
      other: '{count} depósitos, retiros y otros apuntes',
    },
    positions: { one: '{count} posición abierta', other: '{count} posiciones abiertas' },
    equity: { one: '{count} informe de equidad', other: '{count} informes de equidad' },
    deals: {
      one: '{count} transacción de su terminal',
      other: '{count} transacciones de su terminal',
    },
  },
  removes: {
    one: 'Quita {count} operación con un resultado neto de {profit}.',
    other: 'Quita {count} operaciones con un resultado neto de {profit}.',
  },
  removesNone: 'No quita ninguna operación: otros datos las tienen todas, o no hay ninguna.',
  computing:
    'Se calcula la rentabilidad sin estos datos. Aparece en esta página en cuanto esté lista.',
  returnGoes: 'La rentabilidad pasa de {before} a {after}.',
  returnStays: 'La rentabilidad sigue en {return}.',
  returnWithout: 'Sin ellos, la rentabilidad es {return}.',
  noReturn: 'Sin ellos no se puede calcular ninguna rentabilidad.',
  noData: 'Sin ellos, esta cuenta no tiene datos.',
  returnNow: 'Con ellas la rentabilidad es ahora {return}.',
  effect:
    'Se quita lo que solo tienen estos datos. Lo que también tienen otros datos se queda. La próxima actualización calcula sus cifras, y su página pública dice qué días publicados cambiaron.',
  withdraw: 'Retirar',
  cannot: '{state}. Aquí no se puede retirar.',
  back: 'Volver a todos los datos enviados',
};
