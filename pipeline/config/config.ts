import { UsageError } from '../base/errors.ts';
import type { Parser } from './parsers.ts';
import { nameOfFlag, SETTINGS, type Setting } from './settings.ts';

/** Settings as given to the process: variables by name, flags by their text (`--port`). */
export type SettingTexts = Readonly<Record<string, string | undefined>>;

type Settings = typeof SETTINGS;

type Unset<Known> = Known extends { fallback: string } | { whenUnset: unknown } ? never : null;

type Given<Known> = Known extends { parser: Parser<infer Value> } ? Value : never;

/** Values of all settings by their names in the table. */
export type Config = {
  readonly [Name in keyof Settings]: Given<Settings[Name]> | Unset<Settings[Name]>;
};

/** Reads all settings. A flag wins over its variable; an empty variable counts as unset. */
export function readConfig(env: SettingTexts, flags: SettingTexts = {}): Config {
  const entries = Object.entries<Setting>(SETTINGS);
  const values = entries.map(([name, setting]) => [name, valueFrom(setting, env, flags)]);
  const config: Config = Object.fromEntries(values);
  refuseContradictions(config, env, flags);
  return config;
}

function valueFrom(setting: Setting, env: SettingTexts, flags: SettingTexts): unknown {
  const flag = nameOfFlag(setting.flag ?? '');
  const flagged = flags[flag];
  if (flagged !== undefined) return parse(setting, flag, flagged);
  const text = env[setting.variable] || setting.fallback;
  return text === undefined ? (setting.whenUnset ?? null) : parse(setting, setting.variable, text);
}

function parse(setting: Setting, name: string, text: string): unknown {
  const value = setting.parser.parse(text);
  if (value !== undefined) return value;
  const shown = setting.isSecret ? 'its value' : JSON.stringify(text);
  throw new UsageError(`${name}: ${shown} is not ${setting.parser.allowed}`);
}

/** Throws a CommandError if settings contradict each other, or need others that are missing. */
function refuseContradictions(config: Config, env: SettingTexts, flags: SettingTexts): void {
  if (config.store !== null && config.databaseUrl === null) {
    throw new UsageError(
      'TRACKRECORD_STORE: needs DATABASE_URL, because PostgreSQL says which version is in service',
    );
  }
  const [flag, variable] = [flags['--partition'], env.TRACKRECORD_PARTITION];
  if (config.partition !== null && config.store === null) {
    throw new UsageError(
      `${flag === undefined ? 'TRACKRECORD_PARTITION' : '--partition'}: needs DATABASE_URL and TRACKRECORD_STORE, in which all partitions publish`,
    );
  }
  if (flag !== undefined && variable && flag !== variable) {
    throw new UsageError(
      `--partition ${flag} contradicts TRACKRECORD_PARTITION=${variable}; give one of them`,
    );
  }
  if (config.secretKeyOld !== null && config.secretKey === null) {
    throw new UsageError(
      'TRACKRECORD_SECRET_KEY_OLD: needs TRACKRECORD_SECRET_KEY, the key that replaces it',
    );
  }
  if ((config.smtpUrl === null) !== (config.mailFrom === null)) {
    const [missing, set] =
      config.smtpUrl === null ? ['SMTP_URL', 'MAIL_FROM'] : ['MAIL_FROM', 'SMTP_URL'];
    throw new UsageError(`${missing}: is needed too if ${set} is set`);
  }
  if (config.port !== 0 && config.port === config.calendarPort) {
    throw new UsageError(`CALENDAR_PORT: ${config.port} is also PORT; give each its own`);
  }
}

const everyAddress: readonly string[] = ['0.0.0.0', '::'];

/**
 * Returns the address in links: `BASE_URL`, else the one that the server listens on. Pass the real
 * port if `PORT` is 0. A server that listens on every address is named by 127.0.0.1.
 */
export function baseUrlOf(config: Config, port: number = config.port): string {
  const listened = everyAddress.includes(config.host) ? '127.0.0.1' : config.host;
  const host = listened.includes(':') ? `[${listened}]` : listened;
  return config.baseUrl ?? `http://${host}:${port}`;
}
