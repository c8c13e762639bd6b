import { makeReason } from '../base/reasons/reason.ts';

/** Longest text that an owner can write about themselves, and its most lines. */
export const maxAbout = 600;
const maxLines = 12;
/** Longest address of an owner's own site. */
export const maxLink = 200;

/** Controls, invisible characters, and characters that change the direction of text. */
const unseen =
  /[\p{Cf}\p{Co}\p{Cs}\u2028\u2029\u115f\u1160\u180e\u2800\u3164\uffa0]|\u034f|[\u17b4\u17b5]|[\u180b-\u180d]|\u180f/u;
const controls = /(?!\n)\p{Cc}/u;
/** Marks piled on a letter, which would cover the lines around it. */
const piledMarks = /\p{M}{4}/u;

export const aboutRule = makeReason('registry_about_rule', { max: maxAbout, lines: maxLines });

/** Returns true if a text can stand on an owner's page: plain text that hides nothing. */
export const isAbout = (text: string): boolean =>
  text.trim() !== '' &&
  text.length <= maxAbout &&
  text.split('\n').length <= maxLines &&
  !unseen.test(text) &&
  !controls.test(text) &&
  !piledMarks.test(text);

export const linkRule = makeReason('registry_link_rule', { max: maxLink });

/** Returns true if a link leads to a public site by https, without a user name or password. */
export const isLink = (text: string): boolean => normalLink(text) !== null;

/** Returns a link as browsers read it, with letters of other scripts in ASCII; null if refused. */
export function normalLink(text: string): string | null {
  if (!/^https:\/\//i.test(text) || /\s/.test(text) || unseen.test(text) || !URL.canParse(text)) {
    return null;
  }
  const { protocol, username, password, hostname, href } = new URL(text);
  // The last part of an IP address or of a machine of a local network is no name of a domain.
  const isSite = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(hostname);
  const isPlain = protocol === 'https:' && username === '' && password === '';
  return isSite && isPlain && href.length <= maxLink ? href : null;
}
