import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mt4Statement } from '../../../fixtures/statements/mt4.ts';
import { makeAccount } from '../../../fixtures/statements/story.ts';
import { makeReason, quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { endSession, openSession, sessionsOf } from '../../../pipeline/registry/sessions.ts';
import { recordRun } from '../../../pipeline/run/run-log.ts';
import { trackrecord } from '../../cli/trackrecord.ts';
import { openForEntering, sentRows } from '../../pipeline/deliveries/entering.ts';
import { fieldsOf } from '../../support/fields.ts';
import { withServing } from '../serving.ts';
import { inChromium, launch, withPage } from '../site/chromium.ts';
import { goldId, northId } from '../world.ts';
import { isFine, tabTo } from './keyboard.ts';

const browser = suite('owners in a browser');

/** Pages that an operator who has accounts may see. */
const pages = [
  '/me',
  '/me/accounts/north-eurusd',
  '/me/accounts/north-all',
  '/me/accounts/north-secret/as-stranger',
  '/me/accounts/north-gold/correct',
  '/me/accounts/north-gold/deliveries',
  '/me/accounts/north-eurusd/connections',
  '/account/north-eurusd/embed?size=preview&theme=dark',
  '/me/accounts/north-secret/shares',
  '/me/accounts/north-eurusd/alerts',
  '/me/alerts',
  '/me/portfolios',
  '/me/settings',
  '/me/trail',
  '/operator',
  '/operator/refused',
  '/operator/owners/north-desk',
];

const goldStatement = sentRows(
  goldId,
  'statement',
  {
    accounts: [{ platform: 'MT4', currency: 'EUR', broker: 'Aurum', timezone: 'NY+7' }],
    trades: [{ ticket: '1', closed_at: '2025-07-01T12:30:00Z', profit: '10' }],
  },
  { source: 'owner_statement', keyId: 'statement' },
);

let chromium: Browser;

function tests(): void {
  browser('go from a link to a decision by keyboard, without scripts', () =>
    withServing(async ({ url }, world) => {
      await applyRegistry(world.registry, {
        owners: [{ slug: 'north-desk', role: 'operator' }],
        accounts: [{ slug: 'north-gold', timezone: 'NY+7', statement_currency: 'EUR' }],
      });
      const inbox = openForEntering(await openSqlite(world.dataDir.inbox.database));
      const [entered] = await inbox.enter([goldStatement]);
      await inbox.close();
      const receipt = typeof entered === 'object' && 'receipt' in entered ? entered.receipt : '';
      const at = '2026-03-01T11:00:00Z';
      recordRun(
        world.dataDir,
        { run_id: at, started_at: at, ended_at: at },
        {
          error: makeReason('run_statistics_failed', {
            detail: quotedReason('Out of Memory Error'),
          }),
          outcome: 'published',
          accounts_held_back: 1,
          held_back: [
            {
              id: northId,
              check: 'x',
              reason: quotedReason('y'),
              keeps_published: true,
              since: at,
            },
          ],
        },
      );
      const settings = { TRACKRECORD_DATA: world.dataDir.path, BASE_URL: url };
      const { stdout } = await trackrecord(['owners', 'invite', 'north-desk', '--json'], settings);
      const link: string = JSON.parse(stdout).url;
      const viewport = { width: 360, height: 800 };
      const options = { viewport, javaScriptEnabled: false };
      await withPage(chromium, url, options, async ({ page }) => {
        await page.goto(link);
        await tabTo(page, /^New password/);
        await page.keyboard.type('a few words of mine');
        await tabTo(page, /Set password/);
        await page.keyboard.press('Enter');
        await page.waitForURL('**/me');
        await tabTo(page, /EURUSD swing/);
        await page.keyboard.press('Enter');
        await page.waitForURL('**/north-eurusd');
        await tabTo(page, /^Lots/);
        await page.keyboard.press('Space');
        await tabTo(page, /^\s*Save$/);
        await page.keyboard.press('Enter');
        await page.waitForURL('**/north-eurusd?done=shown');
        assert.match(
          (await page.getByRole('status').textContent()) ?? '',
          'Visitors see the change',
        );
        const account = await world.registry.findAccount('north-eurusd');
        assert.equal(account?.hide, ['volume']);
        const cookies = await page.context().cookies();
        assert.equal(fieldsOf(cookies, 'name', 'httpOnly', 'sameSite'), [['session', true, 'Lax']]);
        const state = await page.context().storageState();
        const scripted = { viewport, storageState: state };
        await withPage(chromium, url, scripted, async ({ page: own }) => {
          const withdrawal = `/me/accounts/north-gold/deliveries/${receipt}`;
          for (const path of [...pages, withdrawal]) {
            await own.goto(path);
            await isFine(own, path);
          }
          await own.goto('/me/accounts/north-gold/correct');
          await own.locator('input[name=broker]').fill('Aurum Markets');
          await own.getByRole('button', { name: 'Show what changes' }).click();
          await own.getByText('The broker becomes Aurum Markets').waitFor();
          await isFine(own, 'what a correction changes');
          await own.goto('/account/north-eurusd/embed');
          await own.locator('select[name=theme]').selectOption('dark');
          await own.locator('img[src*="size=small&theme=dark"]').waitFor();
          assert.is(await own.getByRole('button', { name: /^Copy/ }).count(), 5);
          await own.goto('/account/north-eurusd/embed?lang=es');
          assert.is(await own.getByRole('button', { name: /^Copiar: / }).count(), 5);
          await own.emulateMedia({ colorScheme: 'dark' });
          await own.goto('/me/accounts/north-eurusd');
          await isFine(own, 'dark');
        });
        await tabTo(page, /Sign out/);
        await page.keyboard.press('Enter');
        await page.waitForURL('**/me/sign-in');
      });
      await withPage(chromium, url, { viewport }, async ({ page }) => {
        await page.goto('/me');
        await isFine(page, 'sign in');
      });
    }),
  );

  browser('keep the file that was chosen where the session has ended', () =>
    withServing(async ({ url }, { registry, dataDir }) => {
      await withPage(chromium, url, {}, async ({ page }) => {
        const signIn = async () => {
          const value = await openSession(registry, 'north-desk', 'Chromium', null);
          await page.context().addCookies([{ name: 'session', value, url }]);
        };
        await signIn();
        await page.goto('/me/add');
        const statement = makeAccount('kept', { trades: 3 });
        const buffer = Buffer.from(mt4Statement(statement, { layout: 'detailed' }));
        await page
          .getByLabel(/^Statement/)
          .setInputFiles({ name: 'mine.htm', mimeType: 'text/html', buffer });
        const [session] = await sessionsOf(registry, 'north-desk');
        await endSession(registry, 'north-desk', session?.id ?? '');
        await page.getByRole('button', { name: 'Check file' }).click();
        const link = page.getByRole('link', { name: 'Sign in in another tab' });
        await link.waitFor();
        assert.is(await link.getAttribute('href'), '/me/sign-in?next=%2Fme%2Fadd');
        assert.not(existsSync(dataDir.inbox.reading), 'nothing was sent');
        await signIn();
        await page.getByRole('button', { name: 'Check file' }).click();
        await page.waitForURL('**/me/add/*');
        await page.getByText('mine.htm', { exact: true }).first().waitFor();
      });
    }),
  );

  browser('make a passkey and sign in with it', () =>
    withServing(
      async ({ url }, { registry }) => {
        await withPage(chromium, url, {}, async ({ page }) => {
          const device = await page.context().newCDPSession(page);
          await device.send('WebAuthn.enable');
          await device.send('WebAuthn.addVirtualAuthenticator', {
            options: {
              protocol: 'ctap2',
              transport: 'internal',
              hasResidentKey: true,
              hasUserVerification: true,
              isUserVerified: true,
              automaticPresenceSimulation: true,
            },
          });
          const value = await openSession(registry, 'north-desk', 'Chromium', null);
          await page.context().addCookies([{ name: 'session', value, url }]);
          await page.goto('/me/settings');
          await page.getByLabel('Passkey name').fill('My computer');
          await page.getByRole('button', { name: 'Create passkey' }).click();
          await page.waitForURL('**/me/settings?done=passkey');
          await page.getByText('My computer', { exact: true }).waitFor();
          await page.getByRole('button', { name: 'Sign out' }).click();
          await page.waitForURL('**/me/sign-in');
          await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
          await page.waitForURL('**/me');
          await page.getByText('Signed in as north-desk').waitFor();
        });
      },
      // Browsers bind passkeys to a name.
      { settings: { HOST: 'localhost' } },
    ),
  );
}

const open = async (path: string) => {
  chromium = await launch(path);
  return () => chromium.close();
};

inChromium(browser, 'owners in a browser', open, tests);

browser.run();
