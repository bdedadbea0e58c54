// The state of a service that works on a shared PostgreSQL, without the rest of the service.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { openDatabase } from "../../../service/database.ts";
import { standardPaces } from "../../../service/kernel/paces.ts";
import { Leadership } from "../../../service/shared-state/leadership.ts";
import { SharedState } from "../../../service/shared-state/shared-state.ts";
import type { CleanUps } from "../programs/postgres-for-tests.ts";

const paces = standardPaces.sharedState;

/** A service's state that has become the one that works, and its data folder. What ends it is added to `cleanUps`. */
export async function joinedState(databaseUrl: string, cleanUps: CleanUps) {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-state-"));
  cleanUps.push(() => rmSync(dataDir, { recursive: true }));
  writeFileSync(join(dataDir, "secret"), "a secret of thirty-two characters");
  const leadership = await Leadership.win(
    {
      databaseUrl,
      holder: dataDir,
      address: "http://127.0.0.1:1",
      paces,
      onLost: () => {},
      warn: () => {},
    },
    new AbortController().signal,
  );
  if (leadership === undefined) throw new Error("it is not this one's turn");
  const report = (error: unknown) => expect.unreachable(String(error));
  const state = new SharedState({ leadership, dataDir, paces, report });
  const store = openDatabase(join(dataDir, "service.db"));
  mkdirSync(join(dataDir, "profiles"), { recursive: true });
  await state.attach(store);
  await state.complete();
  const leave = async () => {
    await state.close();
    if (store.open) store.close();
  };
  cleanUps.push(leave);
  return { dataDir, state, store, leave };
}

export const insertProfile = "INSERT INTO profiles (id, created_at) VALUES (?, 'now')";

/** Files, the largest one of `largest` bytes, are stored by one service, also when they grow or shrink, and taken over by the
 *  next one. */
export async function expectFilesTakenOver(
  databaseUrl: string,
  cleanUps: CleanUps,
  largest: number,
): Promise<void> {
  const first = await joinedState(databaseUrl, cleanUps);
  const folder = join(first.dataDir, "profiles");
  const write = (name: string, size: number) => {
    writeFileSync(join(folder, name), "begin");
    truncateSync(join(folder, name), size);
    writeFileSync(join(folder, name), "end", { flag: "a" });
  };
  const inParts = 20_000_000;
  write("large", largest);
  write("grows", 5);
  write("shrinks", inParts);
  first.store.prepare(insertProfile).run("one");
  await first.state.stored();
  write("grows", inParts);
  write("shrinks", 5);
  first.store.prepare(insertProfile).run("two");
  await first.state.stored();
  await first.leave();
  const { dataDir } = await joinedState(databaseUrl, cleanUps);
  const sizes = { large: largest, grows: inParts, shrinks: 5 };
  for (const [name, size] of Object.entries(sizes)) {
    const content = readFileSync(join(dataDir, "profiles", name));
    expect(content.length).toBe(size + 3);
    expect([content.toString("utf8", 0, 5), content.toString("utf8", size)]).toEqual(["begin", "end"]);
  }
}
