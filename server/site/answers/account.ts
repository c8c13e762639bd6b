import type { Services } from '../../services.ts';
import { askAccount, readAccount } from '../asking.ts';
import { accountPage } from '../pages/account.ts';
import type { Pages } from '../pages.ts';
import { pagePolicy } from '../policies.ts';
import { type Answer, bytesOf, types } from '../respond.ts';
import type { AskedPage } from '../routes.ts';

/** The page of a published account; private and unknown ones are one 404. */
export async function accountAnswer(
  { params }: AskedPage,
  services: Services,
  { assets }: Pages,
): Promise<Answer> {
  const { bodies, site } = services;
  const published = await askAccount(services, params.slug ?? '');
  // A page says nothing that these three do not decide.
  const key = `account page ${published.etag('identity')} ${assets.version} ${site().baseUrl}`;
  const body = bodies.get(key, () =>
    bytesOf(accountPage(readAccount(published), { site: site(), assets })),
  );
  return { body, type: types.html, policy: pagePolicy() };
}
