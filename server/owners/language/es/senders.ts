import type { OwnerWords } from '../words.ts';

/** Spanish words of sending data, of rejected rows and of widgets. */
export const senders: OwnerWords['senders'] = {
  done: {
    revoked: 'Clave revocada. Los programas que la usan ya no pueden enviar datos.',
    confirmed: 'Confirmada. La página de esta cuenta dice desde ahora que usted la controla.',
  },
  title: 'Enviar datos automáticamente',
  lead: 'Para {account}. Una clave de conexión solo puede enviar datos de esta cuenta; no puede leer nada.',
  closed: 'No puede enviar datos de esta cuenta.',
  keys: 'Claves de conexión',
  create: 'Crear clave',
  keyName: 'Nombre de la clave, por ejemplo el ordenador que la usa',
  newKeyHelp:
    'Cópiela ahora y siga los pasos de abajo: no se guarda aquí y no se puede volver a mostrar.',
  tooMany: 'Esta cuenta ya tiene el máximo de claves. Revoque antes una.',
  setup: 'Configuración',
  ownProgram: 'Su propio programa',
  terminal: {
    download:
      'Descargue {file} y póngalo en {folder}, en la carpeta de datos del terminal (Archivo, Abrir carpeta de datos).',
    compile: 'Ábralo en MetaEditor (F4) y compílelo (F7).',
    allow: 'En Herramientas, Opciones, Asesores Expertos, permita WebRequest para {address}.',
    drag: 'Arrastre el Expert Advisor a un gráfico. Ponga {address} en el parámetro {server} y su clave en {key}.',
    sends:
      'Envía primero todo el historial y luego los datos nuevos. Nunca opera, así que basta la contraseña de inversor.',
    history:
      'Elija antes «Todo el historial» en la pestaña Historial de cuenta: el Expert Advisor solo ve las operaciones que aparecen ahí.',
  },
  ctrader: {
    save: 'En la pestaña Historial, guarde el historial como CSV o Excel en una carpeta. Repítalo cuando tenga operaciones nuevas.',
    push: 'En un ordenador con trackrecord instalado, ponga la clave en {variable} y ejecute {command}. Envía cada archivo nuevo una vez.',
    without: 'Sin trackrecord instalado, {upload} o use su propio programa, como abajo.',
    upload: 'suba un extracto',
  },
  program: {
    rows: 'Envíe filas como JSON: {call} con la cabecera {header}.',
    python:
      'O use {file}, que solo necesita Python: ponga la clave en {variable} y ejecute {command}.',
    again:
      'Si no recibe respuesta, envíe las mismas filas otra vez: los duplicados no cambian nada.',
    receipt:
      'La respuesta contiene un recibo. {address} le dice cuándo se cargan y publican los datos.',
  },
  code: {
    title: 'Confirmar que esta cuenta es suya',
    wait: 'Espere a que el Expert Advisor haya enviado sus primeros datos.',
    set: 'Ponga {value} en su parámetro {input}. Aparece un código en el gráfico. Cada código sirve una vez, durante 10 minutos.',
    type: 'Escriba aquí el código.',
    field: 'Código del terminal',
    confirm: 'Confirmar',
    help: 'La página pública dice entonces que usted controla la cuenta y que la prueba es un código en el terminal. Iniciar sesión {broker} prueba más.',
    broker: 'en su bróker',
    confirmed: {
      title: 'Está confirmado que esta cuenta es suya',
      broker: 'Usted inició sesión en su bróker',
      terminal: 'Usted escribió el código que mostró el terminal',
      person: 'Confirmada por {name}',
      more: 'Iniciar sesión {broker} prueba más.',
    },
  },
  rejected: {
    title: 'Filas rechazadas',
    lead: 'Las filas de {account} que incumplen una regla se dejan fuera. Corríjalas y envíelas de nuevo.',
    some: 'Las {count} más recientes de {all}.',
    none: 'No se rechazó ninguna fila.',
    when: 'Cuándo',
    account: 'Cuenta',
    from: 'Archivo o recibo',
    line: 'Línea',
    table: 'Tabla',
    reason: 'Motivo',
  },
  widget: {
    title: 'Widget',
    lead: 'De {account}. Pegue el código en otro sitio. El widget muestra siempre lo que pueden ver los visitantes.',
    size: 'Tamaño',
    theme: 'Tema',
    preview: 'Vista previa',
    region: 'Vista previa del widget',
    alt: 'El widget de {name}',
    private: 'Esta cuenta es privada: nadie puede ver su widget hasta que usted la publique.',
    kinds: {
      html: 'HTML: imagen con enlace',
      iframe: 'HTML: marco',
      markdown: 'Markdown',
      image_url: 'Dirección de la imagen (SVG)',
      png_url: 'Dirección de la imagen (PNG)',
    },
  },
};
