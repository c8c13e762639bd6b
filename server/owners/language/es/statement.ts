import type { OwnerWords } from '../words.ts';

/** Spanish words of adding an account and of a statement's way into the figures. */
export const statement: OwnerWords['statement'] = {
  addTitle: 'Añadir una cuenta',
  addLead: 'Una cuenta es privada hasta que usted la publica.',
  uploadTitle: 'Subir un extracto',
  uploadHelp:
    'Elija el extracto o el informe del historial que exporta su plataforma: MetaTrader 4 o 5, cTrader, TradeLocker, Myfxbook, FX Blue o MQL5. Usted revisa lo que encontramos antes de que se añada nada. Para actualizar la cuenta más adelante, suba un extracto más reciente.',
  file: 'Archivo del extracto, hasta {size} MiB',
  check: 'Revisar archivo',
  keyTitle: 'Enviar datos automáticamente',
  keyHelp:
    'Su terminal o un programa envía por sí solo los datos nuevos. Añada aquí la cuenta; la página siguiente crea su clave de conexión.',
  publicName: 'Nombre visible (no su nombre en el bróker)',
  addAccount: 'Añadir cuenta',

  readingTitle: 'Leyendo su extracto',
  reading:
    'Tenemos su archivo y lo estamos leyendo. Un extracto largo tarda hasta un minuto, o más si otros esperan.',
  readingNext:
    'Esta página se recarga sola y muestra lo que encontramos. Puede salir y volver desde {accounts}.',
  yourAccounts: 'sus cuentas',
  reload: 'Recargar ahora',

  checkTitle: 'Revise su extracto',
  progressTitle: 'Su extracto',
  toExisting: 'Estos datos se añadirán a su cuenta existente.',
  account: 'Cuenta',
  corrected: 'corregido por usted',
  currency: 'Divisa',
  type: 'Real o demo',
  types: { real: 'real', demo: 'demo', unknown: 'no se sabe' },
  period: 'Período',
  fromUntil: '{from} a {until}',
  unknown: 'no se sabe',
  trades: 'Operaciones cerradas',
  newTrades: '{fresh}, {known} ya conocidas',
  fresh: { one: '{count} operación nueva', other: '{count} operaciones nuevas' },
  positions: 'Posiciones abiertas',
  flows: 'Depósitos, retiros y ajustes',
  leftOut: 'Filas que no sirven y se dejarán fuera: {count}. La primera: {reason}.',
  totals: 'Totales del extracto',
  totalsCompared:
    'Iguales a los calculados con sus operaciones: {same}. Distintos: {different}. No comparables, porque los definimos de otra manera o no los calculamos: {other}.',
  gap: 'Diferencia',
  reason: 'Motivo probable: {reason}.',

  timezone: 'Zona horaria del servidor de su bróker',
  choose: 'Elija una zona horaria',
  guessed:
    'Nuestra suposición, porque los huecos de los fines de semana encajan con {name}: las operaciones de {weeks} van de {earliest} a {latest} en Nueva York, donde el mercado abre de {opens} a {closes}.',
  weeks: { one: '{count} semana', other: '{count} semanas' },
  alsoFits: 'Menos probable: {names}.',
  unguessed:
    'El archivo no la dice y sus operaciones no la muestran. Mire el reloj de su plataforma, por ejemplo sobre la observación del mercado. Dos horas por delante de UTC en invierno y tres en verano es Nueva York + 7, la de la mayoría de los brókeres.',
  remembered: 'Como usted la confirmó antes para esta cuenta.',
  chosen: 'La eligió usted. El período de arriba se cuenta con ella.',
  zones: {
    usual: 'La mayoría de los brókeres',
    newYork: 'Nueva York más horas',
    fixed: 'Diferencia fija con UTC',
    cities: 'Ciudades',
    fromNewYork: 'Nueva York + {hours}',
    summerUs: '{name} (UTC+2, en el verano de EE. UU. UTC+3)',
    summerEu: '{name} (UTC+2, en el verano europeo UTC+3)',
  },

  questions: {
    dates: {
      title: '¿Va primero el día o el mes?',
      label: 'Orden de día y mes',
      choices: { 'day first': 'Primero el día', 'month first': 'Primero el mes' },
    },
    decimal: {
      title: '¿Qué signo es el decimal?',
      label: 'Signo decimal',
      choices: { point: 'Punto', comma: 'Coma' },
    },
    texts: {
      title: '¿Qué son estos apuntes?',
      lead: 'Nuestra lista de palabras no dice si son depósitos y retiros o resultados de la cuenta, como comisiones e intereses. Sus respuestas valen también para los extractos posteriores de esta cuenta. Sin respuesta cuentan como depósitos o retiros.',
      rows: 'filas: {count}, en total {amount}',
      choices: {
        flow: 'Depósito o retiro',
        adjustment: 'Coste u otro resultado',
        unknown: 'No lo sé',
      },
    },
    reading: '{cell} es {value}',
    goOn: 'Continuar',
  },

  nameFor: 'Nombre visible de {account}',
  addDataTitle: 'Añadir estos datos a su cuenta',
  addData: 'Añadir datos',
  addThis: 'Añadir esta cuenta',
  nothingNew: 'Todas las operaciones de este archivo ya se conocen.',
  staysPrivate: 'Es privada hasta que usted la publica.',
  correctTitle: 'Falta algo o hay un error',
  currencyField: 'Divisa, si el archivo no la dice',
  numberField: 'Número de cuenta, si el archivo no lo dice',
  platformField: 'Plataforma, si el archivo no la dice',
  asInFile: 'como en el archivo',
  again: 'Revisar otra vez',
  otherFile: 'Elegir otro archivo',
  about: 'Sobre este archivo',
  problemsTitle: 'Problemas en este archivo',
  problemsHelp:
    'Las filas que no se importan faltan en sus cifras. Corrija el archivo y vuelva a subirlo, o siga sin ellas.',
  found: 'Encontrado',
  notes: 'Conviene saber',

  moves:
    'La zona horaria de esta cuenta es {before}. Cambiarla a {after} desplaza {trades} {hours}. ¿Continuar?',
  movesTick: 'Desplazar las operaciones',
  movesUnticked: 'Marque «Desplazar las operaciones» o vuelva a la zona horaria anterior.',
  movedTrades: { one: '{count} operación', other: '{count} operaciones' },
  hours: { one: '{count} hora', other: '{count} horas' },
  upTo: 'hasta {text}',
  range: '{min} a {max}',
  typeChange: {
    demo: '{names} es una cuenta real, pero este extracto es de una cuenta demo. Si la cambia, todas las operaciones de la cuenta, también las anteriores, cuentan como de una cuenta demo.',
    real: '{names} es una cuenta demo, pero este extracto es de una cuenta real. Si la cambia, todas las operaciones de la cuenta, también las anteriores, cuentan como de una cuenta real.',
  },
  typeTick: { demo: 'Cambiarla a cuenta demo', real: 'Cambiarla a cuenta real' },
  typeKeep: { demo: 'Mantenerla como cuenta real', real: 'Mantenerla como cuenta demo' },
  typeUnanswered:
    'Elija «{keep}» o «{yes}». O escriba otro número en el campo Número de cuenta para añadir una cuenta nueva.',
  currencyDiffers:
    '{name} está en {before}, pero este extracto está en {currency}. Una cuenta no puede tener ambas. Corrija la divisa si es errónea o escriba otro número en el campo Número de cuenta para añadir una cuenta nueva.',

  next: 'Qué pasa ahora',
  steps: {
    saved: 'Su extracto está guardado.',
    loaded: 'La próxima actualización lo carga, normalmente en unos minutos.',
    figures: 'Se calculan sus cifras.',
    publish: 'Usted las mira y publica la cuenta, si quiere.',
  },
  stepDone: 'hecho',
  stepNow: 'en espera',
  reloads: 'Esta página se recarga sola hasta que estén sus cifras.',
  refused: 'Este extracto no se añadió.',
  done: 'Listo: sus cifras están al día.',
  notUsed: 'Sus datos de {name} no se usan.',
  publish: 'Publicar',
  publishHelp: 'Por ahora solo la ve usted.',
  listTrades: 'Mostrar mis operaciones y posiciones abiertas en la página pública',
  settings: 'Elegir qué ven los visitantes',

  problems: {
    noFile: 'Elija primero el archivo de un extracto.',
    tooLarge: 'El archivo ocupa más de {size} MiB. Exporte un período más corto.',
    tooMany:
      'Tiene demasiados extractos sin confirmar. Confirme algunos o vuelva a intentarlo mañana.',
    diskFull:
      'El disco del servidor está lleno y su archivo no se guardó. Avise al operador y vuelva a intentarlo más tarde.',
    number: 'El número de cuenta solo puede tener letras, cifras y signos de puntuación.',
    timezone: 'Elija primero la zona horaria del servidor de su bróker.',
    unanswered: 'Elija primero una de las respuestas.',
    handedOver: 'Ya no puede añadir datos a esta cuenta. Pregunte al operador.',
  },
  upload: {
    offline: 'No podemos llegar al servidor. Su archivo sigue elegido: vuelva a intentarlo.',
    ended:
      'Su sesión ha terminado y no se envió nada. {signIn}, vuelva aquí y pulse otra vez el botón. Su archivo sigue elegido.',
    signIn: 'Inicie sesión en otra pestaña',
    sending: 'Enviando su archivo…',
  },
};
