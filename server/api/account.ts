import {
  accountBody,
  includable,
  type Sections,
  sectionSizes,
} from '../accounts/account-object.ts';
import { rangeOf, rangeParameters } from '../accounts/lists/instants.ts';
import { shortened } from '../accounts/narrowed-sections.ts';
import { faultyQuery, namesOf, someOf, wholeNumber, withDescription } from '../http/parameters.ts';
import { account } from '../schemas/account.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';
import { figures, fullFieldNames, fullFigureNames } from './figures-parameter.ts';

const noSections: Sections = new Set();
const include = withDescription(someOf(includable), {
  description: 'Sections to add to the answer. `explain` adds the definition of every figure',
});

const minPoints = 2;
const maxPoints = 10_000;

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Parameters that shorten sections. */
const narrowing = {
  fields: withDescription(namesOf('members of the included sections'), {
    description:
      'Members to return of an included section, such as `advanced.win_rate` or `win_rate`. Other members are left out then, even required ones. Sections of which none is named stay whole',
  }),
  from: withDescription(rangeParameters.from, {
    description: `First day, UTC, of the days in ${listed(shortened.from)}`,
  }),
  to: withDescription(rangeParameters.to, {
    description: `Last day, UTC, of the days in ${listed(shortened.to)}`,
  }),
  points: withDescription(wholeNumber(maxPoints, minPoints), {
    description: `Most days or trades in ${listed(shortened.points)}: the first, the last, and highs and lows between. \`thinned\` says how many there were`,
  }),
} as const;

/** Throws a 400 for a parameter that shortens none of the included sections. */
function refuseUnused(values: Partial<Record<string, unknown>>, sections: Sections): void {
  for (const [name, uses] of Object.entries(shortened)) {
    if (values[name] === null || uses.some((section) => sections.has(section))) continue;
    const detail = `${name} has no effect unless include names one of ${uses.join(', ')}.`;
    throw faultyQuery({ parameter: name, detail, allowed: uses });
  }
}

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
    const { include, points, from, to } = values;
    const sections = include ?? noSections;
    const named = fullFigureNames(values.figures);
    const fields = fullFieldNames(values.fields, sections);
    refuseUnused(values, sections);
    const part = { ...rangeOf({ from, to }), points, fields };
    const view = await moment.view(slug, viewer);
    return accountBody(view, sections, moment.version.snapshot, bodies, part, named);
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
