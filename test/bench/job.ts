import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { jobs } from './jobs.ts';

// Does one job of a bench. Arguments: NAME OPTIONS. Writes the result to stdout. Both are JSON.
const [name = '', options = ''] = process.argv.slice(2);
const [, read] = Object.entries(jobs).find(([known]) => known === name) ?? [];
if (read === undefined) throw new Error(`no job of that name: ${name}`);
const job = await read();
const jobOptions = JSON.parse(options, (key, value) =>
  key === 'dataDir' ? dataDirectory(value) : value,
);
process.stdout.write(JSON.stringify(await job(jobOptions)));
