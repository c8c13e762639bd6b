/** English words around every owners' page. */
export const frame = {
  sections: {
    accounts: 'Accounts',
    connections: 'Connections',
    alerts: 'Alerts',
    settings: 'Settings',
    trail: 'Changes',
    operator: 'Operator',
  },
  signOut: 'Sign out',
  signedInAs: 'Signed in as {owner}',
  copying: { copy: 'Copy', copied: 'Copied', byHand: 'Press Ctrl+C' },
  newPassword: 'New password',
  passwordHint: 'At least {min} characters. A few words are easier to remember than symbols.',
} as const;
