import { type ExactObject, textOf } from '../../read/json-values.ts';
import { listOf } from './history.ts';
import type { OpenApiSession } from './session.ts';

/** Symbols of an account with their names and lot sizes, by id. */
export interface Symbols {
  readonly known: ReadonlyMap<string, ExactObject>;
  /** Asks for the lot sizes of symbols that are not known yet. */
  learn(ids: Iterable<string>): Promise<void>;
}

/** Ids of one request. */
const idsAtOnce = 500;

/** Lists the names of all symbols, the archived ones too. */
export async function listSymbols(session: OpenApiSession, account: bigint): Promise<Symbols> {
  const known = new Map<string, ExactObject>();
  const asked = new Set<string>();
  const take = (symbols: readonly ExactObject[]): void => {
    for (const symbol of symbols) {
      const id = textOf(symbol.get('symbolId'));
      known.set(id, new Map([...(known.get(id) ?? []), ...symbol]));
    }
  };
  const fields = { includeArchivedSymbols: true };
  const listed = await session.ofAccount(account, 'ProtoOASymbolsListReq', fields);
  take(listOf('ProtoOASymbolsListRes', listed, 'archivedSymbol', account));
  take(listOf('ProtoOASymbolsListRes', listed, 'symbol', account));
  return {
    known,
    async learn(ids) {
      const missing = [...new Set(ids)].filter((id) => /^\d{1,19}$/.test(id) && !asked.has(id));
      for (let at = 0; at < missing.length; at += idsAtOnce) {
        const some = missing.slice(at, at + idsAtOnce);
        const answer = await session.ofAccount(account, 'ProtoOASymbolByIdReq', {
          symbolId: some.map(BigInt),
        });
        take(listOf('ProtoOASymbolByIdRes', answer, 'symbol', account));
        for (const id of some) asked.add(id);
      }
    },
  };
}
