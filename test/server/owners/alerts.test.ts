import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAlerting } from '../../../pipeline/alerts/alerting.ts';
import { createMails } from '../../../pipeline/alerts/mail.ts';
import type { Message } from '../../../pipeline/alerts/message.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { confirmAlertTarget } from '../../../pipeline/registry/alert-consent.ts';
import { addAlertTarget, alertTargetsOf } from '../../../pipeline/registry/alert-targets.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { mailWordsIn } from '../../../server/language/catalogues.ts';
import { headerOf, type SmtpServer, startSmtp } from '../../pipeline/alerts/smtp-server.ts';
import { until } from '../../support/until.ts';
import { within } from '../../support/within.ts';
import { partsOf } from '../facts.ts';
import { withServing } from '../serving.ts';
import { baseUrl, facts, goldId, now, type World, withWorld } from '../world.ts';
import { browse, signedIn } from './owners.ts';

const alerts = suite('alerts of owners');
const inWorld = within(alerts, withWorld);

let smtp: SmtpServer;
alerts.before(async () => {
  smtp = await startSmtp();
});
alerts.after(() => smtp.close());
alerts.before.each(() => {
  smtp.mails.length = 0;
});

/** Alerts of a server over its version in service. Mails are really sent. */
function alertingOf({ registry, snapshots }: World, hooks: Message[] = []) {
  const email = createMails({
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    from: 'alerts@records.example',
    baseUrl: () => baseUrl,
    wordsIn: mailWordsIn,
  });
  const webhook = async (message: Message) => void hooks.push(message);
  const alerting = createAlerting({
    registry,
    take: () => snapshots.take(),
    senders: { email, webhook },
    log: silentLog,
  });
  return {
    look: alerting.look,
    async sendAll() {
      await alerting.send();
      await alerting.ended();
    },
  };
}

/** Data of an account with a drawdown, a balance that does not reconcile, and a finished month. */
const troubled = {
  ...facts,
  [goldId]: {
    parts: {
      ...partsOf(2, {
        platform: 'MT4',
        currency: 'EUR',
        updated_at: '2026-02-01T00:00:00Z',
        reconciled: false,
      }),
      drawdowns: { current: { depth_percent: 12.5, started: '2026-01-20', days: 13 } },
    },
  },
};

const linkIn = (header: string): string => header.slice(1 + baseUrl.length, -1);

