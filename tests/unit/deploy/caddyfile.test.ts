import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { deadlines } from "../../../lib/server/kernel/paces.ts";

test("Caddy lets go of an idle connection before the dashboard closes it, as an act sent on one just then fails", () => {
  const [, seconds] = /^\s*keepalive (\d+)s$/m.exec(readFileSync("deploy/Caddyfile", "utf8")) ?? [];
  expect(Number(seconds) * 1000).toBeLessThan(deadlines.server.keepAliveMs);
});
