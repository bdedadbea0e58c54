import { expect, it } from "vitest";
import type { DeploymentProgress } from "../../bff/deployment-events.ts";
import { readDeploymentProgress } from "./deployment-progress.ts";

async function eventsOf(...events: readonly unknown[]): Promise<DeploymentProgress[]> {
  async function* body() {
    for (const event of events) yield Buffer.from(`data: ${JSON.stringify(event)}\n\n`);
  }
  const read: DeploymentProgress[] = [];
  for await (const event of readDeploymentProgress(body(), () => 0)) read.push(event);
  return read;
}

const timestamp = "2026-01-01T00:00:00Z";

it("forwards lines, states, versions and the failure of the stream, and leaves out all else (T03, T48)", async () => {
  expect(
    await eventsOf(
      { event: "sse_heartbeat", timestamp },
      { event: "log", timestamp, message: "using Authorization: Bearer abcdefghijklmnop" },
      { event: "deployment_state", deployment: { id: "d1", status: "failed", status_reason: "no app" } },
      { event: "deployment_state", timestamp, deployment: { id: "d1", status: "in_progress" } },
      {
        event: "app_version_summary",
        id: "a1",
        app_name: "shop",
        version: "v1",
        actions: [{ name: "search" }],
        env_vars: { KEY: "secret" },
      },
      { event: "error", error: { code: "internal_error", message: "gone" } },
      { event: "something_new" },
      "no event",
    ),
  ).toEqual([
    { line: expect.stringMatching(/^using Authorization: (?!.*abcdefghijklmnop)/), at: timestamp },
    { status: "failed", reason: "no app", at: "1970-01-01T00:00:00.000Z" },
    { status: "in_progress", reason: "", at: timestamp },
    { app: "shop", version: "v1", actions: ["search"] },
    { error: "gone" },
  ]);
});
