import type { OwnerWords } from '../words.ts';
import { codeReasons } from './code-reasons.ts';
import { connectorReasons } from './connector-reasons.ts';
import { importReasons } from './import-reasons.ts';
import { lapseReasons } from './lapse-reasons.ts';
import { limitReasons } from './limit-reasons.ts';
import { registryReasons } from './registry-reasons.ts';
import { rowReasons } from './row-reasons.ts';
import { runReasons } from './run-reasons.ts';
import { systemReasons } from './system-reasons.ts';
import { unreadableReasons } from './unreadable-reasons.ts';
import { withheldReasons } from './withheld-reasons.ts';

/** German sentences of all reasons, by code. */
export const reasons: OwnerWords['reasons'] = {
  ...rowReasons,
  ...importReasons,
  ...unreadableReasons,
  ...withheldReasons,
  ...connectorReasons,
  ...limitReasons,
  ...codeReasons,
  ...registryReasons,
  ...lapseReasons,
  ...systemReasons,
  ...runReasons,
  quoted: '{text}',
};
