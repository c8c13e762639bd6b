export { withheldReasons } from '../../../../pipeline/base/reasons/withheld.ts';
