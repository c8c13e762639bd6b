import type { OwnerWords } from '../words.ts';

/** Spanish words of the page that corrects what the statements of an account say. */
export const corrections: OwnerWords['corrections'] = {
  title: 'Corregir sus extractos',
  lead: 'De {account}. Cambia todos los extractos que ha añadido, sin subirlos de nuevo.',
  timezoneHint: 'Las operaciones, los depósitos y la equidad se mueven con ella.',
  currency: 'Divisa, por ejemplo EUR',
  type: 'Tipo de cuenta',
  broker: 'Bróker',
  brokerHint: 'Los extractos que añada más tarde también reciben este nombre.',
  check: 'Mostrar qué cambia',
  checkTitle: 'Qué cambia',
  statements: {
    one: 'Corrige {count} extracto.',
    other: 'Corrige {count} extractos.',
  },
  moves: 'La zona horaria pasa a ser {timezone}. Mueve {trades} {hours}. ¿Continuar?',
  movesNone: 'La zona horaria pasa a ser {timezone}. No se mueve ninguna operación.',
  becomesCurrency: 'La divisa pasa a ser {to}. Los importes quedan igual.',
  becomesType: { real: 'Pasa a ser una cuenta real.', demo: 'Pasa a ser una cuenta demo.' },
  becomesBroker: 'El bróker pasa a ser {to}, también en los extractos que añada más tarde.',
  marks: 'Una insignia del operador puede caducar, porque cambian días ya publicados.',
  confirm: 'Corregir',
  back: 'Volver',
  none: 'No hay ningún extracto que corregir.',
  noChange: 'Cambie algo primero.',
  wrongCurrency:
    'Indique la divisa con tres letras mayúsculas, por ejemplo EUR, o el código de una criptomoneda.',
  texts: 'Qué son sus apuntes',
  textsLead:
    'Esto dijo de apuntes que nuestra lista de palabras no conoce. La próxima actualización los contabiliza según lo que indique ahora.',
  textsSave: 'Guardar respuestas',
  askAgain: 'Olvidar la respuesta: volver a preguntar',
  wrongBroker: 'Indique el nombre del bróker con 1 a 200 caracteres.',
};
