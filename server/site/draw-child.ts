import { answerTasks } from '../../pipeline/base/child-task.ts';
import { giveWay } from '../../pipeline/base/give-way.ts';
import { type Drawing, drawHere } from './draw.ts';

// Process started by draw-in-child.ts.

giveWay();
answerTasks(async (drawing: Drawing) => ({ bytes: await drawHere(drawing) }));
