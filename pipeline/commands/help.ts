import type { Command as Program } from 'commander';
import { SETTINGS, type Setting } from '../config/settings.ts';
import { examples } from './examples.ts';

/** Widest term beside which its description stands; below a wider term it has lines of its own. */
const maxTermWidth = 24;

const settingsHeading = 'Global options, as a flag of any command or as a variable:';
const variablesHeading = 'Variables without a flag:';
const settingsLine = 'Global options, such as --data <dir>, are listed by `trackrecord --help`.';

/**
 * Lays out the help of a program and of every command added to it later. The program lists commands
 * with an example each, then the settings; a command lists only what is its own.
 */
export function layOutHelp(program: Program): void {
  program
    .configureHelp({
      padWidth: (command, helper) =>
        Math.min(
          maxTermWidth,
          Math.max(
            helper.longestOptionTermLength(command, helper),
            helper.longestSubcommandTermLength(command, helper),
            helper.longestArgumentTermLength(command, helper),
          ),
        ),
      formatItem(term, termWidth, description, helper) {
        const width = (this.helpWidth ?? 80) - termWidth - 4;
        // An example stays on its line, to be copied.
        const lines = description
          .split('\n')
          .flatMap((line) => (isExample(line) ? line : helper.boxWrap(line, width).split('\n')));
        const isWide = term.length > termWidth;
        const first = isWide ? [`  ${term}`] : [`  ${term.padEnd(termWidth)}  ${lines.shift()}`];
        return [...first, ...lines.map((line) => ' '.repeat(termWidth + 4) + line)].join('\n');
      },
      visibleCommands: (command) => [...command.commands],
      subcommandTerm: termOf,
      subcommandDescription(command) {
        const [example] = examples[nameOf(command)] ?? [];
        const description = command.description();
        return example === undefined ? description : `${description}\n$ ${example}`;
      },
    })
    .helpOption('-h, --help', 'Show this help')
    .addHelpText('after', () => `\n${settingsText(program)}`);
}

const isExample = (line: string): boolean => line.startsWith('$ ');

/** Ends the help of every command below this one with its examples. */
export function addExamples(program: Program): void {
  for (const command of program.commands) {
    const lines = examples[nameOf(command)] ?? [];
    const title = lines.length === 1 ? 'Example:' : 'Examples:';
    const shown = lines.map((line) => `  $ ${line}`);
    // The list of a group has an example of each of its commands.
    const isGroup = command.commands.length > 0;
    const sections = [...(isGroup ? [] : [[title, ...shown].join('\n')]), settingsLine];
    command.addHelpText('after', `\n${sections.join('\n\n')}`);
    addExamples(command);
  }
}

/** Name of a command with its group, such as `keys create`, without the program's. */
function nameOf(command: Program): string {
  const group = command.parent?.parent ? `${command.parent.name()} ` : '';
  return `${group}${command.name()}`;
}

/** What a list calls a command: with its arguments, or with the commands of a group. */
function termOf(command: Program): string {
  const below = command.commands.map((each) => each.name()).join('|');
  const needed = command.registeredArguments.map((argument) => {
    const name = argument.name() + (argument.variadic ? '...' : '');
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...(below === '' ? needed : [below])].join(' ');
}

/** Lists every setting: those with a flag, then those that are variables alone. */
function settingsText(program: Program): string {
  const helper = program.createHelp();
  helper.prepareContext({ helpWidth: program.configureOutput().getOutHelpWidth?.() ?? 80 });
  const settings: readonly Setting<unknown>[] = Object.values(SETTINGS);
  const itemOf = ({ flag, variable, argument, help, fallback }: Setting<unknown>) => {
    const term = flag === null ? variable : `${flag} <${argument}>`;
    const names = flag === null ? [] : [variable];
    const notes = [...names, ...(fallback === null ? [] : [`default: ${fallback}`])].join(', ');
    const description = notes === '' ? help : `${help}\n[${notes}]`;
    return helper.formatItem(term, maxTermWidth, description, helper);
  };
  const isFlag = ({ flag }: Setting<unknown>) => flag !== null;
  return [
    settingsHeading,
    ...settings.filter(isFlag).map(itemOf),
    '',
    variablesHeading,
    ...settings.filter((setting) => !isFlag(setting)).map(itemOf),
  ].join('\n');
}
