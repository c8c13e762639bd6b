/** Address, key and account to which a client of the protocol connects, over both transports. */
const [url = '', key = '', slug = '', ...command] = process.argv.slice(2);
export const http = { url, headers: { Authorization: `Bearer ${key}` } };
export const stdio = {
  command: command[0] ?? '',
  args: command.slice(1),
  // The site's address is a setting of each process.
  env: {
    TRACKRECORD_KEY: key,
    BASE_URL: process.env.BASE_URL ?? '',
    PATH: process.env.PATH ?? '',
  },
};
export const calls = [
  ['get_account', { slug, include: ['monthly'] }],
  ['list_my_accounts', {}],
  ['get_trade_statistics', { slug, by: ['side'] }],
] as const;

/** Prints the data of a transport: names of tools, and answers of calls. */
export function tell(transport: string, tools: readonly string[], answers: readonly unknown[]) {
  console.log(JSON.stringify({ transport, tools, answers }));
}
