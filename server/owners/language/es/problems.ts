import type { OwnerWords } from '../words.ts';

/** Spanish words of refusals that several pages share. */
export const problems: OwnerWords['problems'] = {
  closed:
    'El operador carga esta cuenta y no acepta datos de usted. Para permitirlo, el operador pone "owner_data": true en la entrada de la cuenta en el registro.',
  name: 'Un nombre debe tener de 1 a 200 caracteres y ningún carácter de control.',
  keyName: 'Dé a la clave un nombre de 1 a 200 caracteres.',
  limits: {
    keys: 'El plan {plan} no permite más claves de API activas que {max} (límite: keys). Revoque una o pida un plan mayor al operador.',
    accounts:
      'El plan {plan} permite {max} cuentas (límite: accounts). Pida un plan mayor al operador.',
    portfolios:
      'El plan {plan} permite {max} carteras (límite: portfolios). Pida un plan mayor al operador.',
    connection_keys:
      'El plan {plan} permite {max} claves de conexión activas (límite: connection_keys). Revoque una o pida un plan mayor al operador.',
    rows: 'El plan {plan} permite {max} filas de datos (límite: rows). Pida un plan mayor al operador.',
    bytes: 'El plan {plan} permite {max} de datos (límite: bytes). Pida un plan mayor al operador.',
    bytes_a_day:
      'El plan {plan} permite recibir {max} de datos al día (límite: bytes_a_day). Envíe el resto después de medianoche UTC o pida un plan mayor al operador.',
  },
  beingDeleted:
    'Ha eliminado esta cuenta y sus datos se están borrando. Añádala de nuevo tras la próxima actualización, normalmente en unos minutos.',
};
