import type { OwnerWords } from '../words.ts';

/** Spanish words of the sign-in and of invitation links. */
export const signIn: OwnerWords['signIn'] = {
  title: 'Iniciar sesión',
  lead: 'Inicie sesión para gestionar sus cuentas.',
  userName: 'Nombre de usuario',
  password: 'Contraseña',
  withPasskey: 'Iniciar sesión con una llave de acceso',
  forgot:
    '¿Aún no tiene contraseña o la ha olvidado? Pida un enlace de acceso al operador de este sitio.',
  ask: 'Pida un enlace de acceso a {whom}.',
  inviteTitle: 'Elija su contraseña',
  welcome: 'Le damos la bienvenida, {owner}',
  inviteLead: 'Elija una contraseña para iniciar sesión. Este enlace sirve una sola vez.',
  setPassword: 'Guardar contraseña',
  usedTitle: 'Este enlace no sirve',
  usedHeading: 'Este enlace ya no sirve',
  used: '{signIn} o pida un enlace nuevo al operador de este sitio. Un enlace sirve una sola vez y durante un día. Deja de servir cuando usted elige una contraseña.',
  usedSignIn: 'Inicie sesión con su contraseña',
  wrong: 'El nombre de usuario o la contraseña no son correctos.',
  length: 'Elija una contraseña de {min} a {max} caracteres.',
  tooManyAttempts: {
    one: 'Demasiados intentos. Vuelva a intentarlo en {count} segundo.',
    other: 'Demasiados intentos. Vuelva a intentarlo en {count} segundos.',
  },
  why: {
    ended: 'Su sesión ha terminado. Inicie sesión para continuar.',
    unsent: 'Su sesión ha terminado y no se ha guardado nada. Inicie sesión y envíelo de nuevo.',
  },
};
