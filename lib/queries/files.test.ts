import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bffHeaders } from "../bff/headers.ts";
import { fileMutations } from "./files.ts";

/** The keys of the requests, in their order; each waits to be answered. */
let keys: (string | null)[] = [];
let answers: ((response: Response | Error) => void)[] = [];

beforeEach(() => {
  keys = [];
  answers = [];
  vi.stubGlobal("window", { location: { href: "http://fleet.example/browsers/s1" } });
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get(bffHeaders.idempotencyKey));
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    return promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

const content = new Blob(["hello"]);
const client = new QueryClient();
const write = () =>
  client
    .getMutationCache()
    .build(client, fileMutations.write())
    .execute({ id: "s1", path: "/tmp/a.txt", content, reason: "" })
    .catch(() => undefined);
const problem = (status: number, code: string) =>
  Response.json({ code, message: "x", request_id: "r" }, { status });
const distinct = () => new Set(keys).size;
const sent = (count: number) => vi.waitFor(() => expect(keys).toHaveLength(count));

it("a file that is still being written is written once, however often it is sent", async () => {
  const first = write();
  const second = write();
  await sent(2);
  answers[1]?.(problem(409, "act_in_progress"));
  await second;
  const third = write();
  await sent(3);
  expect(distinct()).toBe(1);
  for (const at of [0, 2]) answers[at]?.(new Response(null, { status: 201 }));
  await Promise.all([first, third]);
});

it("an upload that was cut off has ended: the next one is another", async () => {
  const first = write();
  await sent(1);
  answers[0]?.(new TypeError("network error"));
  await first;
  const second = write();
  await sent(2);
  expect(distinct()).toBe(2);
  answers[1]?.(new Response(null, { status: 201 }));
  await second;
});
