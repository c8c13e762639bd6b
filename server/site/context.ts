import type { Site } from '../accounts/attribution.ts';
import type { Assets } from './assets.ts';
import type { Language } from './language/languages.ts';

/** What every page is made with. */
export interface Context {
  readonly site: Site;
  readonly assets: Assets;
  readonly language: Language;
}
