import { EventEmitter } from "node:events";
import pg from "pg";
import { expect, it } from "vitest";
import { SharedPool } from "./shared-pool.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

/** A connection that fails each statement with a SQLSTATE. */
const failingClient = (code: string) =>
  class extends EventEmitter {
    connect(done: () => void) {
      done();
    }
    async query() {
      throw Object.assign(new pg.DatabaseError("ended", 5, "error"), { code });
    }
    async end() {}
  } as unknown as new () => pg.ClientBase;

it.each([
  ["25P03", StoreUnavailable],
  ["25P04", StoreUnavailable],
  ["57P01", StoreUnavailable],
  ["57014", pg.DatabaseError],
  ["23505", pg.DatabaseError],
])("tells a lost connection from a wrong statement: %s", async (code, expected) => {
  const pool = new SharedPool({ Client: failingClient(code), onConnect: async () => {} });
  const connection = await pool.connect();
  await expect(connection.query("select 1", [])).rejects.toBeInstanceOf(expected);
  connection.release();
  await pool.end();
});
