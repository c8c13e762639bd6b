import type { Log } from '../pipeline/log.ts';
import type { Site } from './attribution.ts';
import type { BodyCache } from './body.ts';
import type { CalendarBodies } from './calendar/bodies.ts';
import type { Freshness } from './freshness.ts';
import type { KeyUses } from './key-uses.ts';
import type { Limits } from './limits/limits.ts';
import type { LiveRegistry } from './live-registry.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Moments } from './moment.ts';
import type { Pages } from './site/pages.ts';
import type { SnapshotHolder } from './snapshot/holder.ts';

/** What every route works with; made by the process, lent to the app. */
export interface Services {
  readonly registry: LiveRegistry;
  readonly keyUses: KeyUses;
  readonly snapshots: SnapshotHolder;
  readonly moments: Moments;
  readonly bodies: BodyCache;
  readonly calendar: CalendarBodies;
  readonly limits: Limits;
  /** Proxies whose word for a client's address is taken: addresses or CIDRs. */
  readonly trustProxy: readonly string[];
  /** Known for certain once the process listens. */
  readonly site: () => Site;
  readonly log: Log;
  readonly freshness: Freshness;
  /** Seconds since the last good run from which the server is not ready; null for any. */
  readonly mostAge: number | null;
  /** Where answers are counted, if anywhere. */
  readonly metrics?: Metrics;
  /** What the pages are made with; without it they are plain. */
  readonly pages?: Pages;
}
