import type { Parser } from './parsers.ts';
import * as parsers from './parsers.ts';

/** One setting: where it is read from, what it may be, and what it is when unset. */
export interface Setting<Value = unknown> {
  readonly variable: string;
  /** Flag of any command, with its argument. Secrets have none: other users see flags. */
  readonly flag?: `--${string} <${string}>`;
  /** Text that counts if none is given. */
  readonly fallback?: string;
  readonly help: string;
  readonly parser: Parser<Value>;
  /** Value without a text and a fallback; null if it is left out. */
  readonly whenUnset?: Value;
  readonly isSecret?: true;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const logFormats = ['text', 'json'] as const;

export const SETTINGS = {
  dataDir: {
    variable: 'TRACKRECORD_DATA',
    flag: '--data <dir>',
    fallback: './data',
    help: 'Directory of the registry, the warehouse and the published versions',
    parser: parsers.dataFolder,
  },
  host: {
    variable: 'HOST',
    flag: '--host <address>',
    fallback: '127.0.0.1',
    help: 'Address to listen on',
    parser: parsers.host,
  },
  port: {
    variable: 'PORT',
    flag: '--port <number>',
    fallback: '8080',
    help: 'Port of the API and the pages; 0 picks a free one',
    parser: parsers.integer(0, 65535),
  },
  calendarPort: {
    variable: 'CALENDAR_PORT',
    flag: '--calendar-port <number>',
    fallback: '25345',
    help: 'Port of the calendar; 0 picks a free one',
    parser: parsers.integer(0, 65535),
  },
  baseUrl: {
    variable: 'BASE_URL',
    flag: '--base-url <url>',
    help: 'Public address, used in links, without trailing slash; `http://HOST:PORT` if unset',
    parser: parsers.baseUrl,
  },
  siteName: {
    variable: 'SITE_NAME',
    help: 'Name of this site on pages, in credits, in the API and in mails; its host name if unset',
    parser: parsers.shortName,
  },
  operatorName: {
    variable: 'OPERATOR_NAME',
    help: 'Your name: in the foot of pages, next to badges that you gave, and in the API',
    parser: parsers.shortName,
  },
  operatorUrl: {
    variable: 'OPERATOR_URL',
    help: 'Address of your own site, which your name links to',
    parser: parsers.webAddress,
  },
  operatorEmail: {
    variable: 'OPERATOR_EMAIL',
    help: 'Address for questions and invitations, in the foot and on the sign-in page',
    parser: parsers.emailAddress,
  },
  imprintUrl: {
    variable: 'IMPRINT_URL',
    help: 'Your imprint, linked in the foot',
    parser: parsers.webAddress,
  },
  termsUrl: {
    variable: 'TERMS_URL',
    help: 'Your terms of use, linked in the foot and named in the API',
    parser: parsers.webAddress,
  },
  trustProxy: {
    variable: 'TRUST_PROXY',
    flag: '--trust-proxy <list>',
    help: 'Proxies whose `X-Forwarded-For` is trusted: addresses or CIDRs, separated by commas',
    parser: parsers.networks,
    whenUnset: [],
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    flag: '--log-level <level>',
    fallback: 'info',
    help: `Lowest level to log: ${logLevels.join(', ')}`,
    parser: parsers.oneOf(logLevels),
  },
  logFormat: {
    variable: 'LOG_FORMAT',
    flag: '--log-format <text|json>',
    help: 'Form of the log: `text` or `json`; text on a terminal and JSON elsewhere if unset',
    parser: parsers.oneOf(logFormats),
  },
  accessLog: {
    variable: 'ACCESS_LOG',
    flag: '--access-log <0|1>',
    fallback: '0',
    help: '`1` logs each answer of the server at level `info`, without query and secrets',
    parser: parsers.onOff,
  },
  metricsPort: {
    variable: 'METRICS_PORT',
    flag: '--metrics-port <number>',
    help: 'Port of `/metrics` for Prometheus, on 127.0.0.1 only; off if unset',
    parser: parsers.integer(0, 65535),
  },
  maxAge: {
    variable: 'TRACKRECORD_MAX_AGE',
    flag: '--max-age <duration>',
    help: '`/readyz` fails once the last good run is this old, such as `20m`; never if unset',
    parser: parsers.duration,
  },
  redisUrl: {
    variable: 'REDIS_URL',
    help: 'Redis in which servers share rate limits',
    parser: parsers.signedUrl('redis:', 'rediss:'),
    isSecret: true,
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    help: 'PostgreSQL that holds the registry, instead of `registry.db`',
    parser: parsers.url('postgres:', 'postgresql:'),
    isSecret: true,
  },
  store: {
    variable: 'TRACKRECORD_STORE',
    help: 'Store that machines share: `s3://BUCKET/PREFIX`, or a directory that all have mounted; needs `DATABASE_URL`',
    parser: parsers.store,
  },
  storeEndpoint: {
    variable: 'TRACKRECORD_STORE_ENDPOINT',
    help: "Address of an S3 that is not Amazon's; keys are `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`",
    parser: parsers.url('http:', 'https:'),
  },
  storeRegion: {
    variable: 'AWS_REGION',
    fallback: 'us-east-1',
    help: 'Region of the S3 store',
    parser: parsers.region,
  },
  partition: {
    variable: 'TRACKRECORD_PARTITION',
    flag: '--partition <I/N>',
    help: 'Part of the owners that runs of this data directory publish, such as `0/4`; needs `TRACKRECORD_STORE`',
    parser: parsers.partition,
  },
  memoryLimit: {
    variable: 'TRACKRECORD_MEMORY_LIMIT',
    flag: '--memory-limit <size>',
    help: "Memory for DuckDB, such as `512MB`, `4GB` or `4GiB`; DuckDB's own default if unset",
    parser: parsers.memory,
  },
  threads: {
    variable: 'TRACKRECORD_THREADS',
    flag: '--threads <number>',
    help: 'Threads of DuckDB; one per processor if unset',
    parser: parsers.integer(1, 1024),
  },
  keepVersions: {
    variable: 'TRACKRECORD_KEEP_VERSIONS',
    flag: '--keep-versions <number>',
    fallback: '3',
    help: 'Published versions to keep',
    parser: parsers.integer(1, 1_000_000),
  },
  cron: {
    variable: 'TRACKRECORD_CRON',
    flag: '--cron <expression>',
    fallback: '*/5 * * * *',
    help: 'When `schedule` runs the pipeline, in UTC; it also runs at midnight UTC',
    parser: parsers.cron,
  },
  pushDelay: {
    variable: 'TRACKRECORD_PUSH_DELAY',
    flag: '--push-delay <duration>',
    fallback: '10s',
    help: '`schedule` runs this long after the last data sent in, unless a run is due sooner',
    parser: parsers.delay,
  },
  onFailure: {
    variable: 'TRACKRECORD_ON_FAILURE',
    flag: '--on-failure <command>',
    help: 'Shell command to call when a run fails; it gets `TRACKRECORD_ERROR` and `TRACKRECORD_EXIT_CODE`',
    parser: parsers.shellCommand,
  },
  calendarCron: {
    variable: 'TRACKRECORD_CALENDAR_CRON',
    flag: '--calendar-cron <expression>',
    fallback: '* * * * *',
    help: 'When `schedule` refreshes the calendar, in UTC',
    parser: parsers.cron,
  },
  calendarUrl: {
    variable: 'TRACKRECORD_CALENDAR_URL',
    help: 'Addresses of calendar feeds to fetch, separated by commas',
    parser: parsers.fetchable,
    whenUnset: [],
    isSecret: true,
  },
  calendarActualUrl: {
    variable: 'TRACKRECORD_CALENDAR_ACTUAL_URL',
    help: 'Addresses of feeds that only add `actual` values to those events, separated by commas',
    parser: parsers.fetchable,
    whenUnset: [],
    isSecret: true,
  },
  syncCron: {
    variable: 'TRACKRECORD_SYNC_CRON',
    flag: '--sync-cron <expression>',
    fallback: '*/15 * * * *',
    help: 'When `schedule` reads accounts from brokers, in UTC; only with `TRACKRECORD_SECRET_KEY`',
    parser: parsers.cron,
  },
  secretKey: {
    variable: 'TRACKRECORD_SECRET_KEY',
    help: 'Key that encrypts broker sign-ins: 32 bytes in base64 (`openssl rand -base64 32`); connectors are off if unset',
    parser: parsers.key32,
    isSecret: true,
  },
  secretKeyOld: {
    variable: 'TRACKRECORD_SECRET_KEY_OLD',
    help: 'Earlier key, which still decrypts until `secrets rotate` is done',
    parser: parsers.key32,
    isSecret: true,
  },
  ctraderClientId: {
    variable: 'CTRADER_CLIENT_ID',
    help: 'Client id of your application at the cTrader Open API; the `ctrader` connector is off if unset',
    parser: parsers.token,
  },
  ctraderClientSecret: {
    variable: 'CTRADER_CLIENT_SECRET',
    help: 'Secret of that application',
    parser: parsers.token,
    isSecret: true,
  },
  metaapiToken: {
    variable: 'METAAPI_TOKEN',
    help: 'Token of your MetaApi account; the `metaapi` connector is off if unset',
    parser: parsers.token,
    isSecret: true,
  },
  benchmarks: {
    variable: 'TRACKRECORD_BENCHMARKS',
    help: 'Symbols of the table `prices` that owners can compare their accounts with, separated by commas',
    parser: parsers.symbols,
    whenUnset: [],
  },
  smtpUrl: {
    variable: 'SMTP_URL',
    help: 'Mail server for alerts: `smtps://USER:PASSWORD@HOST` or `smtp://HOST:PORT`; no mails if unset',
    parser: parsers.signedUrl('smtp:', 'smtps:'),
    isSecret: true,
  },
  mailFrom: {
    variable: 'MAIL_FROM',
    help: 'Sender of these mails, such as `alerts@example.com`',
    parser: parsers.mailFrom,
  },
  webhookPrivate: {
    variable: 'TRACKRECORD_WEBHOOK_PRIVATE',
    fallback: '0',
    help: '`1` allows webhooks to private and loopback addresses; only if you trust every owner',
    parser: parsers.onOff,
  },
} satisfies Record<string, Setting>;

export const settings: readonly Setting[] = Object.values(SETTINGS);

/** Returns the name of a flag without its argument. */
export const nameOfFlag = (flag: string): string => flag.replace(/ .*/, '');
