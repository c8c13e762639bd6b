import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import {
  aheadNotes as aheadReasons,
  type ClockEvent,
  clockNotes as clockReasons,
} from '../../../pipeline/read/propose-timezone.ts';
import { newYorkTime, parseTimezone } from '../../../pipeline/read/timezone.ts';

const clockNotes = (...args: Parameters<typeof clockReasons>) =>
  clockReasons(...args).map(inEnglish);
const aheadNotes = (...args: Parameters<typeof aheadReasons>) =>
  aheadReasons(...args).map(inEnglish);

const clocks = suite('clocks');

const hour = 3_600_000;
const wall = (time: string) => Date.parse(`${time.replace(' ', 'T')}Z`);

/**
 * Makes three events in each hour of the market's weeks, from Sunday 17:00 to Friday 17:00 in New
 * York. Times are by the clock `show`.
 */
function weeks(from: string, until: string, show: (instant: number) => number, symbol = 'eurusd.') {
  const events: ClockEvent[] = [];
  for (let at = Date.parse(from); at < Date.parse(until); at += hour / 3) {
    const local = new Date(newYorkTime(at + 60_000));
    const minutes = local.getUTCDay() * 1440 + local.getUTCHours() * 60 + local.getUTCMinutes();
    const isOpen = minutes > 17 * 60 && minutes < 5 * 1440 + 17 * 60;
    // Keeps only events near the start and the end of each week.
    const isMidweek = local.getUTCDay() > 1 && local.getUTCDay() < 5;
    if (isOpen && !isMidweek) events.push({ at: show(at + 60_000), symbol });
  }
  return events;
}

/** Computed with the standard library, not with the import's own zones. */
const shown = (zone: string, shift = 0) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (instant: number) => wall(format.format(instant)) + shift * hour;
};

clocks('weeks of both seasons show the time zone, with the evidence', () => {
  const events = weeks('2024-02-01', '2024-04-20', shown('America/New_York', 7));
  assert.equal(clockNotes(null, events), [
    'the time zone is probably NY+7. With it, trades of 12 weeks run from Sun 17:01 to Fri 16:41 ' +
      'in New York, where the market is open from Sun 17:00 to Fri 17:00. It is not applied',
  ]);
});

clocks('European clocks are told by the weeks in which only one side has changed its clock', () => {
  const [note = ''] = clockNotes(null, weeks('2024-02-01', '2024-04-20', shown('Europe/Athens')));
  assert.match(note, /probably Europe\/Athens\. /);
});

clocks('weeks of one season allow several, the usual first', () => {
  const [note = ''] = clockNotes(null, weeks('2024-06-01', '2024-07-20', shown('Europe/Athens')));
  assert.match(note, /probably NY\+7, less likely Europe\/Athens, \+03:00\. /);
});

clocks('a file in UTC is told as well', () => {
  const [note = ''] = clockNotes(
    null,
    weeks('2024-02-01', '2024-04-20', (at) => at),
  );
  assert.match(note, /probably UTC\. /);
});

clocks('few times, weekend trading and wide gaps show nothing', () => {
  const events = weeks('2024-02-01', '2024-04-20', shown('America/New_York', 7));
  assert.equal(clockNotes(null, events.slice(0, 9)), []);
  assert.equal(
    clockNotes(
      null,
      events.map(({ at }) => ({ at, symbol: 'BTCUSD' })),
    ),
    [],
  );
  const midweek = Array.from({ length: 50 }, (_, no) => ({
    at: wall('2024-02-07 00:30:00') + no * 7 * 24 * hour,
    symbol: 'EURUSD',
  }));
  assert.equal(clockNotes(null, midweek), []);
  const always = Array.from({ length: 2000 }, (_, no) => ({ at: no * hour, symbol: 'EURUSD' }));
  assert.equal(clockNotes(null, always), []);
});

clocks('a clock that puts trades into the weekend is doubted', () => {
  const events = weeks('2024-02-01', '2024-04-20', shown('America/New_York', 7));
  assert.equal(clockNotes(parseTimezone('NY+7'), events), []);
  const [note = ''] = clockNotes(parseTimezone('Asia/Tokyo'), events);
  assert.match(
    note,
    /the time zone Asia\/Tokyo, at least \d+ times .* on a weekend.*they fit NY\+7$/,
  );
});

clocks('times inside a change of the clock are named', () => {
  const at = (time: string) => ({ at: wall(time), symbol: 'BTCUSD' });
  const events = ['2024-11-03 08:30:00', '2024-03-10 09:15:00', '2024-07-01 12:00:00'].map(at);
  assert.equal(clockNotes(parseTimezone('NY+7'), events), [
    'with the time zone NY+7, these times come twice, because clocks went back. ' +
      'The first counts, or the second if a trade would close before it opened: 2024-11-03 08:30:00',
    'with the time zone NY+7, these times do not exist, because clocks went forward (read as if they had not): 2024-03-10 09:15:00',
  ]);
  assert.equal(clockNotes(parseTimezone('+02:00'), events), []);
  const many = Array.from({ length: 8 }, (_, no) => at(`2024-11-03 08:0${no}:00`));
  assert.match(
    clockNotes(parseTimezone('NY+7'), many)[0] ?? '',
    /these times come twice.*: 2024-11-03 08:00:00(, \S+ \S+){4} and 3 more$/,
  );
});

clocks('a row that is later than the computer that saved it says so', () => {
  const events = [{ at: wall('2024-05-02 14:05:10'), symbol: 'EURUSD' }];
  assert.equal(aheadNotes(events, wall('2024-05-02 15:00:00')), []);
  assert.match(aheadNotes(events, wall('2024-05-02 12:00:00'))[0] ?? '', /is 2:05 hours later/);
});

clocks.run();
