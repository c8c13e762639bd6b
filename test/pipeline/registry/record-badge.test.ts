import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { markText, servedBadge } from '../../../pipeline/registry/record-badge.ts';
import type { Settlement } from '../../../pipeline/registry/settlements.ts';

const badges = suite('badge of served data');

const mark = { by: 'operator', at: '2026-02-01T00:00:00Z', how: null };
const served = { version: '000007-a', data: 'served' };

/** Makes what a run settled for some data, by default about the mark. */
const settled = (
  data: string,
  more: Partial<Settlement> = {},
  about = markText(mark),
): Settlement => ({
  data,
  coverage: { mark: about, version: '000001-a' } as Settlement['coverage'],
  covered_until: null,
  lapsed_at: null,
  broker_since: null,
  ...more,
});
const lapsed_at = '2026-02-09T00:00:00Z';
const covered_until = '2026-01-31';
const broker_since = '2026-01-05T00:00:00Z';
const earlier = settled('served', {}, 'an earlier mark');

/** Version in which a mark was given, what was settled, and whether the badge stands. */
const cases: readonly (readonly [
  name: string,
  mark_version: string | null,
  settlements: readonly Settlement[],
  track_record: boolean,
  more?: object,
])[] = [
  ['given before anything was published', null, [], true],
  ['given then, settled for other data alone', null, [settled('other')], false],
  ['given then, settled for this data', null, [settled('other'), settled('served')], true],
  ['given for this version', served.version, [], true],
  ['given for this version, settled for other data', served.version, [settled('other')], true],
  ['given for another version', '000006-a', [], false],
  ['given for another version, settled for this data', '000006-a', [settled('served')], true],
  [
    'lapsed with this data',
    served.version,
    [settled('served', { lapsed_at })],
    false,
    { lapsed_at },
  ],
  ['lapsed with other data', '000006-a', [settled('other', { lapsed_at })], false],
  [
    'for the days up to one',
    '000006-a',
    [settled('served', { covered_until })],
    false,
    { covered_until },
  ],
  ['after what was settled about an earlier mark', served.version, [earlier], true],
  ['elsewhere, after an earlier mark', '000006-a', [earlier], false],
  [
    'of the broker, who read all of it',
    '000006-a',
    [settled('served', { broker_since, covered_until })],
    true,
    { broker_since },
  ],
];

for (const [name, mark_version, settlements, track_record, more] of cases) {
  badges(name, () => {
    const none = { covered_until: null, lapsed_at: null, broker_since: null };
    assert.equal(servedBadge({ mark, mark_version, settlements }, served), {
      track_record,
      ...none,
      ...more,
    });
    const unmarked = servedBadge({ mark: null, mark_version, settlements }, served);
    assert.is(unmarked.track_record, unmarked.broker_since !== null, 'without a mark');
  });
}

badges.run();
