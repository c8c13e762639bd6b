/** What the document says of itself. */
export const about = {
  title: 'trackrecord',
  version: '1',
  summary: 'Published track records of trading accounts, and an economic calendar.',
  license: { name: 'MIT', identifier: 'MIT' },
  description: `
Every address answers GET and HEAD; any other method is a 405. Errors are problem details by RFC 9457.

- **Percentages** (\`…_percent\`, \`…percentage\`, \`win_rate\`) are plain: 3.3 means 3.3 percent.
- **Money** is in the account's \`currency\`; commission and swap are negative when charged.
- **Unknown** is \`null\`, never 0 and never a missing key.
- **Instants** are ISO 8601 in UTC, with a trailing Z.
- **Lists** come in pages; the last one has \`has_more\` false.
- **Lists in a query** (\`include\`, \`currency\`, \`impact\`) are given by commas, repeated, or as \`include[]\`. Any
  other parameter given twice is a 400; a name that an address does not know is ignored, and named in the header
  \`X-Ignored-Parameters\`.
- **Later** there will be more fields: clients must ignore those they do not know.

What an owner hides is neutral, never an error: a section, a price or a comment is \`null\`, a volume 0, a list
empty. Owners see all of their own. \`x-privacy\` says of each field who sees it: \`public\`, \`hidden by\` the
flags an owner may set, \`derived from\` facts that a flag may hide, or \`owner\`, null for everybody else.

Without a key 20 requests are answered within any 60 seconds from one address, with a key of the free plan 30, on
paid plans 120. Keys belong on servers: no other site's page can call the versioned addresses.
`.trim(),
} as const;

export const tags = [
  { name: 'Accounts', description: 'Accounts and portfolios, their statistics and their trades' },
  { name: 'Search', description: 'Published accounts of everybody' },
  { name: 'Calendar', description: 'Scheduled events that move markets' },
  { name: 'Description', description: 'This document' },
] as const;
