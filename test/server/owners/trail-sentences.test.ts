import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeReason } from '../../../pipeline/base/reasons/reason.ts';
import type { AuditEntry } from '../../../pipeline/registry/audit.ts';
import { sentenceOf } from '../../../server/owners/pages/trail-sentences.ts';
import { withWorld } from '../world.ts';
import { signedIn } from './owners.ts';
import { wordsOfPages } from './page-words.ts';

const sentences = suite('decisions in sentences');

const say = (field: string, from: unknown, to: unknown): string | null => {
  const entry: AuditEntry = {
    number: 1,
    at: '2026-03-01T12:00:00Z',
    actor: 'owner:a',
    kind: 'account',
    entry: 'b',
    field,
    from,
    to,
    shows: null,
  };
  return sentenceOf(entry, wordsOfPages);
};

sentences('say what changed, without names of fields', () => {
  const said: readonly (readonly [
    field: string,
    from: unknown,
    to: unknown,
    said: string | null,
  ])[] = [
    ['hide', [], ['volume', 'trades'], 'Hid lots and trades and positions.'],
    ['hide', ['volume'], ['comment'], 'Hid comments. Showed lots again.'],
    ['published', false, true, 'Made public.'],
    ['published', true, false, 'Made private.'],
    ['name', 'Old', 'New', 'Renamed from “Old” to “New”.'],
    ['name', null, 'New', 'Named “New”.'],
    ['show_trades_on_page', false, true, 'Listed trades on the public page.'],
    ['history_cut_at', null, '2026-01-05', 'Removed the history before 5 Jan 2026.'],
    ['account_id', null, 'MT5:1', null],
    ['keys.abc', null, { name: 'Robot' }, 'Created the API key “Robot”.'],
    ['keys.abc', { name: 'Robot' }, null, 'Revoked the API key “Robot”.'],
    [
      'deliveries.rcp_1',
      { source: 'owner_statement', received_at: '2026-02-03T04:05:06Z', accepted: 3 },
      null,
      'Withdrew data received on 3 Feb 2026.',
    ],
    ['verified.identity', null, { by: 'Jo' }, 'Identity confirmed by Jo.'],
    ['verified.track_record', null, { by: 'broker' }, 'Track record confirmed by the broker.'],
    [
      'verified.track_record',
      { by: 'Jo' },
      {
        lapsed_at: '2026-02-28T10:00:00Z',
        covers: 'v',
        why: makeReason('lapse_broker', { source: makeReason('lapse_by_owner_api') }),
      },
      'Track record no longer confirmed: the broker changed, and data from a program of the owner may be the cause.',
    ],
    ['something_new', 1, 2, 'Changed something new.'],
  ];
  for (const [field, from, to, expected] of said) assert.is(say(field, from, to), expected, field);
});

sentences('put the changes of one form into one item', () =>
  withWorld(async ({ app, registry }) => {
    const browser = await signedIn(app, registry, 'north-desk');
    const form = { published: 'no', hide: ['volume', 'comment'] };
    await browser.post('/me/accounts/north-eurusd/shown', form);
    const { body } = await browser.get('/me/trail');
    assert.match(body, '<p>Hid lots and comments. Made private.</p>');
    assert.match(body, '<h2><bdi>EURUSD swing</bdi></h2>');
    assert.match(body, '<time datetime="2026-03-01T12:00:00Z">');
    assert.match(body, 'id="format-words"');
  }),
);

sentences.run();
