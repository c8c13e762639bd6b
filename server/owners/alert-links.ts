import { idInLink, isSignedBy, type LinkAction } from '../../pipeline/alerts/links.ts';
import {
  confirmAlertTarget,
  unsubscribeAlertTarget,
} from '../../pipeline/registry/alert-consent.ts';
import { findAlertTarget, isLapsedTarget } from '../../pipeline/registry/alert-targets.ts';
import type { OwnerPageRequest, Reply } from './page-request.ts';
import { alertLinkDone, alertLinkPage } from './pages/alerts.ts';

/** Shows what a link in a mail will do, with a button. Mail programs open links by themselves. */
export const showAlertLink =
  (action: LinkAction) =>
  async (request: OwnerPageRequest): Promise<Reply> => {
    const target = await targetOf(request, action);
    if (target === null) return endedLinkReply(request, action);
    return { page: alertLinkPage(request, action, target.address) };
  };

/**
 * Does what a link in a mail says. Mail programs also send this if somebody unsubscribes in them.
 */
export const followAlertLink =
  (action: LinkAction) =>
  async (request: OwnerPageRequest): Promise<Reply> => {
    const target = await targetOf(request, action);
    if (target === null) return endedLinkReply(request, action);
    const { registry } = request.services;
    if (action === 'confirm') await confirmAlertTarget(registry, target.id);
    else await unsubscribeAlertTarget(registry, target.id);
    return { page: alertLinkDone(request, action === 'confirm' ? 'confirmed' : 'unsubscribed') };
  };

/**
 * Answers a link that has ended. Unsubscribing a second time succeeds too, since a mail program
 * repeats a request that failed.
 */
const endedLinkReply = (request: OwnerPageRequest, action: LinkAction): Reply => ({
  page: alertLinkDone(request, 'over'),
  status: action === 'confirm' ? 410 : 200,
});

/** Returns the address that a link was signed for; null if the link is invalid or has ended. */
async function targetOf({ params, services }: OwnerPageRequest, action: LinkAction) {
  const token = params.token ?? '';
  const { registry } = services;
  const target = await findAlertTarget(registry, idInLink(token));
  if (target === null || target.kind !== 'email') return null;
  if (isLapsedTarget(target, registry.clock())) return null;
  return isSignedBy(token, action, target) ? target : null;
}
