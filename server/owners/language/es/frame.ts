import type { OwnerWords } from '../words.ts';

/** Spanish words around every owners' page. */
export const frame: OwnerWords['frame'] = {
  sections: {
    accounts: 'Cuentas',
    connections: 'Conexiones',
    alerts: 'Alertas',
    settings: 'Ajustes',
    trail: 'Cambios',
    operator: 'Operador',
  },
  signOut: 'Cerrar sesión',
  signedInAs: 'Sesión iniciada como {owner}',
  copying: { copy: 'Copiar', copied: 'Copiado', byHand: 'Pulse Ctrl+C' },
  newPassword: 'Contraseña nueva',
  passwordHint:
    'Al menos {min} caracteres. Unas pocas palabras se recuerdan mejor que los símbolos.',
};
