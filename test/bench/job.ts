import { jobs } from './jobs.ts';

// One job of the bench: NAME OPTIONS, and its result on stdout, both JSON.
const [name = '', options = ''] = process.argv.slice(2);
const [, read] = Object.entries(jobs).find(([known]) => known === name) ?? [];
if (read === undefined) throw new Error(`no job of that name: ${name}`);
const job = await read();
process.stdout.write(JSON.stringify(await job(JSON.parse(options))));
