import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../database.ts";
import { standardPaces } from "../kernel/paces.ts";
import { type Leadership, LeadershipLost } from "./leadership.ts";
import { SharedState } from "./shared-state.ts";

async function setUp(write: () => Promise<unknown>, { storeWithinMs = 1 } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-state-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const store = openDatabase(join(dataDir, "service.db"));
  onTestFinished(() => void store.close());
  const begun = Promise.withResolvers<void>();
  // The first of the hooks: what is written is read from the folder.
  onTestFinished(() => begun.promise);
  const leadership = {
    isFilled: false,
    onSetBack() {},
    async write() {
      begun.resolve();
      await write();
    },
  } as unknown as Leadership;
  const paces = { ...standardPaces.sharedState, storeWithinMs };
  const report = (error: unknown) => expect.unreachable(String(error));
  const state = new SharedState({ leadership, dataDir, paces, report });
  await state.attach(store);
  return state;
}

const silent = async () => await new Promise<never>(() => {});
const takenOver = async () => await Promise.reject(new LeadershipLost("another one has taken over"));

test.each([
  { database: "does not answer", write: silent },
  { database: "belongs to another service", write: takenOver },
])(
  "clients must not repeat an act by themselves that is done where the database $database",
  async ({ write }) => {
    const state = await setUp(write);
    await expect(state.settled()).rejects.toMatchObject({
      status: 503,
      code: "state_not_stored",
      message: expect.stringContaining("this was done"),
      headers: { "retry-after": "5", "x-should-retry": "false" },
    });
  },
);

test("clients may repeat an act that is undone where the database does not answer", async () => {
  const state = await setUp(silent);
  await expect(state.settled({ isUndone: true })).rejects.toMatchObject({
    status: 503,
    code: "state_not_stored",
    message: expect.stringContaining("this was undone"),
    headers: expect.not.objectContaining({ "x-should-retry": "false" }),
  });
});

test("an act is not said to be undone that another service has taken over", async () => {
  const state = await setUp(takenOver, standardPaces.sharedState);
  await expect(state.settled({ isUndone: true })).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining("this was done"),
    headers: { "x-should-retry": "false" },
  });
});
