import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newKey } from '../../../pipeline/base/key-format.ts';
import { createLog } from '../../../pipeline/base/log.ts';
import { logText } from '../../../pipeline/base/log-text.ts';

const log = suite('log');

const lines = (logLevel: string, logFormat: 'text' | 'json' = 'json') => {
  const written: string[] = [];
  const stream = { write: (line: string) => void written.push(line) };
  return { written, log: createLog({ logLevel, logFormat }, stream) };
};

log('writes one JSON line with its fields', () => {
  const { written, log } = lines('info');
  log.warn('two rows were refused', { table: 'trades' });
  assert.is(written.length, 1);
  const { msg, table, level } = JSON.parse(written[0] ?? '');
  assert.equal({ msg, table, level }, { msg: 'two rows were refused', table: 'trades', level: 40 });
});

log('does not write lines below its level', () => {
  const { written, log } = lines('error');
  log.info('x');
  log.warn('x');
  log.error('y');
  assert.is(written.length, 1);
});

log('never writes a key, wherever it is in a line', () => {
  const key = newKey();
  const { written, log } = lines('info');
  log.info(`key ${key}`);
  log.info('x', { headers: { authorization: `Bearer ${key}` }, list: [key] });
  log.error('x', { err: new Error(`bad ${key}`) });
  assert.is(written.length, 3);
  for (const line of written) {
    assert.not.match(line, key.slice(8));
    assert.match(line, 'tr_live_[redacted]');
  }
});

log('as text is one line of time, level, message and fields', () => {
  const line = { level: 40, time: Date.UTC(2024, 5, 12, 12, 0, 0, 7), table: 'trades', rows: 2 };
  const reason = 'no column "a"\u001b[2J\u202e';
  assert.is(
    logText(JSON.stringify({ ...line, reason, list: ['a', null], msg: 'two rows\nrefused' })),
    '2024-06-12T12:00:00Z  WARN   two rows\\u{a}refused  table=trades  rows=2  reason="no column \\"a\\"\\u001b[2J\\u{202e}"  list=["a",null]\n',
  );
});

log('as text has neither keys nor what is below its level', () => {
  const key = newKey();
  const { written, log } = lines('info', 'text');
  log.debug('x');
  log.info(`key ${key}`, { key, list: [key] });
  assert.is(written.length, 1);
  const [, text] = /^\S+Z {2}(.*)\n$/.exec(written[0] ?? '') ?? [];
  const redacted = 'tr_live_[redacted]';
  assert.is(text, `INFO   key ${redacted}  key=${redacted}  list=["${redacted}"]`);
});

log.run();
