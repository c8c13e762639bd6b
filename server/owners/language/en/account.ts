/** English words of the page of an account or portfolio. */
export const account = {
  done: {
    shown: 'Saved. Visitors see the change from now on.',
    name: 'Saved.',
    cut: 'History removed. The figures change with the next run.',
    portfolios: 'Saved. The figures of your portfolios change with the next run.',
    members: 'Saved. The figures change with the next run.',
    benchmark: 'Saved. The comparison changes with the next run.',
    corrected: 'Corrected. The next run computes your figures with it.',
    made: 'Portfolio created. It is private until you publish it. Figures come with the next run.',
  },
  preview: {
    title: 'As a visitor.',
    public: 'This is what everyone sees.',
    private:
      'This is what everyone would see if the account were public. It is private, so only you can see this.',
    back: 'Back to your account',
  },
  links: {
    title: 'Pages of this account',
    public: 'Public page',
    asVisitor: 'View as a visitor',
    widget: 'Widget for another site',
    sent: 'Sent data',
    correct: 'Correct what your statements say',
    sending: 'Send data automatically',
  },
  visibility: 'Visibility',
  whoSees: 'Who can see it',
  public: 'Public: it has a page and appears in the search',
  private: 'Private: only you can see it',
  trades: 'Trades on the public page',
  listTrades: 'List my trades and open positions, as a table and as files',
  listTradesHelp:
    'Everyone then sees each trade with all fields that you don’t hide. Without the list, only programs with a key can read trades. To keep trades from those too, hide “{trades}”.',
  hide: 'Hide from visitors',
  hideHelp: 'Tick what to hide. On the right is what visitors see of it.',
  seen: 'shown',
  unseen: 'hidden',
  nothing: 'nothing yet',
  instruments: { one: '{names}', other: '{names} and {count} more' },
  stillVisible: 'Still visible through: {parts}',
  stillVisibleNext: 'Hide those too?',
  fields: {
    volume: 'lots',
    stop_loss: 'stop losses',
    take_profit: 'take profits',
    comment: 'comments',
  },
  and: '{first} and {second}',
  save: 'Save',
  notSaved: 'Changes count once you save.',
  rename: 'Name',
  renameButton: 'Rename',
  data: 'Time zone, currency and type',
  dataNow: 'Time zone {timezone}, currency {currency}, {type}.',
  dataUnknown: 'not confirmed yet',
  dataHelp:
    'They come from your statements. If something is wrong, {correct}. No new upload is needed.',
  dataOperator:
    'The operator of this site loads this account. If something is wrong, ask the operator.',
  dataCorrect: 'correct it',
  portfolios: 'Portfolios',
  partOf: 'This account is part of',
  savePortfolios: 'Save portfolios',
  benchmark: 'Comparison with a benchmark',
  benchmarkLabel: 'Compare with',
  noBenchmark: 'nothing',
  benchmarkButton: 'Save comparison',
  benchmarkHelp:
    'Your page then shows how both did over the same days. To keep the comparison to yourself, hide it under Visibility.',
  benchmarkNone:
    'The operator of this site offers nothing to compare with yet. Ask for gold or an index.',
  members: 'Members',
  membersIn: 'Accounts in this portfolio',
  membersHelp:
    'If this portfolio is public, visitors can work out a private account’s figures by subtracting the other accounts.',
  saveMembers: 'Save members',
  currency: 'Currency for its figures, such as EUR',
  privateMember: '{name} (private)',
  prove: 'The Expert Advisor can also prove that you control this account. {confirm}',
  proveLink: 'Confirm it with a code',
  cut: 'Remove history',
  cutHelp:
    'This permanently removes everything before a day; nobody can restore it. All figures then start on that day with its balance, and the public page says so.',
  cutBefore: 'History before {day} is already removed. Choose a later day to remove more.',
  cutDay: 'First day to keep',
  cutButton: 'Remove permanently',
  typeName: 'To confirm, type the name: {name}',
  delete: 'Delete',
  deletePortfolio: 'This deletes the portfolio. Its accounts stay.',
  deleteAccount: 'This deletes the account with everything that was sent in for it.',
  deleteHelp:
    'It is gone for everyone at once, and the next run removes it from every file. Nobody can restore it, and its address is never used again.',
  deleteButton: 'Delete permanently',
  problems: {
    cutName: 'Nothing was removed. Type the account’s name exactly as shown.',
    deleteName: 'Nothing was deleted. Type the name exactly as shown.',
    emptied: '{name} would have no accounts left. Add another account to it first.',
    members: 'Choose at least one account for the portfolio.',
  },
  newPortfolio: {
    lead: 'A portfolio shows several accounts as one. It stays private until you publish it.',
    name: 'Name',
    button: 'Create portfolio',
  },
  notices: {
    heldBack: 'Held back.',
    keeps: 'Until then the figures stay as they were on {instant}.',
    none: 'Until then there are no figures yet.',
    unknown: 'Ask the operator why.',
    ours: 'Our own check {check} failed, which is a fault of ours. Ask the operator to report it.',
    missing_rates:
      'Exchange rates are missing: {reason}. Under Members, choose accounts of one currency and that currency, or ask the operator to load the rates.',
    member_held_back:
      'An account in it is held back. Open that account’s page to see why, or take it out under Members.',
    amounts_are_exact:
      'An amount is too large, or has too many decimals. Look for an amount in another currency than the account’s, and send the corrected row. A row with the same ticket or id replaces the earlier one.',
    oddValue:
      'A value has an impossible size. Look for a wrong price, amount or equity report, and send the corrected rows. A row with the same ticket or id replaces the earlier one.',
    needsRates: 'Needs exchange rates.',
    rates:
      'Its figures are in {currency} and accounts in it are in {foreign}. If the operator has loaded no rates for {pairs}, it stays without figures. Choose accounts of one currency and that currency under Members, or ask the operator.',
    pair: '{from} to {to}',
    cannotShow: 'Can’t be shown.',
    gap: 'Does not reconcile.',
    gapTotals:
      'Totals in your platform’s report differ from what your trades and deposits add up to.',
    gapBalance:
      'Your platform reported a balance of {printed}, but your trades and deposits add up to {balance}, a difference of {gap}.',
    gapOfMember:
      'An account in it does not reconcile. Open that account’s page to see the difference.',
    gapNext: 'Usually some data is missing: upload a statement of the whole history.',
  },
} as const;
