import type { OwnerWords } from '../words.ts';

/** German words around every owners' page. */
export const frame: OwnerWords['frame'] = {
  sections: {
    accounts: 'Konten',
    connections: 'Verbindungen',
    alerts: 'Meldungen',
    settings: 'Einstellungen',
    trail: 'Änderungen',
    operator: 'Betreiber',
  },
  signOut: 'Abmelden',
  signedInAs: 'Angemeldet als {owner}',
  copying: { copy: 'Kopieren', copied: 'Kopiert', byHand: 'Drücken Sie Strg+C' },
  newPassword: 'Neues Passwort',
  passwordHint:
    'Mindestens {min} Zeichen. Ein paar Wörter merken Sie sich leichter als Sonderzeichen.',
};
