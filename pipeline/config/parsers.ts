import { BlockList, isIP } from 'node:net';
import { validate as isCron } from 'node-cron';
import { type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import { maxPartitions, type Partition, parsePartition } from '../base/partition.ts';

/** Reads a setting's text; `undefined` means it is not what `allowed` says. */
export interface Parser<Value> {
  readonly allowed: string;
  parse(text: string): Value | undefined;
}

/** A text that is kept as written. */
const textThat = (isAllowed: (text: string) => boolean, allowed: string): Parser<string> => ({
  allowed,
  parse: (text) => (isAllowed(text) ? text : undefined),
});

const matching = (pattern: RegExp, allowed: string): Parser<string> =>
  textThat((text) => pattern.test(text), allowed);

/** Texts separated by commas, kept as written. */
const listThat = (
  isAllowed: (entries: readonly string[]) => boolean,
  allowed: string,
): Parser<readonly string[]> => ({
  allowed,
  parse: (text) => {
    const entries = text.split(',').map((entry) => entry.trim());
    return isAllowed(entries) ? entries : undefined;
  },
});

/** Part of the owners that runs publish. */
export const partition: Parser<Partition> = {
  allowed: `I/N such as 0/4, with I from 0 to N - 1 and N up to ${maxPartitions}`,
  parse: parsePartition,
};

/** Path of the data directory. */
export const dataFolder: Parser<DataDirectory> = {
  allowed: 'a path',
  parse: (text) => (/^[^\0]+$/.test(text) ? dataDirectory(text) : undefined),
};

/** Something that is off or on. */
export const onOff: Parser<boolean> = {
  allowed: 'one of 0, 1',
  parse: (text) => (/^[01]$/.test(text) ? text === '1' : undefined),
};

/** A command line for the shell. */
export const shellCommand = matching(/^(?!\s*$)[^\0]+$/, 'a command');

/** An address or name to listen on, without a port. */
export const host = textThat(
  (text) => isIP(text) !== 0 || /^(?![0-9.]+$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text),
  'an IP address or a host name, without a port',
);

/** A whole number in decimal digits, both bounds included. */
export const integer = (min: number, max: number): Parser<number> => ({
  allowed: `a whole number from ${min} to ${max}`,
  parse: (text) => {
    const value = /^(0|[1-9][0-9]{0,8})$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  },
});

const units = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** A length of time such as 90s, 15m, 2h or 1d, in seconds. */
export const duration: Parser<number> = {
  allowed: 'a length of time such as 90s, 15m, 2h or 1d',
  parse: (text) => {
    const [, digits, unit] = /^([1-9][0-9]{0,5})([smhd])$/.exec(text) ?? [];
    const [, seconds] = Object.entries(units).find(([name]) => name === unit) ?? [];
    return digits === undefined || seconds === undefined ? undefined : Number(digits) * seconds;
  },
};

/** Duration that may also be 0 or a bare number of seconds. */
export const delay: Parser<number> = {
  allowed: 'a length of time such as 0, 10s or 2m',
  parse: (text) => (/^(0|[1-9][0-9]{0,5})$/.test(text) ? Number(text) : duration.parse(text)),
};

/** Key of 32 random bytes, which stays text: `openssl rand -base64 32` makes one. */
export const key32 = textThat((text) => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === text;
}, '32 bytes in base64, such as `openssl rand -base64 32` prints');

/** Text without spaces and control characters, such as a token or an id. */
export const token = matching(
  /^[\x21-\x7e]{1,8192}$/,
  'one line of printable characters without spaces',
);

/** One of the listed words. */
export const oneOf = <Word extends string>(words: readonly Word[]): Parser<Word> => ({
  allowed: `one of ${words.join(', ')}`,
  parse: (text) => words.find((word) => word === text),
});

