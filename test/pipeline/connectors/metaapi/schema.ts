import {
  isJsonList,
  isJsonObject,
  type JsonValue,
  textOf,
} from '../../../../pipeline/read/json-values.ts';

/** Type of a field. A `?` at its end means that the field is optional. */
type Form = 'text' | 'number' | 'flag' | 'instant' | 'brokerTime' | 'object' | RegExp;
type Model = Readonly<Record<string, Form | readonly [Form]>>;

const optional = (form: Form): readonly [Form] => [form];
const wholeText = /^\d+$/;

/**
 * Models of MetaApi's documentation, in our words (metaapi.cloud/docs/client/models and
 * metaapi.cloud/docs/provisioning/models). A list marks an optional field.
 */
const models = {
  MetatraderAccountInformation: {
    platform: /^mt[45]$/,
    broker: 'text',
    currency: 'text',
    server: 'text',
    balance: 'number',
    equity: 'number',
    margin: 'number',
    freeMargin: 'number',
    leverage: 'number',
    marginLevel: optional('number'),
    tradeAllowed: 'flag',
    investorMode: optional('flag'),
    marginMode: optional('text'),
    name: 'text',
    login: 'number',
    credit: 'number',
    accountCurrencyExchangeRate: optional('number'),
    type: /^ACCOUNT_TRADE_MODE_(DEMO|CONTEST|REAL)$/,
    currencyDigits: optional('number'),
  },
  MetatraderPosition: {
    id: wholeText,
    type: /^POSITION_TYPE_(BUY|SELL)$/,
    symbol: 'text',
    magic: 'number',
    time: 'instant',
    brokerTime: 'brokerTime',
    updateTime: 'instant',
    openPrice: 'number',
    currentPrice: 'number',
    currentTickValue: 'number',
    volume: 'number',
    profit: 'number',
    realizedProfit: 'number',
    unrealizedProfit: 'number',
    swap: 'number',
    realizedSwap: 'number',
    unrealizedSwap: 'number',
    commission: 'number',
    realizedCommission: 'number',
    unrealizedCommission: 'number',
    reason: 'text',
    stopLoss: optional('number'),
    takeProfit: optional('number'),
    comment: optional('text'),
  },
  MetatraderDeal: {
    id: wholeText,
    type: /^DEAL_(TYPE_(BUY|SELL|BALANCE|CREDIT|CHARGE|CORRECTION|BONUS|COMMISSION(_(AGENT_)?(DAILY|MONTHLY))?|INTEREST|(BUY|SELL)_CANCELED)|DIVIDEND(_FRANKED)?|TAX)$/,
    entryType: optional(/^DEAL_ENTRY_(IN|OUT|INOUT|OUT_BY)$/),
    symbol: optional('text'),
    magic: optional('number'),
    time: 'instant',
    brokerTime: 'brokerTime',
    volume: optional('number'),
    price: optional('number'),
    commission: optional('number'),
    swap: optional('number'),
    profit: 'number',
    positionId: optional(wholeText),
    orderId: optional(wholeText),
    comment: optional('text'),
    platform: /^mt[45]$/,
    stopLoss: optional('number'),
    takeProfit: optional('number'),
  },
  Account: {
    _id: 'text',
    login: 'text',
    name: 'text',
    server: 'text',
    region: 'text',
    state:
      /^(CREATED|DEPLOYING|DEPLOYED|DEPLOY_FAILED|UNDEPLOYING|UNDEPLOYED|UNDEPLOY_FAILED|DELETING|DELETE_FAILED|REDEPLOY_FAILED|DRAFT)$/,
    connectionStatus: /^(CONNECTED|DISCONNECTED|DISCONNECTED_FROM_BROKER)$/,
    metadata: optional('object'),
  },
  CreatedAccount: { id: 'text', state: 'text' },
  Error: { id: 'number', error: 'text', message: 'text', details: optional('object') },
  TooManyRequestsError: { id: 'number', error: 'text', message: 'text', metadata: 'object' },
  NewAccount: {
    login: wholeText,
    password: 'text',
    name: 'text',
    server: 'text',
    platform: /^mt[45]$/,
    magic: 'number',
    type: /^cloud-g[12]$/,
    region: 'text',
    manualTrades: 'flag',
    metadata: 'object',
  },
} satisfies Readonly<Record<string, Model>>;

export type ModelName = keyof typeof models;

/** Lists the faults of a value, or of each value in a list. */
export function faultsOf(name: ModelName, value: JsonValue): string[] {
  if (isJsonList(value)) return value.flatMap((each) => faultsOf(name, each));
  if (!isJsonObject(value)) return [`${name} is not an object`];
  const model: Model = models[name];
  return [
    ...Object.entries(model).flatMap(([field, told]) => {
      const isOptional = Array.isArray(told);
      const form = (isOptional ? told[0] : told) as Form;
      const found = value.get(field);
      if (found === undefined || found === null) {
        return isOptional ? [] : [`${name}.${field} is missing`];
      }
      return fits(form, found) ? [] : [`${name}.${field} is not of the documented form`];
    }),
    ...[...value.keys()]
      .filter((field) => !(field in model))
      .map((field) => `${name}.${field} is not documented`),
  ];
}

function fits(form: Form, value: JsonValue): boolean {
  if (form instanceof RegExp) return typeof value === 'string' && form.test(value);
  if (form === 'object') return isJsonObject(value) || typeof value === 'string';
  if (form === 'flag') return typeof value === 'boolean';
  if (typeof value !== 'string') return false;
  if (form === 'number') return Number.isFinite(Number(value));
  if (form === 'instant') return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
  if (form === 'brokerTime') return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/.test(value);
  return textOf(value) !== '';
}
