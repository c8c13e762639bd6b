import * as account from './account.ts';
import { followAlertLink, showAlertLink } from './alert-links.ts';
import * as alerts from './alerts.ts';
import * as brokerConnections from './broker-connections.ts';
import { askForGrant, takeGrant } from './broker-grants.ts';
import * as connections from './connections.ts';
import { askToCorrect, correctByForm } from './corrections.ts';
import { showDashboard } from './dashboard.ts';
import { deleteByForm, deleteSelf } from './deletions.ts';
import * as deliveries from './deliveries.ts';
import * as operator from './operator.ts';
import type { Address } from './page-request.ts';
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
import { buildWidget } from './widget.ts';

/**
 * Every address of the owners' pages. Handlers answer 404 for slugs, keys and sessions of another
 * owner.
 */
export const addresses: readonly Address[] = [
  { url: '/me/sign-in', who: 'anyone', get: signIn.askToSignIn, post: signIn.signIn },
  { url: '/me/sign-in/passkey', who: 'anyone', post: passkeys.signInWithPasskey },
  { url: '/me/sign-in/passkey/options', who: 'anyone', post: passkeys.askForSignature },
  { url: '/me/invite/:token', who: 'anyone', get: signIn.showInvite, post: signIn.useInvite },
  { url: '/me/sign-out', who: 'anyone', post: signIn.signOut },
  { url: '/me', who: 'owner', get: showDashboard },
  {
    url: '/me/add',
    who: 'owner',
    get: uploads.askForAccount,
    post: uploads.receiveStatement,
  },
  { url: '/me/add/connection', who: 'owner', post: uploads.addAccountForProgram },
  { url: '/me/add/:id', who: 'owner', get: statements.showStatement },
  { url: '/me/add/:id/correct', who: 'owner', post: statements.correctStatement },
  { url: '/me/add/:id/confirm', who: 'owner', post: statements.confirmStatement },
  { url: '/me/accounts/:slug', who: 'owner', get: account.showAccount },
  { url: '/me/accounts/:slug/as-stranger', who: 'owner', get: account.showAsStranger },
  { url: '/me/accounts/:slug/refused', who: 'owner', get: refusedRows.showRefused },
  { url: '/me/accounts/:slug/deliveries', who: 'owner', get: deliveries.showDeliveries },
  {
    url: '/me/accounts/:slug/deliveries/:id',
    who: 'owner',
    get: deliveries.askToWithdraw,
    post: deliveries.withdrawByForm,
  },
  {
    url: '/me/accounts/:slug/correct',
    who: 'owner',
    get: askToCorrect,
    post: correctByForm,
  },
  { url: '/me/accounts/:slug/widget', who: 'owner', get: buildWidget },
  {
    url: '/me/accounts/:slug/alerts',
    who: 'owner',
    get: alerts.showAccountAlerts,
    post: alerts.saveAccountAlerts,
  },
  {
    url: '/me/accounts/:slug/shares',
    who: 'owner',
    get: shares.showShares,
    post: shares.makeShare,
  },
  { url: '/me/accounts/:slug/shares/:id/revoke', who: 'owner', post: shares.revokeOwnShare },
  { url: '/me/accounts/:slug/shown', who: 'owner', post: account.changeAccount('shown') },
  { url: '/me/accounts/:slug/name', who: 'owner', post: account.changeAccount('name') },
  { url: '/me/accounts/:slug/cut', who: 'owner', post: account.cutHistory },
  { url: '/me/accounts/:slug/delete', who: 'owner', post: deleteByForm },
  { url: '/me/accounts/:slug/portfolios', who: 'owner', post: account.joinPortfolios },
  { url: '/me/accounts/:slug/members', who: 'owner', post: portfolios.changeMembers },
  {
    url: '/me/accounts/:slug/connections',
    who: 'owner',
    get: connections.showConnections,
    post: connections.makeConnection,
  },
  { url: '/me/accounts/:slug/connections/code', who: 'owner', post: connections.confirmByCode },
  {
    url: '/me/accounts/:slug/connections/:id/revoke',
    who: 'owner',
    post: connections.revokeConnection,
  },
  {
    url: '/me/connections',
    who: 'owner',
    get: brokerConnections.showBrokerConnections,
    post: brokerConnections.addBrokerConnection,
  },
  { url: '/me/connections/authorize', who: 'owner', get: askForGrant },
  { url: '/me/connections/authorized', who: 'owner', get: takeGrant },
  { url: '/me/connections/:id', who: 'owner', get: brokerConnections.showBrokerConnection },
  {
    url: '/me/connections/:id/accounts',
    who: 'owner',
    post: brokerConnections.chooseBrokerAccounts,
  },
  { url: '/me/connections/:id/pause', who: 'owner', post: brokerConnections.pauseBrokerConnection },
  {
    url: '/me/connections/:id/resume',
    who: 'owner',
    post: brokerConnections.resumeBrokerConnection,
  },
  {
    url: '/me/connections/:id/remove',
    who: 'owner',
    post: brokerConnections.removeBrokerConnection,
  },
  { url: '/me/connections/:id/sign-in', who: 'owner', post: brokerConnections.signInToBroker },
  { url: '/me/senders/:file', who: 'owner', get: downloadSender },
  {
    url: '/me/portfolios',
    who: 'owner',
    get: portfolios.askForPortfolio,
    post: portfolios.makePortfolio,
  },
  { url: '/me/alerts', who: 'owner', get: alerts.showAlerts },
  { url: '/me/alerts/emails', who: 'owner', post: alerts.addAlertEmail },
  { url: '/me/alerts/webhooks', who: 'owner', post: alerts.addAlertWebhook },
  { url: '/me/alerts/:id/test', who: 'owner', post: alerts.testAlert },
  { url: '/me/alerts/:id/remove', who: 'owner', post: alerts.removeAlert },
  { url: '/me/settings', who: 'owner', get: settings.showSettings },
  { url: '/me/settings/name', who: 'owner', post: settings.renameBrand },
  { url: '/me/settings/profile', who: 'owner', post: profile.saveProfile },
  {
    url: '/me/settings/picture',
    who: 'owner',
    get: profile.showOwnPicture,
    post: profile.savePicture,
  },
  { url: '/me/settings/picture/remove', who: 'owner', post: profile.removePicture },
  { url: '/me/settings/delete', who: 'owner', post: deleteSelf },
  { url: '/me/settings/keys', who: 'owner', post: settings.makeKey },
  { url: '/me/settings/keys/:id/revoke', who: 'owner', post: settings.revokeOwnKey },
  { url: '/me/settings/password', who: 'owner', post: settings.changePasswordByForm },
  { url: '/me/settings/passkeys', who: 'owner', post: passkeys.savePasskey },
  { url: '/me/settings/passkeys/options', who: 'owner', post: passkeys.askForPasskey },
  { url: '/me/settings/passkeys/:id/remove', who: 'owner', post: passkeys.removeOwnPasskey },
  { url: '/me/settings/sessions/:id/end', who: 'owner', post: settings.endOwnSession },
  { url: '/me/trail', who: 'owner', get: showTrail },
  {
    url: '/alerts/confirm/:token',
    who: 'anyone',
    get: showAlertLink('confirm'),
    post: followAlertLink('confirm'),
  },
  {
    url: '/alerts/unsubscribe/:token',
    who: 'anyone',
    get: showAlertLink('unsubscribe'),
    post: followAlertLink('unsubscribe'),
  },
  { url: '/operator', who: 'operator', get: operator.showOperator },
  { url: '/operator/owners', who: 'operator', post: operator.addOwnerByForm },
  { url: '/operator/owners/:slug', who: 'operator', get: operator.showOwner },
  { url: '/operator/owners/:slug/picture', who: 'operator', get: operator.showPicture },
  { url: '/operator/owners/:slug/profile', who: 'operator', post: operator.removeProfile },
  { url: '/operator/owners/:slug/plan', who: 'operator', post: operator.changePlan },
  { url: '/operator/owners/:slug/invite', who: 'operator', post: operator.createInvite },
  { url: '/operator/refused', who: 'operator', get: refusedRows.showNewestRefused },
  { url: '/operator/accounts/:slug/refused', who: 'operator', get: refusedRows.showRefusedOf },
  { url: '/operator/accounts/:slug/marks', who: 'operator', post: operator.changeBadge },
];
