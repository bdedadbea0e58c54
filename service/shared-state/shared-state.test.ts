import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../database.ts";
import { standardPaces } from "../kernel/paces.ts";
import { type Leadership, LeadershipLost } from "./leadership.ts";
import { SharedState } from "./shared-state.ts";

const silent = async () => await new Promise<never>(() => {});
const takenOver = async () => await Promise.reject(new LeadershipLost("another one has taken over"));

test.each([
  { database: "does not answer", write: silent },
  { database: "belongs to another service", write: takenOver },
])(
  "clients must not repeat an act by themselves that is done where the database $database",
  async ({ write }) => {
    const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-state-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const store = openDatabase(join(dataDir, "service.db"));
    onTestFinished(() => void store.close());
    const leadership = { isFilled: false, onSetBack() {}, write } as unknown as Leadership;
    const paces = { ...standardPaces.sharedState, storeWithinMs: 1 };
    const report = (error: unknown) => expect.unreachable(String(error));
    const state = new SharedState({ leadership, dataDir, paces, report });
    await state.attach(store);
    await expect(state.settled()).rejects.toMatchObject({
      ...{ status: 503, code: "state_not_stored" },
      headers: { "retry-after": "5", "x-should-retry": "false" },
    });
  },
);
