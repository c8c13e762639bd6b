import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { baseUrlOf, readConfig, type SettingTexts } from '../../../pipeline/config/config.ts';
import { settings } from '../../../pipeline/config/settings.ts';
import { settingsTable } from '../../docs/settings.ts';

const config = suite('config');

const refusal = (env: SettingTexts, flags: SettingTexts = {}): string => {
  try {
    readConfig(env, flags);
  } catch (error) {
    assert.instance(error, CommandError);
    if (error instanceof CommandError) {
      assert.is(error.exitCode, 2);
      assert.not.match(error.message, /\n/);
      return error.message;
    }
  }
  return assert.unreachable(`accepted ${JSON.stringify({ env, flags })}`) ?? '';
};

config('has the documented defaults', () => {
  const { dataDir, ...others } = readConfig({});
  assert.is(dataDir.path, './data');
  assert.equal(others, {
    host: '127.0.0.1',
    port: 8080,
    calendarPort: 25345,
    baseUrl: null,
    trustProxy: [],
    logLevel: 'info',
    logFormat: null,
    accessLog: false,
    metricsPort: null,
    maxAge: null,
    redisUrl: null,
    databaseUrl: null,
    store: null,
    storeEndpoint: null,
    storeRegion: 'us-east-1',
    partition: null,
    memoryLimit: null,
    threads: null,
    keepVersions: 3,
    calendarUrl: [],
    calendarActualUrl: [],
    syncCron: '*/15 * * * *',
    secretKey: null,
    secretKeyOld: null,
    ctraderClientId: null,
    ctraderClientSecret: null,
    metaapiToken: null,
    cron: '*/5 * * * *',
    onFailure: null,
    pushDelay: 10,
    calendarCron: '* * * * *',
    benchmarks: [],
    smtpUrl: null,
    mailFrom: null,
    webhookPrivate: false,
    siteName: null,
    operatorName: null,
    operatorUrl: null,
    operatorEmail: null,
    imprintUrl: null,
    termsUrl: null,
  });
});

config('requires a mail server and a sender together', () => {
  const env = { SMTP_URL: 'smtps://u:canary@mail.example.com', MAIL_FROM: 'Desk <a@example.com>' };
  assert.is(readConfig(env).mailFrom, 'Desk <a@example.com>');
  assert.match(refusal({ SMTP_URL: env.SMTP_URL }), /^MAIL_FROM: is needed too/);
  assert.match(refusal({ MAIL_FROM: env.MAIL_FROM }), /^SMTP_URL: is needed too/);
  assert.is(readConfig({ TRACKRECORD_WEBHOOK_PRIVATE: '1' }).webhookPrivate, true);
});

config('requires a store and its PostgreSQL database together', () => {
  const env = { DATABASE_URL: 'postgres://db/x', TRACKRECORD_STORE: 's3://track-record/live' };
  assert.is(readConfig(env).store, 's3://track-record/live');
  assert.match(refusal({ ...env, DATABASE_URL: '' }), /^TRACKRECORD_STORE: needs DATABASE_URL/);
  for (const store of ['store', 's3://', 's3://a', 'https://bucket', 's3://bucket//x']) {
    assert.match(refusal({ ...env, TRACKRECORD_STORE: store }), /is not s3:\/\/BUCKET/);
  }
  assert.is(
    refusal({ ...env, TRACKRECORD_STORE: 's3://ab/live' }),
    'TRACKRECORD_STORE: "s3://ab/live" is not s3://BUCKET or s3://BUCKET/PREFIX, with a bucket of 3 to 63 lower-case letters, digits, dots and hyphens, or an absolute path',
  );
});

config('lets a flag win over the variable, and reads an empty variable as unset', () => {
  assert.is(readConfig({ PORT: '1' }, { '--port': '2' }).port, 2);
  assert.is(readConfig({ PORT: '' }).port, 8080);
  assert.match(refusal({}, { '--port': '' }), /^--port: "" is not a whole number/);
});

