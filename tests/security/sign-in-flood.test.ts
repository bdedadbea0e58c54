// Sixty clients of as many networks guess passwords at the same time, three times as many as are hashed or wait: hashing is bounded, who is signed in works on,
// and who signed in on the same device before still gets in.
import { expect, it } from "vitest";
import { adminPassword, Visitor } from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";

const { dashboard } = await faultyDashboardForTests({
  token: "sign-in-flood-token",
  variables: { RECORDER: "off" },
});

/** Addresses of this machine that count as networks of their own. */
const strangers = Array.from({ length: 60 }, (_, at) => {
  const visitor = new Visitor(dashboard.url);
  visitor.localAddress = `127.${1 + at}.1.1`;
  return visitor;
});

it("60 sign-ins at once are answered or refused with a time to wait, and nobody else waits for them (T19, T20)", async () => {
  // By password: the device is known.
  const owner = new Visitor(dashboard.url);
  await owner.signIn("admin", adminPassword);
  let hashed = 0;
  const guesses = strangers.map(async (visitor, at) => {
    const reply = await visitor.signIn(`invented-${at}`, "wrong");
    if (reply.status === 401) hashed += 1;
    return reply;
  });
  let isOver = false;
  void Promise.allSettled(guesses).then(() => {
    isOver = true;
  });
  // Between the first and the last hash. More than are hashed are enough, as each takes time from the hashes.
  let meanwhile = 0;
  while (!isOver && meanwhile <= strangers.length) {
    const before = hashed;
    expect((await owner.get("/api/session")).status).toBe(200);
    if (before > 0) meanwhile += 1;
  }
  const replies = await Promise.all(guesses);
  const busy = replies.filter(({ status }) => status === 429);
  expect(replies.filter(({ status }) => status !== 401 && status !== 429)).toEqual([]);
  expect(busy.length).toBeGreaterThan(0);
  for (const { headers } of busy) expect(headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  // Were they made where requests are answered, a request would wait for a hash at each of its steps.
  expect(meanwhile).toBeGreaterThan(hashed);
  const { status } = await owner.signIn("admin", adminPassword);
  expect(status).toBe(200);
});
