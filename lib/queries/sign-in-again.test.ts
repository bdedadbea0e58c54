import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { handleSignInRequests, holdPage, withSignIn } from "./sign-in-again.ts";
import { endSignIn } from "./sign-out.ts";

const refused = Object.assign(new Error("Sign in first."), { status: 401 });
const ended: (() => void)[] = [];
let answer = Promise.withResolvers<void>();
const ask = vi.fn(() => answer.promise);
const reload = vi.fn();
let page = Object.assign(new EventTarget(), { location: { href: "", reload } });

/** A page that has a typed password. */
beforeEach(() => {
  page = Object.assign(new EventTarget(), {
    location: { href: "http://fleet.example/proxies", reload },
  });
  vi.stubGlobal("window", page);
  answer = Promise.withResolvers();
  ask.mockClear();
  reload.mockClear();
  ended.push(handleSignInRequests(ask), holdPage());
});
afterEach(() => {
  for (const end of ended.splice(0)) end();
  vi.unstubAllGlobals();
});

it("sends what was refused once more after another sign-in, and asks once for all of it", async () => {
  const send = vi.fn().mockRejectedValueOnce(refused).mockResolvedValue("sent");
  const other = vi.fn().mockRejectedValueOnce(refused).mockResolvedValue("sent, too");
  const both = Promise.all([withSignIn(send), withSignIn(other)]);
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  answer.resolve();
  expect(await both).toEqual(["sent", "sent, too"]);
  expect([ask, send, other].map(({ mock }) => mock.calls.length)).toEqual([1, 2, 2]);
});

it("sends nothing while it asks: another account may be signed in meanwhile", async () => {
  const first = withSignIn(vi.fn().mockRejectedValueOnce(refused).mockResolvedValue("sent"));
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  const send = vi.fn(() => Promise.resolve("sent later"));
  const later = withSignIn(send);
  await Promise.resolve();
  expect(send).not.toHaveBeenCalled();
  answer.resolve();
  expect(await Promise.all([first, later])).toEqual(["sent", "sent later"]);
});

it.each([
  ["another page", () => (page.location.href = "http://fleet.example/pools")],
  ["another page and back", () => page.dispatchEvent(new Event("popstate"))],
])("drops an act when the operator goes to %s meanwhile, and only that", async (_, go) => {
  const act = vi.fn().mockRejectedValueOnce(refused).mockResolvedValue("sent");
  const look = vi.fn().mockRejectedValueOnce(refused).mockResolvedValue("read");
  const later = vi.fn().mockResolvedValue("sent later");
  const held = withSignIn(act);
  const reading = withSignIn(look, true);
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  const waiting = withSignIn(later);
  go();
  answer.resolve();
  await expect(held).rejects.toThrow("Not sent: you left the page.");
  await expect(waiting).rejects.toThrow("Not sent: you left the page.");
  expect(await reading).toBe("read");
  expect([act, look, later].map(({ mock }) => mock.calls.length)).toEqual([1, 2, 0]);
});

it("loads the page that the operator goes back to while it asks: it has nothing that a load would lose", async () => {
  const held = withSignIn(vi.fn().mockRejectedValueOnce(refused));
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  expect(reload).not.toHaveBeenCalled();
  page.dispatchEvent(new Event("popstate"));
  for (const end of ended.splice(1)) end();
  expect(reload).toHaveBeenCalledTimes(1);
  answer.resolve();
  await expect(held).rejects.toThrow("Not sent: you left the page.");
});

it("loads nothing when what was typed is saved after another sign-in", async () => {
  const held = withSignIn(vi.fn().mockRejectedValueOnce(refused).mockResolvedValue("sent"));
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  answer.resolve();
  expect(await held).toBe("sent");
  for (const end of ended.splice(1)) end();
  expect(reload).not.toHaveBeenCalled();
});

it.each([204, 401])("signing out asks for no other sign-in (%i)", async (status) => {
  vi.stubGlobal("fetch", async () => new Response(null, { status }));
  await endSignIn();
  expect(ask).not.toHaveBeenCalled();
});
