import type { Config, SettingTexts } from '../config/config.ts';

/** Access of a command to its process. */
export interface CommandIo {
  stdout(line: string): void;
  stderr(line: string): void;
  clock(): Date;
  /** The settings this process was given, those of the command line among them. */
  readonly env: SettingTexts;
  /** Command line that starts this program, up to its command. */
  readonly program: readonly string[];
}

/** Does one command and answers with its exit code. */
export type Command<Options> = (config: Config, options: Options, io: CommandIo) => Promise<number>;
