import type { FastifyInstance } from 'fastify';
import { addressOfPage, type RecordPage, recordPages } from '../../../server/site/record-pages.ts';

/** Reads the pages of an account, without the one of its trades, as one text. */
export async function bodyOfRecord(
  app: Pick<FastifyInstance, 'inject'>,
  slug: string,
  query = '',
): Promise<string> {
  const pages = (Object.keys(recordPages) as RecordPage[]).filter((page) => page !== 'trades');
  const bodies: string[] = [];
  for (const page of pages) {
    bodies.push((await app.inject(`${addressOfPage(slug, page)}${query}`)).body);
  }
  return bodies.join('\n');
}
