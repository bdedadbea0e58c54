// Answers of the API that have no end, as fast or as slow as they like: one clear error, and the memory stays.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";

const { api, dashboard } = await faultyDashboardForTests({
  token: "endless-tests-token-1",
  variables: { RECORDER: "off" },
});
const mebibyte = 1024 * 1024;

const residentBytes = () =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${dashboard.child.pid}/status`, "utf8"))?.[1]) * 1024;

test("T54 an answer without an end is refused before it fills the memory, many times over", async () => {
  const admin = await dashboard.admin();
  api.fail("/profiles", { kind: "endless" });
  const read = async (at: number) => (await admin.get(`/api/profiles?query=${at}`)).json;
  await read(0);
  const before = residentBytes();
  for (let at = 1; at <= 40; at += 1) {
    expect(await read(at)).toMatchObject({ code: "upstream_too_large" });
    api.clearFaults();
    // A success in between keeps the breaker closed.
    expect((await admin.get(`/api/profiles?query=good${at}`)).status).toBe(200);
    api.fail("/profiles", { kind: "endless" });
  }
  // 40 answers of up to 16 MiB each were read.
  expect(Math.round((residentBytes() - before) / mebibyte)).toBeLessThan(160);
});

test("T53 an answer of a byte a second ends with 504, and delays nobody", async () => {
  const admin = await dashboard.admin();
  api.fail("/proxies", { kind: "trickle" });
  let isOver = false;
  const slow = admin.get("/api/proxies").finally(() => {
    isOver = true;
  });
  while (!isOver) expect((await admin.get("/api/pools/insight")).status).toBe(200);
  expect([(await slow).status, (await slow).json]).toMatchObject([504, { code: "upstream_timeout" }]);
});
