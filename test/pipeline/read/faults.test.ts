import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { exitCodes } from '../../../pipeline/base/errors.ts';
import { inEnglish, makeReason, quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import {
  assumptionLines,
  assumptionsInForm,
  type FaultCode,
  ImportFault,
} from '../../../pipeline/read/faults.ts';

const faults = suite('what keeps an export from being imported');

/** Every code, with values. A new code must be added here before this compiles. */
const examples: { readonly [Code in FaultCode]: ImportFault<Code> } = {
  unreachable: new ImportFault('unreachable', '/in/a.csv', {
    reason: quotedReason('it is a folder'),
  }),
  unreadable: new ImportFault('unreadable', '/in/a.csv', {
    noun: 'table',
    reason: quotedReason('it is cut off'),
  }),
  unknown_format: new ImportFault('unknown_format', '/in/a.csv', { reasons: 'mt4 (no HTML)' }),
  several_formats: new ImportFault('several_formats', '/in/a.csv', { names: 'mt4, mt5' }),
  no_number: new ImportFault('no_number', '/in/a.csv', {}),
  several_numbers: new ImportFault('several_numbers', '/in/a.csv', { count: 2, numbers: '7, 9' }),
  no_currency: new ImportFault('no_currency', '/in/a.csv', {}),
  unknown_currency: new ImportFault('unknown_currency', '/in/a.csv', { currency: 'euro' }),
  no_platform: new ImportFault('no_platform', '/in/a.csv', {}),
  no_map: new ImportFault('no_map', '/in/a.csv', { missing: 'profit', proposal: '{}' }),
  no_symbols: new ImportFault('no_symbols', '/in/a.csv', { symbols: '41' }),
  no_answer: new ImportFault('no_answer', '/in/a.csv', {
    what: makeReason('file_no_instrument_name', { names: '7' }),
    answer: '/trade/x',
    member: 'instruments',
  }),
  mixed_dates: new ImportFault('mixed_dates', '/in/a.csv', {
    day: '21.04.2024',
    month: '04/21/2024',
  }),
  other_dates: new ImportFault('other_dates', '/in/a.csv', {
    date: '21.04.2024',
    order: 'month first',
  }),
  open_number: new ImportFault('open_number', '/in/a.csv', { numbers: ['1.500'] }),
  backtest: new ImportFault('backtest', '/in/a.csv', {}),
  no_positions: new ImportFault('no_positions', '/in/a.csv', { line: 40, symbol: 'EURUSD' }),
  zone_column: new ImportFault('zone_column', '/in/a.csv', {
    reason: makeReason('import_zone_unknown', { value: 'Mars' }),
  }),
  zone_heading: new ImportFault('zone_heading', '/in/a.csv', {
    reason: makeReason('import_zone_differs', { value: 'UTC+08:00', other: 'NY+7' }),
  }),
  no_zone: new ImportFault('no_zone', '/in/a.csv', {}),
  several_accounts: new ImportFault('several_accounts', '/in/a.csv', { count: 3 }),
};

const formOf = (fault: ImportFault): string => inEnglish(fault.wordedForForm('a.csv'));

for (const [code, fault] of Object.entries(examples)) {
  faults(`is one line on the command line, on pages and in the API: ${code}`, () => {
    const form = formOf(fault);
    for (const line of [fault.message, form]) assert.match(line, /^[^\n]*a\.csv[^\n]*$/);
    // Somebody who fills in a form has no options, and doesn't know where the file is stored.
    assert.not.match(form, /--[a-z]|\/in\/|instead of auto/);
  });
}

faults('names the option of a command, and the field of a form', () => {
  assert.is(
    examples.no_currency.message,
    "/in/a.csv: names no currency; give the account's currency with --currency",
  );
  assert.is(
    formOf(examples.no_currency),
    "a.csv names no currency; give the account's currency in the field Currency.",
  );
});

faults('is a mistake in the call if an option corrects it', () => {
  assert.is(examples.no_number.exitCode, exitCodes.usage);
  assert.is(examples.unreadable.exitCode, exitCodes.failed);
});

faults('names each assumption with the option or field that corrects it', () => {
  const dates = { order: 'day first', examples: ['03/04/2024'] } as const;
  const supposed = { utc: true, encoding: 'gbk', dates };
  assert.equal(assumptionLines(supposed), [
    'the file names no time zone, so its times count as UTC; give the time zone with --tz',
    'text read as gbk, because the file does not name its encoding; give the right one with --encoding',
    'no date shows whether day or month comes first: those such as `03/04/2024` were read day first; give the right order with --dates',
  ]);
  assert.equal(assumptionsInForm(supposed).map(inEnglish), [
    'the file names no time zone, so its times count as UTC; give the time zone in the field Time zone',
    'text read as gbk, because the file does not name its encoding',
    'no date shows whether day or month comes first: those such as `03/04/2024` were read day first',
  ]);
  assert.equal(assumptionLines({ utc: false }), []);
  assert.equal(assumptionsInForm({ utc: false }), []);
});

faults.run();
