/** English words of sending data, of rejected rows and of widgets. */
export const senders = {
  done: {
    revoked: 'Key revoked. Programs that use it can no longer send data.',
    confirmed: 'Confirmed. The page of this account says from now on that you control it.',
  },
  title: 'Send data automatically',
  lead: 'For {account}. A Connection Key can only send data for this account; it can’t read anything.',
  closed: 'You can’t send data for this account.',
  keys: 'Connection Keys',
  create: 'Create key',
  keyName: 'Key name, such as the computer that uses it',
  newKeyHelp:
    'Copy it now and follow the setup below: it is not stored here and can’t be shown again.',
  tooMany: 'This account has the maximum number of keys. Revoke one first.',
  setup: 'Setup',
  ownProgram: 'Your own program',
  terminal: {
    download:
      'Download {file} and put it into {folder} in the terminal’s data folder (File, Open Data Folder).',
    compile: 'Open it in MetaEditor (F4) and compile it (F7).',
    allow: 'In Tools, Options, Expert Advisors, allow WebRequest for {address}.',
    drag: 'Drag the Expert Advisor onto one chart. Set the input {server} to {address} and {key} to your key.',
    sends:
      'It sends the whole history first, then new data. It never trades, so the investor password is enough.',
    history:
      'First choose “All History” in the tab Account History: the Expert Advisor only sees trades that are listed there.',
  },
  ctrader: {
    save: 'In the tab History, save the history as CSV or Excel into a folder. Repeat this whenever you have new trades.',
    push: 'On a computer with trackrecord installed, put the key into {variable} and run {command}. It sends each new file once.',
    without: 'Without trackrecord installed, {upload} or use your own program, as below.',
    upload: 'upload a statement',
  },
  program: {
    rows: 'Send rows as JSON: {call} with the header {header}.',
    python:
      'Or use {file}, which needs only Python: put the key into {variable} and run {command}.',
    again: 'If you get no answer, send the same rows again: duplicates change nothing.',
    receipt:
      'The answer contains a receipt. {address} tells you when the data is loaded and published.',
  },
  code: {
    title: 'Confirm that this account is yours',
    wait: 'Wait until the Expert Advisor has sent its first data.',
    set: 'Set its input {input} to {value}. A code appears on its chart. Each code works once, for 10 minutes.',
    type: 'Type the code here.',
    field: 'Code in the terminal',
    confirm: 'Confirm',
    help: 'The public page then says that you control the account, and that a code in the terminal is the proof. Signing in {broker} proves more.',
    broker: 'at your broker',
    confirmed: {
      title: 'This account is confirmed as yours',
      broker: 'You signed in at your broker',
      terminal: 'You typed the code that the terminal showed',
      person: 'Confirmed by {name}',
      more: 'Signing in {broker} proves more.',
    },
  },
  rejected: {
    title: 'Rejected rows',
    lead: 'Rows for {account} that break a rule are left out. Correct them and send them again.',
    some: 'The newest {count} of {all}.',
    none: 'No row was rejected.',
    when: 'When',
    account: 'Account',
    from: 'File or receipt',
    line: 'Line',
    table: 'Table',
    reason: 'Reason',
  },
  widget: {
    title: 'Widget',
    lead: 'For {account}. Paste the code into another site. The widget always shows what visitors can see.',
    size: 'Size',
    theme: 'Theme',
    preview: 'Preview',
    region: 'Widget preview',
    alt: 'The widget of {name}',
    private: 'This account is private, so nobody can see its widget until you publish it.',
    kinds: {
      html: 'HTML: image with a link',
      iframe: 'HTML: frame',
      markdown: 'Markdown',
      image_url: 'Image address (SVG)',
      png_url: 'Image address (PNG)',
    },
  },
} as const;
