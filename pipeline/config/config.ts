import { dataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import { SETTINGS, type Setting } from './settings.ts';

/** Settings as given to the process: variables by name, flags by their text (`--port`). */
export type SettingTexts = Readonly<Record<string, string | undefined>>;

export type Config = ReturnType<typeof settingsOf>;

/** Reads all settings. A flag wins over its variable; an empty variable counts as unset. */
export function readConfig(env: SettingTexts, flags: SettingTexts = {}): Config {
  const config = settingsOf(env, flags);
  refuseContradictions(config, env, flags);
  return config;
}

function settingsOf(env: SettingTexts, flags: SettingTexts) {
  const optional = <Value>(setting: Setting<Value>) => read(setting, env, flags);
  const required = <Value>(setting: Setting<Value, string>) =>
    read(setting, env, flags) ?? parse(setting, setting.variable, setting.fallback);
  return {
    dataDir: dataDirectory(required(SETTINGS.dataDir)),
    host: required(SETTINGS.host),
    port: required(SETTINGS.port),
    calendarPort: required(SETTINGS.calendarPort),
    baseUrl: optional(SETTINGS.baseUrl),
    siteName: optional(SETTINGS.siteName),
    operatorName: optional(SETTINGS.operatorName),
    operatorUrl: optional(SETTINGS.operatorUrl),
    operatorEmail: optional(SETTINGS.operatorEmail),
    imprintUrl: optional(SETTINGS.imprintUrl),
    termsUrl: optional(SETTINGS.termsUrl),
    trustProxy: optional(SETTINGS.trustProxy) ?? [],
    logLevel: required(SETTINGS.logLevel),
    logFormat: optional(SETTINGS.logFormat),
    accessLog: required(SETTINGS.accessLog) === '1',
    metricsPort: optional(SETTINGS.metricsPort),
    maxAge: optional(SETTINGS.maxAge),
    redisUrl: optional(SETTINGS.redisUrl),
    databaseUrl: optional(SETTINGS.databaseUrl),
    store: optional(SETTINGS.store),
    storeEndpoint: optional(SETTINGS.storeEndpoint),
    storeRegion: required(SETTINGS.storeRegion),
    partition: optional(SETTINGS.partition),
    memoryLimit: optional(SETTINGS.memoryLimit),
    threads: optional(SETTINGS.threads),
    keepVersions: required(SETTINGS.keepVersions),
    cron: required(SETTINGS.cron),
    pushDelay: required(SETTINGS.pushDelay),
    onFailure: optional(SETTINGS.onFailure),
    calendarCron: required(SETTINGS.calendarCron),
    calendarUrl: optional(SETTINGS.calendarUrl) ?? [],
    calendarActualUrl: optional(SETTINGS.calendarActualUrl) ?? [],
    syncCron: required(SETTINGS.syncCron),
    secretKey: optional(SETTINGS.secretKey),
    secretKeyOld: optional(SETTINGS.secretKeyOld),
    ctraderClientId: optional(SETTINGS.ctraderClientId),
    ctraderClientSecret: optional(SETTINGS.ctraderClientSecret),
    metaapiToken: optional(SETTINGS.metaapiToken),
    benchmarks: optional(SETTINGS.benchmarks) ?? [],
    smtpUrl: optional(SETTINGS.smtpUrl),
    mailFrom: optional(SETTINGS.mailFrom),
    webhookPrivate: required(SETTINGS.webhookPrivate) === '1',
  };
}

/** Throws a CommandError if settings contradict each other, or need others that are missing. */
function refuseContradictions(config: Config, env: SettingTexts, flags: SettingTexts): void {
  if (config.store !== null && config.databaseUrl === null) {
    throw new CommandError(
      'TRACKRECORD_STORE: needs DATABASE_URL, because PostgreSQL says which version is in service',
      exitCodes.usage,
    );
  }
  const [flag, variable] = [flags['--partition'], env.TRACKRECORD_PARTITION];
  if (config.partition !== null && config.store === null) {
    throw new CommandError(
      `${flag === undefined ? 'TRACKRECORD_PARTITION' : '--partition'}: needs DATABASE_URL and TRACKRECORD_STORE, in which all partitions publish`,
      exitCodes.usage,
    );
  }
  if (flag !== undefined && variable && flag !== variable) {
    throw new CommandError(
      `--partition ${flag} contradicts TRACKRECORD_PARTITION=${variable}; give one of them`,
      exitCodes.usage,
    );
  }
  if (config.secretKeyOld !== null && config.secretKey === null) {
    throw new CommandError(
      'TRACKRECORD_SECRET_KEY_OLD: needs TRACKRECORD_SECRET_KEY, the key that replaces it',
      exitCodes.usage,
    );
  }
  if ((config.smtpUrl === null) !== (config.mailFrom === null)) {
    const [missing, set] =
      config.smtpUrl === null ? ['SMTP_URL', 'MAIL_FROM'] : ['MAIL_FROM', 'SMTP_URL'];
    throw new CommandError(`${missing}: is needed too if ${set} is set`, exitCodes.usage);
  }
  if (config.port !== 0 && config.port === config.calendarPort) {
    throw new CommandError(
      `CALENDAR_PORT: ${config.port} is also PORT; give each its own`,
      exitCodes.usage,
    );
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

function read<Value>(
  setting: Setting<Value>,
  env: SettingTexts,
  flags: SettingTexts,
): Value | null {
  const flag = setting.flag === null ? undefined : flags[setting.flag];
  if (flag !== undefined) return parse(setting, setting.flag ?? '', flag);
  const variable = env[setting.variable];
  return variable ? parse(setting, setting.variable, variable) : null;
}

function parse<Value>(setting: Setting<Value>, name: string, text: string): Value {
  const value = setting.parser.parse(text);
  if (value !== undefined) return value;
  const shown = setting.isSecret ? 'its value' : JSON.stringify(text);
  throw new CommandError(`${name}: ${shown} is not ${setting.parser.allowed}`, exitCodes.usage);
}
