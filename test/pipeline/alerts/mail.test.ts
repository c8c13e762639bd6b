import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isSignedBy } from '../../../pipeline/alerts/links.ts';
import { createMails, mailAddress } from '../../../pipeline/alerts/mail.ts';
import { DeliveryError, type Message } from '../../../pipeline/alerts/message.ts';
import { mailWordsIn } from '../../../server/language/catalogues.ts';
import { headerOf, type SmtpServer, startSmtp } from './smtp-server.ts';

const mails = suite('mails of alerts');

const baseUrl = 'https://records.example';
const target = {
  id: 'alt_0123456789abcdef',
  kind: 'email',
  address: 'me@example.com',
  secret: 'whsec_canary',
  language: 'en',
} as const;
const drawdown: Message = {
  id: 'msg_01234567890123456789',
  kind: 'drawdown',
  details: { drawdown_percent: 12.5, limit_percent: 10, since: '2026-02-03' },
  created_at: '2026-03-01T12:00:00Z',
  account: { slug: 'north-gold', name: 'Gold' },
  target,
};

let smtp: SmtpServer;
mails.before(async () => {
  smtp = await startSmtp();
});
mails.after(() => smtp.close());
mails.before.each(() => {
  smtp.mails.length = 0;
  smtp.lines.length = 0;
  Object.assign(smtp, { refuse: null, auth: '235 ok', isSilent: false });
});

const sending = (user = '') =>
  createMails({
    smtpUrl: `smtp://${user}127.0.0.1:${smtp.port}`,
    from: 'Records <alerts@records.example>',
    baseUrl: () => baseUrl,
    wordsIn: mailWordsIn,
  });

async function send(message: Message) {
  await sending()(message);
  const mail = smtp.mails.at(-1);
  if (mail === undefined) throw new Error('no mail');
  return mail;
}

