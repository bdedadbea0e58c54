import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type HookReceiver, startHookReceiver } from "../../../tests/support/hook-receiver.ts";
import { makePost, type PostDeps } from "./post.ts";
import { checkTarget } from "./target.ts";

let receiver: HookReceiver;
beforeEach(async () => {
  receiver = await startHookReceiver();
});
afterEach(() => receiver.close());

const notice = { id: "key-1", event: "fired", body: '{"a":"ü"}' };
const sender = (deps: Partial<PostDeps> = {}) =>
  makePost({
    rules: { loopback: true },
    resolve: async () => ["127.0.0.1"],
    nowMs: () => 1_700_000_000_999,
    monotonicMs: () => performance.now(),
    ...deps,
  });

describe("one sending", () => {
  it("carries a signature that the receiver can work out by itself", async () => {
    const outcome = await sender()({ url: receiver.url, secret: "whsec_x" }, notice);
    expect(outcome).toMatchObject({ status: 200, error: null });
    const [got] = receiver.received;
    expect(got?.body).toBe(notice.body);
    expect(got?.headers["idempotency-key"]).toBe("key-1");
    expect(got?.headers["x-fleetdeck-event"]).toBe("fired");
    const sum = createHmac("sha256", "whsec_x").update(`1700000000.${got?.body}`, "utf8").digest("hex");
    expect(got?.headers["x-fleetdeck-signature"]).toBe(`t=1700000000,v1=${sum}`);
  });

  it("connects to the address that was checked, whatever the name says", async () => {
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
    expect(outcome.error).toContain("not of the public internet");
    expect(answers).toEqual([]);
    expect(receiver.received).toEqual([]);
  });

  it("does not connect when one of several addresses is private", async () => {
    const resolve = async () => ["93.184.216.34", "10.0.0.1"];
    const url = `https://hooks.example.com:${receiver.port}/hook`;
    const outcome = await sender({ rules: { loopback: false }, resolve })({ url, secret: "s" }, notice);
    expect(outcome.error).toContain("not of the public internet");
  });

  it("does not connect to a literal address that is not public, though nothing is looked up", async () => {
    const url = `https://127.0.0.1:${receiver.port}/hook`;
    const outcome = await sender({ rules: { loopback: false } })({ url, secret: "s" }, notice);
    expect(outcome.error).toContain("not of the public internet");
    expect(receiver.received).toEqual([]);
  });

  it("follows no redirect and calls it a failure", async () => {
    receiver.answer(302);
    const outcome = await sender()({ url: receiver.url, secret: "s" }, notice);
    expect(outcome).toMatchObject({ status: 302, error: expect.stringContaining("redirect") });
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
  });

  it("reads no more of an endless answer than is polite, and keeps its status", async () => {
    receiver.answer("flood");
    expect(await sender()({ url: receiver.url, secret: "s" }, notice)).toMatchObject({
      status: 200,
      error: null,
    });
  });

  it("gives up on a target that never answers, and names no address when a connection fails", async () => {
    receiver.answer("never");
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 50));
    const silent = await sender()({ url: receiver.url, secret: "s" }, notice);
    expect(silent).toMatchObject({ status: null, error: "no answer within 5 s" });
    vi.restoreAllMocks();
    await receiver.close();
    const gone = await sender()({ url: `${receiver.url}?token=hush`, secret: "s" }, notice);
    expect(gone).toMatchObject({ status: null, error: "ECONNREFUSED" });
  }, 20_000);
});
