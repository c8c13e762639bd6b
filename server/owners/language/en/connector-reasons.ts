export { connectorReasons } from '../../../../pipeline/base/reasons/connectors.ts';
