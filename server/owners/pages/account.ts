import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import type { PageAccount } from '../../site/account.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import { benchmarkName } from '../../site/parts/benchmark-name.ts';
import { checkboxes, choice } from '../../site/parts/form.ts';
import type { OwnAccount } from '../own-accounts.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import {
  ratesNotice,
  reconciliationNotice,
  undescribedNotice,
  withheldNotice,
} from './account-notices.ts';
import { stateOf, waitingNotice } from './dashboard.ts';
import { type FormOutcome, facts, form, line, outcomeNotices } from './fields.ts';
import { ownersPage } from './frame.ts';
import { zoneName } from './timezones.ts';
import { visibilityForm } from './visibility.ts';

/** Notice above the public page when its owner previews it. */
export function previewNotice({ words }: PageWords, { slug, published }: RegistryAccount): Html {
  const { preview } = words.account;
  return html`<p class="notice"><strong>${preview.title}</strong> ${published ? preview.public : preview.private} <a href="/me/accounts/${slug}">${preview.back}</a></p>`;
}

/** Returns the page of one account or portfolio: its state, and everything its owner can change. */
export function ownAccountPage(
  request: SignedInRequest,
  ownAccount: OwnAccount,
  others: readonly RegistryAccount[],
  preview: PageAccount | null,
  outcome: FormOutcome,
): Html {
  const { account } = ownAccount;
  const { account: words } = request.words;
  const isPortfolio = account.type === 'portfolio';
  return ownersPage(
    request,
    account.name,
    '/me',
    html`<h1><bdi>${account.name}</bdi></h1>
${facts(stateOf(request, ownAccount))}
${outcomeNotices(request, outcome, words.done)}
${withheldNotice(request, ownAccount)}${ratesNotice(request, ownAccount)}${undescribedNotice(request, ownAccount)}${waitingNotice(request, ownAccount)}${reconciliationNotice(request, ownAccount)}
${links(request, ownAccount)}
<section aria-labelledby="shown-title"><h2 id="shown-title">${words.visibility}</h2>
${visibilityForm(request, account, preview)}
</section>
<section class="folds">
${foldedSection(words.rename, form(`/me/accounts/${account.slug}/name`, words.renameButton, line(request.words.statement.publicName, 'name', account.name)))}
${isPortfolio ? members(request, account, others) : portfolios(request, account, others)}
${benchmark(request, account)}
${!isPortfolio && data(request, ownAccount)}${!isPortfolio && cut(request, account)}${deletion(request, account)}
</section>`,
  );
}

/** Links to the other pages of an account. Add pages about one account here. */
function links({ words }: PageWords, { account, isCorrectable }: OwnAccount): Html {
  const { slug, published, type, verified } = account;
  const { links: texts, prove, proveLink } = words.account;
  const page = `/me/accounts/${slug}`;
  const all: [address: string, text: string][] = [
    ...(published
      ? ([
          [`/account/${slug}`, texts.public],
          [`/account/${slug}/embed`, texts.widget],
        ] as [string, string][])
      : []),
    [`${page}/as-stranger`, texts.asVisitor],
    [`${page}/shares`, words.shares.title],
    [`${page}/alerts`, words.alerts.title],
    ...(type === 'account'
      ? ([
          [`${page}/deliveries`, texts.sent],
          ...(isCorrectable ? [[`${page}/correct`, texts.correct]] : []),
          [`${page}/connections`, texts.sending],
        ] as [string, string][])
      : []),
  ];
  const confirm = html`<a href="${page}/connections#code-title">${proveLink}</a>`;
  return html`<nav class="pages" aria-label="${texts.title}"><ul>${all.map(
    ([address, text]) => html`<li><a href="${address}">${text}</a></li>`,
  )}</ul></nav>
${type === 'account' && !verified.identity && html`<p class="hint">${fill(prove, { confirm })}</p>`}`;
}

/** Section of a page that opens with a click. */
const foldedSection = (title: string, content: HtmlContent): Html =>
  html`<details class="more"><summary>${title}</summary>
${content}
</details>
`;

function portfolios(
  page: PageWords,
  { slug }: RegistryAccount,
  others: readonly RegistryAccount[],
): HtmlContent {
  const { account: words } = page.words;
  const all = others.filter(({ type }) => type === 'portfolio');
  if (all.length === 0) return null;
  const joined = all.filter(({ members }) => members.includes(slug));
  const chosen = new Set(joined.map((portfolio) => portfolio.slug));
  return foldedSection(
    words.portfolios,
    form(
      `/me/accounts/${slug}/portfolios`,
      words.savePortfolios,
      checkboxes('portfolio', words.partOf, optionsOf(page, all), chosen),
    ),
  );
}

