/** English words of what needs an operator's attention. */
export const attention = {
  nothing: 'Nothing needs your attention.',
  rejected: 'Rejected lately',
  unreadable: 'They can’t be read at the moment.',
  connections: 'Failing connections',
  connection: '{name} of {owner}',
  lapsed: 'Badges that lapsed',
  near: 'Near a limit',
  used: '{limit}: {percent}% used',
  ownConnections: 'Connections to brokers',
  pausedByOwner: 'paused by the owner {when}',
  waits: 'New data waits since {instant}',
  lapsedAt: 'Track record lapsed {instant}',
} as const;
