import type { Edition } from '../../accounts/edition.ts';
import type { View } from '../../accounts/view.ts';
import type { Days, PublicAccount } from '../account.ts';
import { lineOf, readLine } from '../asking.ts';
import { sparkline } from '../charts/sparkline.ts';
import type { PageCache, SmallLine } from '../kept.ts';
import type { AccountLine } from '../parts/list.ts';

/** An account of a list, with what names its line and how that comes to be drawn. */
export interface Listed {
  readonly account: PublicAccount;
  readonly lineName: string | null;
  draw(): AccountLine;
}

/** An account as lists show it, drawn where it was not before. */
export function listedOf(
  view: View,
  account: PublicAccount,
  edition: Edition,
  { lines }: Pick<PageCache, 'lines'>,
): Listed {
  const lineName = lineOf(view);
  const line = () =>
    lineName === null ? noLine : lines.get(lineName, () => drawn(readLine(view, edition)));
  return { account, lineName, draw: () => ({ account, line: line() }) };
}

const noLine: SmallLine = { drawing: null, span: null };

function drawn(days: Days | null): SmallLine {
  const [first, last] = [days?.date[0], days?.date.at(-1)];
  if (days === null || first === undefined || last === undefined) return noLine;
  return { drawing: sparkline(days), span: [first, last] };
}
