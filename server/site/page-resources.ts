import type { Site } from '../accounts/attribution.ts';
import { type Assets, noAssets } from './assets.ts';

/**
 * Scripts, styles and the address of the calendar, which pages use in addition to the API services.
 */
export interface PageResources {
  readonly assets: Assets;
  /** Returns the address of the calendar's WebSocket, or null if it has none. */
  readonly calendarUrl: () => string | null;
}

/** Resources of pages without scripts, styles and a live calendar. */
export const noResources: PageResources = { assets: noAssets, calendarUrl: () => null };

/**
 * Returns the address of the calendar's WebSocket. Returns null over TLS: such pages may not open a
 * plain WebSocket and poll instead.
 */
export function socketAddress({ baseUrl }: Site, port: number | null): string | null {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && port !== null ? `ws://${hostname}:${port}` : null;
}
