import { accessSync, constants, opendirSync } from 'node:fs';
import { CommanderError, Option, type OptionValues, Command as Program } from 'commander';
import { asFileFault, CommandError, exitCodes, readFault } from '../base/errors.ts';
import { isAbsent } from '../base/files.ts';
import { sharedMask } from '../base/modes.ts';
import { type Config, readConfig, type SettingTexts } from '../config/config.ts';
import { nameOfFlag, settings } from '../config/settings.ts';
import { layOutHelp } from './help.ts';
import type { Command, CommandIo } from './io.ts';

/** The command line without its sub-commands: settings as flags, errors of one line, exit codes. */
export function createProgram(io: CommandIo, version: string) {
  let exitCode: number = exitCodes.done;
  let dataPath: string | undefined;
  const program = emptyProgram(io, version);
  const details = new Map<string, () => Promise<string>>();

  return {
    program,
    /** Adds to the help of a command what is loaded only when that help is asked for. */
    detail(name: string, load: () => Promise<string>): void {
      details.set(name, load);
    },
    /**
     * Makes an action that loads the module of its command only when it is called for. A command
     * that only reads what earlier commands wrote names what it `reads`, and is refused where that
     * was never made.
     */
    perform<Name extends string>(
      load: () => Promise<Readonly<Record<Name, Command<never>>>>,
      name: Name,
      reads?: Reads,
    ) {
      return async function (this: Program): Promise<void> {
        const flags = flagsOf(program.opts());
        const config = readConfig(io.env, flags);
        dataPath = config.dataDir.path;
        refuseUnreadable(config, reads);
        const values = this.registeredArguments.map((argument, at) => [
          argument.name(),
          this.processedArgs[at],
        ]);
        const options: object = { ...this.opts(), ...Object.fromEntries(values) };
        const { [name]: command } = await load();
        exitCode = await command(config, options as never, {
          ...io,
          env: { ...io.env, ...asVariables(flags) },
        });
      };
    },
    /** Does what the arguments say; whatever fails becomes one line on stderr and an exit code. */
    async main(args: readonly string[]): Promise<number> {
      // DuckDB and SQLite make files themselves.
      process.umask(sharedMask);
      try {
        for (const [name, load] of isHelp(args) ? details : []) {
          const command = program.commands.find((each) => each.name() === name);
          if (args.includes(name)) command?.addHelpText('after', `\n${await load()}`);
        }
        await program.parseAsync(args, { from: 'user' });
        return exitCode;
      } catch (error) {
        const isDebugging = [io.env.LOG_LEVEL, program.opts().logLevel].includes('debug');
        return report(asFileFault(error, dataPath), io, isDebugging, helpHint(program, args));
      }
    },
  };
}

/** Makes the command line with its settings, before it has any sub-command. */
function emptyProgram(io: CommandIo, version: string): Program {
  const program = new Program('trackrecord')
    .description(
      'Turns trading accounts into published track records.\n' +
        '`trackrecord COMMAND --help` shows the options of a command.',
    )
    .version(version, '-V, --version', 'Print the version')
    .usage('COMMAND [options]')
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout(text.trimEnd()), writeErr: () => {} });
  layOutHelp(program);
  for (const { flag } of settings) {
    if (flag !== undefined) program.addOption(new Option(flag).hideHelp());
  }
  return program;
}

const isHelp = (args: readonly string[]): boolean =>
  args.some((arg) => ['--help', '-h', 'help'].includes(arg));

/** Collects an option that may be given more than once. */
export function collectValues(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/**
 * Source of the data that a command reads: files of runs, which machines may share, or the
 * registry.
 */
type Reads = 'runs' | 'registry';

/** Refuses a data directory that is missing or can't be read, if the command needs it. */
function refuseUnreadable({ dataDir, store, databaseUrl }: Config, reads: Reads | undefined): void {
  const isElsewhere = reads === 'runs' ? store !== null : databaseUrl !== null;
  if (reads === undefined || isElsewhere) return;
  const { path } = dataDir;
  const refuse = (what: string, code: number) => {
    throw new CommandError(`${what}; give the right one with --data`, code);
  };
  try {
    opendirSync(path).closeSync();
    accessSync(path, constants.X_OK);
  } catch (error) {
    if (isAbsent(error)) refuse(`there is no data directory ${path}`, exitCodes.usage);
    refuse(`cannot read the data directory ${path}: ${readFault(error)}`, exitCodes.failed);
  }
}

function flagsOf(options: OptionValues): SettingTexts {
  const attribute = (name: string) =>
    name.slice(2).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const names = settings.map(({ flag = '' }) => nameOfFlag(flag));
  return Object.fromEntries(names.map((name) => [name, options[attribute(name)]]));
}

function asVariables(flags: SettingTexts): SettingTexts {
  return Object.fromEntries(
    settings.flatMap(({ flag = '', variable }) => {
      const value = flags[nameOfFlag(flag)];
      return value === undefined ? [] : [[variable, value]];
    }),
  );
}

/** Says which `--help` has more: the one of the command that the arguments name, or of all. */
function helpHint(program: Program, args: readonly string[]): string {
  let command = program;
  const names = [program.name()];
  for (const arg of args) {
    const named = command.commands.find((each) => each.name() === arg);
    if (!named) continue;
    command = named;
    names.push(arg);
  }
  const lists = command.commands.length > 0 ? 'lists the commands' : 'lists its options';
  return `${names.join(' ')} --help ${lists}`;
}

function report(error: unknown, io: CommandIo, isDebugging: boolean, hint: string): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.done;
    const isMissing = error.code === 'commander.help';
    const fault = isMissing ? 'a command is missing' : error.message.replace(/^error: /, '');
    io.stderr(`${oneLine(fault)}; ${hint}`);
    return exitCodes.usage;
  }
  if (error instanceof CommandError) {
    io.stderr(error.message);
    if (isDebugging && error.cause !== undefined) io.stderr(stackOf(error.cause));
    return error.exitCode;
  }
  const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  io.stderr(
    isDebugging
      ? stackOf(error)
      : `unexpected error: ${oneLine(fault)}; LOG_LEVEL=debug shows where it happened`,
  );
  return exitCodes.failed;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}
