import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../server/http/errors.ts';
import { type Answer, answerFaults } from './answer-faults.ts';

const faults = suite('faults of answers');

const limits = { 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': 19, 'x-ratelimit-reset': '9' };
const page = {
  data: [],
  pagination: { page: 1, limit: 50, total: 0, has_more: false },
};
const good: Answer = {
  method: 'GET',
  route: '/api/v1/search/accounts',
  status: 200,
  headers: {
    ...limits,
    etag: '"x"',
    'cache-control': 'private, no-cache',
    'content-type': 'application/json; charset=utf-8',
  },
  body: JSON.stringify(page),
};
const bad = new ApiError('invalid_parameter');

/** Answers with one fault each, and the message about it. */
const cases: [changed: Partial<Answer>, said: RegExp][] = [
  [{ body: JSON.stringify({ ...page, extra: 1 }) }, /additional/],
  [{ body: JSON.stringify({ data: [] }) }, /pagination/],
  [{ body: JSON.stringify({ ...page, pagination: { ...page.pagination, total: null } }) }, /total/],
  [
    { body: JSON.stringify({ ...page, pagination: { ...page.pagination, has_more: true } }) },
    /has_more is true with 0 rows left/,
  ],
  [
    { body: JSON.stringify({ ...page, pagination: { ...page.pagination, total: 1 } }) },
    /0 rows of 1/,
  ],
  [{ headers: { ...good.headers, etag: undefined } }, /no ETag/],
  [{ headers: { ...good.headers, 'retry-after': '9' } }, /Retry-After is not described/],
  [{ headers: { ...good.headers, 'x-ratelimit-remaining': -1 } }, /X-RateLimit-Remaining is -1/],
  [{ headers: { ...good.headers, 'content-type': 'text/html' } }, /text\/html is not described/],
  [{ status: 404 }, /this status is not described/],
  [{ status: 304 }, /has a body/],
  [{ route: '/api/v1/nothing' }, /this address is not described/],
  [
    {
      status: 405,
      method: 'POST',
      headers: bad.headers,
      body: '{"type":"urn:trackrecord:problem:of-no-table","title":"","status":405,"detail":""}',
    },
    /type/,
  ],
];

faults('are none where all is as described', () => {
  assert.equal(answerFaults(good), []);
  const headers = { ...limits, ...bad.headers };
  assert.equal(answerFaults({ ...good, status: 400, headers, body: bad.body }), []);
  assert.equal(answerFaults({ ...good, route: '/healthz', body: '{"status":"ok"}' }), []);
});

faults('are found one by one', () => {
  for (const [changed, said] of cases) {
    const found = answerFaults({ ...good, ...changed });
    assert.match(found.join('\n'), said, JSON.stringify(changed));
  }
});

faults.run();
