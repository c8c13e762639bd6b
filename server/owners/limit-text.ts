import { type LimitName, planLimits } from '../../pipeline/registry/plans.ts';
import { fillText } from '../site/language/format.ts';
import type { SignedInRequest } from './page-request.ts';

/** Says which limit of the owner's plan is reached, and what they can do. */
export function limitText(
  { owner: { plan }, words, context: { language } }: SignedInRequest,
  limit: LimitName,
): string {
  const { format } = language;
  const max = planLimits[plan][limit];
  const maximum = limit.startsWith('bytes')
    ? `${format.count(max / 1024 / 1024)} MiB`
    : format.count(max);
  return fillText(words.problems.limits[limit], { plan, max: maximum });
}