alerts('are off, then confirmed by mail, told once, and ended by the link in the mail', () => {
  let at = now.getTime();
  return withWorld(
    async (world) => {
      const { app, registry } = world;
      const alerting = alertingOf(world);
      const browser = await signedIn(app, registry, 'north-desk');
      assert.match((await browser.get('/me')).body, 'href="/me/alerts"');
      await alerting.look();
      await alerting.sendAll();
      assert.equal(smtp.mails, [], 'nothing is on');

      const page = '/me/accounts/north-gold/alerts';
      assert.match((await browser.get('/me/accounts/north-gold')).body, `href="${page}"`);
      const saved = await browser.post(page, {
        kind: ['drawdown', 'stale', 'unreconciled'],
        limit: '10,5',
      });
      assert.is(saved.headers.location, `${page}?done=saved`);
      assert.match((await browser.get(page)).body, 'value="10.5"');
      const added = await browser.post('/me/alerts/emails', { email: 'me@example.com' });
      assert.is(added.headers.location, '/me/alerts?done=added');
      await alerting.sendAll();
      const [confirmation] = smtp.mails;
      assert.equal(confirmation?.to, ['me@example.com']);
      const path = /https:\/\/records\.example(\/alerts\/confirm\/\S+)/.exec(
        confirmation?.text ?? '',
      )?.[1];
      assert.ok(path);

      const stranger = browse(app);
      const asked = await stranger.get(path ?? '');
      assert.match(asked.body, 'me@example.com');
      const [before] = await alertTargetsOf(registry, 'north-desk');
      assert.is(before?.confirmed_at, null, 'a look at the link confirms nothing');
      assert.is((await stranger.post(path ?? '')).statusCode, 200);
      const [after] = await alertTargetsOf(registry, 'north-desk');
      assert.is(after?.confirmed_at, now.toISOString().replace('.000', ''));

      at += 60_000;
      await alerting.look();
      await alerting.sendAll();
      at += 600_000;
      await alerting.look();
      await alerting.sendAll();
      assert.equal(
        smtp.mails
          .slice(1)
          .map((mail) => headerOf(mail, 'Subject'))
          .sort(),
        [
          'Gold does not reconcile',
          'Gold: drawdown of 12.50%',
          'Gold: no new data since 1 February 2026',
        ],
      );

      const link = linkIn(headerOf(smtp.mails[1] ?? raise(), 'List-Unsubscribe'));
      assert.match((await stranger.get(link)).body, 'Unsubscribe');
      // One click: a mail program sends this request from another site, without a cookie.
      const oneClick = () =>
        app.inject({
          method: 'POST',
          url: link,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'sec-fetch-site': 'cross-site',
            origin: 'https://mail.example',
          },
          payload: 'List-Unsubscribe=One-Click',
        });
      assert.is((await oneClick()).statusCode, 200);
      assert.is((await oneClick()).statusCode, 200, 'again');
      assert.equal(await alertTargetsOf(registry, 'north-desk'), []);
      const trail = JSON.stringify(await readAudit(registry));
      assert.not.match(trail, 'example.com');
    },
    { facts: troubled, clock: () => new Date(at) },
  );
});

function raise(): never {
  throw new Error('no mail');
}

inWorld('have links that nobody can make up, and that do one thing', async (world) => {
  const { app, registry } = world;
  const browser = await signedIn(app, registry, 'north-desk');
  await browser.post('/me/alerts/emails', { email: 'me@example.com' });
  await alertingOf(world).sendAll();
  const link = linkIn(headerOf(smtp.mails[0] ?? raise(), 'List-Unsubscribe'));
  const token = link.split('/').at(-1) ?? '';
  const [id = '', mac = ''] = token.split('.');
  const wrong = [
    ...[token.slice(0, -1), `${token.slice(0, -3)}AAA`, `${id}.`, id, `.${mac}`, 'x', '%00'],
    ...[`alt_${'0'.repeat(16)}.${mac}`, '__proto__', `${id}.${'A'.repeat(5000)}`],
  ];
  for (const text of wrong) {
    for (const action of ['confirm', 'unsubscribe']) {
      const address = `/alerts/${action}/${text}`;
      const answer = await browse(app).post(address);
      assert.not.match(answer.body, 'me@example.com', address);
    }
  }
  const crossed = await browse(app).post(`/alerts/confirm/${token}`);
  assert.is(crossed.statusCode, 410, 'signed for unsubscribing');
  const [target] = await alertTargetsOf(registry, 'north-desk');
  assert.equal([target?.address, target?.confirmed_at], ['me@example.com', null]);
});

inWorld('of a webhook show its secret once, and a test arrives', async (world) => {
  const { app, registry } = world;
  const hooks: Message[] = [];
  const browser = await signedIn(app, registry, 'north-desk');
  const made = await browser.post('/me/alerts/webhooks', { webhook: 'https://hooks.example/a' });
  const secret = /value="(whsec_[\w-]{43})"/.exec(made.body)?.[1] ?? '';
  assert.ok(secret);
  assert.not.match((await browser.get('/me/alerts')).body, 'whsec_');
  assert.not.match(JSON.stringify(await readAudit(registry)), 'whsec_');
  const [target] = await alertTargetsOf(registry, 'north-desk');
  const tested = await browser.post(`/me/alerts/${target?.id}/test`);
  assert.is(tested.headers.location, '/me/alerts?done=tested');
  await alertingOf(world, hooks).sendAll();
  assert.equal(
    hooks.map(({ kind, target: to }) => [kind, to.secret]),
    [['test', secret]],
  );
  const stranger = await signedIn(app, registry, 'solo');
  for (const action of ['test', 'remove']) {
    const answer = await stranger.post(`/me/alerts/${target?.id}/${action}`);
    assert.is(answer.statusCode, 404, action);
  }
  for (let again = 0; again < 9; again += 1) await browser.post(`/me/alerts/${target?.id}/test`);
  assert.is((await browser.post(`/me/alerts/${target?.id}/test`)).statusCode, 429);
});

