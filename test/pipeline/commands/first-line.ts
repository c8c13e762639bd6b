import { Stages } from '../../../pipeline/base/stages.ts';
import { StageList } from '../../../pipeline/commands/stage-list.ts';

// Has something to say as soon as its stages are drawn: the first line on the terminal is theirs.

const list = new StageList();
list.begin(new Stages(list));
process.stderr.write('said at once\n');
await list.close();
