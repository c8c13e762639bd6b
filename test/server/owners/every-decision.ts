import { Readable } from 'node:stream';
import * as assert from 'uvu/assert';
import { bytesOf, madeCases } from '../../../fixtures/statements/cases.ts';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { storeAnswers } from '../../../pipeline/deliveries/balance-answers.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { alertTargetsOf } from '../../../pipeline/registry/alert-targets.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { listConnectionKeys } from '../../../pipeline/registry/connection-keys.ts';
import { listKeys } from '../../../pipeline/registry/keys.ts';
import { noteOperatorAccounts } from '../../../pipeline/registry/operator-accounts.ts';
import { hashPassword } from '../../../pipeline/registry/passwords.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import { findSession, openSession } from '../../../pipeline/registry/sessions.ts';
import { sharesOf } from '../../../pipeline/registry/shares.ts';
import { acceptInvite, inviteOwner } from '../../../pipeline/registry/sign-in.ts';
import { openForEntering, sentRows } from '../../pipeline/deliveries/entering.ts';
import { openStatements } from '../../support/statements.ts';
import { bearer, goldId } from '../world.ts';
import { formOf, fromHere } from './owners.ts';

/** Caller: a browser with a session, or a program with a key. */
interface As {
  readonly token?: string;
  readonly key?: string;
}

/** Request to a server: a form that is sent, or a page that is read. */
export interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: string | null;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Returns a header; empty if it is missing. */
  header(name: string): string;
}

/** Servers on which decisions are made and checked. */
export interface Servers {
  readonly registry: Registry;
  readonly dataDir: DataDirectory;
  readonly cookieName: string;
  here(asked: Asked): Promise<Answer>;
  there(asked: Asked): Promise<Answer>;
}

type Decider = 'north-desk' | 'boss';

/** The servers, with values from earlier decisions. */
interface Desk extends Servers {
  /** Returns the other server's answer to its next request. */
  see(path: string, as?: As): Promise<Answer>;
  readonly tokens: Record<Decider | 'other', string>;
  /** Answer to the last form. */
  answer: Answer;
  /** Keys that were shown last. */
  developerKey: string;
  connectionKey: string;
  /** Secret of the share link that was shown last. */
  share: string;
}

interface Decision {
  readonly who: Decider;
  /** Route, as in the app. */
  readonly route: string;
  /** Values for the route's parameters. */
  readonly at?: (desk: Desk) => Promise<readonly string[]> | readonly string[];
  readonly form?: Readonly<Record<string, string | readonly string[]>>;
  /** Entry and field that it writes into the audit trail, without random parts. */
  readonly entered: readonly string[];
  /** Returns true if the next request shows the decision. */
  isInForce(desk: Desk): Promise<boolean>;
}

const password = 'a few words of mine';
const newPassword = 'other words of mine';

const by =
  (who: Decider) =>
  (route: string, decision: Omit<Decision, 'who' | 'route'>): Decision => ({
    who,
    route,
    ...decision,
  });
const byOwner = by('north-desk');
const byOperator = by('boss');

