import type { Snapshot } from '../pipeline/snapshot/reader.ts';
import { accountText, type Sections, type Shown } from './account-object.ts';
import { attributionOf, type Site } from './attribution.ts';
import { paginate } from './pagination.ts';
import type { PageRequest } from './parameters.ts';
import type { Candidate } from './search.ts';

const noSections: Sections = new Set();

/** An account that may be listed, and whose it is. */
export interface OwnedCandidate extends Candidate {
  readonly owner: Shown['owner'];
}

/** A page of account objects without sections. */
export function accountsText(
  candidates: readonly OwnedCandidate[],
  request: PageRequest,
  mustCredit: boolean,
  snapshot: Snapshot,
  site: Site,
): string {
  const { rows, pagination } = paginate(candidates, request);
  const objects = rows.map(({ subject, owner }) => {
    const attribution = attributionOf(site, subject.account.slug, mustCredit);
    return accountText({ subject, owner, attribution }, noSections, snapshot);
  });
  return `{"data":[${objects.join(',')}],"pagination":${JSON.stringify(pagination)}}`;
}
