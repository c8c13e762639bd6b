import { Stages } from '../../../pipeline/base/stages.ts';
import { StageList } from '../../../pipeline/commands/stage-list.ts';

// Prints a message as soon as its stages are drawn. The stages use the first line of the terminal.

const list = new StageList();
list.begin(new Stages(list));
process.stderr.write('said at once\n');
await list.close();
