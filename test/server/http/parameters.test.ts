import { Check } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../server/http/errors.ts';
import {
  currency,
  decimal,
  type Parameter,
  pageOf,
  pageParameters,
  readQuery,
  someOf,
  wholeNumber,
} from '../../../server/http/parameters.ts';

const parameters = suite('parameters');

const words = someOf(['twr', 'monthly']);

const cases: [Parameter<unknown>, accepted: string[], refused: string[]][] = [
  [
    wholeNumber(200),
    ['1', '42', '200'],
    ['', '0', '201', '1e2', '0x10', '+5', '1.0', '-1', ' 1', '01', '٣', '1000000000'],
  ],
  [decimal, ['0', '-12.5', '3.14159', '0.1'], ['', '.5', '1.', '1e3', 'NaN', '-', '01', '+1']],
  [currency, ['EUR', 'USDT', 'BTC'], ['', 'eur', 'EU', 'EUR ', 'ABCDEFGHIJK']],
  [words, ['', 'twr', 'monthly,twr', 'twr,twr'], ['twr,', 'TWR', 'twr, monthly', '__proto__', ',']],
];

parameters('accept what is allowed and nothing else', () => {
  for (const [parameter, accepted, refused] of cases) {
    for (const text of accepted) assert.ok(parameter.parse(text) !== undefined, text);
    for (const text of refused) assert.is(parameter.parse(text), undefined, text);
  }
});

parameters('are read once: work that grew faster than their length would never end', () => {
  for (const text of ['twr,', ',', 'a,', '%2c', 'a']) {
    assert.is(words.parse(`${text.repeat(1_000_000)},`), undefined, text);
  }
});

parameters('are described to machines as they are read', () => {
  for (const [parameter, accepted, refused] of cases) {
    for (const text of accepted) assert.ok(fits(parameter, text), text);
    for (const text of refused) assert.not.ok(fits(parameter, text), text);
  }
});

parameters('are null when absent, in any order in a list', () => {
  const { page, include } = readQuery(
    { page: wholeNumber(9), include: words },
    { include: 'monthly,twr' },
  );
  assert.is(page, null);
  assert.equal([...(include ?? [])], ['twr', 'monthly']);
});

parameters('say what is allowed when one is bad or repeated', () => {
  const query = { include: 'all', limit: ['1', '2'], page: '0' };
  assert.equal(
    problemOf(() => readQuery({ include: words }, query)),
    {
      type: 'urn:trackrecord:problem:invalid-parameter',
      title: 'Bad Request',
      status: 400,
      detail: 'include must be one of twr, monthly.',
      allowed: ['twr', 'monthly'],
      parameter: 'include',
      errors: [
        {
          parameter: 'include',
          detail: 'include must be one of twr, monthly.',
          allowed: ['twr', 'monthly'],
        },
      ],
    },
  );
  const { page, limit } = pageParameters;
  assert.match(problemOf(() => readQuery({ limit }, query)).detail, /^limit may be given once/);
  assert.match(
    problemOf(() => readQuery({ page, limit }, query)).detail,
    /^page must be a whole number from 1/,
  );
});

parameters('name every mistake of a query at once', () => {
  const query = { page: '0', limit: ['1', '2'], include: 'all' };
  const declared = { ...pageParameters, include: words };
  const { detail, parameter, allowed, errors } = problemOf(() => readQuery(declared, query));
  assert.is(parameter, 'page');
  assert.is(allowed, undefined, 'the first has no list');
  assert.equal(
    errors.map((fault: { parameter: string }) => fault.parameter),
    ['page', 'limit', 'include'],
  );
  assert.is(detail, errors.map((fault: { detail: string }) => fault.detail).join(' '));
});

parameters('start at the first page of 50', () => {
  assert.equal(pageOf(readQuery(pageParameters, {})), { page: 1, limit: 50 });
});

/** Returns true if a text is a value that the schema allows: plain digits, a list with commas. */
function fits({ schema }: Parameter<unknown>, text: string): boolean {
  const type = 'type' in schema ? schema.type : 'text';
  if (type === 'array') return Check(schema, text === '' ? [] : text.split(','));
  const digits = new Map<unknown, RegExp>([
    ['integer', /^[1-9][0-9]*$/],
    ['number', /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/],
  ]).get(type);
  if (digits === undefined) return Check(schema, text);
  return digits.test(text) && Check(schema, Number(text));
}

function problemOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return JSON.parse(error.body);
    throw error;
  }
  throw new Error('was accepted');
}

parameters.run();
