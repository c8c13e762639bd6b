import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { catalogueIn } from '../../../server/language/catalogues.ts';
import type { OwnAccount } from '../../../server/owners/own-accounts.ts';
import type { PageWords } from '../../../server/owners/page-request.ts';
import { reconciliationNotice } from '../../../server/owners/pages/account-notices.ts';
import { html, plainText } from '../../../server/site/html.ts';
import { english } from '../../../server/site/language/languages.ts';

const notices = suite('notices of accounts that do not reconcile');

const page = {
  words: catalogueIn('en').owners,
  context: { language: english },
} as unknown as PageWords;

/** Returns the notice as text. The platform printed 100.00 USD. */
function textOf(type: 'account' | 'portfolio', balance: number | null): string {
  const gap = balance === null ? null : balance - 100;
  const reconciliation = { reported_balance: balance === null ? null : 100, balance, gap };
  const published = { reconciled: false, currency: 'USD', reconciliation };
  const account = { account: { type }, published } as unknown as OwnAccount;
  return plainText(html`${reconciliationNotice(page, account)}`);
}

notices('say which balances differ', () => {
  assert.match(
    textOf('account', 62.5),
    'reported a balance of 100.00, but your trades and deposits add up to 62.50',
  );
});

notices('name no balance that agrees: then other amounts differ', () => {
  for (const balance of [100, null]) {
    assert.match(textOf('account', balance), 'Totals in your platform’s report differ');
    assert.not.match(textOf('account', balance), /a balance of/);
  }
});

notices('of a portfolio send its owner to the member', () => {
  const text = textOf('portfolio', null);
  assert.match(text, 'An account in it does not reconcile.');
  assert.not.match(text, /report|upload/);
});

notices.run();
