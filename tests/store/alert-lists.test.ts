// Lists of alerts: the same in the embedded file and in PostgreSQL.
import { describe, expect } from "vitest";
import { muteSetting } from "../../lib/bff/alert-rules.ts";
import { addRule, findRule, setMute } from "../../lib/server/alerts/alert-rules.ts";
import { actionSubject } from "../../lib/server/alerts/invocation-signals.ts";
import { readAlerts } from "../../lib/server/alerts/read-alerts.ts";
import type { Database } from "../../lib/server/db/database.ts";
import { insertPoolSamples } from "../../lib/server/pools/pool-samples.ts";
import { storeKinds, testInStore } from "../support/dashboard/store-for-tests.ts";

const nowMs = 1_700_000_000_000;

async function add(
  db: Database,
  id: string,
  kind: string,
  resolvedAtMs: number | null,
  subject = id,
): Promise<void> {
  const texts = { fired_message: "", message: "", resolved_why: null, closed_by: null, closed_note: null };
  await db
    .insertInto("alerts")
    .values({
      id,
      kind,
      rule_id: `rule of ${kind}`,
      rule_name: "a rule",
      subject,
      label: "",
      limit_ms: null,
      fired_at_ms: nowMs - 60_000,
      resolved_at_ms: resolvedAtMs,
      ...texts,
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

  /** The ids of each page of two. */
  const pagesOf = async (state: "open" | "resolved") => {
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(state, { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      pages.push(page.alerts.map(({ id }) => id).join(""));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return pages;
  };

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
    expect(await pagesOf("resolved")).toEqual(["vw", "xy", "z"]);
  });

  test("open ones go on after a page, too, also where severe ones begin or end and several fired at once", async () => {
    for (const id of ["c", "e", "g"]) await add(db, id, "stuck", null);
    for (const id of ["d", "f"]) await add(db, id, "proxy_down", null);
    await db
      .updateTable("alerts")
      .set({ fired_at_ms: nowMs - 1 })
      .where("id", "in", ["f", "g"])
      .execute();
    expect(await pagesOf("open")).toEqual(["fb", "dg", "ac", "e"]);
    await expect(read("open", { cursor: "5:a" })).rejects.toMatchObject({ status: 400, code: "bad_cursor" });
    await expect(read("resolved", { cursor: "1:5:a" })).rejects.toMatchObject({ code: "bad_cursor" });
  });

  test("those of pools are as severe as their pools: while one lacks browsers and has none left", async () => {
    const pools = {
      left: { available: 1, acquired: 3, size: 8 },
      empty: { available: 0, acquired: 3, size: 8 },
      acquired: { available: 0, acquired: 8, size: 8 },
    };
    const notAnswered = { available: null, acquired: null, size: null };
    for (const [pool_id, counts] of Object.entries(pools)) {
      await insertPoolSamples(db, [
        { pool_id, at_ms: nowMs - 20_000, available: 8, acquired: 0, size: 8 },
        { pool_id, at_ms: nowMs - 10_000, ...counts },
        { pool_id, at_ms: nowMs, ...notAnswered },
      ]);
      await add(db, `fills ${pool_id}`, "pool_cannot_fill", null, pool_id);
      await add(db, `lasts ${pool_id}`, "pool_time_to_empty", null, pool_id);
    }
    await insertPoolSamples(db, [{ pool_id: "old", at_ms: nowMs - 3_600_000, ...pools.empty }]);
    await add(db, "fills old", "pool_cannot_fill", null, "old");
    await add(db, "fills unknown", "pool_cannot_fill", null, "unknown");
    await add(db, "stuck", "stuck", null, "empty");
    const { alerts } = await read("open");
    const severe = alerts.flatMap(({ id, severe: isSevere }) => (isSevere ? [id] : []));
    expect(severe.filter((id) => id.includes(" "))).toEqual(["fills empty", "lasts empty"]);
    expect(alerts.slice(0, severe.length).map(({ id }) => id)).toEqual(severe);
  });

  test("an action with the longest names can be muted", async () => {
    // As many different characters as a name can have, so that a database that packs them gains little.
    const name = (from: number) =>
      String.fromCharCode(...Array.from({ length: 255 }, (_, at) => from + ((at * 7_919) % 9_000)));
    const subject = actionSubject(name(0x4e00), name(0x7500));
    const id = await addRule(
      db,
      {
        name: "share",
        for_seconds: 0,
        clear_seconds: 0,
        remind_hours: 0,
        enabled: true,
        webhooks: [],
        signal: { kind: "failure_share", window_minutes: 5, percent: 1, least: 1 },
      },
      "ada",
      nowMs,
    );
    await setMute(db, id, muteSetting.parse({ subject, minutes: 5 }), "ada", nowMs);
    expect((await findRule(db, id, nowMs)).mutes).toMatchObject([{ subject }]);
  });
});
