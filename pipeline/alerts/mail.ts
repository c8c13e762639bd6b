import { isIP } from 'node:net';
import type { Transporter } from 'nodemailer';
import { linkPath } from './links.ts';
import { type MailWords, mailText } from './mail-words.ts';
import { DeliveryError, type Message, type Send } from './message.ts';

/** Returns the words of mails in a language; English for one that is not known. */
type WordsIn = (language: string) => MailWords;

interface MailOptions {
  readonly smtpUrl: string;
  readonly from: string;
  readonly baseUrl: () => string;
  readonly wordsIn: WordsIn;
  /** Name of the site; its host if null. */
  readonly siteName?: string | null;
}

/** Time that a server may take to answer; a stopping process waits for a mail under way. */
const milliseconds = 10_000;

/** Longest e-mail address, as in RFC 5321. */
const maxAddress = 254;

/**
 * Returns an e-mail address without surrounding space; null for anything but one plain address. No
 * name, list, quote or control character gets through to a header.
 */
export function mailAddress(text: string): string | null {
  const address = text.trim();
  const isPlain =
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;
  return address.length <= maxAddress && isPlain.test(address) ? address : null;
}

/** Returns a text as one line of a header: without control characters, and not too long. */
const headerText = (text: string): string =>
  text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);

/** Creates the sender of mails. The library is loaded with the first one. */
export function createMails({
  smtpUrl,
  from,
  baseUrl,
  wordsIn,
  siteName = null,
}: MailOptions): Send {
  let opened: Promise<Transporter> | undefined;
  return async (message) => {
    opened ??= openTransport(smtpUrl);
    const transport = await opened;
    const mail = mailOf(message, from, baseUrl(), wordsIn, siteName);
    try {
      await transport.sendMail(mail);
    } catch (error) {
      throw faultOf(error);
    }
  };
}

/** Returns a mail in plain text, with a way to unsubscribe that needs no sign-in. */
export function mailOf(
  message: Message,
  from: string,
  baseUrl: string,
  wordsIn: WordsIn,
  siteName: string | null = null,
) {
  const { id, target } = message;
  const words = wordsIn(target.language);
  const unsubscribe = `${baseUrl}${linkPath('unsubscribe', target)}`;
  const confirm = `${baseUrl}${linkPath('confirm', target)}`;
  const { subject, text } = mailText(words, message, baseUrl, { confirm, unsubscribe }, siteName);
  return {
    from,
    to: { name: '', address: target.address },
    subject: headerText(subject),
    text,
    // A mail that is sent again after a crash has the same id, so that programs can drop it.
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
}

async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { hostname, port, protocol, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const auth =
    username === ''
      ? null
      : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return createTransport({
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(auth && { auth }),
    // A password never goes over the network in the clear.
    requireTLS: auth !== null && !isLoopback(host),
    connectionTimeout: milliseconds,
    greetingTimeout: milliseconds,
    socketTimeout: milliseconds,
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && /^(127\.|::1$)/.test(host));

/** Codes of nodemailer for a server that cannot be reached or does not answer. */
const timeouts = new Set(['ETIMEDOUT']);

function faultOf(error: unknown): DeliveryError {
  // The text of the server is left out: it may repeat the address, or what was sent.
  const { code = '', responseCode = 0 } =
    typeof error === 'object' && error !== null
      ? (error as { code?: unknown; responseCode?: unknown })
      : {};
  const status = Number(responseCode);
  // An answer of 5xx to the recipient or the message is final; one to our sign-in is not.
  if (status >= 500 && code !== 'EAUTH') return new DeliveryError('refused', true);
  if (status >= 400) return new DeliveryError('refused');
  return new DeliveryError(timeouts.has(String(code)) ? 'timeout' : 'unreachable');
}
