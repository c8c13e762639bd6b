/** English words of the sign-in and of invitation links. */
export const signIn = {
  title: 'Sign in',
  lead: 'Sign in to manage your accounts.',
  userName: 'User name',
  password: 'Password',
  withPasskey: 'Sign in with a passkey',
  forgot: 'No password yet, or forgot it? Ask the operator of this site for a sign-in link.',
  ask: 'For a sign-in link, ask {whom}.',
  inviteTitle: 'Set your password',
  welcome: 'Welcome, {owner}',
  inviteLead: 'Choose a password to sign in. This link works once.',
  setPassword: 'Set password',
  usedTitle: 'This link doesn’t work',
  usedHeading: 'This link doesn’t work any more',
  used: '{signIn}, or ask the operator of this site for a new link. A link works once and for one day, and stops working when you set a password.',
  usedSignIn: 'Sign in with your password',
  wrong: 'Wrong user name or password.',
  length: 'Choose a password of {min} to {max} characters.',
  tooManyAttempts: {
    one: 'Too many attempts. Try again in {count} second.',
    other: 'Too many attempts. Try again in {count} seconds.',
  },
  why: {
    ended: 'Your session has ended. Sign in to continue.',
    unsent: 'Your session has ended, so nothing was saved. Sign in, then send it again.',
  },
} as const;
