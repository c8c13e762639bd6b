import { LRUCache } from 'lru-cache';
import { ChildFailed } from '../../pipeline/base/child-task.ts';
import { createFairQueue } from '../../pipeline/base/fair-queue.ts';
import { type Body, createBody } from '../http/body.ts';
import { widerClientOf } from '../http/clients.ts';
import { ApiError } from '../http/errors.ts';
import type { Drawing } from './draw.ts';
import type { Draw } from './draw-in-child.ts';
import type { PublicPageRequest } from './site-services.ts';

/** Visitor who waits for a drawing, and the owner of the account that is drawn. */
export interface DrawingAsker extends Pick<PublicPageRequest, 'client' | 'signal'> {
  readonly owner?: string;
}

/** Images and PDFs, of which each is drawn once. */
export interface Drawings {
  /** Draws what nobody else may see. */
  draw(asker: DrawingAsker, make: () => Drawing): Promise<Body>;
  /**
   * Returns a drawing; draws it if it is not in the cache. The key has everything that changes the
   * drawing.
   */
  get(key: string, asker: DrawingAsker, make: () => Drawing): Promise<Body>;
}

const maxDrawings = 500;

/** Drawing for which at least one asker waits. */
interface Wanted {
  /** Aborted once it was drawn for one of the askers, or failed. */
  readonly ended: AbortController;
  waiting: number;
}

/**
 * Creates a cache of drawings. Askers take turns by their address and by the owner of the account.
 * So neither a visitor nor a page with many widgets holds up the rest. Of those who wait for the
 * same drawing, the first whose turn it is gets it drawn for all.
 */
export function createDrawings(draw: Draw): Drawings {
  const inTurn = createFairQueue(1);
  const finished = new LRUCache<string, Body>({ max: maxDrawings });
  const wanted = new Map<string, Wanted>();

  const drawInTurn = async (
    asker: DrawingAsker,
    work: () => Promise<Body>,
    signal: AbortSignal,
  ): Promise<Body> => {
    try {
      return await inTurn(namesOf(asker), work, { signal });
    } catch (error) {
      if (error instanceof ChildFailed) throw new ApiError('not_drawn', { cause: error });
      // Nobody reads the answer to a visitor who has left.
      throw asker.signal.aborted ? new ApiError('not_drawn') : error;
    }
  };
  const drawNow = async (make: () => Drawing): Promise<Body> =>
    createBody((await draw(make())).bytes);

  return {
    draw: (asker, make) => drawInTurn(asker, () => drawNow(make), asker.signal),
    async get(key, asker, make) {
      const cached = finished.get(key);
      if (cached !== undefined) return cached;
      const same = wanted.get(key) ?? { ended: new AbortController(), waiting: 0 };
      wanted.set(key, same);
      same.waiting += 1;
      const drawForAll = async (): Promise<Body> => {
        try {
          const body = await drawNow(make);
          finished.set(key, body);
          same.ended.abort();
          return body;
        } catch (error) {
          same.ended.abort(error);
          throw error;
        }
      };
      const signal = AbortSignal.any([asker.signal, same.ended.signal]);
      try {
        return await drawInTurn(asker, drawForAll, signal);
      } catch (error) {
        const body = finished.get(key);
        if (body === undefined) throw error;
        return body;
      } finally {
        same.waiting -= 1;
        if (same.waiting === 0) wanted.delete(key);
      }
    },
  };
}

/** Names of askers in the queue. A visitor counts as one with its network, as in rate limits. */
function namesOf({ client, owner }: DrawingAsker): string[] {
  const wider = widerClientOf(client);
  return [
    `client ${client}`,
    ...(wider === null ? [] : [`network ${wider}`]),
    ...(owner === undefined ? [] : [`owner ${owner}`]),
  ];
}
