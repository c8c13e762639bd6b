import { CommandError, exitCodes } from '../base/errors.ts';
import { importCtrader } from './ctrader.ts';
import { forexfactoryFormats } from './forexfactory.ts';
import type { ImportFormat } from './format.ts';
import { importMt4 } from './mt4.ts';
import { importMt5 } from './mt5.ts';

/** The exports that can be imported; a new one is a line here. */
export const importFormats: readonly ImportFormat[] = [
  {
    name: 'mt4',
    describe: 'MetaTrader 4 statement, detailed or plain (.htm)',
    holds: 'account',
    importFile: importMt4,
  },
  {
    name: 'mt5',
    describe: 'MetaTrader 5 history or strategy tester report (.html, .xlsx)',
    holds: 'account',
    importFile: importMt5,
  },
  {
    name: 'ctrader',
    describe: 'cTrader statement (.csv, .xlsx)',
    holds: 'account',
    importFile: importCtrader,
  },
  ...forexfactoryFormats,
];

/** The format of that name; an unknown one ends the command, naming those there are. */
export function findImportFormat(name: string): ImportFormat {
  const format = importFormats.find((known) => known.name === name);
  if (format !== undefined) return format;
  const known = importFormats.map((each) => each.name).join(', ');
  throw new CommandError(`import ${name}: unknown format; known are: ${known}`, exitCodes.usage);
}
