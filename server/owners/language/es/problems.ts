import type { OwnerWords } from '../words.ts';

/** Spanish words of refusals that several pages share. */
export const problems: OwnerWords['problems'] = {
  closed:
    'El operador carga esta cuenta y no acepta datos de usted. Para permitirlo, el operador pone "owner_data": true en la entrada de la cuenta en el registro.',
  name: 'Un nombre debe tener de 1 a 200 caracteres y ningún carácter de control.',
  keyName: 'Dé a la clave un nombre de 1 a 200 caracteres.',
};
