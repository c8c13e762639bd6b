import { accountText, type includable, type Sections } from '../accounts/account-object.ts';
import { createBody } from '../http/body.ts';
import { assessment } from '../schemas/assessment.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';
import { type Assessed, factsOf } from './record-facts.ts';

const read: Sections = new Set<(typeof includable)[number]>([
  'provenance',
  'behaviour',
  'luck',
  'observed',
  'restatements',
]);

/** Source of the tool that lists facts for and against a record. It has no address over HTTP. */
export const assessEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/assessment',
  operation: {
    id: 'assessAccount',
    tag: 'Accounts',
    summary: 'Facts for and against a record',
    description: 'Lists facts with value, source and address. There is no verdict.',
    needsKey: false,
    response: assessment,
  },
  admit: admitViewer,
  query: {},
  async answer(viewer, _values, moment, _services, slug) {
    const view = await moment.view(slug, viewer);
    const record: Assessed = JSON.parse(accountText(view, read, moment.version.snapshot));
    const facts = factsOf(record, moment.version.snapshot.manifest.as_of);
    const listed = (speaks: boolean | null) =>
      facts
        .filter((each) => each.speaks === speaks)
        .map(({ fact, value, source, section }) => ({
          fact,
          value,
          source,
          address: `/api/v1/accounts/${record.slug}${section === null ? '' : `?include=${section}`}`,
        }));
    const answer = {
      slug: record.slug,
      type: record.type,
      for: listed(true),
      against: listed(false),
      not_known: listed(null),
      facts: facts.length,
      attribution: view.attribution,
    };
    return createBody(Buffer.from(JSON.stringify(answer)));
  },
});
