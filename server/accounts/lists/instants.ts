import Type from 'typebox';
import { isDay, isInstant } from '../../../pipeline/registry/instants.ts';
import {
  faultyQuery,
  type Parameter,
  type Values,
  withDescription,
} from '../../http/parameters.ts';
import type { Range } from './range.ts';

const dayMilliseconds = 86_400_000;

const allowed = 'a day as YYYY-MM-DD or an ISO 8601 instant such as 2024-05-01T12:00:00Z';

const schema = Type.Union([Type.String({ format: 'date' }), Type.String({ format: 'date-time' })]);

/** First instant of the range, in Unix milliseconds. */
const from: Parameter<number> = withDescription(
  { allowed, schema, parse: (text) => spanOf(text)?.[0] },
  { description: 'Trades closed at or after this time; a day starts at 00:00 UTC' },
);

/** Last instant of the range, in Unix milliseconds; of a day, its last millisecond. */
const to: Parameter<number> = withDescription(
  { allowed, schema, parse: (text) => spanOf(text)?.[1] },
  { description: 'Trades closed at or before this time; a day ends at 24:00 UTC' },
);

export const rangeParameters = { from, to } as const;

/** Returns the range of a query; throws a 400 if it ends before it begins. */
export function rangeOf({ from, to }: Values<typeof rangeParameters>): Range {
  if (from !== null && to !== null && from > to) {
    throw faultyQuery({ parameter: 'from', detail: 'from must not be after to.' });
  }
  return { from, to };
}

function spanOf(text: string): [first: number, last: number] | undefined {
  if (isDay(text)) {
    const first = Date.parse(`${text}T00:00:00Z`);
    return [first, first + dayMilliseconds - 1];
  }
  // In a query a plus is a space.
  const written = text.replace(/ (?=\d{2}:\d{2}$)/, '+');
  if (!isInstant(written)) return undefined;
  const finer = /\.\d{3}(\d+)/.exec(written)?.[1] ?? '0';
  const instant = Date.parse(written) + Number(`0.${finer}`);
  return [instant, instant];
}
