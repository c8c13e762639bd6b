import { answerTasks } from '../../pipeline/base/child-task.ts';
import { giveWay } from '../../pipeline/base/give-way.ts';
import type { PictureTask } from './picture.ts';
import { redraw } from './redraw.ts';

// Process started by picture.ts. It draws one picture.

giveWay();
answerTasks(async ({ file, header }: PictureTask) => ({ png: redraw(file, header) }));