mails('are plain text with the figures, a link to the account and a way out', async () => {
  const mail = await send(drawdown);
  assert.equal([mail.from, mail.to], ['alerts@records.example', ['me@example.com']]);
  assert.is(headerOf(mail, 'Subject'), 'Gold: drawdown of 12.50%');
  assert.match(headerOf(mail, 'Content-Type'), /^text\/plain; charset=utf-8/);
  assert.is(headerOf(mail, 'Message-ID'), '<msg_01234567890123456789@records.example>');
  assert.is(headerOf(mail, 'Auto-Submitted'), 'auto-generated');
  assert.match(
    mail.text,
    'Gold is 12.50% below its peak. Your limit is 10%. The drawdown began on 3 February 2026.',
  );
  assert.match(mail.text, `${baseUrl}/me/accounts/north-gold`);
  const link = headerOf(mail, 'List-Unsubscribe');
  assert.is(headerOf(mail, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
  const token = /^<https:\/\/records\.example\/alerts\/unsubscribe\/(.+)>$/.exec(link)?.[1] ?? '';
  assert.ok(isSignedBy(token, 'unsubscribe', target));
  assert.not.ok(isSignedBy(token, 'confirm', target), 'a link does one thing');
  assert.match(mail.text, link.slice(1, -1));
  assert.not.match(mail.raw, 'whsec_canary');
});

mails('that ask for consent do not speak of settings: they may reach somebody else', async () => {
  const { text } = await send({ ...drawdown, kind: 'confirm', details: {}, account: null });
  assert.not.match(text, '/me/alerts');
  assert.match(text, /\r?\n-- \r?\nTo get no mail from here again, open:/);
  assert.match(
    (await send(drawdown)).text,
    `You can change your alerts at ${baseUrl}/me/alerts. To`,
  );
});

mails('are in the language of their owner', async () => {
  const of = (language: string) => send({ ...drawdown, target: { ...target, language } });
  const german = await of('de');
  assert.is(headerOf(german, 'Subject'), 'Gold: Drawdown von 12,50\u00a0%');
  assert.match(
    german.text,
    'Gold liegt 12,50\u00a0% unter dem Höchststand. Ihre Grenze ist 10\u00a0%.',
  );
  assert.match(german.text, '3. Februar 2026');
  assert.match((await of('es')).text, 'empezó el 3 de febrero de 2026');
  assert.match((await of('xx')).text, 'below its peak');
});

mails('tell each kind in words, and unknown figures as unknown', async () => {
  const of = async (kind: Message['kind'], details: object) =>
    (await send({ ...drawdown, kind, details: details as Message['details'] })).text;
  assert.match(await of('stale', { updated_at: '2026-02-20T10:00:00Z' }), 'from 20 February 2026');
  assert.match(
    await of('unreconciled', { gap: -12.5, currency: 'EUR' }),
    'Difference: -12.50 EUR.',
  );
  const elsewhere = await of('unreconciled', { gap: null, currency: 'EUR' });
  assert.match(elsewhere, /^Amounts that your platform printed for Gold differ/);
  assert.not.match(elsewhere, /Difference|unknown/);
  assert.match(await of('lapsed', { lapsed_at: '2026-02-20T10:00:00Z' }), 'lapsed on 20 February');
  const month = { month: '2026-02', return_percent: -1.25, profit: -30, currency: 'USD' };
  assert.match(
    await of('new_month', month),
    'Gold in February 2026: return -1.25%, profit -30.00 USD.',
  );
  const lost = { ...month, return_percent: null, profit: null };
  assert.match(await of('new_month', lost), 'return unknown, profit unknown.');
});

const hostile = [
  'Gold\r\nBcc: victim@example.com',
  'Gold\nBcc: victim@example.com',
  'Gold\r\n\r\nanother body',
  'Gold\u2028Bcc: victim@example.com',
  'Gold\0\u0085\u200b\u202e',
  '{unsubscribe} {confirm} {name}',
  'x'.repeat(5000),
  '=?utf-8?Q?=0D=0ABcc:_victim@example.com?=',
  '\u{1F4C8} Größe ñ',
];

mails('have no header that an account name injects', async () => {
  const usual = (await send(drawdown)).headers.map((line) => line.split(':')[0]);
  for (const name of hostile) {
    const mail = await send({ ...drawdown, account: { slug: 'north-gold', name } });
    assert.equal(
      mail.headers.map((line) => line.split(':')[0]),
      usual,
      JSON.stringify(name),
    );
    assert.equal(mail.to, ['me@example.com'], name);
    assert.not.match(headerOf(mail, 'Subject'), /[\r\n]/, name);
  }
});

mails('go to one plain address, whatever the owner types', () => {
  const plain = ['me@example.com', ' me@example.com ', "o'neil+tag@sub.example.co.uk"];
  for (const text of plain) assert.is(mailAddress(text), text.trim(), text);
  const refused = [
    ...['', 'me', '@example.com', 'me@', 'me@localhost', 'me@127.0.0.1', 'me@[127.0.0.1]'],
    ...['a@example.com,b@example.com', 'a@example.com b@example.com', 'Me <me@example.com>'],
    ...['me@example.com\r\nBcc: b@example.com', 'me@example.com\nx', 'me\0@example.com'],
    ...['"me"@example.com', 'me@exa_mple.com', 'me@-example.com', 'mé@example.com'],
    ...['me@example.com;b@example.com', 'me@@example.com', `${'x'.repeat(65)}@example.com`],
    ...[`me@${'x.'.repeat(130)}com`, 'me@example.com?cc=x', 'me@example.com>'],
  ];
  for (const text of refused) assert.is(mailAddress(text), null, JSON.stringify(text));
});

async function faultOf(work: Promise<void>): Promise<DeliveryError> {
  try {
    await work;
  } catch (error) {
    assert.instance(error, DeliveryError);
    return error as DeliveryError;
  }
  throw new Error('was sent');
}

mails("that fail name the reason, without the server's text", async () => {
  const cases = [
    ['550 no such user canary', 'refused', true],
    ['451 come again canary', 'refused', false],
  ] as const;
  for (const [refuse, fault, isFinal] of cases) {
    smtp.refuse = refuse;
    const error = await faultOf(sending()(drawdown));
    assert.equal([error.fault, error.isFinal, error.message], [fault, isFinal, fault]);
    assert.not.match(`${error.stack} ${JSON.stringify(error)} ${error.cause}`, /canary/);
  }
  smtp.refuse = null;
  smtp.auth = '535 wrong password canary';
  const error = await faultOf(sending('user:p%40ss-canary@')(drawdown));
  assert.equal([error.fault, error.isFinal], ['refused', false], 'the operator can mend that');
  assert.not.match(`${error.stack} ${JSON.stringify(error)} ${error.cause}`, /canary/);
});

mails('sign in to the server with the user and password of the address', async () => {
  await sending('user:p%40ss@')(drawdown);
  const line = smtp.lines.find((text) => text.startsWith('AUTH PLAIN ')) ?? '';
  const plain = Buffer.from(line.slice('AUTH PLAIN '.length), 'base64').toString();
  assert.is(plain, '\0user\0p@ss');
});

mails('are not sent to a server that is not there', async () => {
  const gone = await startSmtp();
  await gone.close();
  const send = createMails({
    smtpUrl: `smtp://127.0.0.1:${gone.port}`,
    from: 'alerts@records.example',
    baseUrl: () => baseUrl,
    wordsIn: mailWordsIn,
  });
  assert.is((await faultOf(send(drawdown))).fault, 'unreachable');
});

mails.run();
