import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publishScenario } from './published.ts';
import { wireFaults } from './wire-faults.ts';

const wire = suite('faults on the wire');

wire('are none as published, and found wherever they are planted', async () => {
  const published = await publishScenario('ordinary-account', new Date('2024-07-01T12:00:00Z'));
  try {
    const text = JSON.stringify(published.read('ordinary'));
    assert.equal(wireFaults(JSON.parse(text)), []);
    const plant = (from: RegExp, to: string): string => {
      assert.match(text, from);
      return wireFaults(JSON.parse(text.replace(from, to))).join('; ');
    };
    assert.match(plant(/"demo":/, '"demos":'), /^summary.*demo/);
    assert.match(plant(/"created_at":/, '"secret":1,"created_at":'), /^summary\/secret: key/);
    assert.match(plant(/"twr_percent":[^,]+,/, ''), /^summary\/performance.*twr_percent/);
    assert.match(plant(/"trades_count":\d+/, '"trades_count":null'), /^equity_curve.*integer/);
    assert.match(plant(/"pips":"[^"]*"/, '"pips":1.5'), /^by_symbol\/\w+\/total\/pips/);
    assert.match(
      plant(/"longs":\{/, '"longs":{"extra":null,'),
      /by_symbol\/\w+\/longs\/extra: key/,
    );
    assert.match(plant(/"hour":0/, '"hour":0.5'), /^advanced\/charts\/trades_by_hour\/0\/hour/);
    assert.match(plant(/"ticket":"\w+"/, '"ticket":7'), /^trades\/ticket must be string/);
  } finally {
    published.remove();
  }
});

wire.run();
