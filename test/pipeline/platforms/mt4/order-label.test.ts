import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readOrderLabel } from '../../../../pipeline/platforms/mt4/source-rows.ts';

const orderLabel = suite('mt4 order label');

const labels: [printed: string, comment: string, magicNumber: string][] = [
  ['', '', ''],
  ['[sl]', '', ''],
  ['[tp]', '', ''],
  ['[sl/gap]', '', ''],
  ['[tp/gap]', '', ''],
  ['#30001 Vision SL TP Gold', 'Vision SL TP Gold', '30001'],
  ['#30001 Vision SL TP Gold[sl]', 'Vision SL TP Gold', '30001'],
  ['#30001', '', '30001'],
  ['#30001[tp]', '', '30001'],
  ['#-7 grid', 'grid', '-7'],
  ['#30001st', '#30001st', ''],
  ['from #1522092305', 'from #1522092305', ''],
  ['from #1522092305[sl]', 'from #1522092305', ''],
  ['to #1522182423', 'to #1522182423', ''],
  ['so: 59.9%/27.9/46.5', 'so: 59.9%/27.9/46.5', ''],
  ['mam#6356115|25008805', 'mam#6356115|25008805', ''],
  ['@121|[tp]', '@121|', ''],
  ['@7|example.com [@7|exampl', '@7|example.com [@7|exampl', ''],
  ['grid [v2]', 'grid [v2]', ''],
];

for (const [printed, comment, magicNumber] of labels) {
  orderLabel(`reads \`${printed}\``, () => {
    assert.equal(readOrderLabel(printed), { comment, magicNumber });
  });
}

orderLabel.run();
