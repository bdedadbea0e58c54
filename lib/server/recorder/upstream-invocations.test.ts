import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startInvocationListApi } from "../../../tests/support/fakes/invocation-list-api.ts";
import { scriptedInvocation } from "../../../tests/support/fakes/scripted-invocations.ts";
import { operations } from "../../contract/operations/operations.ts";
import { readConfiguration, settle } from "../kernel/env.ts";
import { perProcess } from "../kernel/per-process.ts";
import { call } from "../upstream/call.ts";
import { capabilityOf } from "../upstream/capabilities.ts";
import { invalidateReads } from "../upstream/shared-reads.ts";
import { upstreamInvocations } from "./upstream-invocations.ts";

const token = "token-of-the-listing-api";
const script = { count: 5, fromMs: Date.now() - 86_400_000, spanMs: 80_000_000 };
const invocationAt = (at: number) => scriptedInvocation(at, script);

let upstream: Awaited<ReturnType<typeof startInvocationListApi>> | undefined;
beforeEach(() => {
  vi.stubEnv("API_TOKEN", token);
  // Capabilities of one API do not apply to the next, nor do its answers.
  perProcess("capabilities", () => new Map<string, unknown>())().clear();
  invalidateReads();
});
afterEach(async () => {
  await upstream?.close();
  vi.unstubAllEnvs();
});

async function listens(retrieves: boolean | "ambiguous"): Promise<void> {
  upstream = await startInvocationListApi({ token, count: script.count, invocationAt, retrieves });
  const variables = { API_BASE_URL: upstream.url, API_TOKEN: token, DATA_DIR: tmpdir() };
  settle(readConfiguration(variables), { port: 3000, sessionSecret: "s".repeat(32), development: false });
}

describe("an invocation that the API cannot retrieve", () => {
  it("is gone when the API retrieves others", async () => {
    await listens(true);
    expect(await upstreamInvocations.retrieve("inv_zzzzzzzz")).toBe("gone");
    expect(await upstreamInvocations.retrieve(invocationAt(2).id)).toMatchObject({
      invocation: invocationAt(2),
    });
  });

  it("is not gone when the API retrieves none, not even listed ones", async () => {
    await listens("ambiguous");
    expect(await upstreamInvocations.retrieve(invocationAt(2).id)).toBe("absent");
    expect(capabilityOf(operations.retrieveInvocation)).toBe("absent");
  });
});

describe("a list of invocations", () => {
  it("is read once with others that read its first page, and further pages from their offset", async () => {
    await listens(true);
    const query = { status: "succeeded", limit: 2 } as const;
    const [page, others] = await Promise.all([
      upstreamInvocations.list({ ...query, offset: 0 }),
      call(operations.listInvocations, { query }),
    ]);
    expect(page.items).toEqual(others.value);
    expect(upstream?.requestCounts.get("/invocations")).toBe(1);
    const next = await upstreamInvocations.list({ ...query, offset: 1 });
    expect(next.items[0]).toEqual(page.items[1]);
    expect(upstream?.requestCounts.get("/invocations")).toBe(2);
  });
});
