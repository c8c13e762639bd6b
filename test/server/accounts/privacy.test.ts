import type { TSchema } from 'typebox';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hidables } from '../../../pipeline/registry/words.ts';
import { neutralise } from '../../../server/accounts/privacy.ts';
import { sectionNames, sections } from '../../../sql/marts/index.ts';
import { partsOf } from '../facts.ts';

const privacy = suite('privacy');

const { advanced, monthly } = partsOf(1);

privacy('shows published bytes where nothing is hidden', () => {
  const text = '{"total_lots": 7.50}';
  assert.is(neutralise('advanced', text, new Set()), text);
  assert.is(neutralise('advanced', text, new Set(['twr', 'comment'])), text);
});

privacy('withholds every hidden section whole, whatever else is hidden', () => {
  for (const section of sectionNames) {
    assert.is(neutralise(section, '{}', new Set([section])), 'null');
  }
  assert.is(neutralise('monthly', JSON.stringify(monthly), new Set(hidables)), 'null');
  assert.is(neutralise('advanced', JSON.stringify(advanced), new Set(hidables)), 'null');
});

privacy('hides lots in statistics and periods', () => {
  const hidden = new Set(['volume'] as const);
  const statistics = neutralise('advanced', JSON.stringify(advanced), hidden);
  assert.equal(JSON.parse(statistics), { ...advanced, total_lots: null });
  const periods = neutralise('monthly', JSON.stringify(monthly), hidden);
  assert.is(periods, JSON.stringify(monthly).replaceAll('"volume":7.5', '"volume":0'));
});

privacy('hides single trades in statistics where the list of trades is hidden', () => {
  const hidden = new Set(['trades'] as const);
  assert.equal(JSON.parse(neutralise('advanced', JSON.stringify(advanced), hidden)), {
    ...advanced,
    best_trade_profit: { date: null, value: 5 },
    worst_trade_profit: { date: null, value: -5 },
    charts: { trades_by_hour: [], trades_by_weekday: [], recent_trades_duration: [] },
  });
});

privacy('finds every hidden member in the published schemas', () => {
  const text = (schema: TSchema) => JSON.stringify(example(schema));
  for (const flag of hidables) {
    for (const name of sectionNames) neutralise(name, text(sections[name]), new Set([flag]));
  }
});

type Parts = TSchema & { properties?: Record<string, TSchema>; anyOf?: TSchema[] };

function example(schema: Parts): unknown {
  const [first] = schema.anyOf ?? [];
  if (first) return example(first);
  if (schema.properties === undefined) return 1;
  const entries = Object.entries(schema.properties);
  return Object.fromEntries(entries.map(([name, member]) => [name, example(member)]));
}

privacy.run();
