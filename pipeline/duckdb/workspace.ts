import type { Database } from './database.ts';

/**
 * In-memory database for the computed relations of a chunk, attached to the open database. Every
 * connection can read it, so one chunk is written while another computes the next.
 */
export interface Workspace {
  /** Name of the database that it is attached to. */
  readonly home: string;
  /** Lets a connection name what is here before what is at home, and create here. */
  enter(database: Database): Promise<void>;
  leave(database: Database): Promise<void>;
  /** Frees the memory, over any connection. The connection that entered it must have left. */
  close(database: Database): Promise<void>;
}

let workspaces = 0;

/** Name of the database that a connection is at, which has entered no workspace. */
export async function homeOf(database: Database): Promise<string> {
  const [row] = await database.rows('select current_database() as name');
  return String(row?.name);
}

/**
 * Attaches a workspace to the database of a connection that is in no other. It is not entered yet.
 */
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
