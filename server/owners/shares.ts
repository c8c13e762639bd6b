import { isDay } from '../../pipeline/registry/instants.ts';
import { isName } from '../../pipeline/registry/names.ts';
import { hashPassword } from '../../pipeline/registry/passwords.ts';
import { createShare, revokeShare, sharePath, sharesOf } from '../../pipeline/registry/shares.ts';
import type { HtmlContent } from '../site/html.ts';
import { fillText } from '../site/language/format.ts';
import { refusalText } from './failures.ts';
import { accountIn } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import type { FormOutcome } from './pages/fields.ts';
import { sharePassword, sharesPage } from './pages/shares.ts';
import { secondsToWait, tooManyAttempts } from './sign-in.ts';

const dayMilliseconds = 24 * 3_600_000;

/** Shows the share links of an account or portfolio. */
export const showShares = (request: SignedInRequest): Promise<Reply> => show(request, {});

async function show(request: SignedInRequest, outcome: FormOutcome, status = 200): Promise<Reply> {
  const { services, owner } = request;
  const account = await accountIn(request);
  const shares = await sharesOf(services.registry, owner.slug, account.slug);
  const page = sharesPage(request, account, shares, outcome, services.registry.clock());
  return { page, status };
}

/** Makes a share link and shows its address this once. */
export async function makeShare(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form, context, words } = request;
  const { problems } = words.shares;
  const { slug: account } = await accountIn(request);
  const refuse = (problem: HtmlContent, status = 422) => show(request, { problem }, status);
  const name = form.text('name');
  if (!isName(name)) return refuse(problems.name);
  const day = form.text('until');
  const expires_at = day === '' ? null : endOf(day);
  if (expires_at !== null && !(expires_at.getTime() > services.registry.clock().getTime())) {
    return refuse(problems.until);
  }
  const password = form.exact('password');
  const { min, max } = sharePassword;
  if (password !== '' && (password.length < min || password.length > max)) {
    return refuse(fillText(problems.password, { min: `${min}`, max: `${max}` }));
  }
  // Hashing is slow, so it counts like an attempt to sign in.
  const seconds = password === '' ? 0 : await secondsToWait(request, owner.slug);
  if (seconds > 0) return refuse(tooManyAttempts(request, seconds), 429);
  const passwordHash = password === '' ? null : await hashPassword(password);
  const wanted = { account, name, passwordHash, expires_at };
  try {
    const secret = await createShare(services.registry, owner.slug, wanted);
    return await show(request, { secret: `${context.site.baseUrl}${sharePath}${secret}` });
  } catch (error) {
    return refuse(refusalText(error, request));
  }
}

/** Returns the instant at which a day ends in UTC; an invalid date if the text is not a day. */
const endOf = (day: string): Date =>
  isDay(day) ? new Date(Date.parse(day) + dayMilliseconds) : new Date(Number.NaN);

/** Revokes a share link; it stops working at once. */
export async function revokeOwnShare(request: SignedInRequest): Promise<Reply> {
  const { services, owner, params } = request;
  const { slug } = await accountIn(request);
  await revokeShare(services.registry, owner.slug, slug, params.id ?? '');
  return { to: `/me/accounts/${slug}/shares?done=revoked` };
}
