import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { english, languageFor } from '../../../server/site/language/languages.ts';

const { format } = english;

const formats = suite('format');

formats('shows what is unknown as a dash, never as 0', () => {
  for (const write of [format.percent, format.signedPercent, format.number, format.count]) {
    assert.is(write(null), '–');
    assert.is(write(undefined), '–');
    assert.not.equal(write(0), '–');
  }
  assert.is(format.amount(null, 'EUR'), '–');
});

formats('gives plus and minus a sign, and 0 none', () => {
  assert.is(format.signedPercent(3.3), '+3.30%');
  assert.is(format.signedPercent(-92.485), '−92.49%');
  assert.is(format.signedPercent(0), '0.00%');
  assert.is(format.signedPercent(-0.0001), '0.00%');
  assert.is(format.signedAmount(-1234.5, 'USD'), '−1,234.50');
});

formats('writes amounts in the digits of their currency', () => {
  assert.is(format.amount(1383297, 'JPY'), '1,383,297');
  assert.is(format.amount(10320.9, 'USD'), '10,320.90');
  assert.is(format.amount(1.5, 'KWD'), '1.500');
  assert.is(format.amount(2.91508517, 'BTC'), '2.91508517');
  assert.is(format.amount(2.5, 'BTC'), '2.50');
  assert.is(format.amount(0.00000001, 'BTC'), '0.00000001');
  assert.is(format.amount(5, null), '5.00');
});

formats('writes days and lengths of time', () => {
  assert.is(format.day('2026-02-28'), '28 Feb 2026');
  assert.is(format.minute('2026-02-28T21:00:00.250Z'), '28 Feb 2026, 21:00 UTC');
  assert.is(format.weekday('2026-02-28'), 'Saturday');
  assert.is(format.duration(40), '40 s');
  assert.is(format.duration(3600 + 26 * 60), '1 h 26 min');
  assert.is(format.duration(90_000), '1 d 1 h');
});

formats('shortens thousands in every language, since a day of the calendar has little room', () => {
  const written = (value: number) =>
    ['en', 'de', 'es'].map((code) => languageFor(code, undefined).format.signedCompact(value));
  assert.equal(written(59_767), ['+59.8K', '+59,8k', '+59,8k']);
  assert.equal(written(-12_000), ['−12K', '−12k', '−12k']);
  assert.equal(written(-215_310), ['−215K', '−215k', '−215k']);
  assert.equal(written(1_234_567), ['+1.2M', '+1,2\u00a0Mio.', '+1,2\u00a0M']);
  assert.equal(written(9_999), ['+9,999', '+9.999', '+9.999']);
});

formats.run();
