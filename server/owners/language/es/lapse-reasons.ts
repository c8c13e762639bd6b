import type { lapseReasons as english } from '../../../../pipeline/base/reasons/lapses.ts';
import type { Texts } from '../../../site/language/en.ts';

export const lapseReasons: Texts<typeof english> = {
  lapse_source:
    'la cuenta tiene ahora {data} de {source}, una fuente menos fiable que los datos confirmados',
  lapse_bookings: 'operaciones o depósitos',
  lapse_account: 'una descripción de la cuenta',
  lapse_equity: 'informes de equidad',
  lapse_positions: 'posiciones abiertas',
  lapse_figures: 'cifras de un extracto',
  lapse_days: 'cambiaron días confirmados, quizá por datos de {source}',
  lapse_uncovered: 'no queda ningún día confirmado',
  lapse_version: 'la versión para la que se dio ya no está publicada',
  lapse_members: 'la cartera tiene otras cuentas',
  lapse_portfolio_currency: 'la cartera tiene otra divisa',
  lapse_platform: 'cambió la plataforma, quizá por datos de {source}',
  lapse_currency: 'cambió la divisa, quizá por datos de {source}',
  lapse_broker: 'cambió el bróker, quizá por datos de {source}',
  lapse_server: 'cambió el servidor, quizá por datos de {source}',
  lapse_leverage: 'cambió el apalancamiento, quizá por datos de {source}',
  lapse_demo: 'cambió el tipo de cuenta (real o demo), quizá por datos de {source}',
  lapse_created_at: 'cambió el primer día, quizá por datos de {source}',
};
