import type { Database } from './database.ts';

/**
 * A database in memory beside the one that is open, where what is computed of a shard stands. Every
 * connection can read it, so that one shard is written while another computes the next.
 */
export interface Workspace {
  /** The database it is beside. */
  readonly home: string;
  /** Lets a connection name what is here before what is at home, and create here. */
  enter(database: Database): Promise<void>;
  leave(database: Database): Promise<void>;
  /** Frees the memory, over any connection; whoever entered must have left. */
  close(database: Database): Promise<void>;
}

let workspaces = 0;

/** Name of the database that a connection is at, which has entered no workspace. */
export async function homeOf(database: Database): Promise<string> {
  const [row] = await database.rows('select current_database() as name');
  return String(row?.name);
}

/** Opens one, not entered yet, beside the database that a connection is at, which has entered none. */
export async function openWorkspace(database: Database): Promise<Workspace> {
  const home = await homeOf(database);
  workspaces += 1;
  const name = `workspace_${workspaces}`;
  await database.run(`attach ':memory:' as ${name}`);
  return {
    home,
    enter: (connection) => connection.run(`set search_path = '${name}.main,"${home}".main'`),
    leave: (connection) => connection.run(`use "${home}"`),
    close: (connection) => connection.run(`detach ${name}`),
  };
}
