import type { Snapshot } from '../pipeline/snapshot/reader.ts';
import { accountText, type Sections } from './account-object.ts';
import { attributionOf, type Site } from './attribution.ts';
import { type Body, createBody } from './body.ts';
import type { Decisions } from './live-registry.ts';
import { paginate } from './pagination.ts';
import type { PageRequest } from './parameters.ts';
import type { Sight } from './sight.ts';
import type { Subject } from './subject.ts';

const noSections: Sections = new Set();

/** A page of account objects without sections, which look the same to owners and strangers. */
export async function accountsBody(
  subjects: readonly Subject[],
  pageRequest: PageRequest,
  { mustCredit }: Sight,
  decisions: Decisions,
  snapshot: Snapshot,
  site: Site,
): Promise<Body> {
  const { rows, pagination } = paginate(subjects, pageRequest);
  const objects: string[] = [];
  for (const subject of rows) {
    const { slug, owner } = subject.account;
    const view = {
      subject,
      owner: { slug: owner, name: await decisions.ownerName(owner) },
      attribution: attributionOf(site, slug, mustCredit),
    };
    objects.push(accountText(view, noSections, snapshot));
  }
  const text = `{"data":[${objects.join(',')}],"pagination":${JSON.stringify(pagination)}}`;
  return createBody(Buffer.from(text));
}
