import { sectionNames } from '../../sql/marts/index.ts';
import { accountBody, type Sections } from '../accounts/account-object.ts';
import { described, someOf } from '../http/parameters.ts';
import { account } from '../schemas/account.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';

const noSections: Sections = new Set();
const include = described(someOf(sectionNames), {
  description: 'Sections to add; none when absent',
});

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
  query: { include },
  async answer(viewer, { include: sections }, moment, { bodies }, slug) {
    const view = await moment.view(slug, viewer);
    return accountBody(view, sections ?? noSections, moment.edition.snapshot, bodies);
  },
});
