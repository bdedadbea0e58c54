import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { operations } from "../../contract/operations/operations.ts";
import { listAudit } from "../audit/list-audit.ts";
import { recheck } from "../auth/require-operator.ts";
import { closeStore, type Database, setDatabase } from "../db/database.ts";
import { upload } from "../upstream/call.ts";
import { fileUploadRoute } from "./upload-route.ts";

/** The types of the DOM have no `duplex`, which a streamed body needs. */
type StreamedInit = RequestInit & { duplex: "half" };

vi.mock("../upstream/call.ts", () => ({ upload: vi.fn() }));
const operator = {
  userId: "u1",
  username: "ada",
  role: "operator",
  sid: "s1",
  endsAtMs: 0,
  mustChangePassword: false,
} as const;
vi.mock("./authorize.ts", () => ({ authorize: async () => operator }));
vi.mock("../auth/require-operator.ts", async (original) => ({
  ...(await original<object>()),
  recheck: vi.fn(async () => operator),
}));

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-uploads-"));
  db = await openEmptyStore(dataDir);
  setDatabase(db);
});
afterEach(async () => {
  await closeStore();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Uploads the chunks and, where `isWhole`, the end; the page is left when the upstream has everything that was sent. */
async function leaveAfter(chunks: readonly string[], isWhole: boolean) {
  const page = new AbortController();
  vi.mocked(upload).mockImplementationOnce(async (_operation, _input, body, { signal }) => {
    const left = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    const taken = (async () => {
      for await (const _ of body.chunks) if (!isWhole) page.abort();
      page.abort();
      return await left;
    })();
    return await Promise.race([left, taken]);
  });
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      for (const chunk of chunks) stream.enqueue(new TextEncoder().encode(chunk));
      if (isWhole) stream.close();
    },
  });
  const init: StreamedInit = {
    method: "PUT",
    body,
    duplex: "half",
    signal: page.signal,
  };
  const request = new Request("https://fleet.example/api/browsers/s1/fs/write_file?path=%2Fa", init);
  const response = await fileUploadRoute(operations.writeFile)(request, {
    params: Promise.resolve({ id: "s1" }),
  });
  const { entries } = await listAudit(db, {});
  return {
    answer: [response.status, await response.json()],
    rows: entries.toReversed().map(({ phase, status, code }) => ({ phase, status, code })),
  };
}

describe("an upload whose page is left", () => {
  it("has failed when a part was still to come", async () => {
    expect(await leaveAfter(["one ", "two"], false)).toMatchObject({
      answer: [499, { code: "client_left" }],
      rows: [{ phase: "intended" }, { phase: "answered", status: 499, code: "client_left" }],
    });
  });

  it.each([[["one ", "two"]], [[]]])("after all of %j was sent has an unknown outcome", async (chunks) => {
    const code = "client_left_after_upload";
    expect(await leaveAfter(chunks, true)).toMatchObject({
      answer: [499, { code, message: expect.stringContaining("It may have been done") }],
      rows: [{ phase: "intended" }, { phase: "unknown", status: 499, code }],
    });
  });
});

describe("an upload whose operator has no right to it any more", () => {
  it.each([
    ["signed out", undefined, 401, "not_signed_in"],
    ["given too low a role", { ...operator, role: "viewer" as const }, 403, "role_too_low"],
  ])("once they were %s never reaches the API as a whole (T13, T16)", async (_, now, status, code) => {
    vi.mocked(recheck).mockResolvedValueOnce(now);
    const taken: string[] = [];
    vi.mocked(upload).mockImplementationOnce(async (_operation, _input, body) => {
      for await (const chunk of body.chunks) taken.push(new TextDecoder().decode(chunk));
      throw new Error("The whole body has come.");
    });
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        for (const chunk of ["one ", "two"]) stream.enqueue(new TextEncoder().encode(chunk));
        stream.close();
      },
    });
    const init: StreamedInit = {
      method: "PUT",
      body,
      duplex: "half",
    };
    const request = new Request("https://fleet.example/api/browsers/s1/fs/write_file?path=%2Fa", init);
    const response = await fileUploadRoute(operations.writeFile)(request, {
      params: Promise.resolve({ id: "s1" }),
    });
    expect([response.status, await response.json()]).toMatchObject([status, { code }]);
    expect(taken).toEqual(["one "]);
    expect((await listAudit(db, {})).entries.map(({ phase }) => phase)).toEqual(["answered", "intended"]);
  });
});
