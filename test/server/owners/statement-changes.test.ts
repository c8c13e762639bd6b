import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PlacedAccount } from '../../../pipeline/statements/placed.ts';
import { changesOf } from '../../../server/owners/pages/statement-changes.ts';
import { registeredAccount } from '../../pipeline/desk.ts';

import { wordsOfPages } from './page-words.ts';

const changes = suite('changes by a statement');

/** A statement of 9 trades. The time zone of its account was confirmed before. */
const placed = (timezone: string, from: string, until: string): PlacedAccount => ({
  found: {
    id: 'MT4:1',
    platform: 'MT4',
    masked: 'MT4:1',
    currency: 'USD',
    broker: '',
    isDemo: null,
    from,
    until,
    trades: 9,
    known: 0,
    positions: 0,
    flows: 0,
    refused: 0,
    reason: null,
    rows: 9,
    compared: [],
    bytes: 900,
    listsPositions: false,
  },
  account: registeredAccount('known', { timezone }),
  published: null,
});

const movesOf = (account: PlacedAccount, clock: string): string =>
  changesOf([account], clock, wordsOfPages)
    .map(({ change }) => change)
    .join('');

// US clocks change on 10 March 2024, clocks in Athens on 31 March. In between, NY+7 is an hour
// ahead of Athens.
changes('count the trades that a time zone moves only in some weeks of the year', () => {
  const year = placed('NY+7', '2024-01-02T10:00:00Z', '2024-06-03T10:00:00Z');
  const moves = 'Changing it to Europe/Athens moves up to 9 trades by up to 1 hour.';
  assert.match(movesOf(year, 'Europe/Athens'), moves);
  const summer = placed('NY+7', '2024-05-02T10:00:00Z', '2024-06-03T10:00:00Z');
  assert.is(movesOf(summer, 'Europe/Athens'), '');
  const march = placed('NY+7', '2024-03-12T10:00:00Z', '2024-03-20T10:00:00Z');
  assert.match(movesOf(march, 'Europe/Athens'), 'moves 9 trades by 1 hour.');
});

changes('name the smallest and largest shift of trades in hours', () => {
  const year = placed('+02:00', '2024-01-02T10:00:00Z', '2024-06-03T10:00:00Z');
  assert.match(movesOf(year, 'UTC'), 'Changing it to UTC moves 9 trades by 2 hours.');
  assert.match(movesOf(year, 'Europe/London'), 'moves 9 trades by 1 to 2 hours.');
});

changes.run();
