import type { ApiServices } from '../api/endpoint.ts';
import type { CalendarBodies } from '../calendar/bodies.ts';
import type { Limits } from '../callers/limits/limits.ts';
import type { Query } from '../http/parameters.ts';
import type { Language } from './language/languages.ts';
import type { PageResources } from './page-resources.ts';

/** What pages and widgets are made with. */
export interface SiteServices extends ApiServices {
  readonly calendar: CalendarBodies;
  readonly limits: Limits;
  /** Tells how old data is; the real one unless told. */
  readonly clock?: () => Date;
  /** Without it pages are plain. */
  readonly pages?: PageResources;
}

/** A call of an address of the pages. */
export interface PageCall {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Query;
  /** What it is answered in. */
  readonly language: Language;
}
