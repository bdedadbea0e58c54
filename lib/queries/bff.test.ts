import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { bffHeaders } from "../bff/headers.ts";
import { invocationOperations } from "../contract/operations/invocations.ts";
import { proxyOperations } from "../contract/operations/proxies.ts";
import { paces } from "../paces.ts";
import { handleRepeatedActs } from "./act-keys.ts";
import { bff } from "./bff.ts";
import { setPageOperator } from "./page-headers.ts";

/** The keys of the requests, in their order; each waits to be answered. */
let keys: (string | null)[] = [];
let accounts: (string | null)[] = [];
let answers: ((response: Response | Error) => void)[] = [];

beforeEach(() => {
  keys = [];
  accounts = [];
  answers = [];
  vi.stubGlobal("window", { location: { href: "http://fleet.example/proxies" } });
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    keys.push(headers.get(bffHeaders.idempotencyKey));
    accounts.push(headers.get(bffHeaders.operator));
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    return promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

const check = (id: string) => bff.act(proxyOperations.checkProxy, { params: { id } }).catch(() => undefined);
const answer = (at: number) => answers[at]?.(new Response("{}", { status: 404 }));
const distinct = () => new Set(keys).size;

it("T39 equal clicks have one key until there is an answer", async () => {
  const clicks = [check("p1"), check("p1")];
  expect(keys[0]).toMatch(/^[\x21-\x7e]{8,128}$/);
  expect(distinct()).toBe(1);
  answer(0);
  answer(1);
  await Promise.all(clicks);
  const next = check("p1");
  expect(distinct()).toBe(2);
  answer(2);
  await next;
});

it("T39 a click after the connection broke has the key of the one before", async () => {
  const broken = check("p1");
  answers[0]?.(new TypeError("network error"));
  await broken;
  const again = check("p1");
  expect(distinct()).toBe(1);
  answer(1);
  await again;
});

const inProgress = () => problem(409, "act_in_progress");
const problem = (status: number, code: string) =>
  Response.json({ code, message: "x", request_id: "r" }, { status });

it("an act that is still in progress keeps its key until it is answered", async () => {
  const first = check("p1");
  const second = check("p1");
  answers[1]?.(inProgress());
  await second;
  const third = check("p1");
  expect(distinct()).toBe(1);
  answer(0);
  answer(2);
  await Promise.all([first, third]);
  const next = check("p1");
  expect(distinct()).toBe(2);
  answer(3);
  await next;
});

it.each([
  ["the act is still in progress", inProgress],
  ["a proxy before the dashboard gave up", () => new Response("<html>", { status: 504 })],
  ["the connection broke again", () => new TypeError("network error")],
  ["too many requests were sent", () => problem(429, "too_many")],
  ["the dashboard is about to stop", () => problem(503, "draining")],
  ["the sign-in has ended meanwhile", () => problem(401, "not_signed_in")],
])("an act that got no answer keeps its key when it is repeated and %s", async (_, ending) => {
  const broken = check("p1");
  answers[0]?.(new TypeError("network error"));
  await broken;
  const repeated = check("p1");
  answers[1]?.(ending());
  await repeated;
  const again = check("p1");
  expect(distinct()).toBe(1);
  answer(2);
  await again;
});

it.each([[403], [429], [503]])(
  "an act that got no answer has another key after the repeated one got its %i, which is said",
  async (status) => {
    const said = vi.fn();
    onTestFinished(handleRepeatedActs(said));
    const broken = check("p1");
    answers[0]?.(new TypeError("network error"));
    await broken;
    const repeated = check("p1");
    const headers = { [bffHeaders.replayed]: "true" };
    answers[1]?.(Response.json({ code: "upstream", message: "x", request_id: "r" }, { status, headers }));
    await repeated;
    expect(distinct()).toBe(1);
    expect(said).toHaveBeenCalledOnce();
    const next = check("p1");
    expect(distinct()).toBe(2);
    answer(2);
    await next;
  },
);

it("an act of unknown outcome is another one once it cannot be in progress any more", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const send = async (ending: Response | Error) => {
    const sent = check("p1");
    answers.at(-1)?.(ending);
    await sent;
  };
  const lost = () => new TypeError("network error");
  await send(lost());
  vi.advanceTimersByTime(paces.deadlines.repeatedActMs - 1);
  await send(inProgress());
  vi.advanceTimersByTime(paces.deadlines.repeatedActMs);
  await send(lost());
  expect(distinct()).toBe(1);
  vi.advanceTimersByTime(paces.deadlines.repeatedActMs + 1);
  await send(new Response("{}", { status: 404 }));
  expect(distinct()).toBe(2);
});

it("an act in flight keeps its key however long it takes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const first = check("p1");
  const second = check("p1");
  answers[1]?.(inProgress());
  await second;
  vi.advanceTimersByTime(2 * paces.deadlines.repeatedActMs);
  const third = check("p1");
  expect(distinct()).toBe(1);
  for (const at of [0, 2]) answer(at);
  await Promise.all([first, third]);
});

