// Lists of alerts: the same in the embedded file and in PostgreSQL.
import { describe, expect } from "vitest";
import { readAlerts } from "../../lib/server/alerts/read-alerts.ts";
import type { Database } from "../../lib/server/db/database.ts";
import { storeKinds, testInStore } from "../support/store-for-tests.ts";

const nowMs = 1_700_000_000_000;

async function add(db: Database, id: string, kind: string, resolvedAtMs: number | null): Promise<void> {
  const texts = { fired_message: "", message: "", resolved_why: null, closed_by: null, closed_note: null };
  await db
    .insertInto("alerts")
    .values({
      ...{ id, kind, rule_id: "r1", rule_name: "a rule", subject: id, label: "", limit_ms: null },
      ...{ fired_at_ms: nowMs - 60_000, resolved_at_ms: resolvedAtMs, ...texts },
    })
    .execute();
}

describe.each(storeKinds)("alerts in %s", (store) => {
  let db: Database;
  const test = testInStore(store, (opened) => {
    db = opened;
  });
  const read = async (state: "open" | "resolved", page: { limit?: number; cursor?: string } = {}) =>
    await readAlerts(db, { state, ...page }, { nowMs, health: { state: "answering" } });

  test("none are an empty list", async () => {
    expect(await read("open")).toMatchObject({ alerts: [], open: 0, complete: true, next_cursor: null });
    expect(await read("resolved")).toMatchObject({ alerts: [], complete: true, next_cursor: null });
  });

  test("open ones are listed by severity, resolved ones page by page, the newest first", async () => {
    await add(db, "a", "stuck", null);
    await add(db, "b", "proxy_down", null);
    for (const [at, id] of ["v", "w", "x", "y", "z"].entries())
      await add(db, id, "proxy_down", nowMs - 1_000 * Math.floor(at / 2));
    const open = await read("open");
    expect(open.alerts.map(({ id, notifies_end }) => [id, notifies_end])).toEqual([
      ["b", false],
      ["a", false],
    ]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read("resolved", { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(page.alerts.map(({ id }) => id).join(""));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(["vw", "xy", "z"]);
  });
});
