import type { codeReasons as english } from '../../../../pipeline/base/reasons/codes.ts';
import type { Texts } from '../../../site/language/en.ts';

export const codeReasons: Texts<typeof english> = {
  code_none:
    'Ningún terminal muestra un código de esta cuenta. Ponga InpShowCode en true en el Expert Advisor y escriba el código que muestre.',
  code_confirmed: 'Esta cuenta ya está confirmada.',
  code_tries: 'Escribió {count} códigos equivocados. Espere a que el terminal muestre otro código.',
  code_wrong: 'Este no es el código que muestra el terminal. Compruébelo y escríbalo de nuevo.',
  code_used: 'Este código ya se usó. Cada código sirve una sola vez.',
  code_expired: 'Este código caducó. Escriba el que muestra ahora el terminal.',
  code_revoked:
    'La clave de conexión de este código fue revocada. Ponga una clave nueva en el Expert Advisor y escriba el código nuevo.',
  code_no_data:
    'El terminal todavía no ha enviado datos de esta cuenta. Espere a que lo haga y escriba el código que muestre.',
  code_of_another: 'Este es el código de su cuenta {name}. Escríbalo en la página de esa cuenta.',
  code_login:
    'Este código es de la cuenta {number} en {server}. Los datos de aquí son de la cuenta {other_number} en {other_server}. Inicie sesión en esa cuenta en el terminal.',
};
