import type { OwnerWords } from '../words.ts';

/** German words of refusals that several pages share. */
export const problems: OwnerWords['problems'] = {
  closed:
    'Der Betreiber lädt dieses Konto, deshalb werden keine Daten von Ihnen angenommen. Er kann es erlauben, indem er im Registereintrag des Kontos "owner_data": true setzt.',
  name: 'Ein Name hat 1 bis 200 Zeichen und keine Steuerzeichen.',
  keyName: 'Geben Sie dem Schlüssel einen Namen mit 1 bis 200 Zeichen.',
  limits: {
    keys: 'Der Tarif {plan} erlaubt nicht mehr aktive API-Schlüssel als {max} (Grenze: keys). Widerrufen Sie einen, oder bitten Sie den Betreiber um einen größeren Tarif.',
    accounts:
      'Der Tarif {plan} erlaubt {max} Konten (Grenze: accounts). Bitten Sie den Betreiber um einen größeren Tarif.',
    portfolios:
      'Der Tarif {plan} erlaubt {max} Portfolios (Grenze: portfolios). Bitten Sie den Betreiber um einen größeren Tarif.',
    connection_keys:
      'Der Tarif {plan} erlaubt {max} aktive Verbindungsschlüssel (Grenze: connection_keys). Widerrufen Sie einen, oder bitten Sie den Betreiber um einen größeren Tarif.',
    rows: 'Der Tarif {plan} erlaubt {max} Datenzeilen (Grenze: rows). Bitten Sie den Betreiber um einen größeren Tarif.',
    bytes:
      'Der Tarif {plan} erlaubt {max} Daten (Grenze: bytes). Bitten Sie den Betreiber um einen größeren Tarif.',
    bytes_a_day:
      'Der Tarif {plan} erlaubt {max} empfangene Daten am Tag (Grenze: bytes_a_day). Senden Sie den Rest nach Mitternacht UTC, oder bitten Sie den Betreiber um einen größeren Tarif.',
  },
  beingDeleted:
    'Sie haben dieses Konto gelöscht, und seine Daten werden gerade entfernt. Fügen Sie es nach der nächsten Aktualisierung wieder hinzu, meist in wenigen Minuten.',
};
