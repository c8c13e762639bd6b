import packageJson from './package.json' with { type: 'json' };
import { collectValues, createProgram } from './pipeline/commands/program.ts';

// A reader that stops early, such as head, is no failure.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
});

let lastLine = '';

const { program, perform, detail, main } = createProgram(
  {
    stdout(line) {
      lastLine = line;
      process.stdout.write(`${line}\n`);
    },
    stderr: (line) => void process.stderr.write(`${line}\n`),
    clock: () => new Date(),
    env: process.env,
    program: [process.execPath, ...process.execArgv, process.argv[1] ?? ''],
  },
  packageJson.version,
);

program.commandsGroup('Try it:');

program
  .command('demo')
  .description('Create a demo world, compute it and serve it')
  .action(perform(() => import('./server/commands/demo.ts'), 'demoCommand'));

program.commandsGroup('Set up:');

const registryCommands = () => import('./pipeline/commands/registry.ts');

const registry = program
  .command('registry')
  .description('Owners, accounts, and what each of them shows');

registry
  .command('apply')
  .description('Apply the owners and accounts of a JSON file: all of them or none')
  .argument('<file>', 'Owners and accounts as JSON')
  .option('--check', 'Only print what would change and what it would show')
  .action(perform(registryCommands, 'registryApplyCommand'));

registry
  .command('dump')
  .description('Print owners and accounts as JSON, without keys')
  .action(perform(registryCommands, 'registryDumpCommand', 'registry'));

registry
  .command('audit')
  .description('Show who changed what and when, oldest first')
  .option('--slug <slug>', 'Only changes of this owner, account or portfolio')
  .option('--json', 'Print a JSON array')
  .action(perform(registryCommands, 'registryAuditCommand', 'registry'));

registry
  .command('move')
  .description('Copy the whole registry, keys and sessions too, to an empty database')
  .requiredOption('--to <url>', 'Address of PostgreSQL, or path of a new SQLite file')
  .action(perform(registryCommands, 'registryMoveCommand', 'registry'));

const ownerCommands = () => import('./pipeline/commands/owners.ts');

const owners = program
  .command('owners')
  .description('Add, list and remove owners, and let them sign in');

owners
  .command('add')
  .description('Add an owner and print a sign-in link that works once, within 24 hours')
  .argument('<slug>', 'Name in addresses: letters a to z, digits and hyphens')
  .option('--name <name>', 'Name that visitors see; none if unset')
  .option('--plan <plan>', 'free, pro or ultra (default: free)')
  .option('--operator', 'Let them use /operator')
  .option('--json', 'Print a JSON object')
  .action(perform(ownerCommands, 'ownersAddCommand'));

owners
  .command('list')
  .description('List owners: plan, role, accounts, and whether they can sign in')
  .option('--json', 'Print a JSON array')
  .action(perform(ownerCommands, 'ownersListCommand', 'registry'));

owners
  .command('remove')
  .description('Remove an owner with all accounts, keys and sent data, for ever')
  .argument('<slug>', 'The owner')
  .option('--yes', 'Remove; without it, only say what goes')
  .action(perform(ownerCommands, 'ownersRemoveCommand', 'registry'));

owners
  .command('invite')
  .description('Print a sign-in link that works once, within 24 hours')
  .argument('<slug>', 'The owner')
  .option('--json', 'Print a JSON object')
  .action(perform(ownerCommands, 'ownersInviteCommand', 'registry'));

const keyCommands = () => import('./pipeline/commands/keys.ts');

const keys = program
  .command('keys')
  .description('Keys of programs that read figures or send data in');

keys
  .command('create')
  .description('Create a key and print it: it is never shown again')
  .option('--owner <slug>', 'Owner of a Developer API Key, which reads figures')
  .option('--connection', 'Create a Connection Key instead, which sends the data of one account in')
  .option('--account <slug>', 'Account of the Connection Key')
  .requiredOption('--name <name>', 'Name of the key, to recognise it in lists')
  .option(
    '--scope <scope>',
    'accounts:read or public:read; repeat it for both (default: both)',
    collectValues,
  )
  .option('--json', 'Print a JSON object')
  .action(perform(keyCommands, 'keysCreateCommand', 'registry'));

