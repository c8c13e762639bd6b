import Type from 'typebox';
import { isDay } from '../../pipeline/registry/instants.ts';
import { currencyOf } from '../accounts/account-object.ts';
import { type GainOfDays, gainWithin, noGain, outsideRecord } from '../accounts/gain.ts';
import { createBody } from '../http/body.ts';
import { faultyQuery, type Parameter, withDescription } from '../http/parameters.ts';
import { gain } from '../schemas/gain.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';

/** Parses a day. */
export const dayParameter: Parameter<string> = {
  allowed: 'a day that exists, as YYYY-MM-DD',
  schema: Type.String({ format: 'date' }),
  parse: (text) => (isDay(text) ? text : undefined),
};

/** Endpoint that returns the gain between any two days of the record. */
export const gainEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/gain',
  operation: {
    id: 'getGain',
    tag: 'Accounts',
    summary: 'Gain between two days',
    description:
      'Returns return, profit, deposits, withdrawals, drawdown and trades from one UTC day to ' +
      'another, both included. A whole month equals `monthly`, the whole record `performance`. A ' +
      'day before the record counts as its first day, a day after it as its last. The answer names ' +
      'the days used in `from` and `to`. If no requested day is in the record, the answer is a 400 ' +
      'that names its days. If the owner hides `equity_curve`, or there is no record, every figure ' +
      'is null.',
    needsKey: false,
    response: gain,
  },
  admit: admitViewer,
  query: {
    from: withDescription(dayParameter, {
      description: 'First day, UTC; by default the first day of the record',
    }),
    to: withDescription(dayParameter, {
      description: 'Last day, UTC; by default the last day of the record',
    }),
  },
  async answer(viewer, { from, to }, moment, _services, slug) {
    if (from !== null && to !== null && from > to) {
      throw faultyQuery({ parameter: 'from', detail: 'from must not be after to.' });
    }
    const view = await moment.view(slug, viewer);
    const { dailyIndexes, snapshot } = moment.version;
    const days = gainWithin(dailyIndexes.of(view), from, to);
    const currency = currencyOf(view.entry.id, snapshot);
    const answer = {
      slug: view.account.slug,
      currency,
      ...(days === null ? { ...noDays, from, to, ...noGain } : figuresOf(days)),
      attribution: view.attribution,
    };
    return createBody(Buffer.from(JSON.stringify(answer)));
  },
});

const noDays = { first_day: null, last_day: null };

function figuresOf({ gain, ...days }: GainOfDays) {
  if (gain === null) {
    const detail = outsideRecord(days.first_day, days.last_day);
    throw faultyQuery({ parameter: 'from', detail });
  }
  return { ...days, ...gain };
}
