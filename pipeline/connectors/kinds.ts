import { createCtrader } from './ctrader/kind.ts';
import type { ConnectorKind, ConnectorSettings } from './kind.ts';

/** Kinds of connectors. A new kind is a line here. */
export const connectorKinds: readonly ConnectorKind[] = [createCtrader()];

/** Returns a kind by its name; undefined if no kind has it. */
export const kindCalled = (name: string): ConnectorKind | undefined =>
  connectorKinds.find(({ kind }) => kind === name);

/** Returns true if the operator set everything that a kind needs. */
export const isConfigured = (kind: ConnectorKind, settings: ConnectorSettings): boolean =>
  kind.needs.every((name) => settings[name] !== null);