/** Form to choose what the account is compared with, if the operator offers anything. */
function benchmark(request: SignedInRequest, { slug, benchmark: now }: RegistryAccount): Html {
  const { words, services, context } = request;
  const { account: texts } = words;
  const offered = [...new Set([...services.benchmarks, ...(now === null ? [] : [now])])];
  if (offered.length === 0) {
    return foldedSection(texts.benchmark, html`<p class="hint">${texts.benchmarkNone}</p>`);
  }
  const options = [
    ['', texts.noBenchmark] as const,
    ...offered.map((symbol) => [symbol, benchmarkName(symbol, context.language)] as const),
  ];
  return foldedSection(
    texts.benchmark,
    html`${form(
      `/me/accounts/${slug}/benchmark`,
      texts.benchmarkButton,
      choice('benchmark', texts.benchmarkLabel, options, now ?? ''),
    )}
<p class="hint">${texts.benchmarkHelp}</p>`,
  );
}

function members(
  page: PageWords,
  portfolio: RegistryAccount,
  others: readonly RegistryAccount[],
): Html {
  const { account: words } = page.words;
  const fields = memberFields(page, portfolio, others);
  return foldedSection(
    words.members,
    html`${form(`/me/accounts/${portfolio.slug}/members`, words.saveMembers, fields)}
<p class="hint">${words.membersHelp}</p>`,
  );
}

/** Fields to choose the accounts of a portfolio and its currency. */
export function memberFields(
  page: PageWords,
  { members: chosen, currency }: Pick<RegistryAccount, 'members' | 'currency'>,
  accounts: readonly RegistryAccount[],
): Html {
  const { account: words } = page.words;
  const options = optionsOf(
    page,
    accounts.filter(({ type }) => type === 'account'),
  );
  return html`${checkboxes('member', words.membersIn, options, new Set(chosen))}
${line(words.currency, 'currency', currency ?? '', 10)}`;
}

const optionsOf = (
  { words: { account: words } }: PageWords,
  accounts: readonly RegistryAccount[],
) =>
  accounts.map(
    ({ slug, name, published }) =>
      [slug, published ? name : fillText(words.privateMember, { name })] as const,
  );

/** Says what was confirmed about the statements of an account, and how to correct it. */
function data({ words }: PageWords, { account, published, isCorrectable }: OwnAccount): Html {
  const { account: texts, statement } = words;
  const type =
    account.statement_type ?? (published?.demo == null ? null : published.demo ? 'demo' : 'real');
  const now = fillText(texts.dataNow, {
    timezone: account.timezone ? zoneName(account.timezone, statement) : texts.dataUnknown,
    currency: account.statement_currency ?? published?.currency ?? texts.dataUnknown,
    type: statement.types[type ?? 'unknown'],
  });
  const correct = html`<a href="/me/accounts/${account.slug}/correct">${texts.dataCorrect}</a>`;
  return foldedSection(
    texts.data,
    html`<p>${now}</p><p class="hint">${isCorrectable ? fill(texts.dataHelp, { correct }) : texts.dataOperator}</p>`,
  );
}

function cut(page: PageWords, { slug, name, history_cut_at }: RegistryAccount): Html {
  const { account: words } = page.words;
  const { format } = page.context.language;
  const before =
    history_cut_at !== null && fillText(words.cutBefore, { day: format.day(history_cut_at) });
  return foldedSection(
    words.cut,
    html`<p>${words.cutHelp}${before && ` ${before}`}</p>
${form(
  `/me/accounts/${slug}/cut`,
  words.cutButton,
  html`<label>${words.cutDay} <input name="day" type="date"${history_cut_at !== null && html` min="${history_cut_at}"`} required></label>
${typedName(page, name)}`,
)}`,
  );
}

const typedName = ({ words: { account: words } }: PageWords, name: string): Html =>
  html`<label>${fill(words.typeName, { name: html`<bdi>${name}</bdi>` })} <input name="typed" autocomplete="off" required></label>`;

function deletion(page: PageWords, { slug, name, type }: RegistryAccount): Html {
  const { account: words } = page.words;
  const what = type === 'portfolio' ? words.deletePortfolio : words.deleteAccount;
  return foldedSection(
    words.delete,
    html`<p>${what} ${words.deleteHelp}</p>
${form(`/me/accounts/${slug}/delete`, words.deleteButton, typedName(page, name))}`,
  );
}
