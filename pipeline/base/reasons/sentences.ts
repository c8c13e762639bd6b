import { codeReasons } from './codes.ts';
import { connectorReasons, wantedReasons } from './connectors.ts';
import { importReasons } from './imports.ts';
import { lapseReasons } from './lapses.ts';
import { limitReasons } from './limits.ts';
import { registryReasons } from './registry.ts';
import { rowReasons } from './rows.ts';
import { runReasons } from './runs.ts';
import { systemReasons } from './systems.ts';
import { unreadableReasons } from './unreadable.ts';
import { withheldReasons } from './withheld.ts';

/** English sentences of all reasons, by code. Names in braces are values. */
export const sentences = {
  ...rowReasons,
  ...importReasons,
  ...unreadableReasons,
  ...withheldReasons,
  ...connectorReasons,
  ...wantedReasons,
  ...limitReasons,
  ...codeReasons,
  ...registryReasons,
  ...lapseReasons,
  ...systemReasons,
  ...runReasons,
  quoted: '{text}',
} as const;

export type Sentences = typeof sentences;
export type ReasonCode = keyof Sentences;