config('names the variable, the value and what is allowed', () => {
  assert.is(refusal({ PORT: '80a' }), 'PORT: "80a" is not a whole number from 0 to 65535');
});

config('never prints a URL that may hold a password', () => {
  for (const variable of ['DATABASE_URL', 'REDIS_URL']) {
    assert.not.match(refusal({ [variable]: 'mysql://user:hunter2@db' }), /hunter2/);
  }
});

const accepted: Record<string, string[]> = {
  HOST: ['0.0.0.0', '::', '::1', 'localhost', 'app-1.internal'],
  PORT: ['0', '1', '65535'],
  BASE_URL: [
    'http://x',
    'https://stats.example.com',
    'https://x.com:8443',
    'https://x.com/a/b',
    'http://[::1]:80',
  ],
  TRUST_PROXY: ['10.0.0.1', '10.0.0.0/8, ::1', 'fd00::/8', '127.0.0.1,::1/128'],
  ACCESS_LOG: ['0', '1'],
  LOG_FORMAT: ['text', 'json'],
  LOG_LEVEL: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
  REDIS_URL: ['redis://localhost:6379', 'rediss://:secret@cache/1'],
  DATABASE_URL: ['postgres://u:p@db/x', 'postgresql:///x?host=/run/pg'],
  TRACKRECORD_MEMORY_LIMIT: ['4GB', '512MB', '4GiB', '1.5GB', '0.5GiB', '800KB'],
  TRACKRECORD_BENCHMARKS: ['XAUUSD', 'GOLD, S&P 500'],
  TRACKRECORD_THREADS: ['1', '64'],
  TRACKRECORD_KEEP_VERSIONS: ['1', '100'],
  METRICS_PORT: ['0', '9464'],
  TRACKRECORD_MAX_AGE: ['90s', '20m', '2h', '1d'],
  TRACKRECORD_ON_FAILURE: ['mail -s failed ops', '/usr/bin/notify'],
  TRACKRECORD_CRON: ['*/5 * * * *', '0 3 * * 1-5', '*/10 * * * * *'],
};

