import { createCtrader } from './ctrader/kind.ts';
import type { ConnectorKind, ConnectorSettings } from './kind.ts';
import { metaapi } from './metaapi/kind.ts';
import { tradelocker } from './tradelocker/tradelocker.ts';

/** Kinds of connectors. A new kind is a line here. */
export const connectorKinds: readonly ConnectorKind[] = [tradelocker, createCtrader(), metaapi];

/** Returns the address of an environment by a kind's table; undefined for any other name. */
export const addressIn = (
  environments: ConnectorKind['environments'],
  environment: string,
): string | undefined =>
  Object.hasOwn(environments, environment) ? environments[environment] : undefined;

/** Returns true if the operator set everything that a kind needs. */
export const isConfigured = (kind: ConnectorKind, settings: ConnectorSettings): boolean =>
  kind.needs.every((name) => settings[name] !== null);
