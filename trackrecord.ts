import packageJson from './package.json' with { type: 'json' };
import { collect, createProgram } from './pipeline/commands/program.ts';

// A reader that stops early, such as head, is no failure.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
});

const { program, perform, detail, main } = createProgram(
  {
    stdout: (line) => void process.stdout.write(`${line}\n`),
    stderr: (line) => void process.stderr.write(`${line}\n`),
    clock: () => new Date(),
    env: process.env,
    program: [process.execPath, ...process.execArgv, process.argv[1] ?? ''],
  },
  packageJson.version,
);

const registry = program.command('registry').description('owners, plans and what each owner shows');
const owners = program.command('owners').description('how owners sign in');
const keys = program.command('keys').description('Developer API Keys and Connection Keys');

program
  .command('demo')
  .description('load the demo world into the data directory, run the pipeline, serve')
  .action(perform(async () => (await import('./server/commands/demo.ts')).demoCommand));

program
  .command('run')
  .description('one batch: load, compute, snapshot, publish')
  .option(
    '--source <dir>',
    'directory of source files, or s3://BUCKET/PREFIX; may be given more than once',
    collect,
  )
  .option('--full', 'compute every account anew')
  .option('--rebuild', 'make every database anew, from the same sources unless others are named')
  .option('--as-of <instant>', 'compute as if it were this instant')
  .option('--strict', 'fail before publishing when a row is rejected')
  .option('--empty-registry', 'publish although the registry has lost all its accounts')
  .option('--calendar', 'the economic calendar alone')
  .action(perform(async () => (await import('./pipeline/commands/run.ts')).runCommand));

program
  .command('schedule')
  .description('run on a cron, never two at once')
  .option('--shards <number>', 'coordinate with so many shards in place of run')
  .option(
    '--source <dir>',
    'directory of source files, or s3://BUCKET/PREFIX; may be given more than once',
    collect,
  )
  .action(perform(async () => (await import('./pipeline/commands/schedule.ts')).scheduleCommand));

program
  .command('coordinate')
  .description('one batch as run, its accounts computed by the machines that work')
  .option(
    '--source <dir>',
    'directory of source files, or s3://BUCKET/PREFIX; may be given more than once',
    collect,
  )
  .option('--shards <number>', 'how many parts accounts are shared out to, for good; 4 when unset')
  .option('--strict', 'fail before publishing when a row is rejected')
  .option('--empty-registry', 'publish although the registry has lost all its accounts')
  .action(perform(async () => (await import('./pipeline/commands/machines.ts')).coordinateCommand));

program
  .command('work')
  .description('compute what coordinate hands out, until it is told to stop')
  .option('--concurrency <number>', 'parts at once; 1 when unset')
  .action(perform(async () => (await import('./pipeline/commands/machines.ts')).workCommand));

program
  .command('warehouse')
  .description('of shards: the databases of all of them, and one that reads as the warehouse')
  .requiredOption('--out <dir>', 'folder that it is laid in')
  .action(perform(async () => (await import('./pipeline/commands/warehouse.ts')).warehouseCommand));

program
  .command('serve')
  .description('the API, the calendar on its own port, the MCP server, the public pages')
  .option('--with-schedule', 'also do what the command schedule does')
  .option(
    '--source <dir>',
    'directory of source files for the schedule, or s3://BUCKET/PREFIX',
    collect,
  )
  .action(perform(async () => (await import('./server/commands/serve.ts')).serveCommand));

program
  .command('mcp')
  .description('the MCP server on stdin and stdout, with the key in TRACKRECORD_KEY')
  .option(
    '--answers <place>',
    'data, or text for clients that show a model no data; data when unset',
  )
  .action(perform(async () => (await import('./server/commands/mcp.ts')).mcpCommand));

registry
  .command('apply')
  .description('put the decisions of a JSON file in force, all or none')
  .argument('<file>', 'owners and accounts as JSON')
  .option('--check', 'say what would change and what it would show, and change nothing')
  .action(
    perform(async () => (await import('./pipeline/commands/registry.ts')).registryApplyCommand),
  );

registry
  .command('dump')
  .description('print the registry as JSON, never a key')
  .action(
    perform(
      async () => (await import('./pipeline/commands/registry.ts')).registryDumpCommand,
      'registry',
    ),
  );

registry
  .command('audit')
  .description('who changed what and when, oldest first')
  .option('--slug <slug>', 'of that owner, account or portfolio alone')
  .option('--json', 'print one JSON array')
  .action(
    perform(
      async () => (await import('./pipeline/commands/registry.ts')).registryAuditCommand,
      'registry',
    ),
  );

keys
  .command('create')
  .description('make a key and print it, for the only time')
  .option('--owner <slug>', 'owner of a Developer API Key, which reads')
  .option('--connection', 'make a Connection Key instead, which sends the data of one account in')
  .option('--account <slug>', 'account of a Connection Key')
  .requiredOption('--name <name>', 'what the owner calls it')
  .option(
    '--scope <scope>',
    'accounts:read or public:read; may be given twice; both when unset',
    collect,
  )
  .option('--json', 'print one JSON object')
  .action(
    perform(
      async () => (await import('./pipeline/commands/keys.ts')).keysCreateCommand,
      'registry',
    ),
  );

