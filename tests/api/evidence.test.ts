// The settings of what evidence is stored, as operators and the audit see them.
import { expect, it } from "vitest";
import type { EvidenceSettings } from "../../lib/bff/evidence.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";

const { dashboard } = await faultyDashboardForTests({
  token: "evidence-tests-token-1",
  variables: { RECORDER: "off" },
});
const admin = await dashboard.admin();

const defaults: EvidenceSettings = {
  logs: "off",
  network: "off",
  pictures: "off",
  video: "off",
  days: 7,
  max_mb: 4_096,
  session_mb: 32,
  streams: 100,
  exceptions: [],
};
const settings: EvidenceSettings = { ...defaults, days: 30, exceptions: [{ app: "shop", logs: "all" }] };

it("are changed and reset by an operator, who is named, and in the audit with what changed", async () => {
  expect((await admin.get("/api/evidence")).json).toMatchObject({
    settings: defaults,
    defaults,
    changed: [],
    set_by: null,
  });
  const changed = { settings, defaults, changed: ["days", "exceptions"], set_by: "admin" };
  expect((await admin.send("PUT", "/api/evidence/settings", settings)).json).toMatchObject(changed);
  expect((await admin.get("/api/evidence")).json).toMatchObject(changed);
  expect((await admin.send("DELETE", "/api/evidence/settings")).json).toMatchObject({
    settings: defaults,
    changed: [],
    set_by: "admin",
  });
  expect((await admin.get("/api/audit?action=setEvidenceSettings&phase=answered")).json).toMatchObject([
    { actor: "admin", status: 200, target: "days 7 → 30; app shop: none → logs all" },
  ]);
  expect((await admin.get("/api/audit?action=resetEvidenceSettings&phase=answered")).json).toMatchObject([
    { actor: "admin", status: 200, target: "days 30 → 7; app shop: logs all → none" },
  ]);
});

it.each([
  ["a limit out of bounds", { ...settings, days: 0 }, "body.days must be a whole number from 1 to 3650"],
  ["an unknown rule", { ...settings, logs: "some" }, "body.logs must be all, failed or off"],
  ["a rule that video has not", { ...settings, video: "failed" }, "body.video must be all or off"],
  [
    "an exception for an app and a pool",
    { ...settings, exceptions: [{ app: "shop", pool: "eu", logs: "off" }] },
    "body.exceptions.0 must name either an app or a pool",
  ],
  [
    "a second exception for the same",
    { ...settings, exceptions: [...settings.exceptions, { app: "shop", video: "all" }] },
    "body.exceptions.1.app already has an exception",
  ],
  [
    "too many exceptions",
    { ...settings, exceptions: Array.from({ length: 51 }, (_, at) => ({ app: `a${at}`, logs: "off" })) },
    "body.exceptions must have at most 50 entries",
  ],
])("%s is refused with its place, and nothing changes", async (_, body, message) => {
  for (const [method, path] of [
    ["PUT", "/api/evidence/settings"],
    ["POST", "/api/evidence/preview"],
  ] as const) {
    const reply = await admin.send(method, path, body);
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ details: [{ message }] });
  }
  expect((await admin.get("/api/evidence")).json).toMatchObject({ changed: [] });
});
