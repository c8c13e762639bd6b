/** English words of refusals that several pages share. */
export const problems = {
  closed:
    'The operator loads this account, so data from you is not accepted. To allow it, the operator sets "owner_data": true in the account’s registry entry.',
  name: 'A name must have 1 to 200 characters and no control characters.',
  keyName: 'Enter a key name of 1 to 200 characters.',
} as const;
