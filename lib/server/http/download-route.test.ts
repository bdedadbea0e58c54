import { Readable } from "node:stream";
import { expect, it, vi } from "vitest";
import { ownOperations } from "../../bff/operations/operations.ts";
import { Problem } from "../kernel/problem.ts";
import { audited } from "./audited.ts";
import { downloadRoute } from "./download-route.ts";

const db = vi.hoisted(() => ({}));
vi.mock("../db/database.ts", () => ({ database: () => db }));
vi.mock("../kernel/log.ts", () => ({ logFault: vi.fn() }));
vi.mock("./read-audited-input.ts", () => ({
  readAuditedInput: async () => ({
    input: { params: { id: "s1" } },
    act: { action: "exportEvidence", target: "s1" },
  }),
}));
vi.mock("./audited.ts", () => ({ audited: vi.fn((_act: unknown, work: () => unknown) => work()) }));

function get(answer: () => Promise<Readable>, signal = new AbortController().signal) {
  const { GET } = downloadRoute(ownOperations.exportEvidence, { fileName: () => "s1.zip", answer });
  const request = new Request("http://localhost/api/browsers/s1/evidence", { signal });
  return GET(request, { params: Promise.resolve({}) });
}

it("sends bytes of our own as a file, as an audited act", async () => {
  const response = await get(async () => Readable.from([Buffer.from("one "), Buffer.from("two")]));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toBe("attachment; filename=s1.zip");
  expect(response.headers.get("cache-control")).toContain("no-store");
  expect(await response.text()).toBe("one two");
  expect(audited).toHaveBeenLastCalledWith(
    expect.objectContaining({ action: "exportEvidence", target: "s1" }),
    expect.any(Function),
  );
});

it("answers with the problem that was found before the first byte", async () => {
  const response = await get(async () => {
    throw new Problem(404, "not_found", "Nothing is stored of this session.");
  });
  expect([response.status, await response.json()]).toMatchObject([404, { code: "not_found" }]);
});

it("destroys the bytes when the client leaves", async () => {
  const body = Readable.from([Buffer.from("one "), Buffer.from("two")]);
  const reader = (await get(async () => body)).body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
  expect(body.destroyed).toBe(true);
});

it("destroys the bytes when the client left while they were opened", async () => {
  const client = new AbortController();
  const body = Readable.from([Buffer.from("one")]);
  await get(async () => {
    client.abort();
    return body;
  }, client.signal);
  expect(body.destroyed).toBe(true);
});

it("breaks off when the bytes fail", async () => {
  const response = await get(async () =>
    Readable.from(
      (async function* () {
        yield Buffer.from("one");
        throw new Error("the store is away");
      })(),
    ),
  );
  await expect(response.text()).rejects.toThrow("the store is away");
});
