/**
 * Examples in the help of each command, by its full name. The list of commands shows the first one,
 * which is at most 50 characters long.
 */
export const examples: Readonly<Record<string, readonly string[]>> = {
  demo: ['trackrecord demo', 'trackrecord demo --port 9000'],
  run: ['trackrecord run --source source', 'trackrecord run --rebuild --source source'],
  schedule: [
    'trackrecord schedule --source source',
    'trackrecord schedule --source source --cron "*/10 * * * *"',
  ],
  serve: ['trackrecord serve --port 8080', 'trackrecord serve --with-schedule --source source'],
  mcp: ['TRACKRECORD_KEY=… trackrecord mcp', 'trackrecord mcp --answers text'],
  'registry apply': [
    'trackrecord registry apply registry.json',
    'trackrecord registry apply --check registry.json',
  ],
  'registry dump': ['trackrecord registry dump > registry.json'],
  'registry audit': ['trackrecord registry audit --slug north-gold'],
  registry: ['trackrecord registry apply registry.json'],
  'registry move': ['trackrecord registry move --to postgres://USER:PASSWORD@HOST/DATABASE'],
  keys: ['trackrecord keys create --owner north --name sheet'],
  'keys create': [
    'trackrecord keys create --owner north --name sheet',
    'trackrecord keys create --owner north --name sheet --scope accounts:read',
    'trackrecord keys create --connection --account north-gold --name terminal',
  ],
  'keys list': ['trackrecord keys list --owner north'],
  'keys revoke': ['trackrecord keys revoke ID'],
  owners: ['trackrecord owners add north --name "North Desk"'],
  'owners add': [
    'trackrecord owners add north --name "North Desk"',
    'trackrecord owners add boss --name Boss --operator',
  ],
  'owners invite': ['trackrecord owners invite north'],
  import: [
    'trackrecord import auto statement.htm --out source',
    'trackrecord import mt4 statement.htm --out source --tz NY+7',
    'trackrecord import table trades.csv --map map.json --account-id MT5:7@Broker --out source',
  ],
  deliveries: ['trackrecord deliveries', 'trackrecord deliveries --account MT5:100234@Broker-Live'],
  'deliveries withdraw': ['trackrecord deliveries withdraw RECEIPT'],
  push: [
    'trackrecord push today.csv --to https://tr.example',
    'trackrecord push statement.htm --to https://tr.example --tz NY+7',
    'trackrecord push --watch exports --to https://tr.example',
  ],
  sync: ['trackrecord sync', 'trackrecord sync north-gold'],
  secrets: ['trackrecord secrets rotate'],
  'secrets rotate': ['trackrecord secrets rotate'],
  export: [
    'trackrecord export --out figures',
    'trackrecord export --out figures --format parquet --compression zstd',
  ],
  verify: ['trackrecord verify', 'trackrecord verify --chain'],
  reconcile: ['trackrecord reconcile', 'trackrecord reconcile --account-id MT4:100234@Broker-Live'],
  history: ['trackrecord history north-gold'],
  diff: ['trackrecord diff 41 42'],
  rollback: ['trackrecord rollback', 'trackrecord rollback 000041-0123456789ab'],
  backup: ['trackrecord backup backups/monday'],
  restore: ['trackrecord restore backups/monday'],
  status: ['trackrecord status', 'trackrecord status --json'],
};
