import { answerTasks } from '../base/child-task.ts';
import { type DeliveryAddress, openDeliveries } from '../deliveries/open.ts';
import { type TrialRequest, tryWithdrawal } from './trial.ts';

// Process started by trials.ts. It tries one withdrawal.

/** Task of this process. */
export interface TrialTask extends TrialRequest {
  readonly deliveries: DeliveryAddress;
  readonly folder: string;
}

answerTasks(async ({ deliveries: address, folder, ...request }: TrialTask) => {
  const deliveries = await openDeliveries(address);
  try {
    return await tryWithdrawal(deliveries, request, folder);
  } finally {
    await deliveries.close();
  }
});
