import type { Test } from 'uvu';

/** Resolves after the next run, which all stories share. */
export type NextRun = () => Promise<void>;

/** Test that goes on over several runs, with accounts of its own. */
type Story<World> = (world: World, nextRun: NextRun) => Promise<void>;

/**
 * Tests that share a world and its runs, because a run costs the same for one account and for ten.
 * Each is called in turn until it needs a run or ends. When all have, one run follows.
 */
export class Stories<World> {
  readonly #suite: Test;
  readonly #open: () => Promise<World>;
  readonly #run: (world: World) => Promise<unknown>;
  readonly #stories: Story<World>[] = [];
  #told: Promise<{ world: World; tellers: readonly Teller[] }> | undefined;

  /** `open` makes the world before the first story, and `run` runs the pipeline over it. */
  constructor(suite: Test, open: () => Promise<World>, run: (world: World) => Promise<unknown>) {
    this.#suite = suite;
    this.#open = open;
    this.#run = run;
  }

  /** Adds a test. It fails alone, unless a run fails. */
  add(name: string, story: Story<World>): void {
    const at = this.#stories.push(story) - 1;
    this.#suite(name, async () => (await this.#tell()).tellers[at]?.ended());
  }

  /** Adds a test that begins after all stories, in the world that they left. */
  addAfterAll(name: string, work: (world: World) => Promise<void>): void {
    this.#suite(name, async () => work(await this.world()));
  }

  /** Returns the world after all stories. */
  world = async (): Promise<World> => (await this.#tell()).world;

  #tell() {
    this.#told ??= this.#tellAll();
    return this.#told;
  }

  async #tellAll() {
    const world = await this.#open();
    const tellers = this.#stories.map((story) => tellerOf((nextRun) => story(world, nextRun)));
    for (let going = tellers; going.length > 0; ) {
      const waiting: typeof tellers = [];
      for (const teller of going) if (await teller.goOn()) waiting.push(teller);
      if (waiting.length > 0) await this.#run(world);
      going = waiting;
    }
    return { world, tellers };
  }
}

type Teller = ReturnType<typeof tellerOf>;

/** Tells a story in pieces. `goOn` resolves with true if it needs a run, with false if it ended. */
function tellerOf(story: (nextRun: NextRun) => Promise<void>) {
  let pause: (needsRun: boolean) => void;
  let resume: () => void;
  let ending: Promise<void> | undefined;
  const nextRun = () =>
    new Promise<void>((resolve) => {
      resume = resolve;
      pause(true);
    });
  const begin = () => {
    ending = story(nextRun);
    ending.then(
      () => pause(false),
      () => pause(false),
    );
  };
  return {
    goOn: () =>
      new Promise<boolean>((resolve) => {
        pause = resolve;
        if (ending) resume();
        else begin();
      }),
    /** Resolves when the story has ended, and rejects if it failed. */
    ended: async () => ending,
  };
}
