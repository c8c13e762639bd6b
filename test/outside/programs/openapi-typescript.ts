import type * as ours from './client/types.ts';
import type { components, paths } from './openapi-typescript/api.ts';
import { tell } from './tell.ts';

type Theirs = components['schemas'];
type Fits<One, Other> = [One, Other] extends [Other, One] ? true : false;
/** Our client gives magic numbers that JavaScript would round as texts. */
type Exact<Schema> = Schema extends { magic_number: infer Magic }
  ? Omit<Schema, 'magic_number'> & { magic_number: Magic | string }
  : Schema;
/** Our package's types must equal the types that others generate from the same description. */
const isSame: {
  [Name in keyof Theirs & keyof typeof names]: Fits<Exact<Theirs[Name]>, (typeof names)[Name]>;
} = { Account: true, Trade: true, Position: true, Gain: true, Statistics: true, Calendar: true };
declare const names: {
  Account: ours.Account;
  Trade: ours.Trade;
  Position: ours.Position;
  Gain: ours.Gain;
  Statistics: ours.Statistics;
  Calendar: ours.Calendar;
};

type Answers = { [Path in keyof paths]: paths[Path]['get']['responses'][200]['content'] };
type Json<Path extends keyof paths> = Answers[Path] extends { 'application/json': infer Body }
  ? Body
  : never;

const [baseUrl = '', key = '', slug = ''] = process.argv.slice(2);
async function get<Path extends keyof paths>(path: Path, query: string): Promise<Json<Path>> {
  const url = `${baseUrl}${path.replace('{slug}', slug)}${query}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  return response.json();
}

const account = await get('/api/v1/accounts/{slug}', '?include=advanced,monthly');
const trades = await get('/api/v1/accounts/{slug}/trades', '?page=2');
const statistics = await get('/api/v1/accounts/{slug}/statistics', '?by=side,hour');
tell(account, trades, statistics, isSame.Account ? 404 : 0);
