import { modes } from '../base/modes.ts';
import { type DeliveryAddress, openDeliveries } from '../deliveries/open.ts';
import { type TrialRequest, tryWithdrawal } from './trial.ts';

// Process started by trials.ts. It tries one withdrawal, sends the figures and ends.

/** Task of this process. */
export interface TrialTask extends TrialRequest {
  readonly deliveries: DeliveryAddress;
  readonly folder: string;
}

// Files of this process are for its user alone.
process.umask(0o777 & ~modes.secret.folder);
// Nobody would read its answer.
process.once('disconnect', () => process.exit(1));

process.once('message', async ({ deliveries: address, folder, ...request }: TrialTask) => {
  const deliveries = await openDeliveries(address);
  try {
    const figures = await tryWithdrawal(deliveries, request, folder);
    process.send?.(figures, () => process.disconnect());
  } finally {
    await deliveries.close();
  }
});
