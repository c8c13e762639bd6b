/** Leak that is made by changing one line of a file. */
export interface PlantedLeak {
  readonly leak: string;
  readonly file: string;
  readonly line: string;
  readonly instead: string;
  /** Seed of worlds that show the leak, if those of other leaks don't. */
  readonly seed?: number;
}

/**
 * Seed of worlds whose account-009 shows its trades and hides `equity_curve`. Its equity reports
 * differ.
 */
const hiddenEquity = 5;

/** Rule that is not applied. */
const unruled = (leak: string, condition: string): PlantedLeak => ({
  leak: `${leak} in spite of its rule`,
  file: 'server/accounts/privacy.ts',
  line: 'rule.resource === resource && hidden.has(rule.flag)',
  instead: `rule.resource === resource && hidden.has(rule.flag) && !(${condition})`,
});

/** Leaks that somebody could make by mistake, one line each. */
export const plantedLeaks: readonly PlantedLeak[] = [
  unruled("the year's lots", "rule.path.includes('this_year')"),
  unruled('total lots', "rule.path.includes('total_lots')"),
  unruled("a trade's stop", "resource === 'trade' && rule.flag === 'stop_loss'"),
  unruled("a position's comment", "resource === 'position' && rule.flag === 'comment'"),
  unruled('the last trades of a hidden list', "rule.path.includes('recent_trades_duration')"),
  unruled('the date of the best trade', "rule.path[0] === 'best_trade_profit'"),
  unruled('lots after a loss', "rule.path[0] === 'larger_after_loss_percent'"),
  unruled('trades without a stop', "rule.path[0] === 'without_stop_percent'"),
  unruled('figures since it was public', "resource === 'observed'"),
  unruled('what chance gives', "resource === 'luck'"),
  { ...unruled("each day's return", "resource === 'returns'"), seed: hiddenEquity },
  {
    leak: 'a warning of what is hidden',
    file: 'server/accounts/privacy.ts',
    line: "(entry) => !codes.has(membersOf(entry).get('code') ?? ''),",
    instead: '() => true,',
  },
  {
    leak: 'a hidden list',
    file: 'pipeline/shown/shown.ts',
    line: "return hidden.has('trades') ? null : hidden;",
    instead: 'return hidden;',
  },
  {
    leak: 'sections of a portfolio whose members hide them',
    file: 'pipeline/registry/hidden-from-strangers.ts',
    line: 'return new Set([...account.hide, ...ofMembers]);',
    instead: 'return new Set(account.hide);',
  },
  {
    leak: 'cells of rows whose member hides them',
    file: 'pipeline/shown/shown.ts',
    line: 'const hidden = new Set([...account.hide, ...part.hide]);',
    instead:
      "const hidden = new Set([...account.hide, ...part.hide.filter((f) => f === 'trades')]);",
  },
  {
    leak: 'rows of private members',
    file: 'pipeline/shown/shown.ts',
    line: 'if (!part?.published) return null;',
    instead: 'if (!part) return null;',
  },
  {
    leak: 'the last trades of private members',
    file: 'pipeline/registry/hidden-from-strangers.ts',
    line: "published ? hide : [...hide, 'trades' as const, 'contributions' as const]",
    instead: "published ? hide : [...hide, 'contributions' as const]",
  },
  {
    leak: 'a total that counts hidden rows',
    file: 'server/accounts/lists/page.ts',
    line: 'const total = last - first;',
    instead: 'const total = rows.list?.stored.index.rows ?? 0;',
  },
  {
    leak: "a file of each day's return",
    file: 'server/site/downloads.ts',
    line: '!isWithheld(section, hidden));',
    instead: "section === 'returns' || !isWithheld(section, hidden));",
    seed: hiddenEquity,
  },
  {
    leak: 'a file of every row, as its owner sees them',
    file: 'server/accounts/lists/file.ts',
    line: 'const rows = shownRows(view, name, range, lists);',
    instead: `const all = view.rows.map(() => new Set<never>());
    const rows = shownRows({ ...view, rows: all }, name, range, lists);`,
  },
  {
    leak: 'an ETag of a file made of published parts',
    file: 'server/accounts/lists/file.ts',
    line: '    hash: hashOfFile(',
    instead: '    hash: view.fingerprint + hashOfFile(',
  },
  {
    leak: 'a version of a list made of hidden rows and values',
    file: 'server/accounts/lists/hash.ts',
    line: 'isWhole && rows.isAsPublished ? entry.parts[name]?.sha256 : undefined',
    instead: 'entry.parts[name]?.sha256',
  },
  {
    leak: 'a cached body of the owner',
    file: 'server/accounts/view.ts',
    line: '    isOwners,\n    flags,\n',
    instead: '',
  },
  {
    leak: "what is the owner's alone, in the object",
    file: 'server/accounts/account-object.ts',
    line: 'isOwners ? [] : ownersFields',
    instead: '[] as string[]',
  },
  {
    leak: 'an ETag made of the published version',
    file: 'server/api/account.ts',
    line: 'accountBody(view, sections, moment.version.snapshot, bodies, part, named);',
    instead:
      '({ ...accountBody(view, sections, moment.version.snapshot, bodies, part, named), etag: () => moment.version.snapshot.version });',
  },
  {
    leak: 'an ETag made of published parts',
    file: 'server/api/account.ts',
    line: 'accountBody(view, sections, moment.version.snapshot, bodies, part, named);',
    instead:
      '({ ...accountBody(view, sections, moment.version.snapshot, bodies, part, named), etag: () => view.fingerprint });',
  },
  {
    leak: 'a finished answer of another key',
    file: 'server/api/finished.ts',
    line: "= valuesOf('authorization', rawHeaders);",
    instead: "= [''];",
  },
  {
    leak: 'a search that counts private accounts',
    file: 'server/accounts/account-pages.ts',
    line: '=> published || owner !== null;',
    instead: '=> published || true;',
  },
  {
    leak: 'a search by the names of members',
    file: 'server/accounts/filters.ts',
    line: "view.account.slug, broker ?? '']",
    instead: "view.account.slug, broker ?? '', ...view.account.members]",
  },
  {
    leak: 'a private account',
    file: 'server/accounts/moment.ts',
    line: ': decisions.findPublished(slug));',
    instead: ': decisions.findAccount(slug));',
  },
  {
    leak: 'deposits from before a cut',
    file: 'pipeline/run/archived-history.ts',
    // Accounts with trades from before a cut are held back, so it keeps bookings alone.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of code
    line: 'delete from ${table} as facts where ${isBefore}`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of code
    instead: 'delete from ${table} as facts where ${isBefore} and ${table !== "cash_flows"}`',
  },
];
