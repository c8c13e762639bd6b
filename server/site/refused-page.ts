import { ApiError } from '../http/errors.ts';
import type { Html } from './html.ts';

/** Error 400 that shows a page on which the reader can correct the input. */
export class RefusedPage extends ApiError {
  readonly page: Html;

  constructor(page: Html) {
    super('invalid_parameter');
    this.page = page;
  }
}
