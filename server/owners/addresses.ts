import * as account from './account.ts';
import { followAlertLink, showAlertLink } from './alert-links.ts';
import * as alerts from './alerts.ts';
import * as brokerConnections from './broker-connections.ts';
import { askForGrant, takeGrant } from './broker-grants.ts';
import { confirmStatement } from './confirm-statement.ts';
import * as connections from './connections.ts';
import { askToCorrect, correctByForm, correctTexts } from './corrections.ts';
import { showDashboard } from './dashboard.ts';
import { deleteByForm, deleteSelf } from './deletions.ts';
import * as deliveries from './deliveries.ts';
import * as operator from './operator.ts';
import type { Address, OwnerPageRequest, PageAddress, SignedInRequest } from './page-request.ts';
import * as passkeys from './passkeys.ts';
import * as portfolios from './portfolios.ts';
import * as profile from './profile.ts';
import * as refusedRows from './refused-rows.ts';
import { downloadSender } from './sender-downloads.ts';
import * as settings from './settings.ts';
import * as shares from './shares.ts';
import * as signIn from './sign-in.ts';
import * as statements from './statements.ts';
import { showTrail } from './trail.ts';
import * as uploads from './uploads.ts';

const forAnyone: readonly PageAddress<OwnerPageRequest>[] = [
  { url: '/me/sign-in', get: signIn.askToSignIn, post: signIn.signIn },
  { url: '/me/sign-in/passkey', post: passkeys.signInWithPasskey },
  { url: '/me/sign-in/passkey/options', post: passkeys.askForSignature },
  { url: '/me/invite/:token', get: signIn.showInvite, post: signIn.useInvite },
  { url: '/me/sign-out', post: signIn.signOut },
  {
    url: '/alerts/confirm/:token',
    get: showAlertLink('confirm'),
    post: followAlertLink('confirm'),
  },
  {
    url: '/alerts/unsubscribe/:token',
    get: showAlertLink('unsubscribe'),
    post: followAlertLink('unsubscribe'),
  },
];

