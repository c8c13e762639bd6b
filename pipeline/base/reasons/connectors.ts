import type { Reasons } from './form.ts';

/** Why a broker's server can't be read, and notes of reads. Names in braces are values. */
export const connectorReasons = {
  connector_no_environment: 'This platform has no such environment.',
  connector_no_shown_account: 'The sign-in works, but it shows no account.',
  connector_switched_off: 'The operator has switched this kind of connection off.',
  connector_cannot_decrypt:
    'The sign-in can’t be decrypted. Sign in to the broker again, or ask the operator for the earlier key.',
  connector_internal_fault:
    'Reading failed because of an error in this service. It will try again.',
  connector_read_time_over: 'The time for this read is over. It will continue later.',
  connector_filled_removed: 'The account that this connection fills was removed. Choose another.',
  connector_many_connections: 'You have {count} connections, the maximum. Remove one first.',
  connector_already_filled:
    'Another of your connections already fills {account}. Disconnect it there first.',
  connector_resume_sign_in: 'Sign in to the broker again to resume this connection.',
  connector_unexpected_field: '{answer}: `{field}` is not {wanted}.',
  connector_unexpected_in_row: '{answer}, row {row}: {field} is not {wanted}.',
  connector_unread_row: '{answer}, row {row}: {detail}.',
  connector_unread_answer: '{answer}: {detail}.',
  connector_redirected: 'The server redirects to another address. No redirect is followed.',
  connector_too_many_requests: 'The server asks for fewer requests.',
  connector_server_error: 'The server has an error ({status}).',
  connector_server_late: 'The server did not answer in time.',
  connector_server_unreachable: 'The server could not be reached.',
  connector_answer_too_large: 'The answer is larger than {max} bytes.',
  connector_answer_not_json: 'The answer is not JSON, or it is cut off.',
  connector_ctrader_not_set_up: 'The operator did not set up cTrader.',
  connector_ctrader_sign_in: 'Sign in to cTrader again.',
  connector_ctrader_refused: 'cTrader did not accept the sign-in. Start it again.',
  connector_ctrader_revoked:
    'cTrader no longer accepts the access that you granted. Sign in again.',
  connector_ctrader_removed:
    'cTrader no longer has the account, or no longer shows it to this sign-in.',
  connector_ctrader_disabled: 'The broker disabled the account.',
  connector_ctrader_blocked: 'The broker does not allow requests for this account.',
  connector_ctrader_client:
    'cTrader does not accept the application of this service. Tell its operator.',
  connector_ctrader_down: 'cTrader does not answer for this account at the moment.',
  connector_ctrader_maintenance: 'cTrader is under maintenance.',
  connector_ctrader_limited: 'cTrader asks for fewer requests.',
  connector_ctrader_busy: 'Another connection is reading this account. This one will try again.',
  connector_ctrader_error: 'cTrader answers {answer} with an error ({status}).',
  connector_ctrader_unreachable: 'cTrader could not be reached.',
  connector_ctrader_late: 'cTrader did not answer in time.',
  connector_ctrader_ended: 'cTrader ended the session of the account.',
  connector_ctrader_cut: 'The connection to cTrader was cut.',
  connector_ctrader_not_object: 'A message of cTrader is not a JSON object.',
  connector_ctrader_many_deals: 'cTrader lists too many deals of one instant ({value}).',
  connector_ctrader_no_id: '{answer}: no account id.',
  connector_trade_left_out:
    'Trade {ticket} is left out: cTrader no longer has the lot size of its symbol.',
  connector_transfer_left_out: 'The transfer {id} is left out: {detail}.',
  connector_balance_jumped:
    'The balance moved by {amount} before {id}, and cTrader lists no reason.',
  connector_tradelocker_refused:
    'TradeLocker refused the e-mail address, the password or the server name.',
  connector_tradelocker_revoked: 'TradeLocker no longer accepts this sign-in.',
  connector_tradelocker_removed: 'TradeLocker no longer has this account.',
  connector_tradelocker_hidden: 'TradeLocker no longer shows this account.',
  connector_tradelocker_error: 'TradeLocker answered {answer} with an error.',
  connector_tradelocker_status: 'TradeLocker answered {answer} with status {status}.',
  connector_many_orders: '{answer}: one millisecond has more orders than an answer holds.',
  connector_position_left_out: 'Position {value} is left out: {detail}.',
  connector_trades_left_out:
    'Trades of {symbol} that are left out: {count}. Its prices are not in {currency}, and TradeLocker does not give the results.',
  connector_balance_unexplained:
    'The balance differs by {amount} from what the trades explain. TradeLocker lists no deposits and withdrawals: add them with a statement.',
  connector_rows_unused: 'Rows that could not be used: {count} ({detail}).',
  connector_rows_gone:
    'Trades or deposits that were read earlier and are no longer in the broker’s history: {count}. They stay recorded.',
  connector_metaapi_platform: 'Type MT4 or MT5 as the platform.',
  connector_metaapi_digits: 'The account number has digits only.',
  connector_metaapi_fields: 'Type the server and the investor password.',
  connector_metaapi_refused:
    'The broker did not accept the account number, the investor password or the server.',
  connector_metaapi_connecting:
    'MetaApi is still connecting to your broker. Sign in again in a minute with the same data.',
  connector_metaapi_server: 'MetaApi does not know a server of this name.',
  connector_metaapi_settings: 'MetaApi could not read the settings of the server.',
  connector_metaapi_not_added: 'MetaApi did not add the account ({status}).',
  connector_metaapi_not_set_up: 'The operator did not set up MetaApi.',
  connector_metaapi_token: 'MetaApi does not accept the token of this service. Tell its operator.',
  connector_metaapi_plan:
    'MetaApi does not allow the request with the operator’s plan. Tell the operator.',
  connector_metaapi_busy: 'MetaApi is busy with the account.',
  connector_metaapi_loading: 'MetaApi still loads the history of the account.',
  connector_metaapi_removed: 'MetaApi no longer has the account.',
  connector_metaapi_password:
    'The broker no longer accepts the sign-in. Sign in with the new password.',
  connector_metaapi_disconnected:
    'MetaApi is not connected to your broker. If you changed the password, sign in again.',
  connector_metaapi_can_trade:
    'This password can trade. Sign in with the investor password, which only reads.',
} as const satisfies Reasons<'connector'>;

/** Names for what a field of an answer has to be. */
export const wantedReasons = {
  wanted_object: 'an object',
  wanted_list: 'a list',
  wanted_objects: 'a list of objects',
  wanted_routes: 'a list of routes',
  wanted_listed: 'in the list',
  wanted_number: 'a number',
  wanted_positive: 'a number above 0',
  wanted_amount: 'an amount',
  wanted_text: 'a text or a number',
  wanted_boolean: 'true or false',
  wanted_instant: 'an instant in UTC',
  wanted_side: 'buy or sell',
  wanted_platform: 'mt4 or mt5',
  wanted_type: 'a documented type',
  wanted_documented: 'as documented',
  wanted_id: 'the id of the account',
  wanted_login: 'the number of the account',
  wanted_typed: 'the number that you typed',
  wanted_currency: 'the deposit currency',
  wanted_opening: 'an opening',
  wanted_value: '{value}',
} as const satisfies Reasons<'wanted'>;
