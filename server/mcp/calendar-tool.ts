import { inputSchemaOf } from '../api/parameter-schemas.ts';
import { calendarAnswer } from '../calendar/answer.ts';
import { calendarParameters, readCalendarQuery } from '../calendar/parameters.ts';
import type { ToolSource } from './tool.ts';

const { currency, impact, days } = calendarParameters;

/** The calendar as its own address answers, always as JSON. */
export const calendarSource: ToolSource = {
  input: inputSchemaOf({ url: '', query: { currency, impact, days } }),
  output: calendarAnswer,
  async ask({ query, problem }, { calendar }) {
    if (problem) throw problem;
    return calendar.get(readCalendarQuery(query)).body;
  },
};
