import { answerTasks } from '../../pipeline/base/child-task.ts';
import { type Drawing, drawHere } from './draw.ts';

// Process started by draw-in-child.ts. Visitors wait for it, so it has an ordinary priority.

answerTasks(async (drawing: Drawing) => ({ bytes: await drawHere(drawing) }));
