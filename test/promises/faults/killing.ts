import { setTimeout as pause } from 'node:timers/promises';
import { createCommands, type WaitingCommand } from './commands.ts';
import { commandOf, type Place, placeAt, prepare, runHere } from './place.ts';
import { type Answers, openReader, type Reader } from './reader.ts';
import { type Step, steps } from './steps.ts';
import { type Expected, goThrough, publishedIn } from './undisturbed.ts';
import { faultsAfter, warehouseDifferences } from './whole.ts';

export interface KillReport {
  readonly kills: number;
  /** Number of runs that ended before the kill. */
  readonly escaped: number;
  /** Number of kills after which the new content was in service. */
  readonly published: number;
  /** Number of answers that were read meanwhile. */
  readonly answers: number;
  readonly faults: readonly string[];
}

export interface KillOptions {
  readonly root: string;
  readonly kills: number;
  /** Returns a random number from 0 to 1. */
  readonly random: () => number;
  /** Number of steps in the history of the small world. */
  readonly stepCount?: number;
  /** Called with the counts after every round. */
  readonly progress?: (counts: Omit<KillReport, 'faults'>) => void;
}

const maxFaults = 10;
const betweenReads = 25;
/** Factor by which a run takes longer while others read and the next process starts. */
const slowness = 1.5;

/**
 * Repeats the history of the small world, and kills runs at random moments while others read.
 * Checks that the next run completes everything as if nothing had happened.
 */
export async function killRuns(options: KillOptions): Promise<KillReport> {
  const { root, kills } = options;
  const report = { kills: 0, escaped: 0, published: 0, answers: 0, faults: [] as string[] };
  const history = steps.slice(0, options.stepCount ?? steps.length);
  const expected = await goThrough(history.length);
  const commands = createCommands();
  // Duration of the last run of each step, in milliseconds.
  const durations = new Map<number, number>();
  try {
    for (let round = 1; report.kills < kills && report.faults.length < maxFaults; round += 1) {
      await goThroughOnce(placeAt(`${root}/round-${round}`), round);
      options.progress?.(report);
    }
    return report;
  } finally {
    await commands.close();
  }

  async function goThroughOnce(place: Place, round: number): Promise<void> {
    let reader: Reader | undefined;
    try {
      for (const step of history) {
        const wanted = expected[step.number];
        if (!wanted || report.kills >= kills || report.faults.length >= maxFaults) return;
        const say = (fault: string) => report.faults.push(`round ${round}, ${step.name}: ${fault}`);
        const stop = reader ? read(reader, allowedIn(expected, step), say) : async () => {};
        await prepare(place, step);
        do await killOne(place, step, say);
        while (options.random() < 0.25);
        const start = performance.now();
        await runHere(place, step).catch((error) => say(`the next run failed: ${error}`));
        durations.set(step.number, performance.now() - start);
        await stop();
        for (const fault of await faultsAfter(place, wanted)) say(fault);
        reader ??= await openReader(place);
        await reader.refresh();
        for (const fault of differing(await reader.answers(), [wanted.after])) say(fault);
      }
      const last = expected.at(-1);
      if (last) report.faults.push(...(await warehouseDifferences(place, last.place)));
    } finally {
      await reader?.close();
    }
  }

  async function killOne(place: Place, step: Step, say: (fault: string) => void): Promise<void> {
    const command = await commands.take();
    const limit = (durations.get(step.number) ?? 1500) * slowness * options.random();
    command.start(commandOf(place, step));
    const wasRunning = await killAfter(command, limit);
    if (wasRunning) report.kills += 1;
    else report.escaped += 1;
    const { content } = publishedIn(place);
    const before = expected[step.number - 1]?.content ?? 'nothing';
    if (content === expected[step.number]?.content) report.published += 1;
    else if (content !== before) say(`${content} is published`);
  }

  function read(reader: Reader, allowed: readonly Answers[], say: (fault: string) => void) {
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        const answers = await reader.answers();
        report.answers += answers.size;
        for (const fault of differing(answers, allowed)) say(fault);
        await pause(betweenReads);
      }
    })();
    return () => {
      isOver = true;
      return reading;
    };
  }
}

/** Kills a run some milliseconds after its start. Returns false if it had ended before. */
async function killAfter(command: WaitingCommand, milliseconds: number): Promise<boolean> {
  await Promise.race([pause(milliseconds), command.ended]);
  command.child.kill('SIGKILL');
  return (await command.ended).exitCode === null;
}

/**
 * Returns the allowed answers during a step: those before it, those after the owners' decisions,
 * and those after the run.
 */
export function allowedIn(expected: readonly Expected[], { number }: Step): Answers[] {
  const [before, wanted] = [expected[number - 1], expected[number]];
  return [before?.after, wanted?.during, wanted?.after].filter((version) => version !== undefined);
}

/** Lists answers that are not among those allowed, one line each. */
export function differing(answers: Answers, allowed: readonly Answers[]): string[] {
  return [...answers].flatMap(([url, answer]) =>
    allowed.some((item) => item.get(url) === answer) ? [] : [`${url}: ${answer.slice(0, 200)}`],
  );
}
