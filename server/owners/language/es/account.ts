import type { OwnerWords } from '../words.ts';

/** Spanish words of the page of an account or portfolio. */
export const account: OwnerWords['account'] = {
  done: {
    shown: 'Guardado. Los visitantes ven el cambio desde ahora.',
    name: 'Guardado.',
    cut: 'Historial eliminado. Las cifras cambian con la próxima actualización.',
    portfolios: 'Guardado. Las cifras de sus carteras cambian con la próxima actualización.',
    members: 'Guardado. Las cifras cambian con la próxima actualización.',
    benchmark: 'Guardado. La comparación cambia con la próxima actualización.',
    corrected: 'Corregido. La próxima actualización calcula sus cifras con ello.',
    made: 'Cartera creada. Es privada hasta que usted la publica. Las cifras llegan con la próxima actualización.',
  },
  preview: {
    title: 'Como visitante.',
    public: 'Esto es lo que ve todo el mundo.',
    private:
      'Esto es lo que vería todo el mundo si la cuenta fuera pública. Es privada, así que solo lo ve usted.',
    back: 'Volver a su cuenta',
  },
  links: {
    title: 'Páginas de esta cuenta',
    public: 'Página pública',
    asVisitor: 'Ver como visitante',
    widget: 'Widget para otro sitio',
    sent: 'Datos enviados',
    correct: 'Corregir los datos de los extractos',
    sending: 'Enviar datos automáticamente',
  },
  visibility: 'Visibilidad',
  whoSees: 'Quién puede verla',
  public: 'Pública: tiene una página y aparece en la búsqueda',
  private: 'Privada: solo usted puede verla',
  trades: 'Operaciones en la página pública',
  listTrades: 'Mostrar mis operaciones y posiciones abiertas, en una tabla y en archivos',
  listTradesHelp:
    'Entonces todos ven cada operación con todos los campos que usted no oculta. Sin la lista, solo los programas con una clave pueden leer las operaciones. Para ocultarlas también a esos, oculte «{trades}».',
  hide: 'Ocultar a los visitantes',
  hideHelp: 'Marque lo que quiere ocultar. A la derecha está lo que ven los visitantes.',
  seen: 'visible',
  unseen: 'oculto',
  nothing: 'aún nada',
  instruments: { one: '{names}', other: '{names} y {count} más' },
  stillVisible: 'Todavía visible por: {parts}',
  stillVisibleNext: '¿Ocultarlo también?',
  fields: {
    volume: 'lotes',
    stop_loss: 'stop loss',
    take_profit: 'take profit',
    comment: 'comentarios',
  },
  and: '{first} y {second}',
  save: 'Guardar',
  notSaved: 'Los cambios se aplican cuando los guarda.',
  rename: 'Nombre',
  renameButton: 'Cambiar nombre',
  data: 'Zona horaria, divisa y tipo',
  dataNow: 'Zona horaria {timezone}, divisa {currency}, {type}.',
  dataUnknown: 'aún sin confirmar',
  dataHelp:
    'Vienen de sus extractos. Si algo está mal, {correct}. No hace falta subirlos de nuevo.',
  dataOperator: 'El operador de este sitio carga esta cuenta. Si algo está mal, pregúntele.',
  dataCorrect: 'corríjalo',
  portfolios: 'Carteras',
  partOf: 'Esta cuenta forma parte de',
  savePortfolios: 'Guardar carteras',
  benchmark: 'Comparación con una referencia (benchmark)',
  benchmarkLabel: 'Comparar con',
  noBenchmark: 'nada',
  benchmarkButton: 'Guardar comparación',
  benchmarkHelp:
    'Su página muestra entonces qué hicieron ambos en los mismos días. Si solo usted debe ver la comparación, ocúltela en Visibilidad.',
  benchmarkNone:
    'El operador de este sitio aún no ofrece nada con que comparar. Pida el oro o un índice.',
  members: 'Miembros',
  membersIn: 'Cuentas de esta cartera',
  membersHelp:
    'Si esta cartera es pública, los visitantes pueden averiguar las cifras de una cuenta privada restando las otras cuentas.',
  saveMembers: 'Guardar miembros',
  currency: 'Divisa de sus cifras, por ejemplo EUR',
  privateMember: '{name} (privada)',
  prove: 'El Expert Advisor también puede demostrar que usted controla esta cuenta. {confirm}',
  proveLink: 'Confirmarla con un código',
  cut: 'Eliminar historial',
  cutHelp:
    'Elimina para siempre todo lo anterior a un día; nadie puede recuperarlo. Todas las cifras empiezan entonces ese día con su balance, y la página pública lo dice.',
  cutBefore:
    'El historial anterior al {day} ya está eliminado. Elija un día posterior para eliminar más.',
  cutDay: 'Primer día que se conserva',
  cutButton: 'Eliminar para siempre',
  typeName: 'Para confirmar, escriba el nombre: {name}',
  delete: 'Eliminar',
  deletePortfolio: 'Elimina la cartera. Sus cuentas se quedan.',
  deleteAccount: 'Elimina la cuenta con todo lo que se envió para ella.',
  deleteHelp:
    'Desaparece de inmediato para todos, y la próxima actualización la quita de todos los archivos. Nadie puede recuperarla, y su dirección no se vuelve a usar.',
  deleteButton: 'Eliminar para siempre',
  problems: {
    cutName: 'No se eliminó nada. Escriba el nombre de la cuenta exactamente como se muestra.',
    deleteName: 'No se eliminó nada. Escriba el nombre exactamente como se muestra.',
    emptied: '{name} se quedaría sin cuentas. Añádale antes otra cuenta.',
    members: 'Elija al menos una cuenta para la cartera.',
  },
  newPortfolio: {
    lead: 'Una cartera muestra varias cuentas como una sola. Es privada hasta que usted la publica.',
    name: 'Nombre',
    button: 'Crear cartera',
  },
  notices: {
    heldBack: 'Retenida.',
    keeps: 'Hasta entonces las cifras quedan como estaban el {instant}.',
    none: 'Hasta entonces todavía no hay cifras.',
    unknown: 'Pregunte al operador por qué.',
    ours: 'Nuestra propia comprobación {check} ha fallado; es un error nuestro. Pida al operador que lo comunique.',
    missing_rates:
      'Faltan tipos de cambio: {reason}. En Miembros, elija cuentas de una sola divisa y esa divisa, o pida al operador que cargue los tipos.',
    member_held_back:
      'Una cuenta que contiene está retenida. Abra la página de esa cuenta para ver por qué, o quítela en Miembros.',
    amounts_are_exact:
      'Un importe es demasiado grande o tiene demasiados decimales. Busque un importe en otra divisa que la de la cuenta y envíe la fila corregida. Una fila con el mismo ticket o id sustituye a la anterior.',
    oddValue:
      'Un valor tiene un tamaño imposible. Busque un precio, un importe o un informe de equidad erróneo y envíe las filas corregidas. Una fila con el mismo ticket o id sustituye a la anterior.',
    needsRates: 'Necesita tipos de cambio.',
    rates:
      'Sus cifras están en {currency} y contiene cuentas en {foreign}. Sin tipos para {pairs} se queda sin cifras. En Miembros, elija cuentas de una sola divisa y esa divisa, o pida al operador que cargue los tipos.',
    pair: '{from} a {to}',
    cannotShow: 'No se puede mostrar.',
    gap: 'No cuadra.',
    gapTotals:
      'Los totales del informe de su plataforma difieren de lo que suman sus operaciones y depósitos.',
    gapBalance:
      'Su plataforma indica un balance de {printed}, pero sus operaciones y depósitos suman {balance}, con una diferencia de {gap}.',
    gapOfMember:
      'Una cuenta que contiene no cuadra. Abra la página de esa cuenta para ver la diferencia.',
    gapNext: 'Normalmente faltan datos: suba un extracto de todo el historial.',
  },
};
