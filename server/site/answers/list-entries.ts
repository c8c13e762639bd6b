import type { OpenVersion } from '../../accounts/open-version.ts';
import type { View } from '../../accounts/view.ts';
import type { Days, PublicAccount } from '../account.ts';
import { sparkline } from '../charts/sparkline.ts';
import type { ListCurve, PageCache } from '../page-cache.ts';
import type { AccountLine } from '../parts/list.ts';
import { curveKey, readCurve } from '../public-accounts.ts';

/** Account of a list, with the cache key of its curve and a function that draws it. */
export interface ListEntry {
  readonly account: PublicAccount;
  readonly curveName: string | null;
  draw(): AccountLine;
}

/** Returns the list entry of an account; draws its curve only if the cache lacks it. */
export function listEntry(
  view: View,
  account: PublicAccount,
  version: OpenVersion,
  { lines }: Pick<PageCache, 'lines'>,
): ListEntry {
  const curveName = curveKey(view);
  const curve = () =>
    curveName === null ? noCurve : lines.get(curveName, () => drawCurve(readCurve(view, version)));
  return { account, curveName, draw: () => ({ account, curve: curve() }) };
}

const noCurve: ListCurve = { drawing: null, span: null };

function drawCurve(days: Days | null): ListCurve {
  const [first, last] = [days?.date[0], days?.date.at(-1)];
  if (days === null || first === undefined || last === undefined) return noCurve;
  return { drawing: sparkline(days), span: [first, last] };
}
