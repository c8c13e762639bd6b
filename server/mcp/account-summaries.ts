import Type from 'typebox';
import { sectionNames } from '../../sql/marts/index.ts';
import { account, accountList } from '../schemas/account.ts';

const { data, pagination } = accountList.properties;

/** A page of accounts, written without the sections that lists never carry: they are most of the words. */
export const accountSummaries = Type.Object({
  data: { ...data, items: Type.Omit(account, sectionNames) },
  pagination,
});
