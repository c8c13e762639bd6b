import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { causeOf, type Observed } from '../../../pipeline/alerts/causes.ts';

const causes = suite('causes of alerts');

/** Account without any reason for an alert. */
const well: Observed = {
  asOf: '2026-03-10T12:00:00Z',
  now: new Date('2026-03-10T12:00:00Z'),
  account: {
    lapsed_at: null,
    confirmed: { identity: null, track_record: null },
    verified: { identity: false, track_record: false },
  },
  settings: { drawdownLimit: 10, monthsSince: '2026-01' },
  summary: {
    updated_at: '2026-03-10T11:00:00Z',
    currency: 'EUR',
    reconciled: true,
    reconciliation: { gap: 0 },
  },
  drawdown: null,
  months: [],
};
const { summary } = well;

causes('do not exist while all is well, or without data', () => {
  const kinds = ['drawdown', 'stale', 'unreconciled', 'lapsed', 'new_month'] as const;
  for (const kind of kinds) {
    assert.is(causeOf(kind, well), null, kind);
    assert.is(causeOf(kind, { ...well, summary: null }), null, kind);
  }
});

causes(
  'drawdowns: deeper than the limit, once for each drawdown, with the limit as its terms',
  () => {
    const at = (depth_percent: number, started: string, drawdownLimit: number | null = 10) =>
      causeOf('drawdown', {
        ...well,
        drawdown: { depth_percent, started },
        settings: { ...well.settings, drawdownLimit },
      });
    assert.is(at(9.99, '2026-02-01'), null);
    assert.is(at(10, '2026-02-01'), null, 'the limit itself is not past it');
    assert.equal(at(10.01, '2026-02-01'), {
      cause: '2026-02-01',
      terms: '10',
      details: { drawdown_percent: 10.01, limit_percent: 10, since: '2026-02-01' },
    });
    const causeAt = (...observed: Parameters<typeof at>) => {
      const found = at(...observed);
      return [found?.cause, found?.terms];
    };
    assert.equal(causeAt(55, '2026-02-01'), ['2026-02-01', '10'], 'deeper is the same cause');
    assert.equal(causeAt(12, '2026-03-01'), ['2026-03-01', '10']);
    assert.equal(causeAt(55, '2026-02-01', 20), ['2026-02-01', '20']);
    assert.is(at(55, '2026-02-01', null), null);
  },
);

causes('old data: older than a week, once for the same newest data', () => {
  const at = (now: string) => causeOf('stale', { ...well, now: new Date(now) });
  assert.is(at('2026-03-17T11:00:00Z'), null);
  assert.equal(at('2026-03-17T11:00:01Z'), {
    cause: '2026-03-10T11:00:00Z',
    details: { updated_at: '2026-03-10T11:00:00Z' },
  });
  assert.is(at('2027-01-01T00:00:00Z')?.cause, '2026-03-10T11:00:00Z');
});

causes('reconciliation: only if it fails', () => {
  const of = (reconciled: boolean | null, gap: number | null) =>
    causeOf('unreconciled', {
      ...well,
      summary: summary && { ...summary, reconciled, reconciliation: { gap } },
    });
  assert.is(of(null, null), null);
  assert.is(of(true, 0), null);
  assert.equal(of(false, -12.5), { cause: 'gap', details: { gap: -12.5, currency: 'EUR' } });
  assert.equal(of(false, null)?.details, { gap: null, currency: 'EUR' });
  assert.equal(of(false, 0)?.details, { gap: null, currency: 'EUR' }, 'other amounts differ');
});

causes('verification: the badge lapsed and was not given again', () => {
  const lapsed_at = '2026-03-09T00:00:00Z';
  const of = (track_record: boolean) =>
    causeOf('lapsed', {
      ...well,
      account: { ...well.account, lapsed_at, verified: { identity: false, track_record } },
    });
  assert.equal(of(false), { cause: lapsed_at, details: { lapsed_at } });
  assert.is(of(true), null);
});

causes('months: the last complete month since the alert was switched on', () => {
  const month = (date: string) => ({ date, monthly_percent: 1.5, monthly_profit: 20 });
  const months = ['2025-12', '2026-01', '2026-02', '2026-03'].map(month);
  const at = (asOf: string, monthsSince: string | null = '2026-01') =>
    causeOf('new_month', { ...well, months, asOf, settings: { drawdownLimit: null, monthsSince } });
  assert.equal(at('2026-03-10T12:00:00Z'), {
    cause: '2026-02',
    details: { month: '2026-02', return_percent: 1.5, profit: 20, currency: 'EUR' },
  });
  assert.is(at('2026-03-31T23:59:59Z')?.cause, '2026-02');
  assert.is(at('2026-04-01T00:00:00Z')?.cause, '2026-03');
  assert.is(at('2026-03-10T12:00:00Z', '2026-03'), null, 'February was over before');
  assert.is(at('2026-03-10T12:00:00Z', null), null);
});

causes.run();