/** Decisions of owners and operators, in an order in which all are possible. */
export const decisions: readonly Decision[] = [
  byOwner('/me/accounts/:slug/shown', {
    at: () => ['north-eurusd'],
    form: { published: 'yes', hide: ['by_symbol'] },
    entered: ['north-eurusd hide'],
    isInForce: async ({ see }) => {
      const { status, body } = await see('/account/north-eurusd/behaviour');
      return status === 200 && !body.includes('id="by_symbol"');
    },
  }),
  byOwner('/me/accounts/:slug/shown', {
    at: () => ['north-eurusd'],
    form: { published: 'yes', hide: ['by_symbol'], show_trades_on_page: 'yes' },
    entered: ['north-eurusd show_trades_on_page'],
    isInForce: async ({ see }) => (await see('/account/north-eurusd/trades')).status === 200,
  }),
  byOwner('/me/accounts/:slug/shown', {
    at: () => ['north-eurusd'],
    form: { published: 'no', hide: [] },
    entered: ['north-eurusd show_trades_on_page', 'north-eurusd hide', 'north-eurusd published'],
    isInForce: async ({ see }) => (await see('/account/north-eurusd')).status === 404,
  }),
  byOwner('/me/accounts/:slug/name', {
    at: () => ['north-gold'],
    form: { name: 'Silver' },
    entered: ['north-gold name'],
    isInForce: async ({ see }) => (await see('/account/north-gold')).body.includes('Silver'),
  }),
  byOwner('/me/accounts/:slug/portfolios', {
    at: () => ['north-secret'],
    form: { portfolio: ['north-all'] },
    entered: ['north-all members'],
    isInForce: isMember,
  }),
  byOwner('/me/accounts/:slug/members', {
    at: () => ['north-all'],
    form: { currency: 'USD', member: ['north-gold'] },
    entered: ['north-all currency', 'north-all members'],
    isInForce: async (desk) => !(await isMember(desk)),
  }),
  byOwner('/me/accounts/:slug/cut', {
    at: () => ['north-gold'],
    form: { day: '2025-06-01', typed: 'Silver' },
    entered: ['north-gold history_cut_at'],
    // The data of its figures is no longer shown. New figures come with the next run.
    isInForce: async ({ see }) => !(await see('/account/north-gold')).body.includes('id="charts"'),
  }),
  byOwner('/me/accounts/:slug/benchmark', {
    at: () => ['north-gold'],
    form: { benchmark: 'XAUUSD' },
    entered: ['north-gold benchmark'],
    isInForce: async ({ see, tokens }) => {
      const token = tokens['north-desk'];
      const { body } = await see('/me/accounts/north-gold', { token });
      return body.includes('<option value="XAUUSD" selected>Gold (XAUUSD)</option>');
    },
  }),
  byOwner('/me/portfolios', {
    form: { name: 'Metals', currency: 'USD', member: ['north-gold'] },
    entered: ['metals owner', 'metals name', 'metals currency', 'metals members'],
    isInForce: isListed('Metals'),
  }),
  byOwner('/me/add/connection', {
    form: { name: 'Sent' },
    entered: ['sent owner', 'sent name'],
    isInForce: isListed('Sent'),
  }),
  byOwner('/me/add/:id/confirm', {
    form: { name0: 'Dropped', clock: 'UTC' },
    at: async ({ dataDir }) => {
      const madeCase = madeCases().find(({ name }) => name === 'one trade');
      const content = Readable.from([madeCase ? bytesOf(madeCase) : '']);
      const clock = () => new Date();
      const statements = openStatements(dataDir.inbox, clock);
      const { id } = await statements.receive(
        { slug: 'north-desk', plan: 'free' },
        'one.htm',
        content,
      );
      await statements.idle();
      return [id];
    },
    entered: ['dropped owner', 'dropped name', 'dropped timezone', 'dropped statement_currency'],
    isInForce: isListed('Dropped'),
  }),
  byOwner('/me/accounts/:slug/alerts', {
    at: () => ['north-gold'],
    form: { kind: ['drawdown', 'stale'], limit: '12.5' },
    entered: ['north-gold alerts'],
    isInForce: async ({ see, tokens }) => {
      const token = tokens['north-desk'];
      return (await see('/me/accounts/north-gold/alerts', { token })).body.includes('value="12.5"');
    },
  }),
  byOwner('/me/alerts/emails', {
    form: { email: 'me@example.com' },
    entered: ['north-desk alerts'],
    isInForce: showsAlerts('me@example.com'),
  }),
  byOwner('/me/alerts/webhooks', {
    form: { webhook: 'https://hooks.example/x' },
    entered: ['north-desk alerts'],
    isInForce: showsAlerts('https://hooks.example/x'),
  }),
  byOwner('/me/alerts/:id/remove', {
    at: async ({ registry }) => {
      const targets = await alertTargetsOf(registry, 'north-desk');
      return [targets.find(({ kind }) => kind === 'webhook')?.id ?? ''];
    },
    entered: ['north-desk alerts'],
    isInForce: async (desk) => !(await showsAlerts('https://hooks.example/x')(desk)),
  }),
  byOwner('/me/accounts/:slug/shares', {
    at: () => ['north-secret'],
    form: { name: 'friend' },
    entered: ['north-secret shares'],
    isInForce: opensShare,
  }),
  byOwner('/me/accounts/:slug/shares/:id/revoke', {
    at: async ({ registry }) => {
      const [share] = await sharesOf(registry, 'north-desk', 'north-secret');
      return ['north-secret', share?.id ?? ''];
    },
    entered: ['north-secret shares'],
    isInForce: async (desk) => !(await opensShare(desk)),
  }),
  byOwner('/me/accounts/:slug/connections', {
    at: () => ['north-gold'],
    form: { name: 'terminal' },
    entered: ['north-gold connection_keys'],
    isInForce: canSend,
  }),
  byOwner('/me/accounts/:slug/connections/:id/revoke', {
    at: async ({ registry }) => {
      const [key] = await listConnectionKeys(registry, 'north-gold');
      return ['north-gold', key?.id ?? ''];
    },
    entered: ['north-gold connection_keys'],
    isInForce: async (desk) => !(await canSend(desk)),
  }),
  byOwner('/me/accounts/:slug/deliveries/:id', {
    at: async ({ dataDir }) => {
      const inbox = openForEntering(await openSqlite(dataDir.inbox.database));
      const equity = [{ at: '2026-02-03T10:00:00Z', balance: 1, equity: 1 }];
      const [entered] = await inbox.enter([sentRows(goldId, 'of gold', { equity })]);
      await inbox.close();
      const isEntered = typeof entered === 'object' && 'receipt' in entered;
      return ['north-gold', isEntered ? entered.receipt : ''];
    },
    entered: ['north-gold deliveries'],
    isInForce: async ({ see, tokens }) => {
      const page = await see('/me/accounts/north-gold/deliveries', { token: tokens['north-desk'] });
      return page.body.includes('Withdrawn <time');
    },
  }),
  byOwner('/me/accounts/:slug/correct', {
    at: async ({ dataDir }) => {
      const inbox = openForEntering(await openSqlite(dataDir.inbox.database));
      const equity = [{ at: '2026-02-03T10:00:00Z', balance: 1, equity: 1 }];
      const statement = { source: 'owner_statement', keyId: 'statement' } as const;
      await inbox.enter([sentRows(goldId, 'statement of gold', { equity }, statement)]);
      await inbox.close();
      return ['north-gold'];
    },
    form: { currency: 'CHF', confirmed: 'yes' },
    entered: ['north-gold statement_currency'],
    isInForce: async ({ see, tokens }) => {
      const page = await see('/me/accounts/north-gold/correct', { token: tokens['north-desk'] });
      return page.body.includes('name="currency" value="CHF"');
    },
  }),
  byOwner('/me/accounts/:slug/texts', {
    at: async ({ dataDir }) => {
      const database = await openSqlite(dataDir.inbox.database);
      await database.write((db) => storeAnswers(db, goldId, { 'Storage #': 'flow' }));
      await database.close();
      return ['north-gold'];
    },
    form: { key0: 'Storage #', text0: 'adjustment' },
    entered: ['north-gold balance_texts'],
    isInForce: async ({ see, tokens }) => {
      const page = await see('/me/accounts/north-gold/correct', { token: tokens['north-desk'] });
      return page.body.includes('<option value="adjustment" selected>');
    },
  }),
  byOwner('/me/accounts/:slug/delete', {
    at: () => ['north-all'],
    form: { typed: 'Everything' },
    entered: ['north-desk deleted'],
    isInForce: async ({ see, tokens }) =>
      (await see('/me/accounts/north-all', { token: tokens['north-desk'] })).status === 404,
  }),
  byOwner('/me/settings/name', {
    form: { name: 'Desk of the North' },
    entered: ['north-desk name'],
    isInForce: isListed('Desk of the North'),
  }),
  byOwner('/me/settings/profile', {
    form: { about: 'We trade\r\nslowly.', link: 'https://Desk.example/us' },
    entered: ['north-desk about', 'north-desk link'],
    isInForce: describesDesk,
  }),
  byOperator('/operator/owners/:slug/profile', {
    at: () => ['north-desk'],
    entered: ['north-desk about', 'north-desk link'],
    isInForce: async (desk) => !(await describesDesk(desk)),
  }),
  byOwner('/me/settings/keys', {
    form: { name: 'laptop', scope: ['accounts:read'] },
    entered: ['north-desk keys'],
    isInForce: async (desk) => (await allowanceOf(desk)) === '120',
  }),
  byOperator('/operator/owners', {
    form: { slug: 'newcomer', name: 'Newcomer', plan: 'pro', role: 'owner' },
    entered: ['newcomer name', 'newcomer plan', 'newcomer invite'],
    isInForce: async ({ see, answer }) => {
      const link = /\/me\/invite\/[\w-]+/.exec(answer.body)?.[0];
      return link !== undefined && (await see(link)).body.includes('Welcome, newcomer');
    },
  }),
  byOperator('/operator/accounts', {
    at: async ({ registry }) => {
      await noteOperatorAccounts(registry.store, ['MT5:7@Loaded']);
      return [];
    },
    form: { owner: 'north-desk', name: 'Loaded', account_id: 'MT5:7@Loaded' },
    entered: ['loaded owner', 'loaded hide'],
    async isInForce({ see, tokens, registry }) {
      const { body } = await see('/operator', { token: tokens.boss });
      const listed = (await registry.accounts()).find(({ name }) => name === 'Loaded');
      assert.equal(listed?.hide ?? ['comment'], ['comment']);
      return listed !== undefined && !body.includes('MT5:7@Loaded');
    },
  }),
  byOperator('/operator/owners/:slug/plan', {
    at: () => ['north-desk'],
    form: { plan: 'free', until: '' },
    entered: ['north-desk plan'],
    isInForce: async (desk) => (await allowanceOf(desk)) === '30',
  }),
  byOwner('/me/settings/keys/:id/revoke', {
    at: async ({ registry }) => [(await listKeys(registry, 'north-desk'))[0]?.id ?? ''],
    entered: ['north-desk keys'],
    isInForce: async ({ see, developerKey }) =>
      (await see('/api/v1/accounts', { key: developerKey })).status === 401,
  }),
  byOperator('/operator/accounts/:slug/marks', {
    at: () => ['solo-silent'],
    form: { mark: 'track_record', does: 'give', by: 'Ann Audit', how: 'a call' },
    entered: ['solo-silent verified.track_record'],
    isInForce: async ({ see }) => (await see('/account/solo-silent')).body.includes('Ann Audit'),
  }),
  byOperator('/operator/owners/:slug/invite', {
    at: () => ['north-desk'],
    entered: ['north-desk invite'],
    isInForce: async ({ see, answer }) => {
      const link = /\/me\/invite\/[\w-]+/.exec(answer.body)?.[0];
      return link !== undefined && (await see(link)).body.includes('Welcome, north-desk');
    },
  }),
  byOwner('/me/settings/sessions/:id/end', {
    at: async ({ registry, tokens }) => [(await findSession(registry, tokens.other))?.id ?? ''],
    entered: ['north-desk sessions'],
    isInForce: async (desk) => !(await isSignedIn(desk, desk.tokens.other)),
  }),
  byOwner('/me/settings/password', {
    form: { present: password, password: newPassword },
    entered: ['north-desk password'],
    isInForce: async (desk) => {
      const [, token = ''] = /session=([^;]+)/.exec(desk.answer.header('set-cookie')) ?? [];
      const isOut = !(await isSignedIn(desk, desk.tokens['north-desk']));
      return isOut && (await isSignedIn(desk, token));
    },
  }),
];

