import { findSession } from '../../pipeline/registry/sessions.ts';
import type { FindReader } from '../site/reader.ts';
import { tokenIn } from './cookie.ts';
import type { OwnerServices } from './page-request.ts';

/** Returns a function that finds the signed-in owner of a request by its Cookie header. */
export const readerFinder =
  ({ registry, site }: Pick<OwnerServices, 'registry' | 'site'>): FindReader =>
  async (cookies) => {
    const token = tokenIn(cookies, site());
    if (token === null) return null;
    const session = await findSession(registry, token);
    const owner = session && (await registry.findOwner(session.owner));
    return owner && { slug: owner.slug, name: owner.name };
  };