keys
  .command('list')
  .description("List an owner's or account's keys, without secrets")
  .option('--owner <slug>', 'Owner of the keys')
  .option('--connection', 'List Connection Keys')
  .option('--account <slug>', 'Account of the Connection Keys')
  .option('--json', 'Print a JSON array')
  .action(perform(keyCommands, 'keysListCommand', 'registry'));

keys
  .command('revoke')
  .description('Revoke a key at once')
  .argument('<id>', 'Id of the key, as shown by `keys list`')
  .action(perform(keyCommands, 'keysRevokeCommand', 'registry'));

program.commandsGroup('Bring data in:');

program
  .command('import')
  .description("Convert a platform's export into source files")
  .argument('<format>', 'Format of the export, listed below; `auto` detects it')
  .argument('<file>', 'The export')
  .option(
    '--account-id <id>',
    'Internal id of the account (default: made from the export); not for calendars',
  )
  .requiredOption('--out <dir>', 'Directory to write source files to')
  .option('--tz <zone>', "Time zone of the broker's server, such as NY+7 or Europe/Helsinki")
  .option('--currency <code>', 'Currency of the account, if the export does not name it')
  .option('--encoding <name>', 'Encoding of a text file, such as gbk (default: detected)')
  .option('--symbols <file>', "File of names and lot sizes, if an API's answers lack them")
  .option(
    '--map <file>',
    'JSON file that says what each column of a table means (default: proposed)',
  )
  .option('--dates <order>', 'Order in dates, such as "day first", if the dates do not show it')
  .option('--decimal <mark>', 'Decimal mark, point or comma, if the numbers do not show it')
  .option('--text <text=kind>', 'What a text is: "TEXT=deposit" or "TEXT=cost"', collectValues)
  .option('--platform <name>', 'Platform, such as MT5, if the export does not name it')
  .option('--confirm', 'Change the time zone or type (demo or real) of earlier imports')
  .action(perform(() => import('./pipeline/commands/import.ts'), 'importCommand'));
detail('import', async () => (await import('./pipeline/platforms/index.ts')).formatLines());

program
  .command('push')
  .description("Send an account's files with its Connection Key")
  .argument('[files...]', 'Source files and exports of one account')
  .option('--watch <dir>', 'Send every new file of this folder until stopped')
  .requiredOption('--to <url>', 'Address of the server')
  .option('--account-id <id>', 'Account to send, if files contain several')
  .option('--tz <zone>', "Time zone of the broker's server, such as NY+7 or Europe/Helsinki")
  .option('--currency <code>', 'Currency of the account, if the export does not name it')
  .action(perform(() => import('./pipeline/commands/push.ts'), 'pushCommand'));

program
  .command('sync')
  .description('Read accounts from their brokers: all that are due, or one')
  .argument('[slug]', 'Account to read now, due or not')
  .action(perform(() => import('./pipeline/commands/sync.ts'), 'syncCommand', 'registry'));

const secrets = program
  .command('secrets')
  .description('Change the key that encrypts broker sign-ins');

secrets
  .command('rotate')
  .description('Encrypt all broker sign-ins with TRACKRECORD_SECRET_KEY')
  .action(
    perform(() => import('./pipeline/commands/secrets.ts'), 'secretsRotateCommand', 'registry'),
  );

const deliveryCommands = () => import('./pipeline/commands/deliveries.ts');

const deliveries = program
  .command('deliveries')
  .description('List what owners and programs sent in')
  .option('--account <id>', 'Only deliveries of the account with this internal id')
  .option('--json', 'Print a JSON array')
  .action(perform(deliveryCommands, 'deliveriesListCommand', 'runs'));

deliveries
  .command('withdraw')
  .description('Remove the rows of a delivery; the next run computes without them')
  .argument('<id>', 'Its receipt, as shown by `deliveries`')
  .action(perform(deliveryCommands, 'deliveriesWithdrawCommand', 'runs'));

program.commandsGroup('Run:');

program
  .command('run')
  .description('Load new files, compute the accounts they change, and publish')
  .option(
    '--source <dir>',
    'Directory of source files, or s3://BUCKET/PREFIX; may be repeated',
    collectValues,
  )
  .option('--full', 'Compute every account again')
  .option('--rebuild', 'Rebuild all databases, from the same sources unless --source names others')
  .option('--as-of <instant>', 'Compute as if it were this time now, such as 2027-01-01T00:00:00Z')
  .option('--strict', 'Fail before publishing if a row is refused')
  .option('--empty-registry', 'Publish even if the registry has lost all its accounts')
  .option('--calendar', 'Run the economic calendar only')
  .action(perform(() => import('./pipeline/commands/run.ts'), 'runCommand'));

