import { idInLink, isSignedBy, type LinkAction } from '../../pipeline/alerts/links.ts';
import {
  confirmAlertTarget,
  unsubscribeAlertTarget,
} from '../../pipeline/registry/alert-consent.ts';
import { findAlertTarget, isLapsedTarget } from '../../pipeline/registry/alert-targets.ts';
import type { OwnerPageRequest, Reply } from './page-request.ts';
import { alertLinkDone, alertLinkPage } from './pages/alerts.ts';

/** Shows what a link in a mail does. It does nothing yet, since mail programs open links. */
export const showAlertLink =
  (action: LinkAction) =>
  async (request: OwnerPageRequest): Promise<Reply> => {
    const target = await targetOf(request, action);
    if (target === null) return over(request, action);
    return { page: alertLinkPage(request, action, target.address) };
  };

/**
 * Does what a link in a mail says. Mail programs send this too, when somebody unsubscribes there.
 */
export const followAlertLink =
  (action: LinkAction) =>
  async (request: OwnerPageRequest): Promise<Reply> => {
    const target = await targetOf(request, action);
    if (target === null) return over(request, action);
    const { book } = request.services;
    if (action === 'confirm') await confirmAlertTarget(book, target.id);
    else await unsubscribeAlertTarget(book, target.id);
    return { page: alertLinkDone(request, action === 'confirm' ? 'confirmed' : 'unsubscribed') };
  };

/** Unsubscribing twice succeeds twice: mail programs repeat what failed. */
const over = (request: OwnerPageRequest, action: LinkAction): Reply => ({
  page: alertLinkDone(request, 'over'),
  status: action === 'confirm' ? 410 : 200,
});

/** Returns the place that a link was signed for; null for any other link, and once it is over. */
async function targetOf({ params, services }: OwnerPageRequest, action: LinkAction) {
  const token = params.token ?? '';
  const { book } = services;
  const target = await findAlertTarget(book, idInLink(token));
  if (target === null || target.kind !== 'email') return null;
  if (isLapsedTarget(target, book.clock())) return null;
  return isSignedBy(token, action, target) ? target : null;
}
