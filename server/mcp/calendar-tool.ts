import { calendarAnswer } from '../calendar/answer.ts';
import { calendarParameters, readCalendarQuery } from '../calendar/parameters.ts';
import { described, type QueryReader } from '../parameters.ts';
import { inputSchemaOf } from '../schemas/parameters.ts';
import type { ToolSource } from './tool.ts';

const currency = described(calendarParameters.currency, {
  description: 'Only events of these currencies; all nine when absent',
});
const impact = described(calendarParameters.impact, {
  description: 'Only events of these impacts, or all; high when absent',
});
const days = described(calendarParameters.days, { description: 'Days ahead', default: 1 });

const read = (read: QueryReader): unknown => [
  read('currency', currency),
  read('impact', impact),
  read('days', days),
];

/** The calendar as its own address answers, always as JSON. */
export const calendarSource: ToolSource = {
  input: inputSchemaOf({ url: '', read }),
  output: calendarAnswer,
  ask: async ({ query }, { calendar }) =>
    calendar.get(readCalendarQuery({ ...query, format: 'json' })).body,
};
