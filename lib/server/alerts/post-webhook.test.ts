import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  expectedSignature,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../../tests/support/programs/webhook-receiver.ts";
import { makePost, type PostDeps } from "./post-webhook.ts";
import { checkTarget } from "./webhook-target.ts";

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await receiver.close();
});

const secret = "whsec_c2VjcmV0";
const notice = { id: "key-1", event: "fired", body: '{"a":"ü"}' };
const sender = (deps: Partial<PostDeps> = {}) =>
  makePost({
    rules: { loopback: true },
    resolve: async () => ["127.0.0.1"],
    clock: { nowMs: () => 1_700_000_000_999, monotonicMs: () => performance.now() },
    ...deps,
  });

describe("makePost", () => {
  it("sends a signature that the receiver can verify", async () => {
    const outcome = await sender()({ url: receiver.url, secret }, notice);
    expect(outcome).toMatchObject({ status: 200, error: null });
    const [got] = receiver.received;
    expect(got?.body).toBe(notice.body);
    expect(got?.headers).toMatchObject({
      "webhook-id": "key-1",
      "webhook-timestamp": "1700000000",
      "webhook-signature": got && expectedSignature(got, secret),
      "x-fleetdeck-event": "fired",
    });
  });

  it("connects to the checked address", async () => {
    const url = `http://localhost:${receiver.port}/by-name`;
    expect(await sender()({ url, secret: "s" }, notice)).toMatchObject({ status: 200 });
    expect(receiver.received.map(({ path }) => path)).toEqual(["/by-name"]);
  });

  it("does not connect when a name that was public at save is private by then (DNS rebinding)", async () => {
    const answers = [["93.184.216.34"], ["127.0.0.1"]];
    const resolve = async () => answers.shift() ?? ["127.0.0.1"];
    const rules = { loopback: false };
    const url = `https://hooks.example.com:${receiver.port}/hook`;
    await checkTarget(url, rules, resolve);
    const outcome = await sender({ rules, resolve })({ url, secret: "s" }, notice);
    expect(outcome.status).toBeNull();
    expect(outcome.error).toContain("not public");
    expect(answers).toEqual([]);
    expect(receiver.received).toEqual([]);
  });

  it("does not connect when one of several addresses is private", async () => {
    const resolve = async () => ["93.184.216.34", "10.0.0.1"];
    const url = `https://hooks.example.com:${receiver.port}/hook`;
    const outcome = await sender({ rules: { loopback: false }, resolve })({ url, secret: "s" }, notice);
    expect(outcome.error).toContain("not public");
  });

  it("does not connect to a literal address that is not public", async () => {
    const url = `https://127.0.0.1:${receiver.port}/hook`;
    const outcome = await sender({ rules: { loopback: false } })({ url, secret: "s" }, notice);
    expect(outcome.error).toContain("not public");
    expect(receiver.received).toEqual([]);
  });

  it("does not follow a redirect, and reports a failure", async () => {
    receiver.answer(302);
    const outcome = await sender()({ url: receiver.url, secret: "s" }, notice);
    expect(outcome).toMatchObject({ status: 302, error: expect.stringContaining("redirect") });
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
  });

  it("reads an endless response up to a limit, and returns its status", async () => {
    receiver.answer("flood");
    expect(await sender()({ url: receiver.url, secret: "s" }, notice)).toMatchObject({
      status: 200,
      error: null,
    });
  });

  it("times out without a response, and returns no address when a connection fails", async () => {
    receiver.answer("never");
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 50));
    const withoutResponse = await sender()({ url: receiver.url, secret: "s" }, notice);
    expect(withoutResponse).toMatchObject({ status: null, error: "no answer within 5 s" });
    vi.restoreAllMocks();
    // Nothing listens there; a port that was just closed may be in use again.
    const gone = await sender()({ url: "http://127.0.0.1:1/?token=hush", secret: "s" }, notice);
    expect(gone).toMatchObject({ status: null, error: "ECONNREFUSED" });
  }, 90_000);
});
