export { importReasons } from '../../../../pipeline/base/reasons/imports.ts';
