import type { OwnerWords } from '../words.ts';

/** German words of the sign-in and of invitation links. */
export const signIn: OwnerWords['signIn'] = {
  title: 'Anmelden',
  lead: 'Melden Sie sich an, um Ihre Konten zu verwalten.',
  userName: 'Benutzername',
  password: 'Passwort',
  withPasskey: 'Mit Passkey anmelden',
  forgot:
    'Noch kein Passwort, oder vergessen? Bitten Sie den Betreiber dieser Website um einen Link zum Anmelden.',
  ask: 'Einen Anmeldelink bekommen Sie von {whom}.',
  inviteTitle: 'Passwort festlegen',
  welcome: 'Willkommen, {owner}',
  inviteLead: 'Wählen Sie ein Passwort, um sich anzumelden. Dieser Link gilt einmal.',
  setPassword: 'Passwort festlegen',
  usedTitle: 'Dieser Link gilt nicht',
  usedHeading: 'Dieser Link gilt nicht mehr',
  used: '{signIn}, oder bitten Sie den Betreiber dieser Website um einen neuen Link. Ein Link gilt einmal und einen Tag lang. Er verfällt, sobald Sie ein Passwort festlegen.',
  usedSignIn: 'Melden Sie sich mit Ihrem Passwort an',
  wrong: 'Benutzername oder Passwort ist falsch.',
  length: 'Wählen Sie ein Passwort mit {min} bis {max} Zeichen.',
  tooManyAttempts: {
    one: 'Zu viele Versuche. Versuchen Sie es in {count} Sekunde noch einmal.',
    other: 'Zu viele Versuche. Versuchen Sie es in {count} Sekunden noch einmal.',
  },
  why: {
    ended: 'Ihre Sitzung ist abgelaufen. Melden Sie sich an, um fortzufahren.',
    unsent:
      'Ihre Sitzung ist abgelaufen, deshalb wurde nichts gespeichert. Melden Sie sich an und senden Sie es noch einmal.',
  },
};
