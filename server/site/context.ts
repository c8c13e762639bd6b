import type { Site } from '../accounts/attribution.ts';
import type { Assets } from './assets.ts';
import type { Language } from './language/languages.ts';

/** Site, assets and language that every page needs. */
export interface Context {
  readonly site: Site;
  readonly assets: Assets;
  readonly language: Language;
}
