import { sectionNames } from '../../pipeline/snapshot/layout.ts';
import { accountBody, type Sections } from '../account-object.ts';
import { described, someOf } from '../parameters.ts';
import { account } from '../schemas/account.ts';
import { admit, withView } from './admission.ts';
import { createEndpoint } from './endpoint.ts';

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
  admit,
  read: (read): Sections => read('include', include) ?? new Set(),
  answer: (admission, sections, services, slug) =>
    withView(admission, services, slug, (view, edition) =>
      accountBody(view, sections, edition.snapshot, services.bodies),
    ),
});
