import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  parseServerTime,
  parseStatementDate,
} from '../../../../pipeline/platforms/source/server-time.ts';

const serverTime = suite('mt4 server time');

const times: [printed: string, wall: string | null][] = [
  ['2018.05.14 20:45:48', '2018-05-14T20:45:48Z'],
  ['2009.01.02 10:30', '2009-01-02T10:30:00Z'],
  ['2024.02.29 00:00:00', '2024-02-29T00:00:00Z'],
  ['2023.02.29 00:00:00', null],
  ['2024.13.01 00:00:00', null],
  ['2024.05.01 24:00:00', null],
  ['2024.05.01', null],
  ['', null],
];

const dates: [printed: string, wall: string | null][] = [
  ['2016 January 5, 09:02', '2016-01-05T09:02:00Z'],
  ['2018 Sep 27, 16:20', '2018-09-27T16:20:00Z'],
  ['2024 February 30, 10:00', null],
  ['2024 Smarch 3, 10:00', null],
  ['Name: Somebody', null],
];

for (const [printed, wall] of times) {
  serverTime(`reads the time \`${printed}\``, () => {
    assert.is(parseServerTime(printed), wall === null ? null : Date.parse(wall));
  });
}

for (const [printed, wall] of dates) {
  serverTime(`reads the date \`${printed}\``, () => {
    assert.is(parseStatementDate(printed), wall === null ? null : Date.parse(wall));
  });
}

serverTime.run();
