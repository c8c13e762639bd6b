export { rowReasons } from '../../../../pipeline/base/reasons/rows.ts';
