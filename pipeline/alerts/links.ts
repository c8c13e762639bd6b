import { createHmac, timingSafeEqual } from 'node:crypto';

/** Actions of the links in mails. */
export type LinkAction = 'confirm' | 'unsubscribe';

interface Signed {
  readonly id: string;
  readonly secret: string;
}

const macOf = (action: LinkAction, { id, secret }: Signed): Buffer =>
  createHmac('sha256', secret).update(`${action} ${id}`).digest();

/** Path of the links in mails, before the action. */
const alertLinks = '/alerts/';

/** Returns the path of a link in a mail. Nothing of it is stored: the target's secret signs it. */
export const linkPath = (action: LinkAction, target: Signed): string =>
  `${alertLinks}${action}/${target.id}.${macOf(action, target).toString('base64url')}`;

/** Returns the id in the last part of a link; empty if it has none. */
export const idInLink = (token: string): string => /^(alt_\w{16})\./.exec(token)?.[1] ?? '';

/** Returns true if the last part of a link was signed for this target and action. */
export function isSignedBy(token: string, action: LinkAction, target: Signed): boolean {
  const sent = Buffer.from(token.slice(target.id.length + 1), 'base64url');
  const expected = macOf(action, target);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
