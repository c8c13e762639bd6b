import type { Test } from 'uvu';

/** Resolves after the next run, which all stories share, with its result. */
export type NextRun<Result = void> = () => Promise<Result>;

/** Test that goes on over several runs, with accounts of its own. */
type Story<World, Result> = (world: World, nextRun: NextRun<Result>) => Promise<void>;

/**
 * Tests that share a world and its runs, because a run costs the same for one account and for ten.
 * Each is called in turn until it needs a run or ends. When all have, one run follows.
 */
export class Stories<World, Result = void> {
  readonly #suite: Test;
  readonly #open: () => Promise<World>;
  readonly #run: (world: World) => Promise<Result>;
  readonly #stories: Story<World, Result>[] = [];
  #told: Promise<{ world: World; tellers: readonly Teller<Result>[] }> | undefined;

  /** `open` makes the world before the first story, and `run` runs the pipeline over it. */
  constructor(suite: Test, open: () => Promise<World>, run: (world: World) => Promise<Result>) {
    this.#suite = suite;
    this.#open = open;
    this.#run = run;
  }

  /** Adds a test. It fails alone, unless a run fails. */
  add(name: string, story: Story<World, Result>): void {
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
    const tellers = this.#stories.map((story) =>
      tellerOf((nextRun: NextRun<Result>) => story(world, nextRun)),
    );
    let going: Teller<Result>[] = [];
    for (const teller of tellers) if (await teller.begin()) going.push(teller);
    while (going.length > 0) {
      const result = await this.#run(world);
      const waiting: typeof going = [];
      for (const teller of going) if (await teller.goOn(result)) waiting.push(teller);
      going = waiting;
    }
    return { world, tellers };
  }
}

type Teller<Result> = ReturnType<typeof tellerOf<Result>>;

/**
 * Tells a story in pieces. `begin` and `goOn` resolve with true if it needs a run, with false if it
 * ended.
 */
function tellerOf<Result>(story: (nextRun: NextRun<Result>) => Promise<void>) {
  let pause: (needsRun: boolean) => void;
  let resume: (result: Result) => void;
  let ending: Promise<void> | undefined;
  const nextRun = () =>
    new Promise<Result>((resolve) => {
      resume = resolve;
      pause(true);
    });
  const untilPause = (work: () => void) =>
    new Promise<boolean>((resolve) => {
      pause = resolve;
      work();
    });
  return {
    begin: () =>
      untilPause(() => {
        ending = story(nextRun);
        ending.then(
          () => pause(false),
          () => pause(false),
        );
      }),
    goOn: (result: Result) => untilPause(() => resume(result)),
    /** Resolves when the story has ended, and rejects if it failed. */
    ended: async () => ending,
  };
}
