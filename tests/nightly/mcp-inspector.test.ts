// The assistants' endpoint by a client that is not ours: the protocol's inspector, as docs/mcp.md calls it.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createApiToken } from "../../lib/server/auth/api-tokens.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";

const inspector = "@modelcontextprotocol/inspector@2.12.0";
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "fleetdeck-inspector-"));
const { dashboard } = await faultyDashboardForTests({
  token: "mcp-inspector-token-1",
  variables: { RECORDER: "off" },
});
const options = { name: "inspector", role: "viewer", expires_in_days: 1 } as const;
const { token } = await createApiToken(await dashboard.store(), options, "a test", Date.now());

beforeAll(async () => {
  await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder, inspector]);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** What it prints for a method, with these arguments. */
async function inspect(method: string, ...args: string[]): Promise<unknown> {
  const { stdout } = await run(
    process.execPath,
    [
      ...[join(folder, "node_modules/.bin/mcp-inspector"), "--cli", `${dashboard.url}/api/mcp`],
      ...["--transport", "http", "--header", `Authorization: Bearer ${token}`, "--method", method, ...args],
    ],
    { env: { PATH: process.env.PATH ?? "", HOME: folder, NODE_ENV: "production" } },
  );
  return JSON.parse(stdout);
}

test("lists tools with their schemas", async () => {
  const listed = z
    .object({
      tools: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          inputSchema: z.object({ type: z.literal("object") }),
        }),
      ),
    })
    .parse(await inspect("tools/list"));
  expect(listed.tools.map(({ name }) => name)).toContain("find_invocations");
});

test("calls a tool", async () => {
  const called = z
    .object({ content: z.array(z.object({ type: z.literal("text"), text: z.string() })) })
    .parse(await inspect("tools/call", "--tool-name", "find_invocations"));
  expect(called.content[0]?.text).toContain("invocations");
});