/** Handlers answer 404 for slugs, keys and sessions of another owner. */
const forOwners: readonly PageAddress<SignedInRequest>[] = [
  { url: '/me', get: showDashboard },
  { url: '/me/add', get: uploads.askForAccount, post: uploads.receiveStatement },
  { url: '/me/add/connection', post: uploads.addAccountForProgram },
  { url: '/me/add/:id', get: statements.showStatement },
  { url: '/me/add/:id/correct', post: statements.correctStatement },
  { url: '/me/add/:id/confirm', post: confirmStatement },
  { url: '/me/add/:id/discard', post: statements.discardStatement },
  { url: '/me/accounts/:slug', get: account.showAccount },
  { url: '/me/accounts/:slug/as-stranger', get: account.showAsStranger },
  { url: '/me/accounts/:slug/refused', get: refusedRows.showRefused },
  { url: '/me/accounts/:slug/deliveries', get: deliveries.showDeliveries },
  {
    url: '/me/accounts/:slug/deliveries/:id',
    get: deliveries.askToWithdraw,
    post: deliveries.withdrawByForm,
  },
  { url: '/me/accounts/:slug/correct', get: askToCorrect, post: correctByForm },
  { url: '/me/accounts/:slug/texts', post: correctTexts },
  {
    url: '/me/accounts/:slug/alerts',
    get: alerts.showAccountAlerts,
    post: alerts.saveAccountAlerts,
  },
  { url: '/me/accounts/:slug/shares', get: shares.showShares, post: shares.makeShare },
  { url: '/me/accounts/:slug/shares/:id/revoke', post: shares.revokeOwnShare },
  { url: '/me/accounts/:slug/shown', post: account.changeAccount('shown') },
  { url: '/me/accounts/:slug/name', post: account.changeAccount('name') },
  { url: '/me/accounts/:slug/cut', post: account.cutHistory },
  { url: '/me/accounts/:slug/delete', post: deleteByForm },
  { url: '/me/accounts/:slug/portfolios', post: account.joinPortfolios },
  { url: '/me/accounts/:slug/benchmark', post: account.chooseBenchmark },
  { url: '/me/accounts/:slug/members', post: portfolios.changeMembers },
  {
    url: '/me/accounts/:slug/connections',
    get: connections.showConnections,
    post: connections.makeConnection,
  },
  { url: '/me/accounts/:slug/connections/code', post: connections.confirmByCode },
  { url: '/me/accounts/:slug/connections/:id/revoke', post: connections.revokeConnection },
  {
    url: '/me/connections',
    get: brokerConnections.showBrokerConnections,
    post: brokerConnections.addBrokerConnection,
  },
  { url: '/me/connections/authorize', get: askForGrant },
  { url: '/me/connections/authorized', get: takeGrant },
  { url: '/me/connections/:id', get: brokerConnections.showBrokerConnection },
  { url: '/me/connections/:id/accounts', post: brokerConnections.chooseBrokerAccounts },
  { url: '/me/connections/:id/pause', post: brokerConnections.pauseBrokerConnection },
  { url: '/me/connections/:id/resume', post: brokerConnections.resumeBrokerConnection },
  { url: '/me/connections/:id/remove', post: brokerConnections.removeBrokerConnection },
  { url: '/me/connections/:id/sign-in', post: brokerConnections.signInToBroker },
  { url: '/me/senders/:file', get: downloadSender },
  { url: '/me/portfolios', get: portfolios.askForPortfolio, post: portfolios.makePortfolio },
  { url: '/me/alerts', get: alerts.showAlerts },
  { url: '/me/alerts/emails', post: alerts.addAlertEmail },
  { url: '/me/alerts/webhooks', post: alerts.addAlertWebhook },
  { url: '/me/alerts/:id/test', post: alerts.testAlert },
  { url: '/me/alerts/:id/remove', post: alerts.removeAlert },
  { url: '/me/settings', get: settings.showSettings },
  { url: '/me/settings/name', post: settings.renameBrand },
  { url: '/me/settings/profile', post: profile.saveProfile },
  { url: '/me/settings/picture', get: profile.showOwnPicture, post: profile.savePicture },
  { url: '/me/settings/picture/remove', post: profile.removePicture },
  { url: '/me/settings/delete', post: deleteSelf },
  { url: '/me/settings/keys', post: settings.makeKey },
  { url: '/me/settings/keys/:id/revoke', post: settings.revokeOwnKey },
  { url: '/me/settings/password', post: settings.changePasswordByForm },
  { url: '/me/settings/passkeys', post: passkeys.savePasskey },
  { url: '/me/settings/passkeys/options', post: passkeys.askForPasskey },
  { url: '/me/settings/passkeys/:id/remove', post: passkeys.removeOwnPasskey },
  { url: '/me/settings/sessions/:id/end', post: settings.endOwnSession },
  { url: '/me/trail', get: showTrail },
];

const forOperators: readonly PageAddress<SignedInRequest>[] = [
  { url: '/operator', get: operator.showOperator },
  { url: '/operator/owners', post: operator.addOwnerByForm },
  { url: '/operator/owners/:slug', get: operator.showOwner },
  { url: '/operator/owners/:slug/picture', get: operator.showPicture },
  { url: '/operator/owners/:slug/profile', post: operator.removeProfile },
  { url: '/operator/owners/:slug/plan', post: operator.changePlan },
  { url: '/operator/owners/:slug/invite', post: operator.createInvite },
  { url: '/operator/accounts', post: operator.addLoadedAccount },
  { url: '/operator/refused', get: refusedRows.showNewestRefused },
  { url: '/operator/accounts/:slug/refused', get: refusedRows.showRefusedOf },
  { url: '/operator/accounts/:slug/marks', post: operator.changeBadge },
];

/** Every address of the owners' pages. */
export const addresses: readonly Address[] = [
  ...forAnyone.map((address) => ({ who: 'anyone', ...address }) as const),
  ...forOwners.map((address) => ({ who: 'owner', ...address }) as const),
  ...forOperators.map((address) => ({ who: 'operator', ...address }) as const),
];
