import type { Reasons } from './form.ts';

/** Why a code that a terminal shows is refused. Names in braces are values. */
export const codeReasons = {
  code_none:
    'No terminal shows a code for this account. Set InpShowCode to true in the Expert Advisor, then type the code that it shows.',
  code_confirmed: 'This account is confirmed already.',
  code_tries: 'You typed {count} wrong codes. Wait until the terminal shows another code.',
  code_wrong: 'This is not the code that the terminal shows. Check it and type it again.',
  code_used: 'This code was used already. Each code works once.',
  code_expired: 'This code has expired. Type the one that the terminal shows now.',
  code_revoked:
    'The Connection Key behind this code was revoked. Put a new key into the Expert Advisor, then type the new code.',
  code_no_data:
    'The terminal has sent no data of this account yet. Wait until it has, then type the code that it shows.',
  code_of_another: 'This is the code of your account {name}. Type it on that account’s page.',
  code_login:
    'This code was made for account {number} at {server}. The data here is of account {other_number} at {other_server}. Log the terminal in to that account.',
} as const satisfies Reasons<'code'>;
