// The nodes of a fleet, as they register in PostgreSQL: each renews its row while it lives.
import pg from "pg";
import type { FilePart } from "../shared-state/changed-files.ts";
import { filesBelow } from "../shared-state/stored-files.ts";

const tables = `
  CREATE SCHEMA IF NOT EXISTS fleetdeck_service;
  CREATE TABLE IF NOT EXISTS fleetdeck_service.nodes (
    id text PRIMARY KEY,
    name text NOT NULL,
    address text NOT NULL,
    browsers integer NOT NULL,
    draining boolean NOT NULL,
    renewed_at timestamptz NOT NULL
  );
  ALTER TABLE fleetdeck_service.nodes ADD COLUMN IF NOT EXISTS earlier text[] NOT NULL DEFAULT '{}';
  CREATE TABLE IF NOT EXISTS fleetdeck_service.node_names (
    id text PRIMARY KEY,
    name text NOT NULL,
    named_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  DELETE FROM fleetdeck_service.node_names WHERE named_at < now() - interval '90 days';
`;

export interface NodeEntry {
  /** Another one for each process of the node. */
  id: string;
  /** For operators: host and process. */
  name: string;
  /** Where services reach it. */
  address: string;
  /** How many browsers it runs at most. */
  browsers: number;
  /** It takes no new work. */
  draining: boolean;
  /** Ids of earlier runs with the same data folder, which has the files of their sessions. */
  earlier: readonly string[];
}

export class NodeTable {
  readonly #connection: pg.ClientConfig;
  readonly #pool: pg.Pool;
  #isMade = false;

  /** `databaseUrl`: `postgres://user:password@host:port/database`. */
  constructor(databaseUrl: string) {
    this.#connection = {
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
      application_name: "fleetdeck-nodes",
    };
    this.#pool = new pg.Pool({ ...this.#connection, max: 2 });
    // A connection that breaks while it is unused; the next query makes another one.
    this.#pool.on("error", () => {});
  }

  /** Stores that the node lives. Throws what the database throws, as all of these. */
  async renew({ id, name, address, browsers, draining, earlier }: NodeEntry): Promise<void> {
    await this.#make();
    await this.#pool.query(
      `WITH named AS (
         INSERT INTO fleetdeck_service.node_names (id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING
       )
       INSERT INTO fleetdeck_service.nodes (id, name, address, browsers, draining, earlier, renewed_at)
       VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())
       ON CONFLICT (id) DO UPDATE SET draining = $5, renewed_at = clock_timestamp()`,
      [id, name, address, browsers, draining, earlier],
    );
  }

  /** The name of a node, which may have left; undefined for one that has never registered with this version. */
  async nameOf(id: string): Promise<string | undefined> {
    await this.#make();
    const { rows } = await this.#pool.query<{ name: string }>(
      "SELECT name FROM fleetdeck_service.node_names WHERE id = $1",
      [id],
    );
    return rows[0]?.name;
  }

  async remove(id: string): Promise<void> {
    await this.#pool.query("DELETE FROM fleetdeck_service.nodes WHERE id = $1", [id]);
  }

  /** `renewed` changes whenever the node has renewed its row. */
  async list(): Promise<(NodeEntry & { renewed: string })[]> {
    await this.#make();
    const { rows } = await this.#pool.query<NodeEntry & { renewed: string }>(
      `SELECT id, name, address, browsers, draining, earlier, renewed_at::text AS renewed
       FROM fleetdeck_service.nodes ORDER BY name, id`,
    );
    return rows;
  }

  /** The address of the service that works; undefined while there is none. */
  async leader(): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ address: string }>(
      "SELECT address FROM fleetdeck_service.leader WHERE NOT released",
    );
    return rows[0]?.address;
  }

  /** The secret of the services; undefined while none has stored it. */
  async secret(): Promise<Buffer | undefined> {
    for await (const { path, content } of this.files("secret")) if (path === "secret") return content;
    return undefined;
  }

  /** The state's files whose paths begin so, in parts, all as they are when the first one is read. */
  async *files(prefix: string): AsyncGenerator<FilePart> {
    // Not of the pool: reading may take long, and this node has to renew its row meanwhile.
    const client = new pg.Client(this.#connection);
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      yield* filesBelow(async (text, values) => (await client.query(text, values)).rows, prefix);
    } finally {
      // A database that hangs would not let it end.
      void client.end().catch(() => {});
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #make(): Promise<void> {
    if (this.#isMade) return;
    await this.#pool.query(tables);
    this.#isMade = true;
  }
}