program
  .command('schedule')
  .description('Run accounts and calendar whenever they are due, until stopped')
  .option(
    '--source <dir>',
    'Directory of source files, or s3://BUCKET/PREFIX; may be repeated',
    collectValues,
  )
  .action(perform(() => import('./pipeline/commands/schedule.ts'), 'scheduleCommand'));

program
  .command('rollback')
  .description('Put an earlier version back in service')
  .argument('[version]', 'Name of the version (default: the one before)')
  .action(perform(() => import('./pipeline/commands/rollback.ts'), 'rollbackCommand', 'runs'));

program.commandsGroup('Serve:');

program
  .command('serve')
  .description('Serve the API, MCP, the pages and the calendar')
  .option('--with-schedule', 'Do the work of `schedule` in the same process')
  .option(
    '--source <dir>',
    'Directory of source files for the schedule, or s3://BUCKET/PREFIX; may be repeated',
    collectValues,
  )
  .action(perform(() => import('./server/commands/serve.ts'), 'serveCommand'));

program
  .command('mcp')
  .description('Serve MCP on stdin and stdout; needs TRACKRECORD_KEY')
  .option('--answers <place>', '`text` for clients that hide data from the model (default: data)')
  .action(perform(() => import('./server/commands/mcp.ts'), 'mcpCommand'));

program.commandsGroup('Look and check:');

program
  .command('status')
  .description('Show published versions, problems and the last runs')
  .option('--json', 'Print JSON')
  .action(perform(() => import('./pipeline/commands/status.ts'), 'statusCommand', 'runs'));

program
  .command('verify')
  .description('Check published files against the warehouse')
  .option('--chain', 'Also check that the chain of published versions is whole')
  .action(perform(() => import('./pipeline/commands/verify.ts'), 'verifyCommand', 'runs'));

program
  .command('reconcile')
  .description('Compare the figures on statements with computed ones')
  .option('--account-id <id>', 'Show every figure of this account only')
  .option('--json', 'Print JSON')
  .action(perform(() => import('./pipeline/commands/reconcile.ts'), 'reconcileCommand', 'runs'));

program
  .command('history')
  .description('Show what changed in an account after it was published')
  .argument('<slug>', 'The account or portfolio')
  .option('--json', 'Print JSON')
  .action(perform(() => import('./pipeline/commands/history.ts'), 'historyCommand', 'runs'));

program
  .command('diff')
  .description('List the accounts that differ between two versions')
  .argument('<before>', 'Name or number of a version')
  .argument('<after>', 'Name or number of a later version')
  .action(perform(() => import('./pipeline/commands/diff.ts'), 'diffCommand', 'runs'));

program
  .command('export')
  .description('Write all published tables to files, for research')
  .requiredOption('--out <dir>', 'Directory to write to')
  .option('--format <list>', 'csv, parquet, arrow, separated by commas (default: all)')
  .option(
    '--compression <name>',
    'Compression of Parquet: snappy, zstd, gzip or uncompressed (default: snappy)',
  )
  .option('--numbers <type>', 'Type of exact numbers: decimal or double (default: decimal)')
  .action(perform(() => import('./pipeline/commands/export.ts'), 'exportCommand', 'runs'));

program.commandsGroup('Back up:');

const backupCommands = () => import('./pipeline/commands/backup.ts');

program
  .command('backup')
  .description('Copy the data directory and the registry, even while they are in use')
  .argument('<dir>', 'New folder for the copy')
  .action(perform(backupCommands, 'backupCommand', 'runs'));

program
  .command('restore')
  .description('Create the data directory from a backup and verify it')
  .argument('<dir>', 'Folder that `backup` has written')
  .action(perform(backupCommands, 'restoreCommand'));

const args = process.argv.slice(2);
// Only a parent that is a Node.js program is connected, such as the schedule.
const schedule = process.connected ? await import('./pipeline/schedule/execution.ts') : null;
if (schedule && args[0] === schedule.answering) {
  schedule.answerCommands(async (sent) => {
    lastLine = '';
    return { code: await main(sent), lastLine };
  });
} else process.exitCode = await main(args);
