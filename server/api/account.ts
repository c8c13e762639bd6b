import {
  accountBody,
  includable,
  type Sections,
  sectionSizes,
} from '../accounts/account-object.ts';
import { rangeOf, rangeParameters } from '../accounts/lists/instants.ts';
import { someOf, wholeNumber, withDescription } from '../http/parameters.ts';
import { account } from '../schemas/account.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';
import { figures, fullFigureNames } from './figures-parameter.ts';

const noSections: Sections = new Set();
const include = withDescription(someOf(includable), {
  description: 'Sections to add to the answer. `explain` adds the definition of every figure',
});

const minPoints = 2;
const maxPoints = 10_000;

/** Parameters that shorten `equity_curve`. */
const narrowing = {
  from: withDescription(rangeParameters.from, {
    description: 'First day of `equity_curve`, UTC',
  }),
  to: withDescription(rangeParameters.to, {
    description: 'Last day of `equity_curve`, UTC',
  }),
  points: withDescription(wholeNumber(maxPoints, minPoints), {
    description:
      'Most days of `equity_curve` to return: the first, the last, and highs and lows between',
  }),
} as const;

/** Endpoint that returns one account object with the requested sections. */
export const accountEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug',
  operation: {
    id: 'getAccount',
    tag: 'Accounts',
    summary: 'Retrieve an account',
    description:
      'Returns one account or portfolio with the requested sections. A private one is a 404 for ' +
      'everybody but its owner.',
    needsKey: false,
    response: account,
  },
  admit: admitViewer,
  query: { include, figures, ...narrowing },
  async answer(viewer, values, moment, { bodies }, slug) {
    const { include: sections, figures, points, ...bounds } = values;
    const named = fullFigureNames(figures);
    const curve = { ...rangeOf(bounds), points };
    const view = await moment.view(slug, viewer);
    return accountBody(view, sections ?? noSections, moment.version.snapshot, bodies, curve, named);
  },
});

/**
 * Returns the bytes that each section of an account would add. Only tools call it; it has no
 * address.
 */
export const sectionSizesEndpoint = createEndpoint({
  url: accountEndpoint.url,
  operation: { ...accountEndpoint.operation, id: 'getSectionSizes' },
  admit: admitViewer,
  query: {},
  async answer(viewer, _values, moment, { bodies }, slug) {
    const view = await moment.view(slug, viewer);
    return sectionSizes(view, moment.version.snapshot, bodies);
  },
});
