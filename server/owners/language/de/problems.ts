import type { OwnerWords } from '../words.ts';

/** German words of refusals that several pages share. */
export const problems: OwnerWords['problems'] = {
  closed:
    'Der Betreiber lädt dieses Konto, deshalb werden keine Daten von Ihnen angenommen. Er kann es erlauben, indem er im Registereintrag des Kontos "owner_data": true setzt.',
  name: 'Ein Name hat 1 bis 200 Zeichen und keine Steuerzeichen.',
  keyName: 'Geben Sie dem Schlüssel einen Namen mit 1 bis 200 Zeichen.',
};
