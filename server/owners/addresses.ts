import {
  changeAccount,
  cutHistory,
  joinPortfolios,
  showAccount,
  showAsStranger,
} from './account.ts';
import { followAlertLink, showAlertLink } from './alert-links.ts';
import {
  addAlertEmail,
  addAlertWebhook,
  removeAlert,
  saveAccountAlerts,
  showAccountAlerts,
  showAlerts,
  testAlert,
} from './alerts.ts';
import {
  addBrokerConnection,
  askForGrant,
  chooseBrokerAccounts,
  pauseBrokerConnection,
  removeBrokerConnection,
  resumeBrokerConnection,
  showBrokerConnection,
  showBrokerConnections,
  signInToBroker,
  takeGrant,
} from './broker-connections.ts';
import { confirmByCode, makeConnection, revokeConnection, showConnections } from './connections.ts';
import { showDashboard } from './dashboard.ts';
import { deleteByForm, deleteSelf } from './deletions.ts';
import { askToWithdraw, showDeliveries, withdrawByForm } from './deliveries.ts';
import {
  addOwnerByForm,
  changePlan,
  createInvite,
  markAccount,
  showOperator,
  showOwner,
} from './operator.ts';
import type { Address } from './page-request.ts';
import {
  askForPasskey,
  askForSignature,
  removeOwnPasskey,
  savePasskey,
  signInWithPasskey,
} from './passkeys.ts';
import { askForPortfolio, changeMembers, makePortfolio } from './portfolios.ts';
import { showNewestRefused, showRefused, showRefusedOf } from './refused-rows.ts';
import { downloadSender } from './sender-downloads.ts';
import {
  changePasswordByForm,
  endOwnSession,
  makeKey,
  renameBrand,
  revokeOwnKey,
  showSettings,
} from './settings.ts';
import { makeShare, revokeOwnShare, showShares } from './shares.ts';
import { askToSignIn, showInvite, signIn, signOut, useInvite } from './sign-in.ts';
import {
  addConnected,
  askForAccount,
  confirmStatement,
  correctStatement,
  receiveStatement,
  showStatement,
} from './statements.ts';
import { showTrail } from './trail.ts';
import { buildWidget } from './widget.ts';

/**
 * Every address of the owners' pages. Handlers answer 404 for slugs, keys and sessions of another
 * owner.
 */
