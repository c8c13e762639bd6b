import type { LightMyRequestResponse } from 'fastify';
import { languageCodes } from '../../../server/language/catalogues.ts';
import type { Drawing } from '../../../server/site/draw.ts';
import { type Browsing, browse, cookieName, signedIn } from '../../server/owners/owners.ts';
import { linesOf } from './lines.ts';
import { unknownMarkup } from './markup.ts';
import { makeOddStates } from './odd-states.ts';
import { writtenIn } from './sheet-text.ts';
import type { PagesWorld } from './world.ts';

/** Person that asks. The owner is the one of most accounts. */
type Asker = 'stranger' | 'owner' | 'operator';
type Code = (typeof languageCodes)[number];

interface GoldenPage {
  readonly name: string;
  readonly url: string;
  readonly as?: Asker;
  /** True for pages that exist in one language, or that differ from others by data only. */
  readonly isEnglish?: true;
}

const swing = '/account/lane-swing';

/** Pages with an accepted text, each in three languages unless it is English. */
const pages: readonly GoldenPage[] = [
  { name: 'list', url: '/' },
  { name: 'account', url: swing },
  { name: 'portfolio', url: '/account/lane-all' },
  { name: 'verification', url: `${swing}/verification` },
  { name: 'risk', url: `${swing}/risk` },
  { name: 'statistics', url: `${swing}/statistics` },
  { name: 'risk-of-portfolio', url: '/account/lane-all/risk', isEnglish: true },
  { name: 'risk-hidden-parts', url: '/account/lane-lab/risk' },
  { name: 'statistics-hidden', url: '/account/lane-lab/statistics', isEnglish: true },
  { name: 'behaviour-hidden-parts', url: '/account/lane-lab/behaviour', isEnglish: true },
  { name: 'behaviour', url: '/account/lane-grid/behaviour' },
  { name: 'days', url: `${swing}/days?year=2026` },
  { name: 'trades', url: `${swing}/trades?from=2026-01-01` },
  { name: 'embed', url: `${swing}/embed` },
  { name: 'compare', url: '/compare?slug=lane-swing,lane-grid,lane-all' },
  { name: 'owner', url: '/owner/harbour-lane' },
  { name: 'calendar', url: '/calendar?impact=high,medium,low,holiday' },
  { name: 'tear-sheet', url: `${swing}/tearsheet.pdf` },
  { name: 'tear-sheet-of-portfolio', url: '/account/lane-all/tearsheet.pdf', isEnglish: true },
  { name: 'tear-sheet-not-verified', url: '/account/cup-challenge/tearsheet.pdf', isEnglish: true },
  { name: 'widget', url: '/widget/lane-swing' },
  { name: 'card-medium', url: '/widget/lane-swing.svg?size=medium' },
  { name: 'card-large', url: '/widget/lane-all.svg?size=large&theme=dark' },
  { name: 'card-drawn', url: '/widget/lane-swing.png?size=preview' },
  { name: 'card-with-warnings', url: '/widget/cup-challenge.svg?size=small' },
  {
    name: 'card-with-warnings-large',
    url: '/widget/cup-challenge.svg?size=large',
    isEnglish: true,
  },
  { name: 'preview-with-warnings', url: '/widget/lane-grid.svg?size=preview', isEnglish: true },
  { name: 'feed', url: `${swing}/months.atom` },
  { name: 'missing', url: '/account/nobody' },
  { name: 'account-with-a-cut', url: '/account/lane-grid', isEnglish: true },
  { name: 'account-hidden-parts', url: '/account/lane-lab' },
  { name: 'account-with-warnings', url: '/account/cup-challenge' },
  { name: 'account-without-data', url: '/account/cup-waiting', isEnglish: true },
  { name: 'account-of-days', url: `${swing}?from=2025-06-01&to=2025-12-31`, isEnglish: true },
  { name: 'account-shared', url: '/share/{share}', isEnglish: true },
  { name: 'verification-by-broker', url: '/account/cup-broker/verification' },
  { name: 'verification-up-to-a-day', url: '/account/cup-partly/verification' },
  { name: 'account-up-to-a-day', url: '/account/cup-partly', isEnglish: true },
  { name: 'tear-sheet-by-broker', url: '/account/cup-broker/tearsheet.pdf', isEnglish: true },
  { name: 'tear-sheet-up-to-a-day', url: '/account/cup-partly/tearsheet.pdf', isEnglish: true },
  { name: 'card-by-broker', url: '/widget/cup-broker.svg?size=large' },
  { name: 'card-up-to-a-day', url: '/widget/cup-partly.svg?size=large' },
  { name: 'verification-with-gaps', url: '/account/lane-grid/verification' },
  { name: 'verification-of-portfolio', url: '/account/lane-all/verification', isEnglish: true },
  { name: 'verification-hidden-parts', url: '/account/lane-lab/verification', isEnglish: true },
  { name: 'account-own', url: '/account/lane-quiet', as: 'owner', isEnglish: true },
  { name: 'verification-shared', url: '/share/{share}/verification', isEnglish: true },
  { name: 'verification-gap', url: '/account/cup-challenge/verification', isEnglish: true },
  { name: 'numbers', url: '/numbers' },
  { name: 'docs', url: '/docs', isEnglish: true },
  { name: 'search', url: '/search?q=lane&sort=max_drawdown_percent', isEnglish: true },
  { name: 'site-map', url: '/sitemap.xml', isEnglish: true },
  { name: 'robots', url: '/robots.txt', isEnglish: true },
  { name: 'sign-in', url: '/me/sign-in' },
  { name: 'me', url: '/me', as: 'owner' },
  { name: 'me-account', url: '/me/accounts/lane-swing', as: 'owner' },
  { name: 'me-settings', url: '/me/settings', as: 'owner' },
  { name: 'me-shares', url: '/me/accounts/lane-quiet/shares', as: 'owner' },
  { name: 'me-connections', url: '/me/accounts/lane-quiet/connections', as: 'owner' },
  { name: 'me-deliveries', url: '/me/accounts/lane-quiet/deliveries', as: 'owner' },
  { name: 'me-alerts', url: '/me/accounts/lane-swing/alerts', as: 'owner' },
  { name: 'embed-refused', url: `${swing}/embed?size=x`, isEnglish: true },
  { name: 'me-add', url: '/me/add', as: 'owner' },
  { name: 'me-trail', url: '/me/trail', as: 'owner' },
  { name: 'me-portfolio', url: '/me/accounts/lane-all', as: 'owner', isEnglish: true },
  { name: 'me-gap', url: '/me/accounts/lane-quiet', as: 'owner', isEnglish: true },
  { name: 'operator', url: '/operator', as: 'operator', isEnglish: true },
  {
    name: 'operator-owner',
    url: '/operator/owners/harbour-lane',
    as: 'operator',
    isEnglish: true,
  },
];

