import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { expert, type Platform } from './terminal.ts';
import { translate } from './translate.ts';

const experts = suite('sources of the Expert Advisors');

const platforms: readonly Platform[] = ['mt4', 'mt5'];
const sourceOf = (platform: Platform): string => readFileSync(expert(platform), 'utf8');

/** Matches calls that trade, or that read more than the account, in MQL4 and MQL5. */
const trading =
  /\b(?:Order(?:Send|SendAsync|Close|CloseBy|Delete|Modify|Check)|CTrade|MqlTradeRequest|MqlTradeResult|Position(?:Open|Close|Modify)\w*|TRADE_ACTION_\w+|TerminalClose|ExpertRemove|File\w+|ShellExecute\w*|Socket\w+|Send(?:Mail|FTP|Notification)|ChartApplyTemplate)\b/g;

experts('never trade, nor touch anything but the account’s facts', () => {
  for (const platform of platforms) {
    assert.equal(sourceOf(platform).match(trading) ?? [], [], platform);
  }
  assert.is('if(OrderSend(request, result)) trade.PositionCloseBy(1);'.match(trading)?.length, 2);
});

experts('keep to what g++ and MetaEditor both understand', () => {
  for (const platform of platforms) {
    assert.equal(translate(sourceOf(platform), 'mql5.hpp').faults, []);
  }
  const faults = (mql: string) => translate(mql, 'mql5.hpp').faults;
  assert.equal(faults('auto x = 1; // auto'), ['1: auto is C++ and not MQL']);
  assert.equal(faults('\n#include <Trade.mqh>'), ['2: #include takes more than this one file']);
  assert.equal(faults('int table[][2];'), [
    '1: table: only arrays of one dimension without a size',
  ]);
  assert.equal(faults('void Sum(const int &a[], double b[])\n {\n }'), [
    '1: b: arrays are passed by reference (&)',
  ]);
});

experts('are translated line by line', () => {
  const { cpp } = translate(
    '// a "b"\ninput int Wait = 5; // ms\nvoid Say(string &all[])\n {\n  char a[], b[];\n  Print("x[]" + all[0]);\n }\n',
    'mql5.hpp',
  );
  assert.equal(cpp.split('\n').slice(0, 11), [
    '#include "mql5.hpp"',
    'void Say(Array<string> &all);',
    '#line 1 "expert"',
    '        ',
    'input int Wait = 5;      ',
    'void Say(Array<string> &all)',
    ' {',
    '  Array<char> a, b;',
    '  Print(S("x[]") + all[0]);',
    ' }',
    '',
  ]);
  assert.match(cpp, 'if (const char *v = getenv("Wait")) Wait = (int)atol(v);');
});

experts('have the same code wherever the platforms do not differ', () => {
  const classes = ['DealJson', 'IsLoaded', 'KnowsClock', 'ListDeals', 'OnTrade', 'Platform'];
  const excursions = ['DealExcursion', 'OrderExcursion'];
  const platformsOwn = [...classes, ...excursions, 'PositionsJson', 'ServerTime'];
  const functionsOf = (source: string) =>
    new Map(
      [...source.matchAll(/^\w+ (\w+)\([^)]*\)\n {2}\{\n[\s\S]*?\n {2}\}\n/gm)]
        .filter(([, name = '']) => !platformsOwn.includes(name))
        .map(([text, name = '']) => [name, text]),
    );
  const [mt4, mt5] = platforms.map((platform) => functionsOf(sourceOf(platform)));
  assert.ok((mt4?.size ?? 0) > 15);
  assert.equal(mt4, mt5);
});

experts.run();
