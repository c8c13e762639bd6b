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
  leverage: 100,
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
  owners_report: null,
  days: { runs: [], details: {}, newest: null },
  reconciled: true,
  deposits_unknown: false,
  accounts: [{ ...account }, ...accounts.map((changed) => ({ ...account, ...changed }))],
});

const before = dataOf({});
const { sources } = before;

/** A mark that covers these sources up to 5 June, of which `last` is the last covered day now. */
const covering = (
  covered: MarkedData['sources'],
  last: string | null = '2024-06-05',
  until: string | null = null,
) => ({ sources: covered, until, days: { last } });
const covered = covering(sources);

const changedTo = (values: object, sources: Partial<MarkedData['sources']>): MarkedData => ({
  ...dataOf(sources),
  accounts: [{ ...account, ...values }],
});

const inWords = (reason: CodedReason | null): string => (reason === null ? '' : inEnglish(reason));

const change = (now: MarkedData, restated: string[] = [], firstDay: string | null = null) => ({
  before,
  now,
  restated: restated.map((data) => ({ data, firstDay })),
});

lapses('comes with data of a lesser source that owners can write to, if it has no days', () => {
  for (const kind of ['account', 'positions', 'figures'] as const) {
    assert.match(
      inWords(lapseReason(covered, change(dataOf({ [kind]: ['owner_api'] })))),
      'a program of the owner',
    );
    for (const source of ['operator_file', 'feed']) {
      assert.is(lapseReason(covered, change(dataOf({ [kind]: [source] }))), null, kind);
    }
  }
  for (const kind of ['bookings', 'equity'] as const) {
    assert.is(lapseReason(covered, change(dataOf({ [kind]: ['owner_api'] }))), null, kind);
  }
});

lapses('comes where no covered day is left', () => {
  assert.match(inWords(lapseReason(covering(sources, null), change(before))), 'no day is left');
});

lapses('does not come with a change to days that it does not cover', () => {
  const partly = covering(sources, '2024-06-05', '2024-06-05');
  const now = dataOf({ bookings: ['operator_file', 'owner_api'] });
  assert.is(lapseReason(partly, change(now, ['trades'], '2024-06-06')), null);
  assert.match(
    inWords(lapseReason(partly, change(now, ['trades'], '2024-06-05'))),
    'a program of the owner',
  );
  assert.match(
    inWords(lapseReason(partly, change(now, ['trades'], null))),
    'a program of the owner',
  );
});

lapses('does not come with data of a kind and source that the mark covers', () => {
  const owned = covering({ ...sources, positions: ['owner_api'] });
  assert.is(lapseReason(owned, change(dataOf({ positions: ['owner_api'] }))), null);
  // Accepted positions are no licence for a description.
  assert.match(
    inWords(lapseReason(owned, change(dataOf({ account: ['owner_api'] })))),
    'a description of the account',
  );
});

lapses('comes with a change to past days, unless only the operator can be its cause', () => {
  assert.is(lapseReason(covered, change(before, ['trades', 'flows', 'capital'])), null);
  const owned = covering({ ...sources, equity: ['owner_api'], account: ['terminal'] });
  const now = dataOf({ equity: ['owner_api'], account: ['terminal'] });
  assert.is(lapseReason(owned, change(now, ['trades'])), null);
  assert.match(inWords(lapseReason(owned, change(now, ['equity']))), 'a program of the owner');
  assert.match(inWords(lapseReason(owned, change(now, ['capital']))), 'terminal');
});

lapses('comes with another description, unless only the operator can be its cause', () => {
  const values = {
    platform: 'MT4',
    currency: 'JPY',
    broker: 'Other',
    server: null,
    leverage: 500,
    demo: false,
    created_at: '2020-01-01T00:00:00.000Z',
  };
  const owned = covering({ ...sources, account: ['terminal'] });
  for (const [name, value] of Object.entries(values)) {
    const now = changedTo({ [name]: value }, { account: ['terminal'] });
    assert.match(
      inWords(lapseReason(owned, change(now))),
      'changed, and data from a terminal',
      name,
    );
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