/** Addresses of the pages that need no sign-in. */
export const publicUrls: readonly string[] = pages.flatMap(({ url, as }) =>
  as === undefined ? [url] : [],
);

/** Page as it was answered to somebody, in a language. */
export interface Answered {
  /** Name of its accepted file. */
  readonly file: string;
  readonly answer: LightMyRequestResponse;
  /** Texts that were written into the PDF. */
  readonly written: readonly string[];
  /** Drawing of an image. */
  readonly drawing: Drawing | undefined;
  /** Asks for it again, if it has changed since. */
  again(): Promise<LightMyRequestResponse>;
}

/** Asks for every page of the world, in each of its languages. */
export async function askForPages(world: PagesWorld): Promise<Answered[]> {
  const { app, registry, share, drawn } = world;
  const askers: Readonly<Record<Asker, Browsing>> = {
    stranger: browse(app),
    owner: await signedIn(app, registry, 'harbour-lane'),
    operator: await signedIn(app, registry, 'watch'),
  };
  const answered: Answered[] = [];
  for (const code of languageCodes) {
    for (const { name, url, as = 'stranger', isEnglish } of pages) {
      if (isEnglish && code !== 'en') continue;
      const browser = askers[as];
      const address = inLanguage(url.replace('{share}', share), code);
      let answer: LightMyRequestResponse | undefined;
      const written = await writtenIn(async () => {
        answer = await browser.get(address);
      });
      if (answer === undefined) throw new Error(`${address} has no answer`);
      const known = { 'if-none-match': String(answer.headers.etag) };
      const headers = { ...known, cookie: `${cookieName}=${browser.token ?? ''}` };
      answered.push({
        file: `${name}.${code}`,
        answer,
        written,
        drawing: drawn.at(-1),
        again: () => app.inject({ url: address, headers }),
      });
    }
  }
  return answered;
}

