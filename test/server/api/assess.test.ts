import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { assessmentThresholds, factsOf } from '../../../server/api/record-facts.ts';
import { readDocument, rowsOf } from '../../support/documents.ts';
import { publishWorld } from '../../support/published.ts';
import { callTool } from '../mcp/calls.ts';
import type { Server } from '../open-server.ts';
import { type Served, serveDuring } from '../serve-during.ts';

const assess = suite<Served>('assess_account');

const asOf = new Date('2024-07-01T12:00:00Z');

interface Fact {
  readonly fact: string;
  readonly value: unknown;
  readonly source: string;
  readonly address: string;
}

serveDuring(assess, asOf, () => publishWorld('fixtures/scenarios/behaviour', asOf));

interface Answer {
  readonly for: Fact[];
  readonly against: Fact[];
  readonly not_known: Fact[];
  readonly facts: number;
}

const ask = async (app: Server['app']): Promise<Answer> => {
  const { structuredContent } = await callTool(app, 'assess_account', { slug: 'doubler' });
  return JSON.parse(JSON.stringify(structuredContent));
};

const names = (facts: readonly Fact[]) => facts.map(({ fact }) => fact);

assess('lists facts for and against a record, without a verdict', async ({ server: { app } }) => {
  const answer = await ask(app);
  const all: Fact[] = [...answer.for, ...answer.against, ...answer.not_known];
  assert.is(answer.facts, all.length);
  assert.ok(names(answer.against).some((fact) => fact.includes('After a loss')));
  assert.ok(names(answer.against).includes('track record is confirmed'));
  assert.ok(all.every(({ source, address }) => source !== '' && address.startsWith('/api/v1/')));
  assert.ok(JSON.stringify(answer).length < 20_000);
});

assess(
  'says of what is hidden only that it is not known',
  async ({ server: { app, registry } }) => {
    const hide = ['behaviour', 'luck', 'provenance'];
    await applyRegistry(registry, { accounts: [{ slug: 'doubler', type: 'account', hide }] });
    const answer = await ask(app);
    assert.ok(names(answer.not_known).includes('how it trades is hidden'));
    assert.not(names([...answer.for, ...answer.against]).some((fact) => fact.includes('warning')));
    await applyRegistry(registry, { accounts: [{ slug: 'doubler', type: 'account', hide: [] }] });
  },
);

assess('has the thresholds that its document names', () => {
  const said = new Map(
    rowsOf(readDocument('docs/mcp.md'), '| fact | for the record |').map(([fact, when]) => [
      fact,
      Number.parseFloat(when ?? ''),
    ]),
  );
  assert.is(said.get('days of record'), assessmentThresholds.days_of_record);
  assert.is(said.get('days since the last data'), assessmentThresholds.days_since_data);
  assert.is(
    said.get('months with results that anybody could watch'),
    assessmentThresholds.observed_months,
  );
  assert.is(
    said.get('percent of later trades that came afterwards'),
    assessmentThresholds.late_percent,
  );
  assert.is(said.get('probability that it is more than luck'), assessmentThresholds.more_than_luck);
});

assess('counts a value at its threshold for the record', async ({ server: { app } }) => {
  const include = 'include=provenance,behaviour,luck,observed';
  const record = (await app.inject(`/api/v1/accounts/doubler?${include}`)).json();
  const { days_of_record, days_since_data, observed_months, late_percent, more_than_luck } =
    assessmentThresholds;
  const at = '2024-06-30T00:00:00Z';
  const daysFrom = (instant: string, days: number) =>
    new Date(Date.parse(instant) + days * 86_400_000).toISOString();
  const published = { ...record, updated_at: at, published_at: at };
  const cases: readonly (readonly [
    fact: string,
    threshold: number,
    worse: number,
    changed: (value: number) => object,
    asOf?: (value: number) => string,
  ])[] = [
    [
      'days of record',
      days_of_record,
      days_of_record - 1,
      (days) => ({ performance: { ...record.performance, since: daysFrom(at, -days) } }),
    ],
    [
      'days since the last data',
      days_since_data,
      days_since_data + 1,
      () => ({}),
      (days) => daysFrom(at, days),
    ],
    [
      'months with results that anybody could watch',
      observed_months,
      observed_months - 1,
      (months) => ({ observed: { ...record.observed, after: { months } } }),
    ],
    [
      'percent of later trades that came afterwards',
      late_percent,
      late_percent + 0.1,
      (percent) => ({ observed: { ...record.observed, late_percent: percent } }),
    ],
    [
      'probability that it is more than luck',
      more_than_luck,
      more_than_luck - 0.01,
      (deflated_sharpe) => ({ luck: { ...record.luck, deflated_sharpe } }),
    ],
  ];
  assert.is(cases.length, Object.keys(assessmentThresholds).length);
  for (const [fact, threshold, worse, changed, asOf = () => at] of cases) {
    const speaks = (value: number) =>
      factsOf({ ...published, ...changed(value) }, asOf(value)).find((each) => each.fact === fact)
        ?.speaks;
    assert.equal([speaks(threshold), speaks(worse)], [true, false], fact);
  }
});

assess.run();
