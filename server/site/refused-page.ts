import { ApiError } from '../http/errors.ts';
import type { Html } from './html.ts';

/** A 400 with a page of its own, on which its reader can mend what is refused. */
export class RefusedPage extends ApiError {
  readonly page: Html;

  constructor(page: Html) {
    super('invalid_parameter');
    this.page = page;
  }
}
