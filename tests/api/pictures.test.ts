// Pictures over HTTP, and the audited act that deletes them.
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { picture } from "../../lib/bff/pictures.ts";
import { addPictures } from "../../lib/server/pictures/picture-writes.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { pngOf } from "../support/png.ts";

const { dashboard } = await faultyDashboardForTests({
  token: "picture-tests-token-1",
  variables: { RECORDER: "off" },
});
const admin = await dashboard.admin();
const png = pngOf(320, 200);
await addPictures(
  await dashboard.store(),
  ["s1", "s1", "s2"].map((session, at) => ({
    session_id: session,
    at_ms: 1_000 + at,
    url: `https://a.example/${at}`,
    png,
    reason: "navigation" as const,
  })),
);

it("are listed by session, and the last one of each of several", async () => {
  const listed = await admin.get("/api/pictures?session_id=s1&from_ms=1000&to_ms=1001&limit=500");
  expect(listed.json).toMatchObject([
    { session_id: "s1", at_ms: 1_000, url: "https://a.example/0", width: 320, height: 200 },
    { at_ms: 1_001 },
  ]);
  const last = await admin.get("/api/pictures/last?session_id=s1&session_id=s2,none");
  expect(last.json).toHaveLength(2);
  const ids = Array.from({ length: 101 }, (_, at) => `s${at}`);
  for (const query of ["", "?session_id=", `?session_id=${ids.join(",")}`])
    expect((await admin.get(`/api/pictures/last${query}`)).status, query).toBe(400);
  for (const query of ["", "?session_id=s1&limit=501", "?session_id=s1&session_id=s2"])
    expect((await admin.get(`/api/pictures${query}`)).status, query).toBe(400);
});

it("are PNG files that no browser stores, as the next person at it may have another role, and that are nothing else (T40)", async () => {
  const [last] = z.array(picture).parse((await admin.get("/api/pictures/last?session_id=s2")).json);
  const file = await admin.get(`/api/pictures/${last?.id}`);
  expect(file.status).toBe(200);
  expect(file.bytes.equals(png)).toBe(true);
  expect(file.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  const missing = await admin.get("/api/pictures/none");
  expect([missing.status, missing.headers["cache-control"]]).toEqual([404, "no-store"]);
});

it("are audited when an operator looks at those of a browser, once in ten minutes", async () => {
  const viewed = async () => (await admin.get("/api/audit?action=listPictures&limit=99")).json;
  const ofAdmin = { actor: "admin", action: "listPictures", phase: "answered", status: 200 };
  // The tests before this one have looked at both; a browser without a picture shows nothing.
  await admin.get("/api/pictures?session_id=none");
  expect(await viewed()).toHaveLength(4);
  expect(await viewed()).toEqual(
    expect.arrayContaining(["s1", "s2"].map((target) => expect.objectContaining({ ...ofAdmin, target }))),
  );
  const other = await dashboard.signedIn("operator");
  const [last] = z.array(picture).parse((await other.get("/api/pictures/last?session_id=s2")).json);
  await Promise.all([1, 2, 3].map(() => other.get(`/api/pictures/${last?.id}`)));
  expect(await viewed(), "of another sign-in").toHaveLength(6);
});

it("are deleted by session, with the reason in the audit", async () => {
  const reply = await admin.send("DELETE", "/api/pictures?session_id=s1", undefined, {
    "x-fleetdeck-reason": "personal",
  });
  expect(reply.status).toBe(204);
  expect((await admin.get("/api/pictures?session_id=s1")).json).toEqual([]);
  expect((await admin.get("/api/pictures?session_id=s2")).json).toHaveLength(1);
  const rows = await admin.get(`/api/audit?request_id=${reply.headers["x-request-id"]}`);
  const common = { action: "deletePictures", target: "s1", reason: "personal" };
  expect(rows.json).toMatchObject([
    { ...common, phase: "answered", status: 204 },
    { ...common, phase: "intended" },
  ]);
});
