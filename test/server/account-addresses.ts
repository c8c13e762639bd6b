import { endpoints, fileEndpoints } from '../../server/api/index.ts';
import { versionedPath } from '../../server/api/versioned.ts';

const accountPath = `${versionedPath}/accounts/:slug`;

/** Ends of the versioned addresses of one account, such as `/trades`; empty for the account. */
export const accountEnds: readonly string[] = [...endpoints, ...fileEndpoints]
  .filter(({ url }) => url.startsWith(accountPath))
  .map(({ url }) => url.slice(accountPath.length));
