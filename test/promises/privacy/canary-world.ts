import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import type { Row } from '../../oracle/world.ts';
import type { Entry, HidingWorld, Part } from './hiding-world.ts';

interface Canary {
  /** Text that occurs only once. */
  readonly text: string;
  /** True if an answer to the owner contains it. */
  readonly isOwners: boolean;
}

interface Bird {
  readonly slug: string;
  readonly hide?: readonly Hidable[];
  readonly published?: boolean;
  readonly cut?: string;
  /** Columns of trades and positions that nobody else may see. */
  readonly columns?: readonly string[];
  /** True if deposits, withdrawals and equity reports are canaries too. */
  readonly isAll?: boolean;
}

const rowColumns = ['ticket', 'volume', 'stop_loss', 'take_profit', 'comment', 'open_price'];
const everyColumn = [...rowColumns, 'symbol', 'profit', 'magic_number'];

// biome-ignore format: a table
const birds: readonly Bird[] = [
  { slug: 'hides-volume', hide: ['volume'], columns: ['volume'] },
  { slug: 'hides-stop-loss', hide: ['stop_loss'], columns: ['stop_loss'] },
  { slug: 'hides-take-profit', hide: ['take_profit'], columns: ['take_profit'] },
  { slug: 'hides-comment', hide: ['comment'], columns: ['comment'] },
  { slug: 'hides-trades', hide: ['trades'], columns: rowColumns },
  { slug: 'hides-equity-curve', hide: ['equity_curve'], isAll: true },
  { slug: 'hides-all', hide: hidables, columns: everyColumn, isAll: true },
  { slug: 'held-private', published: false, columns: rowColumns },
  { slug: 'canary-slug', published: false, columns: everyColumn, isAll: true },
  { slug: 'is-cut', cut: '2024-03-01' },
];

/**
 * Makes a world in which each thing is hidden by some account, and the canaries that no answer may
 * contain.
 */
export function canaryWorld(): { world: HidingWorld; canaries: Canary[] } {
  const made = birds.map(partOf);
  const parts = made.map(({ part }) => part);
  const portfolio = (slug: string, published: boolean, members: string[]): Entry => ({
    ...entryOf({ slug, published }),
    type: 'portfolio',
    currency: 'USD',
    members,
  });
  const open = birds.filter(({ slug }) => slug !== 'canary-slug').map(({ slug }) => slug);
  const portfolios = [
    portfolio('public-all', true, open),
    portfolio('public-few', true, ['held-private', 'hides-stop-loss', 'hides-comment']),
    portfolio('canary-slug-all', false, ['canary-slug']),
  ];
  return {
    world: { owners: [{ slug: 'bird', name: 'Bird', plan: 'free' }], parts, portfolios },
    canaries: [
      ...made.flatMap(({ canaries }) => canaries),
      { text: 'canary-slug', isOwners: true },
      { text: 'Canary name', isOwners: true },
      { text: 'Internal-', isOwners: false },
    ],
  };
}

function entryOf({ slug, hide = [], published = true, cut }: Bird): Entry {
  return {
    slug,
    type: 'account',
    owner: 'bird',
    name: slug.startsWith('canary') ? `Canary name ${slug}` : slug,
    published,
    hide,
    history_cut_at: cut ?? null,
    created_at: '2024-01-01T00:00:00Z',
  };
}

/**
 * Makes an account with three trades before March 2024, three later ones, and two positions. With
 * only one position, the open result would reveal it.
 */
function partOf(bird: Bird, number: number): { part: Part; canaries: Canary[] } {
  const account_id = `Internal-${number}`;
  const canaries: Canary[] = [];
  let toldCount = 0;
  const next = (): number => {
    toldCount += 1;
    return toldCount;
  };
  const digits = (lead: number) => `${lead}${number}${String(next()).padStart(2, '0')}.37`;
  const note = (text: string, isHidden: boolean, isOwners = true): string => {
    if (isHidden) canaries.push({ text, isOwners });
    return text;
  };
  const cell = (column: string, text: string, isPast: boolean): string =>
    note(text, isPast || (bird.columns?.includes(column) ?? false), !isPast);
  const order = (day: string, isOpen: boolean): Row => {
    const isPast = bird.cut !== undefined && !isOpen && day < bird.cut;
    return {
      account_id,
      ticket: cell('ticket', `ticket-${number}-${next()}-`, isPast),
      symbol: cell('symbol', `SYM${number}x${next()}x`, isPast),
      side: 'buy',
      volume: cell('volume', digits(41), isPast),
      open_price: cell('open_price', digits(52), isPast),
      close_price: '1.5',
      stop_loss: cell('stop_loss', digits(63), isPast),
      take_profit: cell('take_profit', digits(74), isPast),
      opened_at: `${day}T08:00:00Z`,
      closed_at: `${day}T09:00:00Z`,
      profit: cell('profit', digits(85), isPast),
      commission: null,
      swap: null,
      comment: cell('comment', `comment ${number}-${next()}-`, isPast),
      magic_number: cell('magic_number', `96${number}${next()}37`, isPast),
      ...(isOpen && { reported_at: '2024-04-16T00:00:00Z' }),
    };
  };
  const days = ['2024-02-01', '2024-02-02', '2024-02-05'];
  const later = ['2024-04-09', '2024-04-15', '2024-04-16'];
  const isFlowHidden = (day: string): boolean =>
    bird.isAll === true || (bird.cut !== undefined && day < bird.cut);
  const flow = (day: string, at: number): Row => ({
    account_id,
    id: note(`flow-${number}-${at}-`, true, false),
    at: `${day}T00:00:00Z`,
    amount: note(digits(87), isFlowHidden(day), bird.isAll === true),
    kind: 'flow',
  });
  const part: Part = {
    entry: { ...entryOf(bird), show_trades_on_page: true, account_id },
    accounts: [
      {
        account_id,
        platform: 'MT5',
        currency: 'USD',
        broker: bird.slug === 'canary-slug' ? note('Canary broker', true) : 'Broker',
        created_at: '2024-01-01T00:00:00Z',
        updated_at: '2024-04-16T00:00:00Z',
        opening_balance: '5000000',
        reported_balance: note(digits(98), true),
      },
    ],
    trades: [...days, ...later].map((day) => order(day, false)),
    positions: [order('2024-04-16', true), order('2024-04-16', true)],
    cash_flows: [...days, ...later].map(flow),
    equity: [],
  };
  return { part, canaries };
}
