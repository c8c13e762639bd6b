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

/** Asks every 10 ms from one time to another. Returns the times at which Redis was asked. */
function asking(one: Breaker, from: number, to: number, end: 'answer' | 'silence' | 'loss') {
  const times: number[] = [];
  for (let at = from; at < to; at += 10) if (ask(one, at, end)) times.push(at);
  return times;
}

breaker('does not count late answers now and then as a loss', () => {
  const breaker = watched();
  for (let at = 0; at < 150; at += 1) breaker.noteTimeout(late, at);
  for (let at = 1000; at < 600_000; at += 100) {
    ask(breaker, at, at % 1000 === 0 ? 'silence' : 'answer');
    assert.is(breaker.nextAction(at), 'wait');
  }
  assert.equal(breaker.lines, []);
});

breaker('gives up on Redis after three timeouts in a row, within a second', () => {
  const breaker = watched();
  asking(breaker, 0, 390, 'silence');
  assert.is(breaker.nextAction(390), 'wait');
  ask(breaker, 400, 'silence');
  assert.is(breaker.nextAction(410), 'skip');
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

breaker('probes a lost Redis after pauses that double, up to half a minute', () => {
  const breaker = watched();
  const times = asking(breaker, 0, 200_000, 'loss');
  const pauses = times.slice(1).map((at, place) => at - (times[place] ?? 0));
  assert.equal(
    pauses,
    [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000],
  );
  assert.is(breaker.lines.length, 1);
});

breaker('makes no request wait for a probe, and sends one at a time', () => {
  const breaker = watched();
  ask(breaker, 0, 'loss');
  assert.is(breaker.nextAction(500), 'probe');
  assert.is(breaker.nextAction(60_000), 'skip');
  breaker.noteAnswer(7);
  breaker.noteFailure(refused, 8);
  assert.is(breaker.nextAction(60_000), 'skip', 'what was asked before says nothing of now');
  breaker.noteAnswer(500);
  assert.is(breaker.nextAction(60_000), 'probe');
});

breaker('uses Redis again after three good probes in a row', () => {
  const breaker = watched();
  ask(breaker, 0, 'loss');
  ask(breaker, 500, 'answer');
  ask(breaker, 510, 'answer');
  assert.ok(ask(breaker, 520, 'silence'));
  assert.is(breaker.nextAction(1510), 'skip');
  for (const at of [1520, 1530, 1540]) assert.ok(ask(breaker, at, 'answer'));
  assert.is(breaker.nextAction(1550), 'wait');
  assert.equal(breaker.lines, [
    'Redis is lost {"reason":"connect ECONNREFUSED"}',
    'Redis is back {}',
  ]);
});

breaker(
  'waits longer each time for a Redis that comes and goes, with one log line a minute',
  () => {
    const breaker = watched();
    let losses = 0;
    let asked = 0;
    // Ten minutes. Redis answers in every second period of 300 ms.
    for (let at = 0; at < 600_000; at += 10) {
      const before = breaker.nextAction(at);
      if (before === 'skip') continue;
      asked += 1;
      if (at % 600 < 300) breaker.noteAnswer(at);
      else {
        breaker.noteFailure(refused, at);
        if (before === 'wait') losses += 1;
      }
    }
    assert.ok(losses <= 40, `${losses} losses`);
    assert.ok(asked < 3000, `asked ${asked} times of 60,000`);
    const lost = breaker.lines.filter((line) => line.startsWith('Redis is lost'));
    assert.ok(lost.length <= 10, `${lost.length} lines`);
    assert.ok(breaker.lines.length <= 2 * lost.length);
  },
);

breaker('logs unlogged losses, with their number, once a loss lasts', () => {
  const breaker = watched();
  ask(breaker, 0, 'loss');
  for (const at of [500, 510, 520]) ask(breaker, at, 'answer');
  ask(breaker, 1000, 'loss');
  for (const at of [2000, 2010, 2020]) ask(breaker, at, 'answer');
  ask(breaker, 3000, 'loss');
  asking(breaker, 3010, 59_990, 'loss');
  assert.equal(breaker.lines.length, 2);
  asking(breaker, 60_000, 200_000, 'loss');
  assert.equal(breaker.lines.slice(2), [
    'Redis is lost {"reason":"connect ECONNREFUSED","times":2}',
  ]);
});

breaker('starts with short pauses again after a minute without losses', () => {
  const breaker = watched();
  asking(breaker, 0, 10_000, 'loss');
  for (let at = 10_000; breaker.nextAction(at) !== 'wait'; at += 10) breaker.noteAnswer(at);
  asking(breaker, 40_000, 101_000, 'answer');
  ask(breaker, 101_000, 'loss');
  assert.is(breaker.nextAction(101_500), 'probe');
});

breaker.run();
