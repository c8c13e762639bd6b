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
const logFormats = ['text', 'json'] as const;

export const SETTINGS = {
  dataDir: {
    variable: 'TRACKRECORD_DATA',
    flag: '--data',
    argument: 'dir',
    fallback: './data',
    help: 'Directory of the registry, the warehouse and the published versions',
    parser: parsers.path,
  },
  host: {
    variable: 'HOST',
    flag: '--host',
    argument: 'address',
    fallback: '127.0.0.1',
    help: 'Address to listen on',
    parser: parsers.host,
  },
  port: {
    variable: 'PORT',
    flag: '--port',
    argument: 'number',
    fallback: '8080',
    help: 'Port of the API and the pages; 0 picks a free one',
    parser: parsers.integer(0, 65535),
  },
  calendarPort: {
    variable: 'CALENDAR_PORT',
    flag: '--calendar-port',
    argument: 'number',
    fallback: '25345',
    help: 'Port of the calendar; 0 picks a free one',
    parser: parsers.integer(0, 65535),
  },
  baseUrl: {
    variable: 'BASE_URL',
    flag: '--base-url',
    argument: 'url',
    fallback: null,
    help: 'Public address, used in links, without trailing slash; `http://HOST:PORT` if unset',
    parser: parsers.baseUrl,
  },
  trustProxy: {
    variable: 'TRUST_PROXY',
    flag: '--trust-proxy',
    argument: 'list',
    fallback: null,
    help: 'Proxies whose `X-Forwarded-For` is trusted: addresses or CIDRs, separated by commas',
    parser: parsers.networks,
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    flag: '--log-level',
    argument: 'level',
    fallback: 'info',
    help: `Lowest level to log: ${logLevels.join(', ')}`,
    parser: parsers.oneOf(logLevels),
  },
  logFormat: {
    variable: 'LOG_FORMAT',
    flag: '--log-format',
    argument: 'text|json',
    fallback: null,
    help: 'Form of the log: `text` or `json`; text on a terminal and JSON elsewhere if unset',
    parser: parsers.oneOf(logFormats),
  },
  accessLog: {
    variable: 'ACCESS_LOG',
    flag: '--access-log',
    argument: '0|1',
    fallback: '0',
    help: '`1` logs each answer of the server at level `info`, without query and secrets',
    parser: parsers.oneOf(['0', '1']),
  },
  metricsPort: {
    variable: 'METRICS_PORT',
    flag: '--metrics-port',
    argument: 'number',
    fallback: null,
    help: 'Port of `/metrics` for Prometheus, on 127.0.0.1 only; off if unset',
    parser: parsers.integer(0, 65535),
  },
  maxAge: {
    variable: 'TRACKRECORD_MAX_AGE',
    flag: '--max-age',
    argument: 'duration',
    fallback: null,
    help: '`/readyz` fails once the last good run is this old, such as `20m`; never if unset',
    parser: parsers.duration,
  },
  redisUrl: {
    variable: 'REDIS_URL',
    flag: null,
    argument: 'url',
    fallback: null,
    help: 'Redis in which servers share rate limits',
    parser: parsers.signedUrl('redis:', 'rediss:'),
    isSecret: true,
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    flag: null,
    argument: 'url',
    fallback: null,
    help: 'PostgreSQL that holds the registry, instead of `registry.db`',
    parser: parsers.url('postgres:', 'postgresql:'),
    isSecret: true,
  },
  store: {
    variable: 'TRACKRECORD_STORE',
    flag: null,
    argument: 'address',
    fallback: null,
    help: 'Store that machines share: `s3://BUCKET/PREFIX`, or a directory that all have mounted; needs `DATABASE_URL`',
    parser: parsers.store,
  },
  storeEndpoint: {
    variable: 'TRACKRECORD_STORE_ENDPOINT',
    flag: null,
    argument: 'url',
    fallback: null,
    help: "Address of an S3 that is not Amazon's; keys are `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`",
    parser: parsers.url('http:', 'https:'),
  },
  storeRegion: {
    variable: 'AWS_REGION',
    flag: null,
    argument: 'name',
    fallback: 'us-east-1',
    help: 'Region of the S3 store',
    parser: parsers.region,
  },
  memoryLimit: {
    variable: 'TRACKRECORD_MEMORY_LIMIT',
    flag: '--memory-limit',
    argument: 'size',
    fallback: null,
    help: "Memory for DuckDB, such as `512MB`, `4GB` or `4GiB`; DuckDB's own default if unset",
    parser: parsers.memory,
  },
  threads: {
    variable: 'TRACKRECORD_THREADS',
    flag: '--threads',
    argument: 'number',
    fallback: null,
    help: 'Threads of DuckDB; one per processor if unset',
    parser: parsers.integer(1, 1024),
  },
  keepVersions: {
    variable: 'TRACKRECORD_KEEP_VERSIONS',
    flag: '--keep-versions',
    argument: 'number',
    fallback: '3',
    help: 'Published versions to keep',
    parser: parsers.integer(1, 1_000_000),
  },
  cron: {
    variable: 'TRACKRECORD_CRON',
    flag: '--cron',
    argument: 'expression',
    fallback: '*/5 * * * *',
    help: 'When `schedule` runs the pipeline, in UTC; it also runs at midnight UTC',
    parser: parsers.cron,
  },
  pushDelay: {
    variable: 'TRACKRECORD_PUSH_DELAY',
    flag: '--push-delay',
    argument: 'duration',
    fallback: '10s',
    help: '`schedule` runs this long after the last data sent in, unless a run is due sooner',
    parser: parsers.delay,
  },
  onFailure: {
    variable: 'TRACKRECORD_ON_FAILURE',
    flag: '--on-failure',
    argument: 'command',
    fallback: null,
    help: 'Shell command to call when a run fails; it gets `TRACKRECORD_ERROR` and `TRACKRECORD_EXIT_CODE`',
    parser: parsers.shellCommand,
  },
  calendarCron: {
    variable: 'TRACKRECORD_CALENDAR_CRON',
    flag: '--calendar-cron',
    argument: 'expression',
    fallback: '* * * * *',
    help: 'When `schedule` refreshes the calendar, in UTC',
    parser: parsers.cron,
  },
  calendarUrl: {
    variable: 'TRACKRECORD_CALENDAR_URL',
    flag: null,
    argument: 'list',
    fallback: null,
    help: 'Addresses of calendar feeds to fetch, separated by commas',
    parser: parsers.fetchable,
    isSecret: true,
  },
  calendarActualUrl: {
    variable: 'TRACKRECORD_CALENDAR_ACTUAL_URL',
    flag: null,
    argument: 'list',
    fallback: null,
    help: 'Addresses of feeds that only add `actual` values to those events, separated by commas',
    parser: parsers.fetchable,
    isSecret: true,
  },
  syncCron: {
    variable: 'TRACKRECORD_SYNC_CRON',
    flag: '--sync-cron',
    argument: 'expression',
    fallback: '*/15 * * * *',
    help: 'When `schedule` reads accounts from brokers, in UTC; only with `TRACKRECORD_SECRET_KEY`',
    parser: parsers.cron,
  },
  secretKey: {
    variable: 'TRACKRECORD_SECRET_KEY',
    flag: null,
    argument: 'key',
    fallback: null,
    help: 'Key that encrypts broker sign-ins: 32 bytes in base64 (`openssl rand -base64 32`); connectors are off if unset',
    parser: parsers.key32,
    isSecret: true,
  },
  secretKeyOld: {
    variable: 'TRACKRECORD_SECRET_KEY_OLD',
    flag: null,
    argument: 'key',
    fallback: null,
    help: 'Earlier key, which still decrypts until `secrets rotate` is done',
    parser: parsers.key32,
    isSecret: true,
  },
  ctraderClientId: {
    variable: 'CTRADER_CLIENT_ID',
    flag: null,
    argument: 'id',
    fallback: null,
    help: 'Client id of your application at the cTrader Open API; the `ctrader` connector is off if unset',
    parser: parsers.token,
  },
  ctraderClientSecret: {
    variable: 'CTRADER_CLIENT_SECRET',
    flag: null,
    argument: 'secret',
    fallback: null,
    help: 'Secret of that application',
    parser: parsers.token,
    isSecret: true,
  },
  metaapiToken: {
    variable: 'METAAPI_TOKEN',
    flag: null,
    argument: 'token',
    fallback: null,
    help: 'Token of your MetaApi account; the `metaapi` connector is off if unset',
    parser: parsers.token,
    isSecret: true,
  },
  smtpUrl: {
    variable: 'SMTP_URL',
    flag: null,
    argument: 'url',
    fallback: null,
    help: 'Mail server for alerts: `smtps://USER:PASSWORD@HOST` or `smtp://HOST:PORT`; no mails if unset',
    parser: parsers.signedUrl('smtp:', 'smtps:'),
    isSecret: true,
  },
  mailFrom: {
    variable: 'MAIL_FROM',
    flag: null,
    argument: 'address',
    fallback: null,
    help: 'Sender of these mails, such as `alerts@example.com`',
    parser: parsers.mailFrom,
  },
  webhookPrivate: {
    variable: 'TRACKRECORD_WEBHOOK_PRIVATE',
    flag: null,
    argument: '0|1',
    fallback: '0',
    help: '`1` allows webhooks to private and loopback addresses; only if you trust every owner',
    parser: parsers.oneOf(['0', '1']),
  },
} satisfies Record<string, Setting<unknown>>;

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