/** Returns the lines of each page by the name of its accepted file. */
export function linesOfPages(
  answered: readonly Answered[],
  world: PagesWorld,
): Map<string, readonly string[]> {
  const seen: Block[] = [];
  return new Map(
    answered.map((page) => {
      const lines = [...headOf(page.answer), ...bodyOf(page)];
      return [page.file, named(fold(lines, page.file, seen), world)];
    }),
  );
}

/** Name of the accepted file of pages in odd states. */
export const oddStates = 'owners-in-odd-states.en';

/** Returns the lines of pages in odd states, which are in one file: what stands in each alone. */
export async function linesOfOddPages(world: PagesWorld): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, ask, isHead] of await makeOddStates(world)) {
    const answer = await ask();
    const all = linesOf(answer.body);
    const main = all.slice(all.indexOf('main#main') + 1);
    const last = isHead ? /^section/ : /^(?:data#|footer|form action=\/me\/sign-out)/;
    const end = main.findIndex((line) => last.test(line));
    lines.push(`# ${name}`, ...headOf(answer).slice(0, 1), ...main.slice(0, end), '');
  }
  return named(lines, world);
}

/** Lists the elements and attributes of pages and drawings that browsers do not know. */
export const unknownMarkupOf = (answered: readonly Answered[]): string[] =>
  answered.flatMap(({ file, answer: { headers, body }, drawing }) => {
    const type = String(headers['content-type']);
    const drawn = type === 'image/png' && drawing?.kind === 'png' ? drawing.svg : null;
    const markup = /^text\/html|svg/.test(type) ? body : drawn;
    if (markup === null) return [];
    return unknownMarkup(markup, !type.startsWith('text/html')).map((what) => `${file}: ${what}`);
  });

const inLanguage = (url: string, code: Code): string =>
  code === 'en' ? url : `${url}${url.includes('?') ? '&' : '?'}lang=${code}`;

const headers = [
  ...['content-type', 'cache-control', 'vary', 'x-robots-tag', 'content-language', 'location'],
];

const headOf = ({ statusCode, headers: sent }: LightMyRequestResponse): string[] => [
  `status ${statusCode}`,
  ...headers.flatMap((name) => (sent[name] === undefined ? [] : [`${name}: ${sent[name]}`])),
];

function bodyOf({ answer: { headers, body }, written, drawing }: Answered): readonly string[] {
  const type = String(headers['content-type']);
  if (type === 'application/pdf') return written;
  if (type === 'image/png') {
    return drawing?.kind === 'png'
      ? [`zoom ${drawing.zoom}`, ...linesOf(drawing.svg, { xmlMode: true })]
      : [];
  }
  if (type.startsWith('text/html')) return linesOf(body);
  return /xml/.test(type) ? linesOf(body, { xmlMode: true }) : body.split('\n');
}

/** Part of a page that stands word for word on others. */
interface Block {
  readonly file: string;
  readonly text: string;
}

/** First lines of what all pages have in common: the foot, and words for scripts. */
const common = /^(footer|data#(?:format|chart|copy)-words)/;

/** Writes a part that an earlier page of the same language has word for word as one line. */
function fold(lines: readonly string[], file: string, seen: Block[]): string[] {
  const folded: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const [start] = common.exec(lines[at] ?? '') ?? [];
    let end = at + 1;
    if (start === 'footer') end = lines.length;
    else if (start) while (lines[end]?.startsWith(`${start} `)) end += 1;
    const part = lines.slice(at, end);
    const text = part.join('\n');
    const known = start ? seen.find((block) => block.text === text) : undefined;
    if (known) folded.push(`${start} as in ${known.file}`);
    else folded.push(...part);
    if (start && !known) seen.push({ file, text });
    at = end;
  }
  return folded;
}

/** Replaces texts that differ from world to world, such as random ids, by their kinds. */
const named = (lines: readonly string[], { share }: PagesWorld): string[] =>
  lines.map((line) =>
    line
      .replaceAll(share, 'SHARE')
      .replaceAll(/\b(shr|conn|rcp|key|alt)_[0-9A-Za-z]{8,}/g, '$1_ID')
      .replaceAll(/(sessions\/)[\w-]{12}/g, '$1ID')
      .replaceAll(/\btr_(invite|share)_[\w-]{43}/g, 'tr_$1_SECRET')
      .replaceAll(/\b\d{17}-[0-9a-f]{32}\b/g, 'STATEMENT')
      .replaceAll(/\b(\d{6})-[0-9a-f]{12}\b/g, '$1-HASH'),
  );
