import type { limitReasons as english } from '../../../../pipeline/base/reasons/limits.ts';
import type { Texts } from '../../../site/language/en.ts';

export const limitReasons: Texts<typeof english> = {
  allows_key: 'Tarif {plan} erlaubt {count} aktiven API-Schlüssel (Grenze: keys)',
  allows_keys: 'Tarif {plan} erlaubt {count} aktive API-Schlüssel (Grenze: keys)',
  allows_accounts: 'Tarif {plan} erlaubt {count} Konten (Grenze: accounts)',
  allows_portfolios: 'Tarif {plan} erlaubt {count} Portfolios (Grenze: portfolios)',
  allows_connection_keys:
    'Tarif {plan} erlaubt {count} aktive Verbindungsschlüssel (Grenze: connection_keys)',
  allows_rows: 'Tarif {plan} erlaubt {count} Datenzeilen (Grenze: rows)',
  allows_bytes: 'Tarif {plan} erlaubt {count} MiB Daten (Grenze: bytes)',
  allows_bytes_a_day:
    'Tarif {plan} erlaubt {count} MiB empfangene Daten am Tag (Grenze: bytes_a_day)',
  over_limit: 'Der {allowed}. Bitten Sie den Betreiber um einen größeren Tarif.',
  over_keys:
    'Der {allowed}. Widerrufen Sie einen, oder bitten Sie den Betreiber um einen größeren Tarif.',
  over_day:
    'Der {allowed}. Senden Sie den Rest nach Mitternacht UTC, oder bitten Sie den Betreiber um einen größeren Tarif.',
};
