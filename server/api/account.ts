import {
  accountBody,
  includable,
  type Sections,
  sectionSizes,
} from '../accounts/account-object.ts';
import { rangeOf, rangeParameters } from '../accounts/lists/instants.ts';
import { described, someOf, wholeNumber } from '../http/parameters.ts';
import { account } from '../schemas/account.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';
import { figures, figuresNamed } from './figures-parameter.ts';

const noSections: Sections = new Set();
const include = described(someOf(includable), {
  description:
    'Sections to add; none when absent. `explain` tells of every figure of the answer what it is',
});

const minPoints = 2;
const maxPoints = 10_000;

/** What narrows `equity_curve` alone. */
const narrowing = {
  from: described(rangeParameters.from, {
    description: 'Only days of `equity_curve` from then on, UTC',
  }),
  to: described(rangeParameters.to, {
    description: 'Only days of `equity_curve` up to then, UTC',
  }),
  points: described(wholeNumber(maxPoints, minPoints), {
    description:
      'Days of `equity_curve` at most: the first, the last, and the lowest and highest return of every stretch between',
  }),
} as const;

/** One account object with the sections asked for. */
export const accountEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug',
  operation: {
    id: 'getAccount',
    tag: 'Accounts',
    summary: 'Retrieve an account',
    description:
      'One account or portfolio with the sections asked for. Private ones are a 404 to everybody ' +
      'but their owner, as if they did not exist.',
    needsKey: false,
    response: account,
  },
  admit: admitViewer,
  query: { include, figures, ...narrowing },
  async answer(viewer, values, moment, { bodies }, slug) {
    const { include: sections, figures, points, ...bounds } = values;
    const named = figuresNamed(figures);
    const curve = { ...rangeOf(bounds), points };
    const view = await moment.view(slug, viewer);
    return accountBody(view, sections ?? noSections, moment.edition.snapshot, bodies, curve, named);
  },
});

/** How many bytes each section of an account would add; asked beside the account, not by an address. */
export const sectionSizesEndpoint = createEndpoint({
  url: accountEndpoint.url,
  operation: { ...accountEndpoint.operation, id: 'getSectionSizes' },
  admit: admitViewer,
  query: {},
  async answer(viewer, _values, moment, { bodies }, slug) {
    const view = await moment.view(slug, viewer);
    return sectionSizes(view, moment.edition.snapshot, bodies);
  },
});
