import type { FeedEvent } from './feed-event.ts';

/** What every weekly feed names alike, whatever its form. */
export function fieldsOf(read: (name: string) => string): Omit<FeedEvent, 'when'> {
  const field = (name: string) => read(name).trim();
  return {
    title: field('title'),
    currency: field('country'),
    impact: field('impact'),
    forecast: field('forecast'),
    previous: field('previous'),
    actual: field('actual'),
  };
}
