// A hub of logs over the scripted API, created for each test of a file.
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { readConfiguration, settle } from "@/lib/server/kernel/env";
import { LogHub } from "@/lib/server/streams/log-hub";
import { upstreamLogs } from "@/lib/server/streams/upstream-logs";
import { type ScriptedApi, startScriptedApi } from "../scripted-api/scripted-api.ts";
import { FakeTelemetry } from "./fake-telemetry.ts";
import { hurriedClock, startSteadyClock } from "./steady-clock.ts";

/** Waits are shortened by this factor. */
const hurry = 50;

interface ScriptedHub {
  readonly api: ScriptedApi;
  readonly hub: LogHub;
  readonly clock: ReturnType<typeof startSteadyClock>;
}

/** Starts the API with the tests of the file that calls it, which must be isolated, and a hub with each of them. */
export function scriptedHub(): ScriptedHub {
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
    hub = new LogHub({
      telemetry: new FakeTelemetry(),
      port: upstreamLogs,
      clock: hurriedClock(clock, hurry),
      random: () => 0.5,
      newEpoch: () => "one",
    });
  });
  afterEach(() => {
    hub.close();
    clock.stop();
    api.reset();
  });

  return {
    get api() {
      return api;
    },
    get hub() {
      return hub;
    },
    get clock() {
      return clock;
    },
  };
}
