import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Log } from '../../../../pipeline/base/log.ts';
import { type Breaker, createBreaker } from '../../../../server/callers/limits/breaker.ts';

const breaker = suite('breaker to Redis');

const late = new Error('no answer within 250 ms');
const refused = new Error('connect ECONNREFUSED');

interface Watched extends Breaker {
  readonly lines: string[];
}

function watched(): Watched {
  const lines: string[] = [];
  const note = (message: string, fields = {}) => {
    lines.push(`${message.slice(0, 13)} ${JSON.stringify(fields)}`);
  };
  const log: Log = { debug: note, info: note, warn: note, error: note };
  return { ...createBreaker(log), lines };
}

/** Asks once, and waits for the result. Returns false if Redis was not asked. */
function ask(one: Breaker, at: number, end: 'answer' | 'silence' | 'loss'): boolean {
  if (one.nextAction(at) === 'skip') return false;
  if (end === 'answer') one.noteAnswer(at);
  else if (end === 'silence') one.noteTimeout(late, at);
  else one.noteFailure(refused, at);
  return true;
}

breaker('does not count late answers between others as a loss', () => {
  const breaker = watched();
  for (let at = 0; at < 60_000; at += 100) {
    ask(breaker, at, at % 1000 < 200 ? 'silence' : 'answer');
    assert.is(breaker.nextAction(at), 'wait');
  }
  assert.equal(breaker.lines, []);
});

breaker('gives up on Redis after three timeouts in a row', () => {
  const breaker = watched();
  for (const at of [0, 4000]) ask(breaker, at, 'silence');
  assert.is(breaker.nextAction(9000), 'wait');
  ask(breaker, 9000, 'silence');
  assert.is(breaker.nextAction(9010), 'skip');
  assert.equal(breaker.lines, ['Redis is lost {"reason":"no answer within 250 ms"}']);
});

breaker('forgets old timeouts', () => {
  const breaker = watched();
  for (const at of [0, 1000, 10_000, 11_000, 20_000, 21_000]) ask(breaker, at, 'silence');
  assert.is(breaker.nextAction(22_000), 'wait');
});

breaker('counts Redis as lost at once if the connection breaks, and says why', () => {
  const breaker = watched();
  breaker.noteError(new Error('WRONGPASS'));
  ask(breaker, 0, 'loss');
  assert.is(breaker.nextAction(1), 'skip');
  assert.equal(breaker.lines, ['Redis is lost {"reason":"WRONGPASS"}']);
});

breaker('makes no request wait while Redis is lost, and probes it once a second', () => {
  const breaker = watched();
  ask(breaker, 0, 'loss');
  const asked = [];
  for (let at = 10; at < 60_000; at += 10) {
    const action = breaker.nextAction(at);
    assert.is.not(action, 'wait');
    if (action === 'skip') continue;
    asked.push(at);
    breaker.noteFailure(refused, at);
  }
  assert.is(asked.length, 59);
  assert.is(breaker.lines.length, 1);
});

breaker('uses Redis again once a probe is answered', () => {
  const breaker = watched();
  ask(breaker, 0, 'loss');
  assert.is(breaker.nextAction(1000), 'probe');
  breaker.noteAnswer(7);
  assert.is(breaker.nextAction(1010), 'skip', 'what was asked before says nothing of now');
  breaker.noteAnswer(1000);
  assert.is(breaker.nextAction(1020), 'wait');
  assert.equal(breaker.lines, [
    'Redis is lost {"reason":"connect ECONNREFUSED"}',
    'Redis is back {}',
  ]);
});

breaker.run();
