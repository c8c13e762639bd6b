/** Query parameters of the example calls, by operation. */
// biome-ignore format: a table
export const sampleQueries = {
  listAccounts: { type: 'account', limit: '20' },
  getAccount: { include: 'monthly,advanced' },
  listTrades: { from: '2026-01-01', to: '2026-03-31' },
  listPositions: {},
  getGain: { from: '2025-01-01', to: '2025-03-31' },
  getStatistics: { by: 'symbol,weekday' },
  getWidget: { size: 'medium', theme: 'dark' },
  searchAccounts: { platform: 'MT5', min_twr_percent: '10', sort: 'max_drawdown_percent' },
  compareAccounts: { slugs: 'north-eurusd,north-gold', from: '2026-01-01' },
  downloadTrades: { from: '2026-01-01' },
  getDescription: {},
  getCalendar: { currency: 'USD,EUR', impact: 'high', days: '7' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Example call. */
export interface Sample {
  readonly url: string;
  readonly needsKey: boolean;
  readonly isJson: boolean;
}

/** Example code by programming language. */
export const samples: readonly (readonly [name: string, write: (sample: Sample) => string])[] = [
  ['curl', inCurl],
  ['JavaScript', inJavaScript],
  ['Python', inPython],
];

function inCurl({ url, needsKey, isJson }: Sample): string {
  const key = needsKey ? ' \\\n  -H "Authorization: Bearer $TRACKRECORD_KEY"' : '';
  return `curl${isJson ? '' : ' -OJ'} '${url}'${key}`;
}

function inJavaScript({ url, needsKey, isJson }: Sample): string {
  const options = needsKey
    ? ', {\n  headers: { authorization: "Bearer " + process.env.TRACKRECORD_KEY },\n}'
    : '';
  return `const response = await fetch('${url}'${options});
if (!response.ok) throw new Error((await response.json()).detail);
const body = await response.${isJson ? 'json' : 'text'}();`;
}

function inPython({ url, needsKey, isJson }: Sample): string {
  const headers = needsKey
    ? ',\n    headers={"Authorization": f"Bearer {os.environ[\'TRACKRECORD_KEY\']}"},\n'
    : '';
  const [before, after] = needsKey ? ['\n    ', ''] : ['', ''];
  return `import ${needsKey ? 'os\nimport ' : ''}requests

response = requests.get(${before}"${url}"${headers}${after})
response.raise_for_status()
body = response.${isJson ? 'json()' : 'text'}`;
}
