import { expect, test } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { sessionRecord } from "../../tests/support/service/session-record.ts";
import { openDatabase } from "../database.ts";
import { Profiles } from "../profiles/profiles.ts";
import { BrowserResources, type BrowserResourcesDeps } from "./browser-resources.ts";
import { SessionRows } from "./session-rows.ts";

test("a session has its profile as that is now, and is found by its present name", async () => {
  const store = openDatabase(":memory:");
  const files = { remove: async () => {} };
  const profiles = new Profiles({ store, files: files as never, clock: new ManualClock() });
  const { id } = profiles.create("before");
  const profile = profiles.find(id) ?? null;
  const rows = new SessionRows(store);
  rows.insert(sessionRecord("s1", { profile }));
  const resources = new BrowserResources({
    find: () => undefined,
    rows,
    profile: (each: string) => profiles.find(each),
  } as unknown as BrowserResourcesDeps);
  const list = (query: string) =>
    resources.list({ status: "all", query, limit: 10, offset: 0 }, { scope: "all" }).items;

  const renamed = profiles.rename("before", "after");
  expect(list("after").map((browser) => browser.profile)).toEqual([renamed]);
  expect(list("before")).toEqual([]);
  await profiles.delete(id);
  // What is known of one that is gone.
  expect(list("before").map((browser) => browser.profile)).toEqual([profile]);
});
