import type { connectorReasons as english } from '../../../../pipeline/base/reasons/connectors.ts';
import type { Texts } from '../../../site/language/en.ts';

export const connectorReasons: Texts<typeof english> = {
  no_environment: 'Diese Plattform hat keine solche Umgebung.',
  no_shown_account: 'Die Anmeldung gelingt, zeigt aber kein Konto.',
  switched_off: 'Der Betreiber hat diese Art von Verbindung abgeschaltet.',
  cannot_decrypt:
    'Die Anmeldedaten lassen sich nicht entschlüsseln. Melden Sie sich beim Broker neu an, oder bitten Sie den Betreiber um den früheren Schlüssel.',
  internal_fault:
    'Das Lesen ist an einem Fehler dieses Dienstes gescheitert. Es wird noch einmal versucht.',
  read_time_over: 'Die Zeit für dieses Lesen ist um. Es geht später weiter.',
  filled_removed: 'Das Konto, das diese Verbindung füllt, wurde entfernt. Wählen Sie ein anderes.',
  many_connections:
    'Sie haben {count} Verbindungen, mehr sind nicht möglich. Entfernen Sie zuerst eine.',
  already_filled:
    'Eine andere Ihrer Verbindungen füllt {account} schon. Trennen Sie das Konto zuerst dort.',
  resume_sign_in: 'Melden Sie sich beim Broker neu an, um diese Verbindung fortzusetzen.',
  unexpected_field: '{answer}: `{field}` soll so sein: {wanted}.',
  unexpected_in_row: '{answer}, Zeile {row}: {field} soll so sein: {wanted}.',
  unread_row: '{answer}, Zeile {row}: {detail}.',
  unread_answer: '{answer}: {detail}.',
  wanted_object: 'ein Objekt',
  wanted_list: 'eine Liste',
  wanted_objects: 'eine Liste von Objekten',
  wanted_routes: 'eine Liste von Routen',
  wanted_listed: 'in der Liste',
  wanted_number: 'eine Zahl',
  wanted_positive: 'eine Zahl größer als 0',
  wanted_amount: 'ein Betrag',
  wanted_text: 'ein Text oder eine Zahl',
  wanted_boolean: 'true oder false',
  wanted_instant: 'ein Zeitpunkt in UTC',
  wanted_side: 'buy oder sell',
  wanted_platform: 'mt4 oder mt5',
  wanted_type: 'ein dokumentierter Typ',
  wanted_documented: 'wie dokumentiert',
  wanted_id: 'die Kennung des Kontos',
  wanted_login: 'die Nummer des Kontos',
  wanted_typed: 'die Nummer, die Sie eingegeben haben',
  wanted_currency: 'die Währung des Kontos',
  wanted_opening: 'eine Eröffnung',
  wanted_value: '{value}',
  redirected:
    'Der Server leitet an eine andere Adresse weiter. Weiterleitungen werden nicht befolgt.',
  too_many_requests: 'Der Server bittet um weniger Anfragen.',
  server_error: 'Der Server hat einen Fehler ({status}).',
  server_late: 'Der Server hat nicht rechtzeitig geantwortet.',
  server_unreachable: 'Der Server war nicht zu erreichen.',
  answer_too_large: 'Die Antwort ist größer als {max} Bytes.',
  answer_not_json: 'Die Antwort ist kein JSON, oder sie ist abgeschnitten.',
  ctrader_not_set_up: 'Der Betreiber hat cTrader nicht eingerichtet.',
  ctrader_sign_in: 'Melden Sie sich bei cTrader neu an.',
  ctrader_refused: 'cTrader hat die Anmeldung nicht angenommen. Beginnen Sie sie von vorn.',
  ctrader_revoked:
    'cTrader nimmt den Zugang, den Sie erteilt haben, nicht mehr an. Melden Sie sich neu an.',
  ctrader_removed: 'cTrader hat das Konto nicht mehr oder zeigt es dieser Anmeldung nicht mehr.',
  ctrader_disabled: 'Der Broker hat das Konto gesperrt.',
  ctrader_blocked: 'Der Broker lässt für dieses Konto keine Anfragen zu.',
  ctrader_client:
    'cTrader nimmt die Anwendung dieses Dienstes nicht an. Sagen Sie es dem Betreiber.',
  ctrader_down: 'cTrader antwortet zurzeit nicht für dieses Konto.',
  ctrader_maintenance: 'cTrader wird gerade gewartet.',
  ctrader_limited: 'cTrader bittet um weniger Anfragen.',
  ctrader_busy: 'Eine andere Verbindung liest gerade dieses Konto. Diese versucht es noch einmal.',
  ctrader_error: 'cTrader antwortet auf {answer} mit einem Fehler ({status}).',
  ctrader_unreachable: 'cTrader war nicht zu erreichen.',
  ctrader_late: 'cTrader hat nicht rechtzeitig geantwortet.',
  ctrader_ended: 'cTrader hat die Sitzung des Kontos beendet.',
  ctrader_cut: 'Die Verbindung zu cTrader ist abgerissen.',
  ctrader_not_object: 'Eine Nachricht von cTrader ist kein JSON-Objekt.',
  ctrader_many_deals: 'cTrader führt zu viele Deals eines Zeitpunkts auf ({value}).',
  ctrader_no_id: '{answer}: keine Kontokennung.',
  trade_left_out: 'Trade {ticket} fehlt: cTrader hat die Lotgröße seines Symbols nicht mehr.',
  transfer_left_out: 'Die Buchung {id} fehlt: {detail}.',
  balance_jumped:
    'Der Kontostand hat sich vor {id} um {amount} geändert, und cTrader nennt keinen Grund.',
  tradelocker_refused:
    'TradeLocker hat die E-Mail-Adresse, das Passwort oder den Servernamen abgelehnt.',
  tradelocker_revoked: 'TradeLocker nimmt diese Anmeldung nicht mehr an.',
  tradelocker_removed: 'TradeLocker hat dieses Konto nicht mehr.',
  tradelocker_hidden: 'TradeLocker zeigt dieses Konto nicht mehr.',
  tradelocker_error: 'TradeLocker hat {answer} mit einem Fehler beantwortet.',
  tradelocker_status: 'TradeLocker hat {answer} mit dem Status {status} beantwortet.',
  many_orders: '{answer}: in einer Millisekunde liegen mehr Orders, als eine Antwort fasst.',
  position_left_out: 'Position {value} fehlt: {detail}.',
  trades_left_out:
    'Fehlende Trades in {symbol}: {count}. Die Preise sind nicht in {currency}, und TradeLocker nennt die Ergebnisse nicht.',
  balance_unexplained:
    'Der Kontostand weicht um {amount} von dem ab, was die Trades ergeben. TradeLocker nennt keine Ein- und Auszahlungen: Fügen Sie sie mit einem Kontoauszug hinzu.',
  rows_unused: 'Zeilen, die nicht zu gebrauchen waren: {count} ({detail}).',
  rows_gone:
    'Trades oder Einzahlungen, die früher gelesen wurden und nicht mehr in der Historie des Brokers stehen: {count}. Sie bleiben aufgezeichnet.',
  metaapi_platform: 'Geben Sie als Plattform MT4 oder MT5 ein.',
  metaapi_digits: 'Die Kontonummer besteht nur aus Ziffern.',
  metaapi_fields: 'Geben Sie den Server und das Investorpasswort ein.',
  metaapi_refused:
    'Der Broker hat die Kontonummer, das Investorpasswort oder den Server nicht angenommen.',
  metaapi_connecting:
    'MetaApi verbindet sich noch mit Ihrem Broker. Melden Sie sich in einer Minute mit denselben Daten noch einmal an.',
  metaapi_server: 'MetaApi kennt keinen Server dieses Namens.',
  metaapi_settings: 'MetaApi konnte die Einstellungen des Servers nicht lesen.',
  metaapi_not_added: 'MetaApi hat das Konto nicht aufgenommen ({status}).',
  metaapi_not_set_up: 'Der Betreiber hat MetaApi nicht eingerichtet.',
  metaapi_token:
    'MetaApi nimmt den Schlüssel dieses Dienstes nicht an. Sagen Sie es dem Betreiber.',
  metaapi_plan:
    'MetaApi erlaubt die Anfrage mit dem Tarif des Betreibers nicht. Sagen Sie es dem Betreiber.',
  metaapi_busy: 'MetaApi ist mit dem Konto beschäftigt.',
  metaapi_loading: 'MetaApi lädt noch die Historie des Kontos.',
  metaapi_removed: 'MetaApi hat das Konto nicht mehr.',
  metaapi_password:
    'Der Broker nimmt die Anmeldung nicht mehr an. Melden Sie sich mit dem neuen Passwort an.',
  metaapi_disconnected:
    'MetaApi ist nicht mit Ihrem Broker verbunden. Wenn Sie das Passwort geändert haben, melden Sie sich neu an.',
  metaapi_can_trade:
    'Mit diesem Passwort lässt sich handeln. Melden Sie sich mit dem Investorpasswort an, das nur liest.',
};
