import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { attributionOf, siteAt } from '../../../server/accounts/attribution.ts';
import { sizeNames, sizes, themes } from '../../../server/accounts/widget-options.ts';
import { languageCodes } from '../../../server/language/catalogues.ts';
import type { Days } from '../../../server/site/account.ts';
import { textOf } from '../../../server/site/html.ts';
import { languageFor } from '../../../server/site/language/languages.ts';
import { card } from '../../../server/site/widget/card.ts';
import type { CardContent } from '../../../server/site/widget/card-content.ts';
import { whileOpen } from '../../support/while-open.ts';
import { chromiumPath, launch } from './chromium.ts';

const fit = suite('cards of widgets');

/** Figures of the link preview, with the longest label of all languages. */
function tiles(...texts: string[]): CardContent['tiles'] {
  return texts.map((text, at) => ({
    field: `${at}`,
    label: 'Durchschnittliche Rendite',
    text,
    value: null,
  }));
}

const plain: CardContent = {
  name: 'EURUSD swing',
  owner: 'North Desk',
  mark: '✓ bestätigt',
  isProved: true,
  covered_until: null,
  reconciled: true,
  demo: false,
  history_cut_at: null,
  stale_since: null,
  behaviour: [],
  since: '2024-12-15',
  twr_percent: 12.34,
  max_drawdown_percent: 4.2,
  attribution: attributionOf(siteAt('https://records.example'), 'north-eurusd', true),
  tiles: tiles('+12.34%', '4.20%', '+8.10%', '1.52', '12'),
};

const signed = {
  ...plain,
  reconciled: false,
  demo: true,
  history_cut_at: '2024-09-30T00:00:00Z',
  stale_since: '2025-09-30',
};

const long = {
  name: 'Wöchentliches Mean-Reversion-Portfolio mit acht Währungspaaren und Gold, W'.repeat(3),
  owner: 'Müller, Meier und Söhne Vermögensverwaltung in Wuppertal WWWWWWWWWW',
  attribution: attributionOf(siteAt('https://track-records.of-a-long-name.example'), 'x', true),
};

/** Long values that must fit on cards. */
const cases: readonly CardContent[] = [
  plain,
  { ...signed, twr_percent: -100, max_drawdown_percent: 100 },
  {
    ...signed,
    ...long,
    twr_percent: 1_234_567.89,
    max_drawdown_percent: 99.99,
    tiles: tiles('+1,234,567.89%', '99.99%', '+1,234,567.89%', '−12.34', '12,345'),
  },
  { ...plain, ...long, mark: '✓ track record', twr_percent: null, max_drawdown_percent: null },
  { ...signed, ...long, mark: 'Identität 11 von 12, Track Record 10 von 12' },
];

const days = (sign: number): Days => {
  const values = Array.from({ length: 60 }, (_, at) => sign * (at + 9 * Math.sin(at)));
  return {
    date: values.map((_, at) => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10)),
    twr_percent: values,
    drawdown: values.map(() => 0),
    balance: values,
    equity: values,
  };
};

/** Runs in a browser. Lists parts of a drawing that are outside it or overlap others. */
const collisions = `[...document.querySelectorAll('svg')].flatMap((svg) => {
  const whole = svg.getBoundingClientRect();
  // Letters are smaller than the box of their line.
  const boxes = [...svg.querySelectorAll('text, .line')].map((box) => {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const slack = box.tagName === 'text' ? (bottom - top) * 0.16 : 0;
    return { left, right, top: top + slack, bottom: bottom - slack, is: box.textContent || 'line' };
  });
  const out = boxes.filter((box) => box.left < whole.left + 2 || box.right > whole.right - 2 ||
    box.top < whole.top || box.bottom > whole.bottom);
  const on = boxes.flatMap((box, at) => boxes.slice(at + 1).filter((otherBox) =>
    box.left < otherBox.right && otherBox.left < box.right && box.top < otherBox.bottom && otherBox.top < box.bottom)
    .map((otherBox) => box.is + ' on ' + otherBox.is));
  return [...out.map((box) => box.is + ' is cut'), ...on].map((what) => svg.id + ': ' + what);
})`;

const run = (executablePath: string) =>
  whileOpen(launch(executablePath), async (browser) => {
    const page = await browser.newPage();
    const drawings = sizeNames.flatMap((size) =>
      themes.flatMap((theme) =>
        languageCodes.flatMap((code) =>
          cases.flatMap((facts, at) =>
            [null, days(1), days(-1)].map((line, of) => {
              const drawing = card(facts, line, sizes[size], theme, languageFor(code, undefined));
              const id = `${size}-${theme}-${code}-${at}-${of}`;
              return textOf(drawing).replace('<svg', `<svg id="${id}"`);
            }),
          ),
        ),
      ),
    );
    await page.setContent(drawings.join('\n'));
    return (await page.evaluate(collisions)) as string[];
  });

fit('shorten a long owner name, never the badge', () => {
  for (const size of ['medium', 'large', 'preview'] as const) {
    for (const code of languageCodes) {
      const language = languageFor(code, undefined);
      const mark = language.words.widget.badges.track_record;
      const facts = { ...plain, ...long, mark };
      const drawing = textOf(card(facts, null, sizes[size], 'light', language));
      assert.match(drawing, new RegExp(`… · (<tspan[^>]*>)?${mark}<`));
    }
  }
});

if (chromiumPath !== null) {
  const path = chromiumPath;
  fit('cut and overlap nothing, whatever their texts', async () => {
    assert.equal(await run(path), []);
  });
}

fit.run();
