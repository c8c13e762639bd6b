import type { OwnersFiles } from '../load/owners-files.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import type { RunOptions } from './run-options.ts';

/** Files of what owners sent in and dropped, in a run's own folders. */
export const ownersFiles = (
  { dataDir, registry, log }: Pick<RunOptions, 'dataDir' | 'registry' | 'log'>,
  registered: readonly RegistryAccount[],
  remove: OwnersFiles['remove'],
): OwnersFiles => ({
  folders: [dataDir.inbox.statements.facts],
  accounts: registered,
  async note(accountIds) {
    await registry.noteOperatorAccounts?.(accountIds);
  },
  remove(database, accountIds) {
    for (const account of accountIds) {
      log.warn(
        'the operator loads this account now: what its owner sent before counts no more; "owner_data": true in the registry brings it back',
        { account },
      );
    }
    return remove(database, accountIds);
  },
});