const refused: Record<string, string[]> = {
  HOST: ['http://x', '127.0.0.1:80', 'a b', '999.1.1.1', '-x', '[::1]'],
  PORT: ['65536', '-1', '+1', '1e3', '0x10', '1.0', ' 80', '080', 'NaN', '99999999999'],
  CALENDAR_PORT: ['65536', 'off', '8080'],
  BASE_URL: [
    'x.com',
    'ftp://x',
    'https://x/',
    'https://x/a/',
    'https://x?a',
    'https://x#a',
    'https://u:p@x',
    'https://',
    'http://a b',
    'http://x:99999',
    'javascript:alert(1)',
  ],
  TRUST_PROXY: [
    'true',
    '1',
    '*',
    'loopback',
    'proxy.local',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.1/',
    '10.0.0.0/8/8',
    '10.0.0.1,,',
    '10.0.0.1;10.0.0.2',
    'fe80::1%eth0',
    '10.0.0.0/08',
    '10.0.0',
  ],
  SMTP_URL: ['mail.example.com', 'http://mail.example.com', 'smtp:mail', 'smtp://u:5%@mail'],
  MAIL_FROM: [
    ...[
      'alerts',
      'alerts@',
      '@example.com',
      'a@example.com, b@example.com',
      'a@example.com\nBcc: x',
    ],
    ...['"Alerts" <a@example.com>', 'A\r\nB <a@example.com>', 'Alerts <a@example.com> x'],
  ],
  TRACKRECORD_BENCHMARKS: ['GOLD,', ',', 'GOLD,GOLD', 'A\nB', 'X'.repeat(51)],
  TRACKRECORD_WEBHOOK_PRIVATE: ['true', 'yes', '2'],
  ACCESS_LOG: ['yes', 'true'],
  LOG_FORMAT: ['JSON', 'pretty'],
  LOG_LEVEL: ['verbose', 'INFO', 'toString', '__proto__'],
  REDIS_URL: ['localhost:6379', 'http://x', 'redis:x y', 'redis://u:5%@cache'],
  DATABASE_URL: ['mysql://x', 'file.db', 'postgres:/x'],
  TRACKRECORD_MEMORY_LIMIT: [
    '4',
    '4gb',
    'GB',
    '-1GB',
    '0GB',
    '0.0GB',
    '80%',
    '1e3MB',
    "4GB'; drop",
  ],
  TRACKRECORD_THREADS: ['0', '-1', '2.5', '1025'],
  TRACKRECORD_KEEP_VERSIONS: ['0', '-3', 'all'],
  METRICS_PORT: ['65536', 'on'],
  TRACKRECORD_MAX_AGE: ['20', '0m', '-5m', '1.5h', '20 m', 'm', '1w'],
  TRACKRECORD_ON_FAILURE: [' ', '\0'],
  TRACKRECORD_CRON: ['every 5 minutes', '99 * * * *', '* * *'],
  TRACKRECORD_CALENDAR_CRON: ['x'],
  TRACKRECORD_CALENDAR_URL: [
    ...['example.org', 'file:///etc/passwd', 'https://a/,', 'https://a/ b'],
    ...['https://me:50%@a/', 'https://me:%ff@a/', 'https://me:a/b@c/'],
  ],
  TRACKRECORD_CALENDAR_ACTUAL_URL: ['ftp://a/'],
  TRACKRECORD_SYNC_CRON: ['x'],
  TRACKRECORD_SECRET_KEY: ['short', `${'A'.repeat(42)}=`],
  TRACKRECORD_SECRET_KEY_OLD: [`${'A'.repeat(43)}=`],
  CTRADER_CLIENT_ID: ['a b'],
  CTRADER_CLIENT_SECRET: ['a\nb'],
  METAAPI_TOKEN: ['é'],
};

for (const [variable, values] of Object.entries(accepted)) {
  config(`takes ${variable} as ${values.join(' or ')}`, () => {
    for (const value of values) readConfig({ [variable]: value });
  });
}

for (const [variable, values] of Object.entries(refused)) {
  config(`refuses a bad ${variable}`, () => {
    for (const value of values) assert.match(refusal({ [variable]: value }), variable);
  });
}

config('splits trusted proxies', () => {
  assert.equal(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy, ['10.0.0.0/8', '::1']);
});

config('splits the addresses of feeds, and never prints one, which may hold a key', () => {
  const env = { TRACKRECORD_CALENDAR_URL: 'https://a.example/week.json, http://b:81/?key=x' };
  assert.equal(readConfig(env).calendarUrl, ['https://a.example/week.json', 'http://b:81/?key=x']);
  for (const address of ['ftp://user:secret@a/', 'https://user:secret%@a/', 'https://a:secret/@']) {
    assert.not.match(refusal({ TRACKRECORD_CALENDAR_URL: address }), /secret/);
  }
});

config('derives the address in links from the listen address', () => {
  assert.is(baseUrlOf(readConfig({})), 'http://127.0.0.1:8080');
  assert.is(baseUrlOf(readConfig({ HOST: '::1', PORT: '0' }), 4711), 'http://[::1]:4711');
  assert.is(baseUrlOf(readConfig({ HOST: '0.0.0.0' })), 'http://127.0.0.1:8080');
  assert.is(baseUrlOf(readConfig({ HOST: '::', PORT: '0' }), 4711), 'http://127.0.0.1:4711');
  assert.is(baseUrlOf(readConfig({ BASE_URL: 'https://x.com' }), 4711), 'https://x.com');
});

config('renders one row per setting', () => {
  const rows = settingsTable().split('\n');
  assert.is(rows.length, settings.length + 2);
  const port = 'Port of the API and the pages; 0 picks a free one';
  assert.ok(rows.includes(`| \`PORT\` | \`--port\` | \`8080\` | ${port} |`));
});

config.run();
