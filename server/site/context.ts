import type { Site } from '../accounts/attribution.ts';
import type { Assets } from './assets.ts';

/** What every page is made with. */
export interface Context {
  readonly site: Site;
  readonly assets: Assets;
}
