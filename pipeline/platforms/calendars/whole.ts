import { bounds, Unreadable } from '../../read/bytes/bounds.ts';

/** Ends the reading of a feed that lists nothing, or more than any calendar does. */
export function checkCount(events: number): void {
  if (events === 0) throw new Unreadable('it lists no event');
  if (events > bounds.events) throw new Unreadable(`it lists more than ${bounds.events} events`);
}

/** Ends the reading of a feed that lacks what each event needs. */
export function checkNames(
  known: (name: string) => boolean,
  needed: readonly string[],
  what: string,
) {
  const missing = needed.filter((name) => !known(name));
  if (missing.length > 0) throw new Unreadable(`no ${what} \`${missing.join('`, `')}\``);
}
