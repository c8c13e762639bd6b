import {
  DefaultRenderer,
  Listr,
  ListrLogger,
  ListrTaskState,
  ProcessOutput,
  Spinner,
} from 'listr2';
import { durationWords } from '../base/estimate.ts';
import {
  type Progress,
  type StageCost,
  type StageName,
  type StageState,
  stageNames,
  type WatchedStages,
} from '../base/stages.ts';

const drawnAs: Readonly<Record<StageState, ListrTaskState>> = {
  waiting: ListrTaskState.WAITING,
  running: ListrTaskState.STARTED,
  done: ListrTaskState.COMPLETED,
  failed: ListrTaskState.FAILED,
};

const frameMilliseconds = 250;

/** Ten frames a second, as it is otherwise, take 2 % of a processor. */
class CalmSpinner extends Spinner {
  override start(draw?: () => void): void {
    super.start(draw, frameMilliseconds);
  }
}

/**
 * Output of the process, held back from the start. The renderer alone would begin only once its
 * modules are loaded.
 */
class HeldOutput extends ProcessOutput {
  override hijack(): void {
    if (!this.active) super.hijack();
  }
}

/**
 * Draws the stages of a run on the terminal from the first one on, until it is closed. Whatever
 * else the process writes there meanwhile stands below them, at the end.
 */
export class StageList implements Progress {
  #isClosed = false;
  #close = (): void => {};
  #drawn: Promise<unknown> = Promise.resolve();

  begin(stages: WatchedStages): void {
    const closed = new Promise<void>((resolve) => {
      this.#close = resolve;
    });
    this.#drawn = this.#draw(stages, closed);
  }

  end(): void {}

  /** Leaves the stages as they are; one that still runs was broken off. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#close();
    await this.#drawn;
  }

  // Looks at the stages once a frame: what they count between two of them costs nothing here.
  #draw(stages: WatchedStages, closed: Promise<void>): Promise<unknown> {
    const refresh = () => {
      for (const [at, name] of stageNames.entries()) {
        const task = list.tasks[at];
        if (!task) continue;
        const { state, ...cost } = stages.look(name);
        task.state = drawnAs[state === 'running' && this.#isClosed ? 'failed' : state];
        const isGoingOn = !this.#isClosed && (state === 'running' || state === 'waiting');
        task.title = stageLine(name, cost, isGoingOn, isGoingOn ? stages.secondsLeft(name) : null);
      }
    };
    const processOutput = new HeldOutput(undefined, undefined, { leaveEmptyLine: false });
    processOutput.hijack();
    const list = new Listr(
      stageNames.map((title) => ({ title, task: () => closed.then(refresh) })),
      {
        concurrent: true,
        exitOnError: false,
        registerSignalListeners: false,
        renderer: class extends DefaultRenderer {
          override update(): void {
            refresh();
            super.update();
          }
        },
        rendererOptions: {
          spinner: new CalmSpinner(),
          logger: new ListrLogger({ processOutput }),
        },
      },
    );
    return list.run();
  }
}

const nameWidth = Math.max(...stageNames.map(({ length }) => length)) + 2;
const counted = (count: number): string => count.toLocaleString('en');

const barWidth = 10;

/** Draws the part of accounts that are done. */
function barOf(accounts: number, of: number): string {
  const full = of === 0 ? 0 : Math.floor((accounts / of) * barWidth);
  return '█'.repeat(full) + '░'.repeat(barWidth - full);
}

/**
 * Returns the line of a stage: what it did, its seconds, and the time left. A stage that has not
 * ended has a bar. Figures that are absent or too small are left out.
 */
export function stageLine(
  stage: StageName,
  { rows, accounts, of, seconds }: Pick<StageCost, 'rows' | 'accounts' | 'of' | 'seconds'>,
  isGoingOn: boolean,
  secondsLeft: number | null,
): string {
  const hasLeft = secondsLeft !== null && secondsLeft >= 1;
  const bar = isGoingOn && of !== undefined ? `${barOf(accounts ?? 0, of)} ` : '';
  const parts = [
    ...(of === undefined ? [] : [`${bar}${counted(accounts ?? 0)} of ${counted(of)} accounts`]),
    ...(rows === undefined ? [] : [`${counted(rows)} rows`]),
    ...(seconds < 0.05 ? [] : [`${seconds.toFixed(1)} s`]),
    ...(hasLeft ? [`about ${durationWords(secondsLeft)} left`] : []),
  ];
  return parts.length === 0 ? stage : stage.padEnd(nameWidth) + parts.join(', ');
}
