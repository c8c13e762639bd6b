import type { Fill } from '../../platforms/tradelocker/rows.ts';
import type { AnswerFields } from '../answers.ts';
import { unexpectedField } from '../errors.ts';
import type { KnownInstrument } from './state.ts';

const dayMilliseconds = 24 * 3600 * 1000;

/** Requests for the names and sizes of instruments. */
export interface InstrumentAnswers {
  /** Requests the list of an account's instruments. */
  list(): Promise<AnswerFields>;
  /** Requests the details of an instrument. */
  details(id: string, routeId: string): Promise<AnswerFields>;
}

/**
 * Returns the known instruments with those of some fills. Names and lot sizes are asked for again
 * after a day, since brokers rename instruments. Details are asked for only if fills have no
 * result.
 */
export async function instrumentsOf(
  known: ReadonlyMap<string, KnownInstrument>,
  fills: readonly Pick<Fill, 'instrument' | 'profit'>[],
  needsDetails: boolean,
  now: number,
  ask: InstrumentAnswers,
): Promise<ReadonlyMap<string, KnownInstrument>> {
  const wanted = new Set(fills.map(({ instrument }) => instrument));
  const missing = [...wanted].filter((id) => {
    const instrument = known.get(id);
    const isOld = instrument === undefined || now - instrument.at > dayMilliseconds;
    return isOld || (needsDetails && instrument.lotSize === '');
  });
  if (missing.length === 0) return known;
  const listed = new Map(
    (await ask.list())
      .objects('instruments')
      .map((instrument) => [instrument.text('tradableInstrumentId'), instrument]),
  );
  const result = new Map(known);
  for (const id of missing) {
    const instrument = listed.get(id);
    const earlier = known.get(id);
    // A broker may stop listing an instrument that was traded. Its name stays known.
    if (instrument === undefined && earlier === undefined) {
      throw unexpectedField('instruments', `tradableInstrumentId ${id}`, 'wanted_listed');
    }
    const name = instrument?.text('name') ?? earlier?.name ?? '';
    const route = instrument && routeOf(instrument);
    const details = needsDetails && route ? await ask.details(id, route) : null;
    result.set(id, {
      name,
      lotSize: details?.decimal('lotSize') ?? earlier?.lotSize ?? '',
      currency: details?.text('quotingCurrency').toUpperCase() ?? earlier?.currency ?? '',
      at: now,
    });
  }
  return result;
}

/** Returns the id of the route by which an instrument's details are asked for. */
function routeOf(instrument: AnswerFields): string {
  const routes = instrument.objects('routes');
  const route = routes.find((each) => each.optional('type') === 'INFO') ?? routes[0];
  if (route === undefined) throw unexpectedField('instruments', 'routes', 'wanted_routes');
  return route.text('id');
}
