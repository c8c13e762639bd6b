/** Sentences about what a plan allows and what to do at a limit. Names in braces are values. */
export const limitReasons = {
  allows_key: '{plan} plan allows {count} active Developer API Key (limit: keys)',
  allows_keys: '{plan} plan allows {count} active Developer API Keys (limit: keys)',
  allows_accounts: '{plan} plan allows {count} accounts (limit: accounts)',
  allows_portfolios: '{plan} plan allows {count} portfolios (limit: portfolios)',
  allows_connection_keys:
    '{plan} plan allows {count} active Connection Keys (limit: connection_keys)',
  allows_rows: '{plan} plan allows {count} rows of data (limit: rows)',
  allows_bytes: '{plan} plan allows {count} MiB of data (limit: bytes)',
  allows_bytes_a_day: '{plan} plan allows {count} MiB of data received a day (limit: bytes_a_day)',
  over_limit: 'The {allowed}. Ask the operator for a larger plan.',
  over_keys: 'The {allowed}. Revoke one, or ask the operator for a larger plan.',
  over_day:
    'The {allowed}. Send the rest after midnight UTC, or ask the operator for a larger plan.',
} as const;
