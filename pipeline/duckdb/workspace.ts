import type { Database } from './database.ts';

/**
 * In-memory database for the computed relations of a chunk, attached to the open database. Every
 * connection can read it, so one computes a chunk and another keeps its marts.
 */
export interface Workspace {
  /** Name of the database that it is attached to. */
  readonly home: string;
  /** Lets a connection name what is here before what is at home, and create here. */
  enter(database: Database): Promise<void>;
  leave(database: Database): Promise<void>;
  /** Enters for some work, and leaves. */
  within<Result>(database: Database, work: () => Promise<Result>): Promise<Result>;
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
  const enter = (connection: Database) =>
    connection.run(`set search_path = '${name}.main,"${home}".main'`);
  const leave = (connection: Database) => connection.run(`use "${home}"`);
  return {
    home,
    enter,
    leave,
    async within(connection, work) {
      await enter(connection);
      try {
        return await work();
      } finally {
        await leave(connection);
      }
    },
    close: (connection) => connection.run(`detach ${name}`),
  };
}
