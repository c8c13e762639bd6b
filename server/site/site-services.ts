import type { SentDeliveries } from '../../pipeline/deliveries/sent-deliveries.ts';
import type { ApiServices } from '../api/endpoint.ts';
import type { CalendarBodies } from '../calendar/bodies.ts';
import type { Limits } from '../callers/limits/limits.ts';
import type { Query } from '../http/parameters.ts';
import type { Draw } from './draw-in-child.ts';
import type { Language } from './language/languages.ts';
import type { PageResources } from './page-resources.ts';
import type { Reader } from './reader.ts';

/** Services that pages and widgets need. */
export interface SiteServices extends ApiServices {
  readonly calendar: CalendarBodies;
  readonly limits: Limits;
  /** Deliveries, of which some may wait for a run. */
  readonly sent: SentDeliveries;
  /** Clock that decides if data is stale; the real one by default. */
  readonly clock?: () => Date;
  readonly draw: Draw;
  /** Scripts and styles; without them pages are plain. */
  readonly pages?: PageResources;
}

/** Request of a page. */
export interface PublicPageRequest {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Query;
  /** Language of the response. */
  readonly language: Language;
  /** Signed-in owner; null for strangers. */
  readonly reader: Reader | null;
  /** Network of the visitor, which requests are counted by. */
  readonly client: string;
  /** Aborted once the visitor has the answer or has left. */
  readonly signal: AbortSignal;
  /** True if a share link led to the account, which is then shown as if it were public. */
  readonly isShared?: boolean;
}