/** A URL with one of the protocols, kept as written. */
export const url = (...protocols: string[]): Parser<string> =>
  textThat(
    (text) => isUrl(text, protocols),
    `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  );

const isUrl = (text: string, protocols: readonly string[]): boolean =>
  /^[^\s]+$/.test(text) &&
  URL.canParse(text) &&
  protocols.some((protocol) => text.startsWith(`${protocol}//`));

/** Name for people, without line breaks and control characters. */
export const shortName = matching(
  /^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,200}(?<!\s)$/u,
  'a name of 1 to 200 characters on one line',
);

/** Address of a web page that readers can open. */
export const webAddress = textThat((text) => {
  if (text.length > 2000 || !isUrl(text, ['https:'])) return false;
  const { username, password } = new URL(text);
  return username + password === '';
}, 'a URL of up to 2,000 characters that starts with https://, without a password');

/** E-mail address that a link can open. */
export const emailAddress = matching(
  /^(?=.{3,254}$)[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i,
  'an address such as contact@example.com',
);

/** URL whose user and password can be decoded, for a library that decodes them. */
export const signedUrl = (...protocols: string[]): Parser<string> =>
  textThat(
    (text) => isUrl(text, protocols) && hasReadableUser(text),
    `${url(...protocols).allowed}, with % in a user or password written as %25`,
  );

/** Addresses separated by commas. They may contain a user and a password. */
export const fetchable = listThat(
  (entries) =>
    entries.every((entry) => isUrl(entry, ['http:', 'https:']) && hasReadableUser(entry)),
  'URLs that start with http:// or https://, separated by commas; in a user or password, % , / ? # and @ are written as %25 and so on',
);

function hasReadableUser(text: string): boolean {
  const { username, password } = new URL(text);
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

/** Sender of mails: an address, with a name before it or without. */
export const mailFrom = matching(
  /^(?:[^\p{C}<>"@,;:\\]{1,100} <[^\s\p{C}<>"@,;:\\]{1,64}@[a-z0-9.-]{1,253}>|[^\s\p{C}<>"@,;:\\]{1,64}@[a-z0-9.-]{1,253})$/iu,
  'an address such as alerts@example.com or Name <alerts@example.com>',
);

/** Store that machines share. */
export const store = matching(
  /^(s3:\/\/[a-z0-9][a-z0-9.-]{2,62}(\/[A-Za-z0-9._-]+)*\/?|\/[^\0]*)$/,
  's3://BUCKET or s3://BUCKET/PREFIX, with a bucket of 3 to 63 lower-case letters, digits, dots and hyphens, or an absolute path',
);

/** A region of S3. */
export const region = matching(/^[a-z0-9-]+$/, 'the name of a region such as eu-central-1');

/** The address under which the outside world reaches the service. */
export const baseUrl = textThat(
  (text) => /^https?:\/\/[^\s/?#@\\]+(\/[^\s/?#\\]+)*$/.test(text) && URL.canParse(text),
  'an http:// or https:// URL without trailing slash, query, fragment or password',
);

const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^(0|[1-9][0-9]{0,2})$/.test(prefix) || Number(prefix) > (family === 4 ? 32 : 128))
    return false;
  new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
  return true;
};

/** Addresses and CIDRs separated by commas; nothing between, nothing else. */
export const networks = listThat(
  (entries) => entries.every(isNetwork),
  'IP addresses or CIDRs separated by commas',
);

/** Symbols separated by commas, each once. */
export const symbols = listThat((entries) => {
  const isList = entries.length <= 100 && new Set(entries).size === entries.length;
  return isList && entries.every((entry) => /^[^\p{C}]{1,50}$/u.test(entry));
}, 'at most 100 different symbols of up to 50 characters, separated by commas');

/** A size as DuckDB reads it. */
export const memory = matching(
  /^(?!0+(\.0+)?[KMGT])[0-9]{1,9}(\.[0-9]{1,3})?[KMGT]i?B$/,
  'a size such as 512MB, 4GB or 4GiB',
);

/** A cron expression of five fields, or six with seconds first. */
export const cron = textThat((text) => isCron(text), 'a cron expression such as */5 * * * *');
