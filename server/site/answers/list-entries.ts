import type { Edition } from '../../accounts/edition.ts';
import type { View } from '../../accounts/view.ts';
import type { Days, PublicAccount } from '../account.ts';
import { sparkline } from '../charts/sparkline.ts';
import type { ListCurve, PageCache } from '../page-cache.ts';
import type { AccountLine } from '../parts/list.ts';
import { curveKey, readCurve } from '../public-accounts.ts';

/** An account of a list, with what names its line and how that comes to be drawn. */
export interface ListEntry {
  readonly account: PublicAccount;
  readonly lineName: string | null;
  draw(): AccountLine;
}

/** An account as lists show it, drawn where it was not before. */
export function listEntry(
  view: View,
  account: PublicAccount,
  edition: Edition,
  { lines }: Pick<PageCache, 'lines'>,
): ListEntry {
  const lineName = curveKey(view);
  const line = () =>
    lineName === null ? noLine : lines.get(lineName, () => drawn(readCurve(view, edition)));
  return { account, lineName, draw: () => ({ account, line: line() }) };
}

const noLine: ListCurve = { drawing: null, span: null };

function drawn(days: Days | null): ListCurve {
  const [first, last] = [days?.date[0], days?.date.at(-1)];
  if (days === null || first === undefined || last === undefined) return noLine;
  return { drawing: sparkline(days), span: [first, last] };
}
