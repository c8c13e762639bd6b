import type { Edition } from '../../accounts/edition.ts';
import type { View } from '../../accounts/view.ts';
import type { Days, PublicAccount } from '../account.ts';
import { lineOf, readLine } from '../asking.ts';
import { sparkline } from '../charts/sparkline.ts';
import type { Kept, Line } from '../kept.ts';
import type { Found } from '../parts/list.ts';

/** An account of a list, with what names its line and how that comes to be drawn. */
export interface Listed {
  readonly account: PublicAccount;
  readonly lineName: string | null;
  draw(): Found;
}

/** An account as lists show it, drawn where it was not before. */
export function listedOf(
  view: View,
  account: PublicAccount,
  edition: Edition,
  { lines }: Pick<Kept, 'lines'>,
): Listed {
  const lineName = lineOf(view);
  const line = () =>
    lineName === null ? noLine : lines.get(lineName, () => drawn(readLine(view, edition)));
  return { account, lineName, draw: () => ({ account, line: line() }) };
}

const noLine: Line = { drawing: null, span: null };

function drawn(days: Days | null): Line {
  const [first, last] = [days?.date[0], days?.date.at(-1)];
  if (days === null || first === undefined || last === undefined) return noLine;
  return { drawing: sparkline(days), span: [first, last] };
}
