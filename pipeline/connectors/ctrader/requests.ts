/** Requests of the Open API by name, with their payload types. An answer has the next number. */
export const requestTypes = {
  ProtoOAApplicationAuthReq: 2100,
  ProtoOAAccountAuthReq: 2102,
  ProtoOAAssetListReq: 2112,
  ProtoOASymbolsListReq: 2114,
  ProtoOASymbolByIdReq: 2116,
  ProtoOATraderReq: 2121,
  ProtoOAReconcileReq: 2124,
  ProtoOADealListReq: 2133,
  ProtoOACashFlowHistoryListReq: 2143,
  ProtoOAGetAccountListByAccessTokenReq: 2149,
  ProtoOARefreshTokenReq: 2173,
  ProtoOADealListByPositionIdReq: 2179,
  ProtoOAGetPositionUnrealizedPnLReq: 2187,
} as const;

export type RequestName = keyof typeof requestTypes;

/** Requests that count against the limit for historical data. */
export const historicalRequests: ReadonlySet<RequestName> = new Set([
  'ProtoOADealListReq',
  'ProtoOACashFlowHistoryListReq',
  'ProtoOADealListByPositionIdReq',
]);

/** Payload types of messages that the server sends by itself, and of errors. */
export const eventTypes = {
  error: 2142,
  commonError: 50,
  heartbeat: 51,
  tokensInvalidated: 2147,
  clientDisconnect: 2148,
  accountDisconnect: 2164,
} as const;

/** Fields of a request. An id is a bigint, so that no digit of its 64 bits is lost. */
export type RequestFields = Readonly<
  Record<string, string | number | bigint | boolean | readonly bigint[]>
>;

/** Writes a message as the JSON text that the server reads. */
export function messageText(id: string, type: number, fields: RequestFields): string {
  const members = Object.entries(fields).map(
    ([name, value]) => `${JSON.stringify(name)}:${valueText(value)}`,
  );
  return `{"clientMsgId":${JSON.stringify(id)},"payloadType":${type},"payload":{${members.join(',')}}}`;
}

function valueText(value: RequestFields[string]): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'object') return `[${value.join(',')}]`;
  return JSON.stringify(value);
}