async function describesDesk({ see }: Desk): Promise<boolean> {
  const { body } = await see('/owner/north-desk');
  const link = '<a href="https://desk.example/us" rel="nofollow noopener ugc">desk.example</a>';
  return body.includes('<bdi>We trade\nslowly.</bdi>') && body.includes(link);
}

async function isMember({ see, tokens }: Desk): Promise<boolean> {
  const { body } = await see('/me/accounts/north-secret', { token: tokens['north-desk'] });
  return body.includes('value="north-all" checked');
}

function isListed(name: string): Decision['isInForce'] {
  return async ({ see, tokens }) =>
    (await see('/me', { token: tokens['north-desk'] })).body.includes(name);
}

async function canSend({ see, connectionKey }: Desk): Promise<boolean> {
  return (await see('/connect/v1/state', { key: connectionKey })).status === 200;
}

function showsAlerts(address: string): Decision['isInForce'] {
  return async ({ see, tokens }) =>
    (await see('/me/alerts', { token: tokens['north-desk'] })).body.includes(address);
}

async function opensShare({ see, share }: Desk): Promise<boolean> {
  return (await see(`/share/${share}`)).status === 200;
}

const allowanceOf = async ({ see, developerKey }: Desk): Promise<string> =>
  (await see('/api/v1/accounts', { key: developerKey })).header('x-ratelimit-limit');

