import type { limitReasons as english } from '../../../../pipeline/base/reasons/limits.ts';
import type { Texts } from '../../../site/language/en.ts';

export const limitReasons: Texts<typeof english> = {
  allows_key: 'plan {plan} permite {count} clave de API activa (límite: keys)',
  allows_keys: 'plan {plan} permite {count} claves de API activas (límite: keys)',
  allows_accounts: 'plan {plan} permite {count} cuentas (límite: accounts)',
  allows_portfolios: 'plan {plan} permite {count} carteras (límite: portfolios)',
  allows_connection_keys:
    'plan {plan} permite {count} claves de conexión activas (límite: connection_keys)',
  allows_rows: 'plan {plan} permite {count} filas de datos (límite: rows)',
  allows_bytes: 'plan {plan} permite {count} MiB de datos (límite: bytes)',
  allows_bytes_a_day:
    'plan {plan} permite recibir {count} MiB de datos al día (límite: bytes_a_day)',
  over_limit: 'El {allowed}. Pida un plan mayor al operador.',
  over_keys: 'El {allowed}. Revoque una o pida un plan mayor al operador.',
  over_day:
    'El {allowed}. Envíe el resto después de medianoche UTC o pida un plan mayor al operador.',
};
