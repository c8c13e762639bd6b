import type { TSchema } from 'typebox';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hidables } from '../../../pipeline/registry/words.ts';
import { neutralise } from '../../../server/accounts/privacy.ts';
import { flagOf, sectionNames, sections } from '../../../sql/marts/index.ts';
import { partsOf } from '../facts.ts';

const privacy = suite('privacy');

const { advanced, monthly } = partsOf(1);

privacy('keeps the published bytes of a section in which nothing is hidden', () => {
  const text = '{"total_lots": 7.50}';
  assert.is(neutralise('advanced', text, new Set()), text);
  assert.is(neutralise('advanced', text, new Set(['twr', 'comment'])), text);
});

privacy('withholds every hidden section whole, whatever else is hidden', () => {
  for (const section of sectionNames) {
    assert.is(neutralise(section, '{}', new Set([flagOf(section)])), 'null');
  }
  assert.is(neutralise('monthly', JSON.stringify(monthly), new Set(hidables)), 'null');
  assert.is(neutralise('advanced', JSON.stringify(advanced), new Set(hidables)), 'null');
});

// biome-ignore format: a table
const order = {
  ticket: '1', symbol: 'EURUSD', side: 'buy', volume: 7.5, open_price: 1.1, stop_loss: 1.05,
  take_profit: 1.2, opened_at: '2024-01-02T10:00:00Z', profit: 5, commission: -1, swap: -2,
  comment: 'by hand', magic_number: 7,
};

/** Effects of each flag on a trade and on a position, worked out by hand. */
const hiddenOfOrders = {
  volume: { volume: 0 },
  stop_loss: { stop_loss: null },
  take_profit: { take_profit: null },
  comment: { comment: null },
} as const;

privacy('hides lots, stops, targets and comments of trades and positions, and nothing else', () => {
  for (const resource of ['trade', 'position'] as const) {
    for (const flag of hidables) {
      const shown = JSON.parse(neutralise(resource, JSON.stringify(order), new Set([flag])));
      const hidden = new Map<string, object>(Object.entries(hiddenOfOrders)).get(flag);
      assert.equal(shown, { ...order, ...hidden }, `${flag} of a ${resource}`);
    }
  }
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
    charts: {
      trades_by_hour: [],
      trades_by_weekday: [],
      recent_trades_duration: [],
      profit_by_hour_of_week: [],
      profit_by_side: [],
    },
  });
});

privacy('finds every hidden member in the published schemas', () => {
  const text = (schema: TSchema) => JSON.stringify(example(schema));
  for (const flag of hidables) {
    for (const name of sectionNames) neutralise(name, text(sections[name]), new Set([flag]));
  }
});

type Parts = TSchema & {
  properties?: Record<string, TSchema>;
  items?: TSchema;
  anyOf?: TSchema[];
};

function example(schema: Parts): unknown {
  const [first] = schema.anyOf ?? [];
  if (first) return example(first);
  if (schema.items) return [example(schema.items)];
  if (schema.properties === undefined) return 1;
  const entries = Object.entries(schema.properties);
  return Object.fromEntries(entries.map(([name, member]) => [name, example(member)]));
}

privacy.run();