const isSignedIn = async ({ see }: Desk, token: string): Promise<boolean> =>
  (await see('/me', { token })).status === 200;

const addressOf = (route: string, values: readonly string[]): string => {
  const left = [...values];
  return route.replaceAll(/:\w+/g, () => left.shift() ?? '');
};

/** Removes random parts of slugs and ids from an entry of the trail. */
const named = (entry: string, field: string): string =>
  `${entry.replace(/-[2-9a-hjkmnp-z]{8}$/, '')} ${field.replace(/^(keys|connection_keys|sessions|deliveries|shares|alerts)\..*/, '$1')}`;

/**
 * Makes every decision. Checks that it takes effect, and that the trail has it with person and
 * time.
 */
export async function decideEverything(servers: Servers): Promise<void> {
  const { registry } = servers;
  await applyRegistry(registry, { owners: [{ slug: 'boss', role: 'operator' }] });
  const { token } = await inviteOwner(registry, 'north-desk', 'test');
  const first = await acceptInvite(registry, token, await hashPassword(password), 'Firefox');
  const tokens = {
    'north-desk': first ?? '',
    other: await openSession(registry, 'north-desk', 'Safari', null),
    boss: await openSession(registry, 'boss', 'Firefox', null),
  };
  const headersOf = ({ token, key }: As) => ({
    ...fromHere,
    ...bearer(key),
    ...(token !== undefined && { cookie: `${servers.cookieName}=${token}` }),
  });
  const see = (path: string, as: As = {}) =>
    servers.there({ path, headers: headersOf(as), form: null });
  const answer = { status: 0, body: '', header: () => '' };
  const desk: Desk = {
    ...servers,
    see,
    tokens,
    answer,
    developerKey: '',
    connectionKey: '',
    share: '',
  };
  for (const { who, route, at, form = {}, entered, isInForce } of decisions) {
    const path = addressOf(route, (await at?.(desk)) ?? []);
    assert.is(await isInForce(desk), false, `${path}, before`);
    const before = (await readAudit(registry)).at(-1)?.number ?? 0;
    const from = Math.floor(registry.clock().getTime() / 1000);
    const headers = {
      ...headersOf({ token: tokens[who] }),
      'content-type': 'application/x-www-form-urlencoded',
    };
    desk.answer = await servers.here({ path, headers, form: formOf(form) });
    const until = registry.clock().getTime() / 1000;
    assert.ok([200, 303].includes(desk.answer.status), `${path} ${desk.answer.status}`);
    const entries = (await readAudit(registry)).filter(({ number }) => number > before);
    const names = entries.map(({ entry, field }) => named(entry, field));
    for (const name of entered) assert.ok(names.includes(name), `${path}: ${name} of ${names}`);
    assert.is(names.length, new Set(names).size, path);
    for (const { actor, at: entryAt } of entries) {
      assert.is(actor, `${who === 'boss' ? 'operator' : 'owner'}:${who}`, path);
      const second = Date.parse(entryAt) / 1000;
      assert.ok(second >= from && second <= until, `${path} ${entryAt}`);
    }
    desk.developerKey = /tr_live_\w{38}/.exec(desk.answer.body)?.[0] ?? desk.developerKey;
    desk.share = /tr_share_[\w-]{43}/.exec(desk.answer.body)?.[0] ?? desk.share;
    desk.connectionKey = /tr_conn_\w{38}/.exec(desk.answer.body)?.[0] ?? desk.connectionKey;
    assert.is(await isInForce(desk), true, `${path}, at the next request`);
  }
}
