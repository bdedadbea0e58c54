// Clients of as many networks guess passwords at the same time, twice as many as are hashed or wait: hashing is bounded,
// who is signed in works on, and who signed in on the same device before still gets in.
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { z } from "zod";
import { adminPassword, Visitor } from "../support/dashboard.ts";
import { faultyDashboardForTests } from "../support/faulty-dashboard-for-tests.ts";

const { dashboard } = await faultyDashboardForTests({
  token: "sign-in-flood-token",
  variables: { RECORDER: "off" },
});

/** Addresses of this machine that count as networks of their own. */
const strangers = Array.from({ length: 44 }, (_, at) => {
  const visitor = new Visitor(dashboard.url);
  visitor.localAddress = `127.${1 + at}.1.1`;
  return visitor;
});

it("44 sign-ins at once are answered or refused with a time to wait, and nobody else waits for them (T19, T20)", async () => {
  const owner = new Visitor(dashboard.url);
  await owner.signIn("admin", adminPassword);
  const csrf = z.object({ csrfToken: z.string() });
  // All forms are open before the first one is sent: else one is hashed while another is opened.
  const forms = await Promise.all(
    strangers.map(async (visitor) => csrf.parse((await visitor.get("/api/auth/csrf")).json)),
  );
  const guesses = strangers.map((visitor, at) =>
    visitor.sendForm("/api/auth/callback/credentials", {
      ...{ username: `invented-${at}`, password: "wrong", ...forms[at] },
    }),
  );
  let isOver = false;
  void Promise.allSettled(guesses).then(() => {
    isOver = true;
  });
  let meanwhile = 0;
  while (!isOver) {
    expect((await owner.get("/api/session")).status).toBe(200);
    meanwhile += 1;
    // One request after the other would take the processor from the hashes.
    await pause(50);
  }
  const replies = await Promise.all(guesses);
  const busy = replies.filter(({ status }) => status === 429);
  expect(replies.filter(({ status }) => status !== 401 && status !== 429)).toEqual([]);
  expect(busy.length).toBeGreaterThan(0);
  for (const { headers } of busy) expect(headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  expect(meanwhile).toBeGreaterThan(1);
  const { status } = await owner.signIn("admin", adminPassword);
  expect(status).toBe(200);
});
