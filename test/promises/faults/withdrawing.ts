import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Account that its owner deletes. Its id occurs nowhere else. */
export interface Doomed {
  readonly slug: string;
  readonly id: string;
  readonly name: string;
}

/** Makes this many accounts to delete. */
export const doomedAccounts = (count: number): Doomed[] =>
  Array.from({ length: count }, (_, at) => ({
    slug: `doomed-${at}`,
    id: `MT5:canary-doomed-${at}-end@Sent-Live`,
    name: `Doomed ${at}`,
  }));

/** Delivery that its owner withdraws. */
interface Withdrawn {
  readonly slug: string;
  readonly receipt: string;
  readonly ticket: string;
}

/** Withdraws and deletes like an owner in a browser, while the server may be killed. */
export class OwnerActions {
  readonly withdrawn: Withdrawn[] = [];
  readonly deleted: Doomed[] = [];
  /** Actions without an answer. The owner repeats them. */
  readonly #pending: (Withdrawn | Doomed)[] = [];
  readonly #cookie: string;

  constructor(sessionToken: string) {
    this.#cookie = `session=${sessionToken}`;
  }

  /** Repeats pending actions, then does a new one. An action without an answer stays pending. */
  async act(url: string, action: Withdrawn | Doomed | undefined): Promise<void> {
    const due = [...this.#pending.splice(0), ...(action ? [action] : [])];
    for (const each of due) {
      if (await this.#isDone(url, each)) {
        if ('receipt' in each) this.withdrawn.push(each);
        else this.deleted.push(each);
      } else this.#pending.push(each);
    }
  }

  /** True if an action is under way and may or may not have happened. */
  isPending(receipt: string): boolean {
    return this.#pending.some((action) => 'receipt' in action && action.receipt === receipt);
  }

  async #isDone(url: string, action: Withdrawn | Doomed): Promise<boolean> {
    const page = `${url}/me/accounts/${action.slug}`;
    const [address, body] =
      'receipt' in action
        ? [`${page}/deliveries/${action.receipt}`, '']
        : [`${page}/delete`, new URLSearchParams({ typed: action.name }).toString()];
    try {
      const { status } = await fetch(address, {
        method: 'POST',
        headers: {
          cookie: this.#cookie,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(5000),
      });
      // The second time it is already withdrawn, or its account is deleted.
      return status === 303 || status === ('receipt' in action ? 400 : 404);
    } catch {
      return false;
    }
  }
}

/** Lists files of a folder that still contain the id of a deleted account. */
export function filesOfDeleted(path: string, deleted: readonly Doomed[]): string[] {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8', withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .flatMap((file) => {
      const content = readFileSync(join(file.parentPath, file.name));
      const named = deleted.filter(({ id }) => content.includes(id));
      return named.map(({ slug }) => `${file.name} still names the deleted account ${slug}`);
    });
}
