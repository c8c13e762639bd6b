import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CodedReason, inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { lapseReason } from '../../../pipeline/run/lapse-of-mark.ts';
import type { MarkedData } from '../../../pipeline/run/marked-data.ts';

const lapses = suite('lapse of a mark');

const account = {
  account: 'MT5:1@Live',
  platform: 'MT5',
  currency: 'USD',
  broker: 'Northwind',
  server: 'Live',
  demo: true,
  created_at: '2024-01-01T00:00:00.000Z',
};

const none = { bookings: [], account: [], equity: [], positions: [], figures: [] };

const dataOf = (sources: Partial<MarkedData['sources']>, ...accounts: object[]): MarkedData => ({
  sources: {
    ...none,
    bookings: ['operator_file'],
    account: ['operator_file'],
    ...sources,
  },
  currency: 'USD',
  accounts: [{ ...account }, ...accounts.map((changed) => ({ ...account, ...changed }))],
});

const before = dataOf({});
const { sources: covered } = before;

const changedTo = (values: object, sources: Partial<MarkedData['sources']>): MarkedData => ({
  ...dataOf(sources),
  accounts: [{ ...account, ...values }],
});

const inWords = (reason: CodedReason | null): string => (reason === null ? '' : inEnglish(reason));

const change = (now: MarkedData, restated: string[] = []) => ({ before, now, restated });

lapses('comes with data of a lesser source, of whatever kind', () => {
  for (const kind of ['bookings', 'account', 'equity', 'positions', 'figures'] as const) {
    assert.match(
      inWords(lapseReason(covered, change(dataOf({ [kind]: ['owner_api'] })))),
      'owner_api',
    );
    assert.is(lapseReason(covered, change(dataOf({ [kind]: ['operator_file'] }))), null, kind);
  }
});

lapses('does not come with data of a kind and source that the mark covers', () => {
  const sources = { ...covered, equity: ['owner_api'] as const };
  assert.is(lapseReason(sources, change(dataOf({ equity: ['owner_api'] }))), null);
  // Accepted equity is no licence for trades.
  assert.match(
    inWords(lapseReason(sources, change(dataOf({ bookings: ['owner_api'] })))),
    'trades',
  );
});

lapses('comes with a change to past days, unless only the operator can be its cause', () => {
  assert.is(lapseReason(covered, change(before, ['trades', 'flows', 'capital'])), null);
  const owned = { ...covered, equity: ['owner_api'] as const, account: ['terminal'] as const };
  const now = dataOf({ equity: ['owner_api'], account: ['terminal'] });
  assert.is(lapseReason(owned, change(now, ['trades'])), null);
  assert.match(inWords(lapseReason(owned, change(now, ['equity']))), 'owner_api');
  assert.match(inWords(lapseReason(owned, change(now, ['capital']))), 'terminal');
});

lapses('comes with another description, unless only the operator can be its cause', () => {
  const values = {
    platform: 'MT4',
    currency: 'JPY',
    broker: 'Other',
    server: null,
    demo: false,
    created_at: '2020-01-01T00:00:00.000Z',
  };
  const owned = { ...covered, account: ['terminal'] as const };
  for (const [name, value] of Object.entries(values)) {
    const now = changedTo({ [name]: value }, { account: ['terminal'] });
    assert.match(inWords(lapseReason(owned, change(now))), 'changed, and data from terminal', name);
    assert.is(lapseReason(covered, change(changedTo({ [name]: value }, {}))), null, name);
  }
});

lapses('comes with other accounts in a portfolio, or another currency of it', () => {
  const two = dataOf({}, { account: 'MT5:2@Live' });
  assert.match(inWords(lapseReason(covered, change(two))), 'other accounts');
  assert.match(
    inWords(lapseReason(covered, { before: two, now: before, restated: [] })),
    'accounts',
  );
  const inEuros = { ...two, currency: 'EUR' };
  assert.match(
    inWords(lapseReason(covered, { before: two, now: inEuros, restated: [] })),
    'another currency',
  );
  assert.is(lapseReason(covered, { before: two, now: two, restated: [] }), null);
});

lapses.run();
