import type { Reasons } from './form.ts';

/** Sentences about what a plan allows and what to do at a limit. Names in braces are values. */
export const limitReasons = {
  limit_allows_key: '{plan} plan allows {count} active Developer API Key (limit: keys)',
  limit_allows_keys: '{plan} plan allows {count} active Developer API Keys (limit: keys)',
  limit_allows_accounts: '{plan} plan allows {count} accounts (limit: accounts)',
  limit_allows_portfolios: '{plan} plan allows {count} portfolios (limit: portfolios)',
  limit_allows_connection_keys:
    '{plan} plan allows {count} active Connection Keys (limit: connection_keys)',
  limit_allows_rows: '{plan} plan allows {count} rows of data (limit: rows)',
  limit_allows_bytes: '{plan} plan allows {count} MiB of data (limit: bytes)',
  limit_allows_bytes_a_day:
    '{plan} plan allows {count} MiB of data received a day (limit: bytes_a_day)',
  limit_over_limit: 'The {allowed}. Ask the operator for a larger plan.',
  limit_over_keys: 'The {allowed}. Revoke one, or ask the operator for a larger plan.',
  limit_over_day:
    'The {allowed}. Send the rest after midnight UTC, or ask the operator for a larger plan.',
} as const satisfies Reasons<'limit'>;
