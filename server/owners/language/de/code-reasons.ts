import type { codeReasons as english } from '../../../../pipeline/base/reasons/codes.ts';
import type { Texts } from '../../../site/language/en.ts';

export const codeReasons: Texts<typeof english> = {
  code_none:
    'Kein Terminal zeigt einen Code für dieses Konto. Setzen Sie InpShowCode im Expert Advisor auf true, und geben Sie den Code ein, den er dann zeigt.',
  code_confirmed: 'Dieses Konto ist schon bestätigt.',
  code_tries:
    'Sie haben {count} falsche Codes eingegeben. Warten Sie, bis das Terminal einen anderen Code zeigt.',
  code_wrong:
    'Das ist nicht der Code, den das Terminal zeigt. Prüfen Sie ihn, und geben Sie ihn noch einmal ein.',
  code_used: 'Dieser Code wurde schon benutzt. Jeder Code gilt nur einmal.',
  code_expired: 'Dieser Code ist abgelaufen. Geben Sie den ein, den das Terminal jetzt zeigt.',
  code_revoked:
    'Der Verbindungsschlüssel hinter diesem Code wurde widerrufen. Setzen Sie einen neuen Schlüssel in den Expert Advisor ein, und geben Sie den neuen Code ein.',
  code_no_data:
    'Das Terminal hat noch keine Daten dieses Kontos gesendet. Warten Sie darauf, und geben Sie dann den Code ein, den es zeigt.',
  code_of_another:
    'Das ist der Code Ihres Kontos {name}. Geben Sie ihn auf der Seite jenes Kontos ein.',
  code_login:
    'Dieser Code gehört zum Konto {number} bei {server}. Die Daten hier stammen vom Konto {other_number} bei {other_server}. Melden Sie das Terminal bei diesem Konto an.',
};
