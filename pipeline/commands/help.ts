import type { Command as Program } from 'commander';
import { type Setting, settings } from '../config/settings.ts';
import { examples } from './examples.ts';

/** Width of the column of terms. The description of a wider term begins on the next line. */
const maxTermWidth = 24;

const settingsHeading = 'Global options, as a flag of any command or as a variable:';
const variablesHeading = 'Variables without a flag:';
const settingsLine = 'Global options, such as --data <dir>, are listed by `trackrecord --help`.';

/**
 * Sets the layout of the help of a program and of every command added to it later. The program
 * lists its commands, each with an example, then the settings. A command lists its own options.
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
    .addHelpText('after', () => `\n${settingsText(program)}`)
    .addHelpText('afterAll', ({ command }) => (command === program ? '' : examplesOf(command)));
}

const isExample = (line: string): boolean => line.startsWith('$ ');

/** Formats the end of a command's help: its examples, and where the settings are. */
function examplesOf(command: Program): string {
  const lines = examples[nameOf(command)] ?? [];
  const title = lines.length === 1 ? 'Example:' : 'Examples:';
  const shown = lines.map((line) => `  $ ${line}`);
  // The list of a group has an example of each of its commands.
  const isGroup = command.commands.length > 0 && command.options.length === 0;
  const sections = [...(isGroup ? [] : [[title, ...shown].join('\n')]), settingsLine];
  return `\n${sections.join('\n\n')}`;
}

/** Returns a command's name with its group, such as `keys create`, without `trackrecord`. */
function nameOf(command: Program): string {
  const group = command.parent?.parent ? `${command.parent.name()} ` : '';
  return `${group}${command.name()}`;
}

/**
 * Returns a command with its arguments, or a group with its commands, such as `keys create|list`. A
 * group that has options also works by itself, such as `deliveries (withdraw)`.
 */
function termOf(command: Program): string {
  const below = command.commands.map((each) => each.name()).join('|');
  const needed = command.registeredArguments.map((argument) => {
    const name = argument.name() + (argument.variadic ? '...' : '');
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  const group = command.options.length > 0 ? `(${below})` : below;
  return [command.name(), ...(below === '' ? needed : [group])].join(' ');
}

/** Returns the list of settings: first those with a flag, then variables without one. */
function settingsText(program: Program): string {
  const helper = program.createHelp();
  helper.prepareContext({ helpWidth: program.configureOutput().getOutHelpWidth?.() ?? 80 });
  const itemOf = ({ flag, variable, help, fallback }: Setting) => {
    const names = flag === undefined ? [] : [variable];
    const defaults = fallback === undefined ? [] : [`default: ${fallback}`];
    const notes = [...names, ...defaults].join(', ');
    const description = notes === '' ? help : `${help}\n[${notes}]`;
    return helper.formatItem(flag ?? variable, maxTermWidth, description, helper);
  };
  return [
    settingsHeading,
    ...settings.filter(({ flag }) => flag !== undefined).map(itemOf),
    '',
    variablesHeading,
    ...settings.filter(({ flag }) => flag === undefined).map(itemOf),
  ].join('\n');
}
