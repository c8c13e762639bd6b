import { sectionNames } from '../../pipeline/snapshot/layout.ts';
import { accountBody, type Sections } from '../account-object.ts';
import { someOf } from '../parameters.ts';
import { admit } from './admission.ts';
import { createEndpoint } from './endpoint.ts';

const include = someOf(sectionNames);

/** One account object with the sections asked for. */
export const accountEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug',
  admit,
  read: (read): Sections => read('include', include) ?? new Set(),
  answer: ({ decisions, sight }, sections, { snapshots, views, bodies }, slug) =>
    snapshots.use(async (edition) => {
      const view = await views.find(decisions, edition, sight, slug);
      return accountBody(view, sections, edition.snapshot, bodies);
    }),
});
