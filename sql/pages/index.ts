export { curve, growth } from './curve.ts';
export { topMagicNumbers as top_magic_numbers, topSymbols as top_symbols } from './top_entries.ts';
