import type { LightMyRequestResponse } from 'fastify';
import { madeExports } from '../../../fixtures/statements/exports.ts';
import { addAlertTarget } from '../../../pipeline/registry/alert-targets.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import {
  createConnectionKey,
  revokeConnectionKey,
} from '../../../pipeline/registry/connection-keys.ts';
import { createKey, revokeKey } from '../../../pipeline/registry/keys.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { createShare, revokeShare, sharesOf } from '../../../pipeline/registry/shares.ts';
import { inviteOwner, invitePath } from '../../../pipeline/registry/sign-in.ts';
import { type Browsing, browse, dropStatement, signedIn } from '../../server/owners/owners.ts';
import { dayBefore, type PagesWorld } from './world.ts';

const slug = 'lane-swing';
const account = `/me/accounts/${slug}`;
const owner = 'harbour-lane';

/** Page in an odd state. `isHead` says that only what stands above its first section is of note. */
export type OddPage = readonly [
  name: string,
  answer: () => Promise<LightMyRequestResponse>,
  isHead?: true,
];

/**
 * Brings what belongs to owners into states that are rare: refused, withdrawn, expired, revoked,
 * full or empty. Lists the pages that tell of them. Public pages do not change.
 */
export async function makeOddStates(world: PagesWorld): Promise<OddPage[]> {
  const { app, registry } = world;
  await applyRegistry(registry, { owners: [{ slug: 'newcomer', plan: 'free' }] });
  const stranger = browse(app);
  const lane = await signedIn(app, registry, owner);
  const cup = await signedIn(app, registry, 'second-cup');
  const newcomer = await signedIn(app, registry, 'newcomer');
  const operator = await signedIn(app, registry, 'watch');

  const yesterday = await openRegistry({ dataDir: world.dataDir, clock: () => dayBefore });
  const expired = await inviteOwner(yesterday, 'newcomer', 'test');
  const ended = { account: slug, passwordHash: null, expires_at: new Date('2026-03-02T00:00:00Z') };
  await createShare(yesterday, owner, { ...ended, name: 'over' });
  await yesterday.close();
  const invited = await inviteOwner(registry, 'newcomer', 'test');
  const invite = `${invitePath}${invited.token}`;

  const link = { account: slug, expires_at: null };
  await createShare(registry, owner, { ...link, name: 'revoked', passwordHash: null });
  await createShare(registry, owner, { ...link, name: 'guarded', passwordHash: 'scrypt' });
  const shares = await sharesOf(registry, owner, slug);
  const revoked = shares.find(({ name }) => name === 'revoked')?.id ?? '';
  await revokeShare(registry, owner, slug, revoked);

  const connection = { account: slug, name: 'Old terminal', owner };
  const { id: sender } = await createConnectionKey(registry, connection, 'test');
  await revokeConnectionKey(registry, sender, 'test');
  const { id: key } = await createKey(registry, { owner, name: 'Old script', scopes: [] });
  await revokeKey(registry, key);
  for (const [kind, address] of [
    ['email', 'desk@lane.example'],
    ['webhook', 'https://lane.example/hook'],
  ] as const) {
    await addAlertTarget(registry, owner, { kind, address, language: 'en' });
  }

  const sent = '/me/accounts/cup-partly/deliveries';
  const { body } = await cup.get(sent);
  const [withdrawn, open] = [...body.matchAll(/\/deliveries\/(\w+)"/g)].map(([, id]) => id);
  await cup.post(`${sent}/${withdrawn}`);

  const dropped = async (name: string, bytes: string | Uint8Array) => {
    const answer = await dropStatement(app, newcomer, name, Buffer.from(bytes));
    return answer.statusCode === 303 ? newcomer.get(String(answer.headers.location)) : answer;
  };
  const get =
    (browser: Browsing, url: string): OddPage[1] =>
    () =>
      browser.get(url);
  const post =
    (browser: Browsing, url: string, fields: Readonly<Record<string, string>>): OddPage[1] =>
    () =>
      browser.post(url, fields);
  /** Asks a server whose newest data is more than a week old. */
  const later =
    (url: string): OddPage[1] =>
    async () => {
      const server = await world.reopen(new Date('2026-03-10T12:00:00Z'));
      try {
        return await browse(server.app, lane.token).get(url);
      } finally {
        await server.close();
      }
    };
  return [
    ['stale list', later('/owner/harbour-lane')],
    ['stale account', later(`/account/${slug}`), true],
    ['stale card', later(`/widget/${slug}.svg?size=large`)],
    ['stale dashboard', later('/me')],
    ['sign in refused', post(stranger, '/me/sign-in', { owner, password: 'wrong' })],
    ['sign in ended', get(stranger, '/me/sign-in?why=ended')],
    ['invitation', get(stranger, invite)],
    ['invitation refused', post(stranger, invite, { password: 'short' })],
    ['invitation expired', get(stranger, `${invitePath}${expired.token}`)],
    ['link in mail refused', get(stranger, '/alerts/confirm/alt_0000000000000000.x')],
    ['new me', get(newcomer, '/me')],
    ['new trail', get(newcomer, '/me/trail')],
    ['new settings', get(newcomer, '/me/settings')],
    ['new alerts', get(newcomer, '/me/alerts')],
    ['new portfolio', get(newcomer, '/me/portfolios')],
    ['new upload refused', () => dropped('nonsense.htm', 'no statement at all'), true],
    ['new upload of nothing', () => dropped('empty.csv', ''), true],
    ['new upload', () => dropped('history.csv', madeExports.myfxbook?.() ?? '')],
    ['new with upload', get(newcomer, '/me')],
    ['not owned', get(newcomer, account)],
    ['not for owners', get(lane, '/operator')],
    ['ended shares', get(lane, `${account}/shares`)],
    ['refused share', post(lane, `${account}/shares`, { name: 'x', until: '2026-01-01' }), true],
    ['made share', post(lane, `${account}/shares`, { name: 'A fund' }), true],
    ['revoked sender', get(lane, `${account}/connections`)],
    ['closed sender', get(lane, '/me/accounts/lane-grid/connections')],
    ['refused code', post(lane, `${account}/connections/code`, { code: 'AAAAA-AAAAA' }), true],
    ['revoked key', get(lane, '/me/settings')],
    ['refused key', post(lane, '/me/settings/keys', { name: '' }), true],
    ['refused password', post(lane, '/me/settings/password', { old: 'x', password: 'y' }), true],
    ['places of alerts', get(lane, '/me/alerts')],
    ['refused address', post(lane, '/me/alerts/emails', { email: 'nowhere' }), true],
    ['withdrawn delivery', get(cup, sent)],
    ['delivery withdrawn before', get(cup, `${sent}/${withdrawn}`)],
    ['delivery to withdraw', get(cup, `${sent}/${open}`)],
    ['deliveries of a broker', get(cup, '/me/accounts/cup-broker/deliveries')],
    ['no deliveries', get(lane, '/me/accounts/lane-lab/deliveries')],
    ['refused rows', get(lane, `${account}/refused`)],
    ['refused cut', post(lane, `${account}/cut`, { day: '2025-06-01', typed: 'Lane' }), true],
    ['refused name', post(lane, `${account}/name`, { name: '' }), true],
    ['refused deletion', post(lane, `${account}/delete`, { typed: 'Lane' }), true],
    ['as stranger sees', get(lane, '/me/accounts/lane-quiet/as-stranger'), true],
    ['operator finds nobody', get(operator, '/operator?q=nobody')],
    ['operator new owner', get(operator, '/operator/owners/newcomer')],
    ['operator refused rows', get(operator, '/operator/refused')],
    ['operator no owner', get(operator, '/operator/owners/nobody')],
    [
      'operator refused owner',
      post(operator, '/operator/owners', { slug: 'A b', plan: 'free' }),
      true,
    ],
    [
      'operator refused plan',
      post(operator, '/operator/owners/newcomer/plan', { plan: 'gold', until: '' }),
      true,
    ],
    ['operator invites', post(operator, '/operator/owners/newcomer/invite', {}), true],
    ['operator', get(operator, '/operator')],
  ];
}
