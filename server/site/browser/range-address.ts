import { type ChartSpan, isoDay, secondsOf } from '../charts/rebase.ts';

/** Returns the range of days in the address, limited to `whole`; `whole` if there is no range. */
export function rangeInAddress(whole: ChartSpan): ChartSpan {
  const query = new URLSearchParams(location.search);
  const [from, to] = ['from', 'to'].map((name) => secondsOf(query.get(name) ?? ''));
  if (from === undefined || to === undefined || !(from < to)) return whole;
  const span = { from: Math.max(whole.from, from), to: Math.min(whole.to, to) };
  return span.from < span.to ? span : whole;
}

/** Puts the range into the address, so that a copied link shows the same range. */
export function putRangeInAddress(span: ChartSpan, whole: ChartSpan): void {
  const address = new URL(location.href);
  const isWhole = span.from <= whole.from && span.to >= whole.to;
  for (const [name, at] of [
    ['from', span.from],
    ['to', span.to],
  ] as const) {
    const day = isWhole ? null : isoDay(at);
    // Any change writes the whole query anew: a comma in it becomes `%2C`.
    if (address.searchParams.get(name) === day) continue;
    if (day === null) address.searchParams.delete(name);
    else address.searchParams.set(name, day);
  }
  if (address.href !== location.href) history.replaceState(null, '', address);
}
