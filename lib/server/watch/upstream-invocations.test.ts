import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startListingApi } from "../../../tests/support/listing-api.ts";
import { scriptedRun } from "../../../tests/support/scripted-runs.ts";
import { operations } from "../../contract/operations.ts";
import { readConfiguration, settle } from "../env.ts";
import { capabilityOf } from "../upstream/capabilities.ts";
import { upstreamInvocations } from "./upstream-invocations.ts";

const token = "token-of-the-listing-api";
const script = { count: 5, fromMs: Date.now() - 86_400_000, spanMs: 80_000_000 };
const runAt = (at: number) => scriptedRun(at, script);

let upstream: Awaited<ReturnType<typeof startListingApi>> | undefined;
beforeEach(() => {
  vi.stubEnv("API_TOKEN", token);
  // What was learned of one API is not known of the next.
  for (const name of ["capabilities", "shared-reads"])
    Reflect.deleteProperty(globalThis, Symbol.for(`fleetdeck.${name}`));
});
afterEach(async () => {
  await upstream?.close();
  vi.unstubAllEnvs();
});

async function listens(retrieves: boolean | "unsaid"): Promise<void> {
  upstream = await startListingApi({ token, count: script.count, runAt, retrieves });
  const variables = { API_BASE_URL: upstream.url, API_TOKEN: token, DATA_DIR: tmpdir() };
  settle(readConfiguration(variables), { port: 3000, sessionSecret: "s".repeat(32), development: false });
}

describe("a run that the API does not tell", () => {
  it("is gone where the API tells others", async () => {
    await listens(true);
    expect(await upstreamInvocations.retrieve("inv_zzzzzzzz")).toBe("gone");
    expect(await upstreamInvocations.retrieve(runAt(2).id)).toMatchObject({ invocation: runAt(2) });
  });

  it("is not gone where the API tells none, not even those it lists", async () => {
    await listens("unsaid");
    expect(await upstreamInvocations.retrieve(runAt(2).id)).toBe("absent");
    expect(capabilityOf(operations.retrieveInvocation)).toBe("absent");
  });
});