export const addresses: readonly Address[] = [
  { url: '/me/sign-in', who: 'anyone', get: askToSignIn, post: signIn },
  { url: '/me/sign-in/passkey', who: 'anyone', post: signInWithPasskey },
  { url: '/me/sign-in/passkey/options', who: 'anyone', post: askForSignature },
  { url: '/me/invite/:token', who: 'anyone', get: showInvite, post: useInvite },
  { url: '/me/sign-out', who: 'anyone', post: signOut },
  { url: '/me', who: 'owner', get: showDashboard },
  { url: '/me/add', who: 'owner', get: askForAccount, post: receiveStatement },
  { url: '/me/add/connection', who: 'owner', post: addConnected },
  { url: '/me/add/:id', who: 'owner', get: showStatement },
  { url: '/me/add/:id/correct', who: 'owner', post: correctStatement },
  { url: '/me/add/:id/confirm', who: 'owner', post: confirmStatement },
  { url: '/me/accounts/:slug', who: 'owner', get: showAccount },
  { url: '/me/accounts/:slug/as-stranger', who: 'owner', get: showAsStranger },
  { url: '/me/accounts/:slug/refused', who: 'owner', get: showRefused },
  { url: '/me/accounts/:slug/deliveries', who: 'owner', get: showDeliveries },
  {
    url: '/me/accounts/:slug/deliveries/:id',
    who: 'owner',
    get: askToWithdraw,
    post: withdrawByForm,
  },
  { url: '/me/accounts/:slug/widget', who: 'owner', get: buildWidget },
  {
    url: '/me/accounts/:slug/alerts',
    who: 'owner',
    get: showAccountAlerts,
    post: saveAccountAlerts,
  },
  { url: '/me/accounts/:slug/shares', who: 'owner', get: showShares, post: makeShare },
  { url: '/me/accounts/:slug/shares/:id/revoke', who: 'owner', post: revokeOwnShare },
  { url: '/me/accounts/:slug/shown', who: 'owner', post: changeAccount('shown') },
  { url: '/me/accounts/:slug/name', who: 'owner', post: changeAccount('name') },
  { url: '/me/accounts/:slug/cut', who: 'owner', post: cutHistory },
  { url: '/me/accounts/:slug/delete', who: 'owner', post: deleteByForm },
  { url: '/me/accounts/:slug/portfolios', who: 'owner', post: joinPortfolios },
  { url: '/me/accounts/:slug/members', who: 'owner', post: changeMembers },
  {
    url: '/me/accounts/:slug/connections',
    who: 'owner',
    get: showConnections,
    post: makeConnection,
  },
  { url: '/me/accounts/:slug/connections/code', who: 'owner', post: confirmByCode },
  { url: '/me/accounts/:slug/connections/:id/revoke', who: 'owner', post: revokeConnection },
  {
    url: '/me/connections',
    who: 'owner',
    get: showBrokerConnections,
    post: addBrokerConnection,
  },
  { url: '/me/connections/authorize', who: 'owner', get: askForGrant },
  { url: '/me/connections/authorized', who: 'owner', get: takeGrant },
  { url: '/me/connections/:id', who: 'owner', get: showBrokerConnection },
  { url: '/me/connections/:id/accounts', who: 'owner', post: chooseBrokerAccounts },
  { url: '/me/connections/:id/pause', who: 'owner', post: pauseBrokerConnection },
  { url: '/me/connections/:id/resume', who: 'owner', post: resumeBrokerConnection },
  { url: '/me/connections/:id/remove', who: 'owner', post: removeBrokerConnection },
  { url: '/me/connections/:id/sign-in', who: 'owner', post: signInToBroker },
  { url: '/me/senders/:file', who: 'owner', get: downloadSender },
  { url: '/me/portfolios', who: 'owner', get: askForPortfolio, post: makePortfolio },
  { url: '/me/alerts', who: 'owner', get: showAlerts },
  { url: '/me/alerts/emails', who: 'owner', post: addAlertEmail },
  { url: '/me/alerts/webhooks', who: 'owner', post: addAlertWebhook },
  { url: '/me/alerts/:id/test', who: 'owner', post: testAlert },
  { url: '/me/alerts/:id/remove', who: 'owner', post: removeAlert },
  { url: '/me/settings', who: 'owner', get: showSettings },
  { url: '/me/settings/name', who: 'owner', post: renameBrand },
  { url: '/me/settings/delete', who: 'owner', post: deleteSelf },
  { url: '/me/settings/keys', who: 'owner', post: makeKey },
  { url: '/me/settings/keys/:id/revoke', who: 'owner', post: revokeOwnKey },
  { url: '/me/settings/password', who: 'owner', post: changePasswordByForm },
  { url: '/me/settings/passkeys', who: 'owner', post: savePasskey },
  { url: '/me/settings/passkeys/options', who: 'owner', post: askForPasskey },
  { url: '/me/settings/passkeys/:id/remove', who: 'owner', post: removeOwnPasskey },
  { url: '/me/settings/sessions/:id/end', who: 'owner', post: endOwnSession },
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
  { url: '/operator', who: 'operator', get: showOperator },
  { url: '/operator/owners', who: 'operator', post: addOwnerByForm },
  { url: '/operator/owners/:slug', who: 'operator', get: showOwner },
  { url: '/operator/owners/:slug/plan', who: 'operator', post: changePlan },
  { url: '/operator/owners/:slug/invite', who: 'operator', post: createInvite },
  { url: '/operator/refused', who: 'operator', get: showNewestRefused },
  { url: '/operator/accounts/:slug/refused', who: 'operator', get: showRefusedOf },
  { url: '/operator/accounts/:slug/marks', who: 'operator', post: markAccount },
];