it("a request that is refused while an equal one is out does not end its key", async () => {
  const first = check("p1");
  const second = check("p1");
  answers[1]?.(problem(429, "too_many"));
  await second;
  const third = check("p1");
  expect(distinct()).toBe(1);
  for (const at of [0, 2]) answer(at);
  await Promise.all([first, third]);
});

it.each([[429], [503], [404], [409]])(
  "an act that was refused with %i has another key next",
  async (status) => {
    const refused = check("p1");
    answers[0]?.(problem(status, "refused"));
    await refused;
    const next = check("p1");
    expect(distinct()).toBe(2);
    answer(1);
    await next;
  },
);

it("an act says that it was answered with the answer of an earlier request", async () => {
  const repeated = vi.fn();
  onTestFinished(handleRepeatedActs(repeated));
  const first = check("p1");
  const second = check("p1");
  answers[0]?.(Response.json({}));
  await first;
  expect(repeated).not.toHaveBeenCalled();
  answers[1]?.(Response.json({}, { headers: { [bffHeaders.replayed]: "true" } }));
  await second;
  expect(repeated).toHaveBeenCalledOnce();
});

it("each call names the account that its page was rendered for, where there is one", async () => {
  const first = check("p1");
  setPageOperator("u1");
  const calls = [first, check("p2"), bff.list(proxyOperations.listProxies, {}).catch(() => undefined)];
  expect(accounts).toEqual([null, "u1", "u1"]);
  for (const at of answers.keys()) answer(at);
  await Promise.all(calls);
});

it("acts on other objects, with other input, or that are stated to be their own have keys of their own", async () => {
  const body = { app_name: "shop", version: "v1", action_name: "buy" };
  const invoke = (payload: string, key?: string) =>
    bff
      .act(invocationOperations.createInvocation, { body: { ...body, payload } }, { key })
      .catch(() => undefined);
  const all = [
    check("p1"),
    check("p2"),
    invoke("1"),
    invoke("2"),
    invoke("1"),
    invoke("1", "one-of-its-own"),
  ];
  expect(distinct()).toBe(6);
  for (const at of answers.keys()) answer(at);
  await Promise.all(all);
});

it("an act without an answer may have been done, and what is only read was not", async () => {
  const act = bff.act(proxyOperations.checkProxy, { params: { id: "p1" } });
  const reading = bff.list(proxyOperations.listProxies, {});
  for (const end of answers) end(new TypeError("network error"));
  await expect(act).rejects.toMatchObject({
    code: "dashboard_unreachable",
    message: "The dashboard cannot be reached. It may have been done: check before you try again.",
    isOutcomeUnknown: true,
  });
  await expect(reading).rejects.toMatchObject({ code: "dashboard_unreachable", isOutcomeUnknown: false });
});

it.each([
  [
    "an answer of the API that did not come",
    504,
    { code: "upstream_timeout", message: "x", request_id: "r" },
    true,
  ],
  ["an answer of a proxy", 504, "<html>", true],
  [
    "an equal act that is still in progress",
    409,
    { code: "act_in_progress", message: "x", request_id: "r" },
    true,
  ],
  [
    "an equal act whose answer is not known",
    409,
    { code: "answer_unknown", message: "x", request_id: "r" },
    true,
  ],
  ["a refusal", 409, { code: "conflict", message: "x", request_id: "r" }, false],
  ["a refusal of a proxy", 413, "<html>", false],
])("after %s it is known whether an act may have been done", async (_, status, body, isOutcomeUnknown) => {
  const act = bff.act(proxyOperations.checkProxy, { params: { id: "p1" } });
  answers[0]?.(new Response(JSON.stringify(body), { status }));
  await expect(act).rejects.toMatchObject({ status, isOutcomeUnknown });
});

it("reading has no key", async () => {
  const reading = bff.list(proxyOperations.listProxies, {}).catch(() => undefined);
  expect(keys).toEqual([null]);
  answer(0);
  await reading;
});

it("names the field of an item and of an answer that cannot be read, and what to do", async () => {
  const list = bff.list(proxyOperations.listProxies, {});
  answers[0]?.(Response.json([{ id: 1 }]));
  const [item] = (await list).bad;
  expect(item?.fault).toMatch(/^id: Invalid input: expected string/);
  const one = bff.one(proxyOperations.retrieveProxy, { params: { id: "p1" } });
  answers[1]?.(Response.json({ id: 1 }));
  await expect(one).rejects.toThrow(
    /^The dashboard's answer cannot be read: id: Invalid input: [^.]+\. Reload the page\.$/,
  );
});
