import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newKey } from '../../../pipeline/base/key-format.ts';
import { createLog } from '../../../pipeline/base/log.ts';

const log = suite('log');

const lines = (level: string) => {
  const written: string[] = [];
  return { written, log: createLog(level, { write: (line) => void written.push(line) }) };
};

log('writes one JSON line with its fields', () => {
  const { written, log } = lines('info');
  log.warn('two rows were refused', { table: 'trades' });
  assert.is(written.length, 1);
  const { msg, table, level } = JSON.parse(written[0] ?? '');
  assert.equal({ msg, table, level }, { msg: 'two rows were refused', table: 'trades', level: 40 });
});

log('keeps what is below its level to itself', () => {
  const { written, log } = lines('error');
  log.info('x');
  log.warn('x');
  log.error('y');
  assert.is(written.length, 1);
});

log('never writes a key, wherever it stands', () => {
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

log.run();
