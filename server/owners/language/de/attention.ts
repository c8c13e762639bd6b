import type { OwnerWords } from '../words.ts';

/** German words of what needs an operator's attention. */
export const attention: OwnerWords['attention'] = {
  nothing: 'Es gibt nichts zu tun.',
  rejected: 'Zuletzt abgelehnt',
  unreadable: 'Sie lassen sich gerade nicht lesen.',
  connections: 'Gestörte Verbindungen',
  connection: '{name} von {owner}',
  lapsed: 'Erloschene Abzeichen',
  near: 'Nahe an einer Grenze',
  used: '{limit}: {percent} % genutzt',
  ownConnections: 'Verbindungen zu Brokern',
  pausedByOwner: 'vom Inhaber angehalten {when}',
  waits: 'Neue Daten warten seit {instant}',
  lapsedAt: 'Abzeichen für den Track Record erloschen {instant}',
};
