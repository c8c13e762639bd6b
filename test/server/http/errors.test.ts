import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../server/http/errors.ts';

const errors = suite('problems');

errors('have no stack trace; only unexpected faults have one', () => {
  const { stack = '' } = new ApiError('not_found');
  assert.is(stack.includes('\n    at '), false, stack);
  const cause = new Error('the disk is gone');
  assert.match(cause.stack ?? '', '\n    at ');
  assert.is(new ApiError('unavailable', { cause }).cause, cause);
});

errors.run();