keys
  .command('list')
  .description("list an owner's keys, never the keys themselves")
  .option('--owner <slug>', 'owner of the keys')
  .option('--connection', 'Connection Keys')
  .option('--account <slug>', 'account of the Connection Keys')
  .option('--json', 'print one JSON array')
  .action(
    perform(async () => (await import('./pipeline/commands/keys.ts')).keysListCommand, 'registry'),
  );

keys
  .command('revoke')
  .description('end a key at once')
  .argument('<id>', 'id of the key, as keys list shows it')
  .action(
    perform(
      async () => (await import('./pipeline/commands/keys.ts')).keysRevokeCommand,
      'registry',
    ),
  );

registry
  .command('move')
  .description('copy all of the registry, keys and sessions too, to an empty database')
  .requiredOption('--to <url>', 'address of PostgreSQL, or path of a file of SQLite')
  .action(
    perform(
      async () => (await import('./pipeline/commands/registry.ts')).registryMoveCommand,
      'registry',
    ),
  );

owners
  .command('invite')
  .description('print a link with which an owner sets a password, good once and for a day')
  .argument('<slug>', 'the owner')
  .option('--json', 'print one JSON object')
  .action(
    perform(
      async () => (await import('./pipeline/commands/owners.ts')).ownersInviteCommand,
      'registry',
    ),
  );

program
  .command('import')
  .description("turn a platform's own export into source files")
  .argument('<format>', 'format of the export, of those below; auto finds it out')
  .argument('<file>', 'the export')
  .option(
    '--account-id <id>',
    'internal id of the account; made of what the export says when unset, a calendar has none',
  )
  .requiredOption('--out <dir>', 'directory to write source files to')
  .option('--tz <zone>', "time zone of the export's clock, such as Europe/Helsinki")
  .option('--currency <code>', 'currency of an account whose export does not name it')
  .option('--encoding <name>', 'of a text that does not say it, such as gbk; guessed when unset')
  .option('--symbols <file>', 'names and lot sizes, for answers of an API that do not tell them')
  .option('--map <file>', 'which column of a table holds what; proposed when unset')
  .option('--platform <name>', 'platform of an account whose export does not name it, such as MT5')
  .option('--confirm', 'change the time zone or the type (demo or real) of earlier imports')
  .action(perform(async () => (await import('./pipeline/commands/import.ts')).importCommand));
detail('import', async () => (await import('./pipeline/platforms/index.ts')).formatLines());

program
  .command('push')
  .description("send an account's source files or exports to a server, with its Connection Key")
  .argument('[files...]', 'source files and exports of one account')
  .option('--watch <dir>', 'folder whose files are sent whenever they are written')
  .requiredOption('--to <url>', 'address of the server')
  .option('--account-id <id>', 'whose rows to send, of files that have several accounts')
  .option('--tz <zone>', "time zone of an export's clock, such as Europe/Helsinki")
  .option('--currency <code>', 'currency of an account whose export does not name it')
  .action(perform(async () => (await import('./pipeline/commands/push.ts')).pushCommand));

program
  .command('export')
  .description('every mart as a file, for researchers')
  .requiredOption('--out <dir>', 'directory to write to')
  .option('--format <list>', 'csv, parquet, arrow, separated by commas; all when unset')
  .option(
    '--compression <name>',
    'of Parquet: snappy, zstd, gzip or uncompressed; snappy when unset',
  )
  .option('--warehouse <dir>', 'of shards: what the command warehouse has laid there')
  .action(
    perform(async () => (await import('./pipeline/commands/export.ts')).exportCommand, 'runs'),
  );

program
  .command('verify')
  .description('check that the published snapshot is whole and agrees with the warehouse')
  .option('--chain', 'prove besides that every version published follows the one before')
  .action(
    perform(async () => (await import('./pipeline/commands/verify.ts')).verifyCommand, 'runs'),
  );

program
  .command('reconcile')
  .description('what statements print of themselves beside what is computed')
  .option('--account-id <id>', 'of that account alone, every figure')
  .option('--json', 'print JSON')
  .action(
    perform(
      async () => (await import('./pipeline/commands/reconcile.ts')).reconcileCommand,
      'runs',
    ),
  );

program
  .command('history')
  .description('what of an account or portfolio was restated after it was published')
  .argument('<slug>', 'the account or portfolio')
  .option('--json', 'print JSON')
  .action(
    perform(async () => (await import('./pipeline/commands/history.ts')).historyCommand, 'runs'),
  );

program
  .command('diff')
  .description('which accounts two kept versions have otherwise')
  .argument('<one>', 'name or number of a version')
  .argument('<other>', 'name or number of a later one')
  .action(perform(async () => (await import('./pipeline/commands/diff.ts')).diffCommand, 'runs'));

program
  .command('rollback')
  .description('put an earlier snapshot version in service')
  .argument('[version]', 'name of the version; the one before the published when left out')
  .action(
    perform(async () => (await import('./pipeline/commands/rollback.ts')).rollbackCommand, 'runs'),
  );

program
  .command('status')
  .description('the last runs')
  .option('--json', 'print JSON')
  .action(
    perform(async () => (await import('./pipeline/commands/status.ts')).statusCommand, 'runs'),
  );

process.exitCode = await main(process.argv.slice(2));
