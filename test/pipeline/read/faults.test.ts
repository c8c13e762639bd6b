import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { exitCodes } from '../../../pipeline/base/errors.ts';
import {
  inEnglish,
  makeReason,
  quotedReason,
  type SentenceValues,
} from '../../../pipeline/base/reasons/reason.ts';
import {
  assumptionLines,
  assumptionsInForm,
  type FaultCode,
  ImportFault,
} from '../../../pipeline/read/faults.ts';

const faults = suite('what keeps an export from being imported');

/** Values of every code. A new code must be added here before this compiles. */
const examples: { readonly [Code in FaultCode]: Omit<SentenceValues<Code>, 'file'> } = {
  import_unreachable: { detail: quotedReason('it is a folder') },
  import_unreadable: { noun: 'table', detail: quotedReason('it is cut off') },
  import_unknown_format: {},
  import_several_formats: { names: 'mt4, mt5' },
  import_no_number: {},
  import_several_numbers: { count: 2, names: '7, 9' },
  import_no_currency: {},
  import_unknown_currency: { value: 'euro' },
  import_currency_differs: { value: 'EUR', other: 'USD' },
  import_amounts_mixed: { value: 'EUR', other: 'USD' },
  import_no_platform: {},
  import_no_map: {},
  import_no_symbols: { names: '41' },
  import_no_answer: {
    detail: makeReason('file_no_instrument_name', { names: '7' }),
    value: '/trade/x',
    name: 'instruments',
  },
  import_mixed_dates: { value: '21.04.2024', other: '04/21/2024' },
  import_other_dates: { value: '21.04.2024', detail: makeReason('file_month_first') },
  import_open_number: { value: '1.500' },
  import_backtest: {},
  import_no_positions: { line: 40, name: 'EURUSD' },
  import_zone_column: { detail: makeReason('import_zone_unknown', { value: 'Mars' }) },
  import_zone_heading: {
    detail: makeReason('import_zone_differs', { value: 'UTC+08:00', other: 'NY+7' }),
  },
  import_zone_times: {
    detail: makeReason('import_zone_differs', { value: 'UTC', other: 'NY+7' }),
  },
  import_no_zone: {},
  import_several_accounts: { count: 3 },
};

const faultOf = (code: FaultCode): ImportFault =>
  new ImportFault(code, '/in/a.csv', examples[code] as never);

const formOf = (fault: ImportFault): string => inEnglish(fault.wordedForForm('a.csv'));

for (const code of Object.keys(examples)) {
  faults(`is one line on the command line, on pages and in the API: ${code}`, () => {
    const fault = faultOf(code as FaultCode);
    const form = formOf(fault);
    for (const line of [fault.message, form]) assert.match(line, /^[^\n]*a\.csv[^\n]*$/);
    // Somebody who fills in a form has no options, and doesn't know where the file is stored.
    assert.not.match(form, /--[a-z]|\/in\/|instead of auto/);
  });
}

faults('names the option of a command, and the field of a form', () => {
  assert.is(
    faultOf('import_no_currency').message,
    "/in/a.csv: names no currency; give the account's currency with --currency",
  );
  assert.is(
    formOf(faultOf('import_no_currency')),
    "a.csv names no currency; give the account's currency in the field Currency.",
  );
});

faults('is a mistake in the call if an option corrects it', () => {
  assert.is(faultOf('import_no_number').exitCode, exitCodes.usage);
  assert.is(faultOf('import_unreadable').exitCode, exitCodes.failed);
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
