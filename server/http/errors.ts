/** Problems that requests are answered with, by name. The name becomes the problem's `type`. */
export const PROBLEMS = {
  bad_request: { status: 400, title: 'Bad Request', detail: 'The request cannot be read.' },
  invalid_parameter: {
    status: 400,
    title: 'Bad Request',
    detail: 'A parameter has a value that is not allowed.',
  },
  unauthenticated: {
    status: 401,
    title: 'Unauthorized',
    detail: 'This needs a key. Send it as Authorization: Bearer KEY.',
  },
  invalid_token: { status: 401, title: 'Unauthorized', detail: 'The key is not valid.' },
  insufficient_scope: {
    status: 403,
    title: 'Forbidden',
    detail: 'The key lacks the required scope.',
  },
  foreign_request: {
    status: 403,
    title: 'Forbidden',
    detail: 'Use the host name of this service, and send no request from a page of another site.',
  },
  not_found: {
    status: 404,
    title: 'Not Found',
    detail:
      'Nothing is published at this address. Find accounts with /api/v1/search/accounts?q=NAME.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method Not Allowed',
    detail: 'This address answers GET and HEAD.',
  },
  request_timeout: {
    status: 408,
    title: 'Request Timeout',
    detail: 'The request took too long to arrive.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    detail: 'The current state does not allow this request.',
  },
  gone: {
    status: 410,
    title: 'Gone',
    detail: 'This version of the list is no longer kept. Start again from page 1, without version.',
  },
  content_too_large: {
    status: 413,
    title: 'Content Too Large',
    detail: 'The body is too large, or this address takes no body.',
  },
  uri_too_long: { status: 414, title: 'URI Too Long', detail: 'The address is too long.' },
  upgrade_required: {
    status: 426,
    title: 'Upgrade Required',
    detail: 'Use the protocol that the Upgrade header names.',
  },
  rate_limited: {
    status: 429,
    title: 'Too Many Requests',
    detail: 'Too many requests. Try again later.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported Media Type',
    detail: 'This address does not accept this content type.',
  },
  unprocessable: {
    status: 422,
    title: 'Unprocessable Content',
    detail: 'Nothing in the body could be accepted.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request Header Fields Too Large',
    detail: 'The headers are too long.',
  },
  internal: { status: 500, title: 'Internal Server Error', detail: 'The request failed.' },
  unavailable: {
    status: 503,
    title: 'Service Unavailable',
    detail: 'The data cannot be read at the moment. Try again later.',
  },
  nothing_published: {
    status: 503,
    title: 'Service Unavailable',
    detail: 'Nothing is published yet. The first run does it when it ends. Try again in a minute.',
  },
  not_drawn: {
    status: 503,
    title: 'Service Unavailable',
    detail: 'This image or document could not be drawn. Try again in a few seconds.',
  },
  insufficient_storage: {
    status: 507,
    title: 'Insufficient Storage',
    detail: "The server's disk is full, so nothing was saved. Try again later.",
  },
} as const satisfies Record<string, { status: number; title: string; detail: string }>;

/** Value of a parameter that is not allowed. */
export interface ParameterFault {
  readonly parameter: string;
  readonly detail: string;
  /** Values that are accepted. */
  readonly allowed?: readonly string[] | undefined;
}

export type ProblemName = keyof typeof PROBLEMS;

export interface ProblemOptions extends ErrorOptions {
  readonly detail?: string;
  /** Every parameter with a value that is not allowed, in the order of the query's rules. */
  readonly errors?: readonly [ParameterFault, ...ParameterFault[]];
  /** Values that are accepted. */
  readonly allowed?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further members of the body. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
}

/** Headers that a problem always has. */
const headersOf: { readonly [Name in ProblemName]?: Readonly<Record<string, string>> } = {
  unauthenticated: { 'www-authenticate': 'Bearer' },
  invalid_token: { 'www-authenticate': 'Bearer error="invalid_token"' },
  unavailable: { 'retry-after': '5' },
  nothing_published: { 'retry-after': '10' },
  not_drawn: { 'retry-after': '5' },
  insufficient_storage: { 'retry-after': '60' },
};

/** Returns the URN that names a problem to clients. */
export const typeOf = (name: string): string =>
  `urn:trackrecord:problem:${name.replaceAll('_', '-')}`;

/**
 * Error that answers a request with a problem. It has no stack trace: nobody reads it, and
 * capturing it took a fifth of the processor time of a 401.
 */
export class ApiError extends Error {
  readonly problem: ProblemName;
  readonly options: ProblemOptions;

  constructor(problem: ProblemName, options: ProblemOptions = {}) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    const details = options.errors?.map(({ detail }) => detail).join(' ');
    super(options.detail ?? details ?? PROBLEMS[problem].detail, options);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'ApiError';
    this.problem = problem;
    this.options = options;
  }

  get status(): number {
    return PROBLEMS[this.problem].status;
  }

  /** Values that are accepted; those of the first faulty parameter if there are several. */
  get allowed(): readonly string[] | undefined {
    return this.options.allowed ?? this.options.errors?.[0].allowed;
  }

  /** Headers of the answer. */
  get headers(): Record<string, string> {
    return { ...problemHeaders, ...headersOf[this.problem], ...this.options.headers };
  }

  /** Body of the answer, as problem details by RFC 9457. */
  get body(): string {
    const { status, title } = PROBLEMS[this.problem];
    const { errors } = this.options;
    return JSON.stringify({
      type: typeOf(this.problem),
      title,
      status,
      detail: this.message,
      allowed: this.allowed,
      parameter: errors?.[0].parameter,
      errors,
      ...this.options.members,
    });
  }
}

const problemHeaders = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
} as const;
