import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { handleSignInRequests, holdPage, leaveSignedOut, withSignIn } from "./sign-in-again.ts";
import { endSignIn } from "./sign-out.ts";

const refused = Object.assign(new Error("Sign in first."), { status: 401 });
const ended: (() => void)[] = [];
let answer = Promise.withResolvers<void>();
const ask = vi.fn(() => answer.promise);
const reload = vi.fn();
const assign = vi.fn();
const location = { href: "", pathname: "/proxies", search: "", reload, assign };
let page = Object.assign(new EventTarget(), { location });

/** A page that has a typed password. */
beforeEach(() => {
  page = Object.assign(new EventTarget(), {
    location: { ...location, href: "http://fleet.example/proxies" },
  });
  vi.stubGlobal("window", page);
  answer = Promise.withResolvers();
  ask.mockClear();
  reload.mockClear();
  assign.mockClear();
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

it("loads nothing where the page is released as what it had is shown", async () => {
  const held = withSignIn(vi.fn().mockRejectedValueOnce(refused).mockResolvedValue("sent"));
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  const release = holdPage();
  for (const end of ended.splice(1)) end();
  release({ reloads: false });
  expect(reload).not.toHaveBeenCalled();
  answer.resolve();
  expect(await held).toBe("sent");
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

it.each(["held", "left"])(
  "a call refused while and after signing out leads nowhere (%s page)",
  async (state) => {
    if (state === "left") ended.pop()?.();
    const out = Promise.withResolvers<void>();
    const leaving = leaveSignedOut(() => out.promise);
    const read = () => withSignIn(vi.fn().mockRejectedValue(refused), true);
    await expect(read()).rejects.toThrow(refused);
    out.resolve();
    await leaving;
    await expect(read()).rejects.toThrow(refused);
    expect([ask.mock.calls, assign.mock.calls]).toEqual([[], [["/sign-in"]]]);
    // As the page leaves; Back may show it again.
    page.dispatchEvent(new Event("pagehide"));
  },
);

it("a call refused after signing out has failed leads to the sign-in page, which leads back", async () => {
  ended.pop()?.();
  await expect(leaveSignedOut(() => Promise.reject(new Error("no answer")))).rejects.toThrow("no answer");
  await expect(withSignIn(vi.fn().mockRejectedValue(refused))).rejects.toThrow(refused);
  expect(assign.mock.calls).toEqual([["/sign-in?callbackUrl=%2Fproxies"]]);
});
