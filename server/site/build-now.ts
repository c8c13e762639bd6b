import { createLog } from '../../pipeline/base/log.ts';
import { builtAssets } from './build.ts';

// npm run build: for images that are made where vite is and run where it is not.
process.exitCode = (await builtAssets(createLog('info'))) === null ? 1 : 0;