inWorld(
  'refuse what is no address, and addresses inside the network',
  async ({ app, registry }) => {
    const browser = await signedIn(app, registry, 'north-desk');
    for (const email of [
      '',
      'me',
      'a@example.com, b@example.com',
      'me@example.com\r\nBcc: x@y.zz',
    ]) {
      const { statusCode } = await browser.post('/me/alerts/emails', { email });
      assert.is(statusCode, 422, JSON.stringify(email));
    }
    const closed = ['127.0.0.1', '10.1.2.3', '169.254.169.254', '[::1]', '2130706433', '0x7f.1'];
    for (const webhook of [
      ...['', 'http://hooks.example/', 'https://user:pw@hooks.example/'],
      ...closed.map((host) => `https://${host}/`),
    ]) {
      const { statusCode } = await browser.post('/me/alerts/webhooks', { webhook });
      assert.is(statusCode, 422, webhook);
    }
    for (const limit of ['', '0', '0.05', '100.1', '-5', '1e2', 'x', '10;']) {
      const form = { kind: ['drawdown'], limit };
      const { statusCode } = await browser.post('/me/accounts/north-gold/alerts', form);
      assert.is(statusCode, 422, limit);
    }
    assert.equal(await alertTargetsOf(registry, 'north-desk'), []);
  },
);

inWorld('are told in the trail in sentences, without an address', async ({ app, registry }) => {
  const browser = await signedIn(app, registry, 'north-desk');
  await browser.post('/me/alerts/emails', { email: 'me@example.com' });
  const [target] = await alertTargetsOf(registry, 'north-desk');
  await confirmAlertTarget(registry, target?.id ?? '');
  await browser.post('/me/accounts/north-gold/alerts', { kind: ['stale'] });
  await browser.post(`/me/alerts/${target?.id}/remove`);
  const { body } = await browser.get('/me/trail');
  for (const text of [
    'Added an address or webhook for alerts.',
    'Confirmed an address for alerts.',
    'the link in a mail',
    'Changed the alerts.',
    'Removed an address or webhook for alerts.',
  ]) {
    assert.match(body, text);
  }
  assert.not.match(body, 'me@example.com');
});

alerts('are sent by the server that owners use', () =>
  withServing(
    async (_server, { registry }) => {
      const email = { kind: 'email', address: 'me@example.com', language: 'en' } as const;
      await addAlertTarget(registry, 'north-desk', email);
      await until(async () => smtp.mails.length > 0);
      assert.equal(smtp.mails[0]?.to, ['me@example.com']);
    },
    {
      settings: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'alerts@records.example' },
    },
  ),
);

inWorld('speak the language of their owner, in pages and mails', async (world) => {
  const { app, registry } = world;
  const { token } = await signedIn(app, registry, 'north-desk');
  const browser = browse(app, token);
  assert.match((await browser.get('/me/alerts?lang=de')).body, 'E-Mail-Adressen');
  const headers = { 'sec-fetch-site': 'same-origin', 'accept-language': 'es' };
  await browser.post('/me/alerts/emails', { email: 'me@example.com' }, headers);
  await alertingOf(world).sendAll();
  assert.match(headerOf(smtp.mails[0] ?? raise(), 'Subject'), 'Confirme su dirección');
});

alerts.run();
