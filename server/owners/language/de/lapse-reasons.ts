import type { lapseReasons as english } from '../../../../pipeline/base/reasons/lapses.ts';
import type { Texts } from '../../../site/language/en.ts';

export const lapseReasons: Texts<typeof english> = {
  lapse_source:
    'das Konto hat jetzt {data} aus {source}, und diese Quelle gilt weniger als die bestätigten Daten',
  lapse_bookings: 'Trades oder Einzahlungen',
  lapse_account: 'eine Beschreibung des Kontos',
  lapse_equity: 'Equity-Berichte',
  lapse_positions: 'offene Positionen',
  lapse_figures: 'Zahlen eines Kontoauszugs',
  lapse_days: 'bestätigte Tage haben sich geändert, vielleicht durch Daten aus {source}',
  lapse_uncovered: 'von den bestätigten Tagen ist keiner mehr da',
  lapse_version: 'die Version, für die sie gegeben wurde, ist nicht mehr veröffentlicht',
  lapse_members: 'das Portfolio hat andere Konten',
  lapse_portfolio_currency: 'das Portfolio hat eine andere Währung',
  lapse_platform: 'die Plattform hat sich geändert, vielleicht durch Daten aus {source}',
  lapse_currency: 'die Währung hat sich geändert, vielleicht durch Daten aus {source}',
  lapse_broker: 'der Broker hat sich geändert, vielleicht durch Daten aus {source}',
  lapse_server: 'der Server hat sich geändert, vielleicht durch Daten aus {source}',
  lapse_leverage: 'der Hebel hat sich geändert, vielleicht durch Daten aus {source}',
  lapse_demo:
    'die Art des Kontos (echt oder Demo) hat sich geändert, vielleicht durch Daten aus {source}',
  lapse_created_at: 'der erste Tag hat sich geändert, vielleicht durch Daten aus {source}',
};
