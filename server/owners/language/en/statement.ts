/** English words of adding an account and of a statement's way into the figures. */
export const statement = {
  addTitle: 'Add an account',
  addLead: 'An account stays private until you publish it.',
  uploadTitle: 'Upload a statement',
  uploadHelp:
    'Choose the statement or history report that your platform exports: MetaTrader 4 or 5, cTrader, TradeLocker, Myfxbook, FX Blue or MQL5. You check what we found before anything is added. To update the account later, upload a newer statement.',
  file: 'Statement file, up to {size} MiB',
  check: 'Check file',
  keyTitle: 'Send data automatically',
  keyHelp:
    'Your trading terminal or a program sends new data by itself. Add the account here; the next page creates the Connection Key for it.',
  publicName: 'Name to show (not your name at the broker)',
  addAccount: 'Add account',

  readingTitle: 'Reading your statement',
  reading:
    'We have your file and are reading it. A long statement takes up to a minute, or more if others are waiting.',
  readingNext:
    'This page reloads by itself and shows what we found. You can leave and come back from {accounts}.',
  yourAccounts: 'your accounts',
  reload: 'Reload now',

  checkTitle: 'Check your statement',
  progressTitle: 'Your statement',
  toExisting: 'This data will be added to your existing account.',
  account: 'Account',
  corrected: 'as you corrected it',
  currency: 'Currency',
  type: 'Real or demo',
  types: { real: 'real', demo: 'demo', unknown: 'not known' },
  period: 'Period',
  fromUntil: '{from} to {until}',
  unknown: 'not known',
  trades: 'Closed trades',
  newTrades: '{fresh}, {known} known already',
  fresh: { one: '{count} new trade', other: '{count} new trades' },
  positions: 'Open positions',
  flows: 'Deposits, withdrawals and adjustments',
  leftOut: 'Rows that can’t be used and will be left out: {count}. The first: {reason}.',
  totals: 'Totals in the statement',
  totalsCompared:
    'Same as calculated from its trades: {same}. Different: {different}. Not comparable, because we define them differently or don’t calculate them: {other}.',
  gap: 'Difference',
  reason: 'Probable reason: {reason}.',

  timezone: 'Time zone of your broker’s server',
  choose: 'Choose a time zone',
  guessed:
    'Our guess, because weekend gaps fit {name}. The trades of {weeks} run from {earliest} to {latest} in New York. The market is open there from {opens} to {closes}.',
  weeks: { one: '{count} week', other: '{count} weeks' },
  alsoFits: 'Less likely: {names}.',
  unguessed:
    'The file doesn’t name it and its trades don’t show it. Look at the clock of your platform, for example above the Market Watch. Two hours ahead of UTC in winter and three in summer is New York + 7, which most brokers use.',
  remembered: 'As you confirmed it for this account earlier.',
  chosen: 'You chose it. The period above counts by it.',
  zones: {
    usual: 'Most brokers',
    newYork: 'New York plus hours',
    fixed: 'Fixed offset from UTC',
    cities: 'Cities',
    fromNewYork: 'New York + {hours}',
    summerUs: '{name} (UTC+2, in the US summer UTC+3)',
    summerEu: '{name} (UTC+2, in the European summer UTC+3)',
  },

  questions: {
    dates: {
      title: 'Does the day or the month come first?',
      label: 'Order of day and month',
      choices: { 'day first': 'Day first', 'month first': 'Month first' },
    },
    decimal: {
      title: 'Which mark is the decimal mark?',
      label: 'Decimal mark',
      choices: { point: 'Point', comma: 'Comma' },
    },
    texts: {
      title: 'What are these entries?',
      lead: 'Our list of words doesn’t say whether they are deposits and withdrawals, or results of the account such as fees and interest. Your answers hold for later statements of this account too. If you don’t answer, they count as deposits or withdrawals.',
      rows: 'rows: {count}, in all {amount}',
      choices: {
        flow: 'Deposit or withdrawal',
        adjustment: 'Cost or other result',
        unknown: 'I don’t know',
      },
    },
    reading: '{cell} is {value}',
    goOn: 'Continue',
  },

  nameFor: 'Name to show for {account}',
  addDataTitle: 'Add this data to your account',
  addData: 'Add data',
  addThis: 'Add this account',
  nothingNew: 'All trades in this file are known already.',
  staysPrivate: 'It stays private until you publish it.',
  correctTitle: 'Something is missing or wrong',
  currencyField: 'Currency, if the file doesn’t name it',
  numberField: 'Account number, if the file doesn’t name it',
  platformField: 'Platform, if the file doesn’t name it',
  asInFile: 'as in the file',
  again: 'Check again',
  otherFile: 'Choose another file',
  about: 'About this file',
  problemsTitle: 'Problems in this file',
  problemsHelp:
    'Rows that are not imported are missing from your figures. Correct the file and upload it again, or go on without them.',
  found: 'Found',
  notes: 'Good to know',

  moves:
    'The time zone of this account is {before}. Changing it to {after} moves {trades} by {hours}. Continue?',
  movesTick: 'Move the trades',
  movesUnticked: 'Tick “Move the trades”, or change the time zone back.',
  movedTrades: { one: '{count} trade', other: '{count} trades' },
  hours: { one: '{count} hour', other: '{count} hours' },
  upTo: 'up to {text}',
  range: '{min} to {max}',
  typeChange: {
    demo: '{names} is a real account, but this statement is from a demo account. If you change it, all trades of the account, earlier ones too, count as those of a demo account.',
    real: '{names} is a demo account, but this statement is from a real account. If you change it, all trades of the account, earlier ones too, count as those of a real account.',
  },
  typeTick: { demo: 'Change it to a demo account', real: 'Change it to a real account' },
  typeKeep: { demo: 'Keep it a real account', real: 'Keep it a demo account' },
  typeUnanswered:
    'Choose “{keep}” or “{yes}”. Or enter a different number in the field Account number to add a new account.',
  currencyDiffers:
    '{name} is in {before}, but this statement is in {currency}. One account can’t hold both. Correct the currency if it is wrong, or enter a different number in the field Account number to add a new account.',

  next: 'What happens next',
  steps: {
    saved: 'Your statement is saved.',
    loaded: 'The next run loads it, usually within a few minutes.',
    figures: 'Your figures are calculated.',
    publish: 'You look at them and publish the account, if you want.',
  },
  stepDone: 'done',
  stepNow: 'waiting',
  reloads: 'This page reloads by itself until your figures are there.',
  refused: 'This statement was not added.',
  done: 'Done: your figures are up to date.',
  notUsed: 'Your data for {name} isn’t used.',
  publish: 'Publish',
  publishHelp: 'Only you can see it so far.',
  listTrades: 'List my trades and open positions on the public page',
  settings: 'Choose what visitors see',

  problems: {
    noFile: 'Choose a statement file first.',
    tooLarge: 'The file is larger than {size} MiB. Export a shorter period.',
    tooMany: 'You have too many unconfirmed statements. Confirm some, or try again tomorrow.',
    diskFull:
      'The server’s disk is full, so your file was not saved. Tell the operator and try again later.',
    number: 'The account number may contain only letters, digits and punctuation.',
    timezone: 'Choose the time zone of your broker’s server first.',
    unanswered: 'Choose one of the answers first.',
    handedOver: 'You can’t add data to this account any more. Ask the operator.',
  },
  upload: {
    offline: 'We can’t reach the server. Your file is still selected: try again.',
    ended:
      'Your session has ended and nothing was sent. {signIn}, then come back and press the button again. Your file is still selected here.',
    signIn: 'Sign in in another tab',
    sending: 'Sending your file…',
  },
} as const;
