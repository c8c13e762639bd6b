import type { OwnerWords } from '../words.ts';
import { account } from './account.ts';
import { alerts } from './alerts.ts';
import { brokers } from './brokers.ts';
import { dashboard } from './dashboard.ts';
import { deliveries } from './deliveries.ts';
import { frame } from './frame.ts';
import { problems } from './problems.ts';
import { senders } from './senders.ts';
import { settings } from './settings.ts';
import { shares } from './shares.ts';
import { signIn } from './sign-in.ts';
import { statement } from './statement.ts';
import { trail } from './trail.ts';

/** German words of owners' pages, by page. */
export const de: OwnerWords = {
  account,
  alerts,
  brokers,
  dashboard,
  deliveries,
  frame,
  problems,
  senders,
  settings,
  shares,
  signIn,
  statement,
  trail,
};
