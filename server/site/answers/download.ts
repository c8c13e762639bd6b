import { createBody } from '../../http/body.ts';
import { lookAt, momentOf } from '../asking.ts';
import { readDownload } from '../downloads.ts';
import { pagePolicy } from '../policies.ts';
import { type Answer, nothingHere, types } from '../respond.ts';
import type { PageCall, SiteServices } from '../site-services.ts';

/** A table of an account's page as CSV; a hidden one is a 404 like any other. */
export async function downloadAnswer(
  { params }: PageCall,
  services: SiteServices,
): Promise<Answer> {
  const { slug = '', file = '' } = params;
  using moment = await momentOf(services);
  const bytes = readDownload(await lookAt(moment, slug), file, moment.edition.snapshot);
  if (bytes === null) throw nothingHere();
  return { body: createBody(bytes), type: types.csv, policy: pagePolicy() };
}
