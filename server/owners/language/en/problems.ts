/** English words of refusals that several pages share. */
export const problems = {
  closed:
    'The operator loads this account, so data from you is not accepted. To allow it, the operator sets "owner_data": true in the account’s registry entry.',
  name: 'A name must have 1 to 200 characters and no control characters.',
  keyName: 'Enter a key name of 1 to 200 characters.',
  limits: {
    keys: 'The {plan} plan allows no more active Developer API Keys than {max} (limit: keys). Revoke one, or ask the operator for a larger plan.',
    accounts:
      'The {plan} plan allows {max} accounts (limit: accounts). Ask the operator for a larger plan.',
    portfolios:
      'The {plan} plan allows {max} portfolios (limit: portfolios). Ask the operator for a larger plan.',
    connection_keys:
      'The {plan} plan allows {max} active Connection Keys (limit: connection_keys). Revoke one, or ask the operator for a larger plan.',
    rows: 'The {plan} plan allows {max} rows of data (limit: rows). Ask the operator for a larger plan.',
    bytes:
      'The {plan} plan allows {max} of data (limit: bytes). Ask the operator for a larger plan.',
    bytes_a_day:
      'The {plan} plan allows {max} of data received a day (limit: bytes_a_day). Send the rest after midnight UTC, or ask the operator for a larger plan.',
  },
  beingDeleted:
    'You deleted this account, and its data is being removed. Add it again after the next run, usually in a few minutes.',
} as const;
