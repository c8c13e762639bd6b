import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { limitOutcome } from '../../../pipeline/connect/outcome.ts';

const outcomes = suite('outcomes of bodies past a limit');

outcomes('of a day say when the next day begins in UTC', () => {
  const waitAt = (limit: 'bytes_a_day' | 'bytes' | 'rows', time: string) => {
    const outcome = limitOutcome('free', limit, new Date(`2026-03-01T${time}Z`));
    return 'retryAfter' in outcome ? outcome.retryAfter : undefined;
  };
  assert.is(waitAt('bytes_a_day', '18:00:00'), 21_600);
  assert.is(waitAt('bytes_a_day', '23:59:59.9'), 1);
  assert.is(waitAt('bytes_a_day', '00:00:00'), 86_400);
  for (const limit of ['bytes', 'rows'] as const) assert.is(waitAt(limit, '18:00:00'), undefined);
});

outcomes.run();
