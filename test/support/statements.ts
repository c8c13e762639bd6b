import type { InboxDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { deliveriesAt } from '../../pipeline/deliveries/open.ts';
import type { Read } from '../../pipeline/statements/read-in-child.ts';
import { createStatements, type Statements } from '../../pipeline/statements/statements.ts';

/** The statements of a data directory, as a server of its own has them; closed with their database. */
export function openStatements(
  { database, reading: folder }: InboxDirectory,
  clock: () => Date,
  read?: Read,
): Statements {
  const deliveries = deliveriesAt({ path: database }, clock);
  const statements = createStatements({
    deliveries,
    folder,
    log: silentLog,
    ...(read && { read }),
  });
  return {
    ...statements,
    async close() {
      await statements.close();
      await deliveries.close();
    },
  };
}
