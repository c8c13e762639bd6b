import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { whileOpen } from '../../support/while-open.ts';
import { filledOrder, roundTrip, startTradelocker } from './tradelocker-server.ts';
import { goodSecret } from './world.ts';

/**
 * Answers as the public documents describe them: the guide and specification 2.11.0 of
 * TradeLocker's API, and its Python client. Their licence doesn't let us copy the specification, so
 * the forms are described here. A text that ends with `?` may be missing.
 */
type Form = string | readonly [Form] | { readonly [name: string]: Form };

const ok = (d: Form): Form => ({ s: 'ok', d });
const columns: Form = { columns: [{ id: 'text' }] };
const route: Form = { id: 'number', type: 'text' };

const tokens: Form = { accessToken: 'text', refreshToken: 'text', expireDate: 'text' };
const account: Form = {
  id: 'text',
  name: 'text',
  currency: 'text',
  accNum: 'text',
  accountBalance: 'text',
};
const documented: Readonly<Record<string, Form>> = {
  '/auth/jwt/all-accounts': { accounts: [account] },
  '/trade/config': ok({
    ordersConfig: columns,
    ordersHistoryConfig: columns,
    positionsConfig: columns,
    accountDetailsConfig: columns,
    limits: [{ limitType: 'text', limit: 'number' }],
    rateLimits: [
      { rateLimitType: 'text', measure: 'text', intervalNum: 'number', limit: 'number' },
    ],
  }),
  '/trade/accounts/712345/instruments': ok({
    instruments: [
      { tradableInstrumentId: 'number', id: 'number', name: 'text', type: 'text', routes: [route] },
    ],
  }),
  '/trade/accounts/712345/positions': ok({ positions: [['text or null']] }),
  '/trade/accounts/712345/orders': ok({ orders: [['text or null']] }),
  '/trade/accounts/712345/state': ok({ accountDetailsData: ['text'] }),
  '/trade/accounts/712345/ordersHistory?from=0&to=9000000000000': ok({
    ordersHistory: [['text or null']],
    hasMore: 'flag',
  }),
  '/trade/instruments/278?routeId=1152263&locale=en': ok({
    id: 'number',
    name: 'text',
    lotSize: 'number',
    quotingCurrency: 'text',
  }),
};

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' && value !== '',
  'text or null': (value) => value === null || typeof value === 'string',
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
};

/**
 * Lists the places in which a value differs from its form, also fields that the form does not have.
 */
function differences(form: Form, value: unknown, path = ''): string[] {
  if (typeof form === 'string') {
    const isRight = kinds[form]?.(value) ?? value === form;
    return isRight ? [] : [`${path}: ${JSON.stringify(value)} is not ${form}`];
  }
  if (Array.isArray(form)) {
    if (!Array.isArray(value) || value.length === 0) return [`${path}: no list with values`];
    return value.flatMap((each, at) => differences(form[0], each, `${path}[${at}]`));
  }
  if (typeof value !== 'object' || value === null) return [`${path}: no object`];
  const fields = new Map<string, Form>(Object.entries(form));
  return [
    ...[...fields].flatMap(([name, inner]) =>
      differences(inner, Reflect.get(value, name), `${path}.${name}`),
    ),
    ...Object.keys(value)
      .filter((name) => !fields.has(name))
      .map((name) => `${path}.${name}: in no document`),
  ];
}

const documents = suite('double of tradelocker');

documents('answers in the documented forms, with 201 for tokens and an error without them', () =>
  whileOpen(startTradelocker(), async (double) => {
    const [holder] = double.accounts;
    if (holder === undefined) throw new Error('the double has no account');
    holder.orders = roundTrip(1_000_000_000_000, 1_000_000_100_000, 5);
    holder.resting = [filledOrder('7', 'buy', '1.00', '1.10000', 1_000_000_000_000)];
    holder.positions = [{ id: '7', tradableInstrumentId: '278' }];
    double.knobs.rateLimits = [
      { rateLimitType: 'GET_ORDERS_HISTORY', measure: 'SECONDS', intervalNum: 1, limit: 1 },
    ];
    const post = (path: string, body: object) =>
      fetch(double.address + path, { method: 'POST', body: JSON.stringify(body) });
    const signIn = await post('/auth/jwt/token', goodSecret);
    assert.is(signIn.status, 201);
    const signedIn = await signIn.json();
    assert.equal(differences(tokens, signedIn), []);
    const { accessToken, refreshToken } = signedIn as Record<string, string>;
    const renewed = await post('/auth/jwt/refresh', { refreshToken });
    assert.equal([renewed.status, differences(tokens, await renewed.json())], [201, []]);
    assert.is((await post('/auth/jwt/token', { ...goodSecret, password: 'x' })).status, 401);
    const get = (path: string, headers: Record<string, string>) =>
      fetch(double.address + path, { headers });
    for (const [path, form] of Object.entries(documented)) {
      const headers = { authorization: `Bearer ${accessToken}`, accNum: '1' };
      const answer = await get(path, headers);
      assert.equal(differences(form, await answer.json()), [], path);
      assert.is((await get(path, { accNum: '1' })).status, 401, path);
    }
    assert.equal(differences({ a: 'text' }, { a: 1, b: 2 }), [
      '.a: 1 is not text',
      '.b: in no document',
    ]);
  }),
);

documents.run();
