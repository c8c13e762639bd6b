import Type from 'typebox';
import { isDay } from '../../pipeline/registry/instants.ts';
import { type DailyIndex, gainBetween } from '../accounts/gain.ts';
import type { View } from '../accounts/view.ts';
import { createBody } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { described, type Parameter } from '../http/parameters.ts';
import { gain } from '../schemas/gain.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';

const day: Parameter<string> = {
  allowed: 'a day that exists, as YYYY-MM-DD',
  schema: Type.String({ format: 'date' }),
  parse: (text) => (isDay(text) ? text : undefined),
};

/** Return, profit, flows, drawdown and trades between any two days of the record. */
export const gainEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/gain',
  operation: {
    id: 'getGain',
    tag: 'Accounts',
    summary: 'Gain between two days',
    description:
      'Return, profit, flows, drawdown and trades from one day to another, both included, UTC. Of ' +
      'a month it is what `monthly` has, of the whole record what `performance` has. Where the ' +
      'owner hides `equity_curve` every figure is null, as of an account without any record.',
    needsKey: false,
    response: gain,
  },
  admit: admitViewer,
  query: {
    from: described(day, { description: 'First day, UTC; the first of the record when absent' }),
    to: described(day, { description: 'Last day, UTC; the last of the record when absent' }),
  },
  async answer(viewer, { from, to }, moment, _services, slug) {
    if (from !== null && to !== null && from > to) {
      throw new ApiError('invalid_parameter', { detail: 'from must not be after to.' });
    }
    const view = await moment.view(slug, viewer);
    const { dailyIndexes, catalogue } = moment.edition;
    const index = dailyIndexes.of(view);
    const currency = catalogue.get(view.entry.parts.summary?.[3] ?? '')?.currency ?? null;
    return createBody(Buffer.from(JSON.stringify(answerOf(view, currency, index, from, to))));
  },
});

const nothing = {
  return_percent: null,
  profit: null,
  deposits: null,
  withdrawals: null,
  max_drawdown_percent: null,
  trades_count: null,
  win_rate: null,
};

function answerOf(
  { account: { slug }, attribution }: View,
  currency: string | null,
  index: DailyIndex | null,
  from: string | null,
  to: string | null,
) {
  const { first_day = null, last_day = null } = index ?? {};
  const range = { from: from ?? first_day, to: to ?? last_day };
  const head = { slug, currency, first_day, last_day, ...range };
  if (index === null || range.from === null || range.to === null || first_day === null) {
    return { ...head, ...nothing, attribution };
  }
  if (range.from < first_day || range.to > (last_day ?? '') || range.from > range.to) {
    const detail = `The record goes from ${first_day} to ${last_day}; from and to must lie within it.`;
    throw new ApiError('invalid_parameter', { detail });
  }
  return { ...head, ...gainBetween(index, range.from, range.to), attribution };
}
