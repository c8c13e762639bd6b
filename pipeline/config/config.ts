import { dataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import type { Parser } from './parsers.ts';
import * as parsers from './parsers.ts';

/** One setting: where it is read from, what it is when unset, and what it may be. */
export interface Setting<Value, Fallback extends string | null = string | null> {
  readonly variable: string;
  readonly flag: string | null;
  readonly argument: string;
  readonly fallback: Fallback;
  readonly help: string;
  readonly parser: Parser<Value>;
  readonly isSecret?: true;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const SETTINGS = {
  dataDir: {
    variable: 'TRACKRECORD_DATA',
    flag: '--data',
    argument: 'dir',
    fallback: './data',
    help: 'directory of the registry, the warehouse and the snapshots',
    parser: parsers.path,
  },
  host: {
    variable: 'HOST',
    flag: '--host',
    argument: 'address',
    fallback: '127.0.0.1',
    help: 'address to listen on',
    parser: parsers.host,
  },
  port: {
    variable: 'PORT',
    flag: '--port',
    argument: 'number',
    fallback: '8080',
    help: 'port of the API; 0 picks a free one',
    parser: parsers.integer(0, 65535),
  },
  calendarPort: {
    variable: 'CALENDAR_PORT',
    flag: '--calendar-port',
    argument: 'number',
    fallback: '25345',
    help: 'port of the calendar; 0 picks a free one',
    parser: parsers.integer(0, 65535),
  },
  baseUrl: {
    variable: 'BASE_URL',
    flag: '--base-url',
    argument: 'url',
    fallback: null,
    help: 'address in links, without trailing slash; `http://HOST:PORT` when unset',
    parser: parsers.baseUrl,
  },
  trustProxy: {
    variable: 'TRUST_PROXY',
    flag: '--trust-proxy',
    argument: 'list',
    fallback: null,
    help: 'proxies whose `X-Forwarded-For` counts: addresses or CIDRs, separated by commas',
    parser: parsers.networks,
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    flag: '--log-level',
    argument: 'level',
    fallback: 'info',
    help: `least level that is logged: ${logLevels.join(', ')}`,
    parser: parsers.oneOf(logLevels),
  },
  metricsPort: {
    variable: 'METRICS_PORT',
    flag: '--metrics-port',
    argument: 'number',
    fallback: null,
    help: 'port of `/metrics` for Prometheus, on 127.0.0.1 alone; closed when unset',
    parser: parsers.integer(0, 65535),
  },
  maxAge: {
    variable: 'TRACKRECORD_MAX_AGE',
    flag: '--max-age',
    argument: 'duration',
    fallback: null,
    help: 'age of the last good run, such as `20m`, from which `/readyz` is a 503; any when unset',
    parser: parsers.duration,
  },
  redisUrl: {
    variable: 'REDIS_URL',
    flag: null,
    argument: 'url',
    fallback: null,
    help: 'Redis that shares rate limits between processes',
    parser: parsers.signedUrl('redis:', 'rediss:'),
    isSecret: true,
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    flag: null,
    argument: 'url',
    fallback: null,
    help: 'PostgreSQL that holds the registry instead of `registry.db`',
    parser: parsers.url('postgres:', 'postgresql:'),
    isSecret: true,
  },
  store: {
    variable: 'TRACKRECORD_STORE',
    flag: null,
    argument: 'address',
    fallback: null,
    help: 'where machines share what is published: `s3://BUCKET/PREFIX`, or the path of a directory that all have; needs `DATABASE_URL`',
    parser: parsers.store,
  },
  storeEndpoint: {
    variable: 'TRACKRECORD_STORE_ENDPOINT',
    flag: null,
    argument: 'url',
    fallback: null,
    help: "S3 that is not Amazon's; keys are `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`",
    parser: parsers.url('http:', 'https:'),
  },
  storeRegion: {
    variable: 'AWS_REGION',
    flag: null,
    argument: 'name',
    fallback: 'us-east-1',
    help: 'region of the S3 store',
    parser: parsers.region,
  },
  memoryLimit: {
    variable: 'TRACKRECORD_MEMORY_LIMIT',
    flag: '--memory-limit',
    argument: 'size',
    fallback: null,
    help: "DuckDB's memory, such as `512MB`, `4GB` or `4GiB`; DuckDB's own default when unset",
    parser: parsers.memory,
  },
  threads: {
    variable: 'TRACKRECORD_THREADS',
    flag: '--threads',
    argument: 'number',
    fallback: null,
    help: "DuckDB's threads; one per processor when unset",
    parser: parsers.integer(1, 1024),
  },
  keepVersions: {
    variable: 'TRACKRECORD_KEEP_VERSIONS',
    flag: '--keep-versions',
    argument: 'number',
    fallback: '3',
    help: 'published snapshot versions to keep',
    parser: parsers.integer(1, 1_000_000),
  },
  cron: {
    variable: 'TRACKRECORD_CRON',
    flag: '--cron',
    argument: 'expression',
    fallback: '*/5 * * * *',
    help: 'when `schedule` runs the pipeline; it does at midnight UTC besides',
    parser: parsers.cron,
  },
  pushDelay: {
    variable: 'TRACKRECORD_PUSH_DELAY',
    flag: '--push-delay',
    argument: 'duration',
    fallback: '10s',
    help: 'how long after the last of what was sent in `schedule` runs the pipeline, where it is not due sooner',
    parser: parsers.delay,
  },
  onFailure: {
    variable: 'TRACKRECORD_ON_FAILURE',
    flag: '--on-failure',
    argument: 'command',
    fallback: null,
    help: 'shell command to call when a run fails; `TRACKRECORD_ERROR` and `TRACKRECORD_EXIT_CODE` say how',
    parser: parsers.shellCommand,
  },
  calendarCron: {
    variable: 'TRACKRECORD_CALENDAR_CRON',
    flag: '--calendar-cron',
    argument: 'expression',
    fallback: '* * * * *',
    help: 'when `schedule` refreshes the calendar',
    parser: parsers.cron,
  },
  calendarUrl: {
    variable: 'TRACKRECORD_CALENDAR_URL',
    flag: null,
    argument: 'list',
    fallback: null,
    help: 'feeds that runs fetch the calendar from: addresses, separated by commas',
    parser: parsers.fetchable,
    isSecret: true,
  },
  calendarActualUrl: {
    variable: 'TRACKRECORD_CALENDAR_ACTUAL_URL',
    flag: null,
    argument: 'list',
    fallback: null,
    help: "feeds that only fill in the `actual` of those feeds' events, the same way",
    parser: parsers.fetchable,
    isSecret: true,
  },
} satisfies Record<string, Setting<unknown>>;

/** What the process was given: variables by name, flags by their text (`--port`). */
export type SettingTexts = Readonly<Record<string, string | undefined>>;

export type Config = ReturnType<typeof readConfig>;

/** Every setting with its exact type; flags win over variables, an empty variable counts as unset. */
export function readConfig(env: SettingTexts, flags: SettingTexts = {}) {
  const optional = <Value>(setting: Setting<Value>) => read(setting, env, flags);
  const required = <Value>(setting: Setting<Value, string>) =>
    read(setting, env, flags) ?? parse(setting, setting.variable, setting.fallback);
  const config = {
    dataDir: dataDirectory(required(SETTINGS.dataDir)),
    host: required(SETTINGS.host),
    port: required(SETTINGS.port),
    calendarPort: required(SETTINGS.calendarPort),
    baseUrl: optional(SETTINGS.baseUrl),
    trustProxy: optional(SETTINGS.trustProxy) ?? [],
    logLevel: required(SETTINGS.logLevel),
    metricsPort: optional(SETTINGS.metricsPort),
    maxAge: optional(SETTINGS.maxAge),
    redisUrl: optional(SETTINGS.redisUrl),
    databaseUrl: optional(SETTINGS.databaseUrl),
    store: optional(SETTINGS.store),
    storeEndpoint: optional(SETTINGS.storeEndpoint),
    storeRegion: required(SETTINGS.storeRegion),
    memoryLimit: optional(SETTINGS.memoryLimit),
    threads: optional(SETTINGS.threads),
    keepVersions: required(SETTINGS.keepVersions),
    cron: required(SETTINGS.cron),
    pushDelay: required(SETTINGS.pushDelay),
    onFailure: optional(SETTINGS.onFailure),
    calendarCron: required(SETTINGS.calendarCron),
    calendarUrl: optional(SETTINGS.calendarUrl) ?? [],
    calendarActualUrl: optional(SETTINGS.calendarActualUrl) ?? [],
  };
  if (config.store !== null && config.databaseUrl === null) {
    throw new CommandError(
      'TRACKRECORD_STORE: needs DATABASE_URL, where a row says what of the store is in service',
      exitCodes.usage,
    );
  }
  if (config.port !== 0 && config.port === config.calendarPort) {
    throw new CommandError(
      `CALENDAR_PORT: ${config.port} is the PORT too; each needs its own`,
      exitCodes.usage,
    );
  }
  return config;
}

/** The address in links: `BASE_URL`, else the one listened on; pass the real port where it was 0. */
export function baseUrlOf(config: Config, port: number = config.port): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.baseUrl ?? `http://${host}:${port}`;
}

/** The operators' table of settings, one Markdown row per setting. */
export function settingsTable(): string {
  const settings: readonly Setting<unknown>[] = Object.values(SETTINGS);
  const code = (text: string | null) => (text === null ? '' : `\`${text}\``);
  const row = ({ variable, flag, fallback, help }: Setting<unknown>) =>
    `| ${code(variable)} | ${code(flag)} | ${code(fallback)} | ${help} |`;
  return [
    '| variable | flag | default | meaning |',
    '|---|---|---|---|',
    ...settings.map(row),
  ].join('\n');
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
