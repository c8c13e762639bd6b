import { answerTasks } from '../../pipeline/base/child-task.ts';
import type { PictureTask } from './picture.ts';
import { redraw } from './redraw.ts';

// Process started by picture.ts. It draws one picture.

answerTasks(async ({ file, header }: PictureTask) => ({ png: redraw(file, header) }));
