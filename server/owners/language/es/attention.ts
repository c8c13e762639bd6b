import type { OwnerWords } from '../words.ts';

/** Spanish words of what needs an operator's attention. */
export const attention: OwnerWords['attention'] = {
  nothing: 'No hay nada pendiente.',
  rejected: 'Rechazadas hace poco',
  unreadable: 'No se pueden leer en este momento.',
  connections: 'Conexiones con fallos',
  connection: '{name} de {owner}',
  lapsed: 'Insignias caducadas',
  near: 'Cerca de un límite',
  used: '{limit}: {percent} % usado',
  ownConnections: 'Conexiones con brókeres',
  pausedByOwner: 'en pausa por el titular desde {when}',
  waits: 'Hay datos nuevos en espera desde {instant}',
  lapsedAt: 'Insignia del historial caducada {instant}',
};
