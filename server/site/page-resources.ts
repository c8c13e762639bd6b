import type { Site } from '../accounts/attribution.ts';
import { type Assets, noAssets } from './assets.ts';

/** What pages need beside the services of the API. */
export interface PageResources {
  readonly assets: Assets;
  /** Address of the calendar's WebSocket, once it is known. */
  readonly calendarUrl: () => string | null;
}

/** PageResources without styles, scripts and news. */
export const noResources: PageResources = { assets: noAssets, calendarUrl: () => null };

/** A page sent over TLS may not open a plain WebSocket; it asks over HTTP instead. */
export function socketAddress({ baseUrl }: Site, port: number | null): string | null {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && port !== null ? `ws://${hostname}:${port}` : null;
}
