// @isolated: the program's configuration is settled once.
// The log of an invocation where the API answers that there is none: as an unknown path, with a JSON error (wire.md §9).

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { logTopic } from "@/lib/bff/live";
import type { Clock } from "@/lib/clock";
import type { Operation } from "@/lib/contract/operation";
import { operations } from "@/lib/contract/operations/operations";
import { readConfiguration, settle } from "@/lib/server/kernel/env";
import { LogHub } from "@/lib/server/streams/log-hub";
import { upstreamLogs } from "@/lib/server/streams/upstream-logs";
import { FakeTelemetry } from "../../support/fake-telemetry.ts";
import { type ScriptedApi, startScriptedApi } from "../../support/scripted-api/scripted-api.ts";
import { startSteadyClock } from "../../support/steady-clock.ts";
import { waitFor } from "../../support/wait-until.ts";
import { TestViewer } from "./test-viewer.ts";

/** Waits are shortened by this factor. */
const hurry = 50;
let api: ScriptedApi;
let clock: ReturnType<typeof startSteadyClock>;
let hub: LogHub;

beforeAll(async () => {
  api = await startScriptedApi();
  vi.stubEnv("API_TOKEN", api.token);
  const configuration = readConfiguration({ API_BASE_URL: api.url, API_TOKEN: api.token });
  settle(configuration, { port: 3000, sessionSecret: "s".repeat(32), development: false });
});
afterAll(async () => {
  await api.close();
  vi.unstubAllEnvs();
});

beforeEach(() => {
  clock = startSteadyClock();
  const hurried: Clock = { ...clock, later: (delayMs, run) => clock.later(delayMs / hurry, run) };
  hub = new LogHub({
    telemetry: new FakeTelemetry(),
    port: upstreamLogs,
    clock: hurried,
    random: () => 0.5,
    newEpoch: () => "one",
  });
});
afterEach(() => {
  hub.close();
  clock.stop();
  api.reset();
});

function watch(invocationId: string) {
  const viewer = new TestViewer(hub, { clock, topics: [logTopic({ invocationId })] });
  void viewer.read();
  /** The state of the log once it is no longer tried every moment. */
  const outcome = () =>
    waitFor("the log is unavailable or has ended", async () =>
      viewer.frames.find(
        (frame) => frame.kind === "state" && (frame.state === "unavailable" || frame.state === "ended"),
      ),
    );
  return { viewer, outcome };
}

const lookUp: Operation = operations.retrieveInvocation;
const end = { status: "failed", finished_at: new Date().toISOString() } as const;

describe("the log of an invocation in an API without such logs", () => {
  test.each([
    ["of a running one", { status: "running" }, []],
    ["of an ended one", end, []],
    ["of a running one that cannot be looked up", { status: "running" }, [lookUp]],
    ["of an ended one that cannot be looked up", end, [lookUp]],
  ] as const)("%s is unavailable", async (_, given, missing) => {
    api.removeOperations(operations.followInvocation, ...missing);
    const { viewer, outcome } = watch(api.records.invocation(given).id);
    const reason = "This API has no log of this invocation.";
    expect(await outcome()).toMatchObject({ state: "unavailable", reason });
    viewer.leave();
  });

  test("that does not exist ends, and says so", async () => {
    api.removeOperations(operations.followInvocation, lookUp);
    const { viewer, outcome } = watch("nosuchinvocation");
    expect(await outcome()).toMatchObject({ state: "ended", reason: "The API has no such invocation." });
    viewer.leave();
  });
});
