import { createHmac } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DeliveryError, type Message } from '../../../pipeline/alerts/message.ts';
import type { Resolve } from '../../../pipeline/alerts/public-address.ts';
import { createWebhooks, webhookAddress } from '../../../pipeline/alerts/webhook.ts';
import { hookHost, startReceiver } from './webhook-receiver.ts';

const webhooks = suite('webhooks of alerts');

const now = new Date('2026-03-01T12:00:00Z');
const receiver = await startReceiver();

webhooks('are addresses of HTTPS without a password', () => {
  assert.is(webhookAddress('https://hooks.example/x?y=1#z'), 'https://hooks.example/x?y=1');
  assert.is(webhookAddress('https://hooks.example:8443'), 'https://hooks.example:8443/');
  const refused = [
    ...['', 'hooks.example', 'http://hooks.example/', 'ftp://hooks.example/', 'file:///etc/passwd'],
    ...['https://user:canary@hooks.example/', 'https://user@hooks.example/', 'https://'],
    ...['javascript:alert(1)', 'data:text/plain,x', `https://hooks.example/${'x'.repeat(500)}`],
  ];
  for (const text of refused) assert.is(webhookAddress(text), null, text);
});

if (receiver === null) {
  console.log('skipped: openssl is not installed');
} else {
  const { port, ca, hooks } = receiver;
  const message: Message = {
    id: 'msg_01234567890123456789',
    kind: 'drawdown',
    details: { drawdown_percent: 12.5, limit_percent: 10, since: '2026-02-03' },
    created_at: '2026-03-01T11:59:00Z',
    account: { slug: 'north-gold', name: 'Gold "1"\r\nX-Evil: 1' },
    target: {
      id: 'alt_0123456789abcdef',
      kind: 'webhook',
      address: `https://${hookHost}:${port}/in?token=1`,
      secret: 'whsec_canary',
      language: 'en',
    },
  };
  const here: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const sending = (
    options: { resolve?: Resolve; allowsPrivate?: boolean; milliseconds?: number } = {},
  ) =>
    createWebhooks({
      baseUrl: () => 'https://records.example',
      clock: () => now,
      allowsPrivate: true,
      resolve: here,
      ca,
      milliseconds: 20_000,
      ...options,
    });
  const faultOf = async (work: Promise<void>): Promise<string> => {
    try {
      await work;
    } catch (error) {
      assert.instance(error, DeliveryError);
      assert.not.match(`${(error as Error).stack} ${(error as Error).cause}`, /canary|127\.0\.0/);
      return (error as DeliveryError).fault;
    }
    return 'was sent';
  };

  webhooks.before.each(() => {
    hooks.length = 0;
    receiver.answer = (response) => void response.writeHead(204).end();
  });
  webhooks.after(() => receiver.close());

  webhooks('carry the figures, signed with time and secret', async () => {
    await sending()(message);
    const [hook] = hooks;
    assert.equal([hook?.method, hook?.path], ['POST', '/in?token=1']);
    assert.equal(JSON.parse(hook?.body ?? ''), {
      id: message.id,
      type: 'drawdown',
      created_at: message.created_at,
      account: { ...message.account, url: 'https://records.example/me/accounts/north-gold' },
      data: message.details,
    });
    const headers = hook?.headers ?? {};
    assert.is(headers['content-type'], 'application/json');
    assert.is(headers['x-trackrecord-delivery'], message.id);
    assert.is(headers['x-trackrecord-timestamp'], '1772366400');
    // Computed as a receiver would, from the documentation alone.
    const signed = createHmac('sha256', 'whsec_canary').update(`1772366400.${hook?.body}`);
    assert.is(headers['x-trackrecord-signature'], `sha256=${signed.digest('hex')}`);
    assert.is(headers['x-evil'], undefined);
  });

  webhooks('never reach a private address, by name or number', async () => {
    const closed = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00:ec2::254'];
    for (const address of closed) {
      const resolve: Resolve = async () => [
        { address: '8.8.8.8', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ];
      const work = sending({ resolve, allowsPrivate: false })(message);
      assert.is(await faultOf(work), 'refused_address', address);
    }
    for (const host of ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
      const target = { ...message.target, address: `https://${host}:${port}/` };
      const work = sending({ allowsPrivate: false })({ ...message, target });
      assert.is(await faultOf(work), 'refused_address', host);
    }
    assert.equal(hooks, []);
  });

  webhooks('connect to the checked address, even if the name now has another', async () => {
    let asked = 0;
    // The name changes its address (DNS rebinding). Only the first answer counts.
    const resolve: Resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '203.0.113.1', family: 4 }];
    };
    await sending({ resolve })(message);
    assert.equal([asked, hooks.length], [1, 1]);
    // Now the second answer is the private address, and nothing may reach it.
    let later = 0;
    const rebinding: Resolve = async () => {
      later += 1;
      return [
        {
          address: later === 1 ? '2001:4860:4860::ffff' : '127.0.0.1',
          family: later === 1 ? 6 : 4,
        },
      ];
    };
    const work = sending({ resolve: rebinding, allowsPrivate: false, milliseconds: 500 })(message);
    assert.match(await faultOf(work), /^(unreachable|timeout)$/);
    assert.equal([later, hooks.length], [1, 1]);
  });

  webhooks('follow no redirect', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer = (response) =>
        void response.writeHead(status, { location: `https://${hookHost}:${port}/inside` }).end();
      assert.is(await faultOf(sending()(message)), 'redirect', `${status}`);
    }
    assert.equal(new Set(hooks.map(({ path }) => path)), new Set(['/in?token=1']));
  });

  webhooks('count as delivered only with a 2xx answer', async () => {
    for (const [status, fault] of [
      [200, 'was sent'],
      [299, 'was sent'],
      [400, 'refused'],
      [404, 'refused'],
      [410, 'refused'],
      [500, 'refused'],
    ] as const) {
      receiver.answer = (response) => void response.writeHead(status).end('canary');
      assert.is(await faultOf(sending()(message)), fault, `${status}`);
    }
  });

  webhooks('end if the answer is endless or never comes', async () => {
    let sent = 0;
    receiver.answer = (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1024))) sent += 1024;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    assert.is(await faultOf(sending()(message)), 'was sent');
    assert.ok(sent < 8 * 1024 * 1024, `${sent} bytes`);
    receiver.answer = () => {};
    assert.is(await faultOf(sending({ milliseconds: 300 })(message)), 'timeout');
    const slow: Resolve = () => new Promise(() => {});
    assert.is(await faultOf(sending({ resolve: slow, milliseconds: 100 })(message)), 'timeout');
  });

  webhooks('need a certificate that is trusted and names the host', async () => {
    const untrusting = createWebhooks({
      baseUrl: () => 'https://records.example',
      clock: () => now,
      allowsPrivate: true,
      resolve: here,
    });
    assert.is(await faultOf(untrusting(message)), 'unreachable');
    const target = { ...message.target, address: `https://another.example:${port}/` };
    assert.is(await faultOf(sending()({ ...message, target })), 'unreachable');
    const plain = { ...message.target, address: `http://${hookHost}:${port}/` };
    assert.is(await faultOf(sending()({ ...message, target: plain })), 'refused_address');
    assert.equal(hooks, []);
  });
}

webhooks.run();
