// Every operation of the contract against what fits it, nearly fits it and is nothing of the kind. Seeded; what
// answers name is requested again, so that the questions reach real sessions, pools, proxies and invocations.
import { Agent } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Operation } from "../../lib/contract/operation.ts";
import { allOperations, operations } from "../../lib/contract/operations/operations.ts";
import { encodeQuery } from "../../lib/contract/request.ts";
import { expectAnswer, expectErrorAnswer } from "./contract-assertions.ts";
import { type RawRequest, sendRawRequest } from "./programs/raw-http.ts";
import { valuesOf } from "./schema-arbitrary.ts";
import { type FullService, startFullService } from "./service/full-service.ts";

export interface Fuzz {
  seed: number;
  /** Questions to each operation. */
  each: number;
  /** To those that start processes or wait. */
  casesPerSlowOperation: number;
}

const slow: readonly string[] = [
  "createInvocation",
  "acquireBrowser",
  "createBrowser",
  "updateBrowser",
  "dragMouse",
  "batchComputer",
  "typeText",
  "takeScreenshot",
  "executePlaywright",
  "curlBrowser",
  "execProcess",
  "spawnProcess",
];

let service: FullService;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
/** Ids and names by their position, such as `browsers/id`; newest last. */
const known = new Map<string, string[]>();

/** Bodies that lead deep, where those made from a schema alone would end at a name that is not there. */
const deepBodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createInvocation: { app_name: "storefront", version: "latest", action_name: "search", payload: "{}" },
  createBrowser: { headless: true },
  createPool: { size: 1, headless: true },
  updatePool: { size: 2 },
  createProxy: { type: "datacenter", config: { country: "DE" } },
  moveFile: { src_path: "/tmp/a", dest_path: "/tmp/b" },
  createDirectory: { path: "/tmp/a" },
  deleteDirectory: { path: "/tmp/b" },
  deleteFile: { path: "/tmp/c" },
  setFilePermissions: { path: "/tmp/a", mode: "700" },
  startFileWatch: { path: "/tmp" },
  execProcess: { command: "echo" },
  spawnProcess: { command: "echo" },
  executePlaywright: { code: "return 1" },
  curlBrowser: { url: "http://127.0.0.1:1/" },
};

/** Fields that valid bodies have in any case: without them an answer may take longer than a test waits. */
const boundedBodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  curlBrowser: { timeout_ms: 1_000 },
};

/** The same for queries. */
const deepQueries: Readonly<Record<string, readonly string[]>> = {
  readFile: ["path=%2Ftmp%2Fc", "path=%2Ftmp"],
  writeFile: ["path=%2Ftmp%2Fc", "path=%2Ftmp", "path=%2Ftmp%2Fc%2Fd", "path=%2Ftmp%2Fc&mode=600"],
  listFiles: ["path=%2Ftmp", "path=%2F", "path=%2Ftmp%2Fc"],
  retrieveFileInfo: ["path=%2Ftmp"],
  downloadDirectoryZip: ["path=%2Ftmp", "path=%2Ftmp%2Fc"],
};

/** What takes things away comes last. */
const rank = ({ method, id }: Operation) =>
  method === "DELETE" ? 2 : /^(update|flush|release|stop)/.test(id) ? 1 : 0;
const inOrder = allOperations.toSorted((a, b) => rank(a) - rank(b));

async function start(): Promise<void> {
  service = await startFullService({ maxBrowsers: 2 });
  const { call } = service.api;
  learnFrom(
    "browsers",
    await call(operations.createBrowser, { body: { headless: true, timeout_seconds: 600 } }),
  );
  learnFrom("profiles", await call(operations.createProfile, { body: { name: "of the fuzz" } }));
  learnFrom("proxies", await call(operations.createProxy, { body: { type: "datacenter" } }));
  learnFrom("browser_pools", await call(operations.createPool, { body: { size: 1, name: "of-the-fuzz" } }));
}

async function stop(): Promise<void> {
  agent.destroy();
  await service.close();
  expect(service.faults).toEqual([]);
}

function learn(place: string, value: string): void {
  const values = known.get(place) ?? [];
  known.set(place, [...values.filter((each) => each !== value), value].slice(-12));
}

/** Records ids and names of a response for later requests. */
function learnFrom(noun: string, value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 3)) learnFrom(noun, item);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== "string" || inner === "") continue;
      if (key === "session_id") learn("browsers/id", inner);
      else if (key === "id") for (const name of ["id", "id_or_name"]) learn(`${noun}/${name}`, inner);
      else if (key === "name") learn(`${noun}/id_or_name`, inner);
      else if (key.endsWith("_id")) learn(`${noun}/${key}`, inner);
    }
  }
}

const nounOf = (operation: Operation) => operation.path.split("/")[1] ?? "";

const hostile = [
  "..",
  "%",
  "a/b",
  "a b",
  "\u0000",
  "\r\nx: y",
  "__proto__",
  "constructor",
  "ü\u202e😀",
  "a".repeat(256),
  "😀".repeat(255),
  "' OR 1=1 --",
  "00000000-0000-0000-0000-000000000000",
];

/** Text that is valid in a path segment or a query. */
const anyText = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: "binary", maxLength: 40 }).filter((text) => text.isWellFormed()),
);

export const paramsOf = (operation: Operation) =>
  fc.record(
    Object.fromEntries(
      Object.keys(operation.params.shape).map((name) => [
        name,
        fc.oneof(
          // Chosen at use, because each response adds ids.
          { weight: 8, arbitrary: fc.nat(11).map((at) => ({ at })) },
          { weight: 1, arbitrary: anyText.filter((text) => text !== "") },
        ),
      ]),
    ),
  );

/** The query text of a value that fits. What an operation reads itself is a list already, and repeated in the address. */
function encodeFitting({ query: { shape } }: Operation, value: object): string {
  const isRepeated = (name: string) => shape[name]?._zod.def.type === "array";
  const repeated = Object.entries(value).flatMap(([name, values]) =>
    isRepeated(name)
      ? z
          .array(z.string())
          .parse(values)
          .map((each) => `${name}=${encodeURIComponent(each.toWellFormed())}`)
      : [],
  );
  const others = <T>(entries: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => !isRepeated(name)));
  const rest = encodeQuery(z.object(others(shape)), others(Object.fromEntries(Object.entries(value))));
  return [...repeated, rest].filter((part) => part !== "").join("&");
}

export function queriesOf(operation: Operation): fc.Arbitrary<string> {
  const names = [...Object.keys(operation.query.shape), "limit", "unknown", "__proto__", "limit[]"];
  const pair = fc
    .tuple(fc.constantFrom(...names), fc.oneof(anyText, fc.constantFrom("", "0", "-1", "true", "1e9")))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const fits = valuesOf(operation.query).map((query) => encodeFitting(operation, Object(query)));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(deepQueries[operation.id] ?? [""])) },
    { weight: 3, arbitrary: fits },
    { weight: 1, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fc.array(pair, { maxLength: 3 }).map((pairs) => pairs.join("&")) },
    { weight: 1, arbitrary: fc.constantFrom("%ff", "%", "=", "&&", "?a=b", "limit=%zz", "a=1&a=2") },
  );
}

/** A value that fits, with one of its fields exchanged for anything. */
const withOneFieldReplaced = (fitting: fc.Arbitrary<unknown>) =>
  fc.tuple(fitting, fc.nat(20), fc.jsonValue({ maxDepth: 2 })).map(([value, at, other]) => {
    if (typeof value !== "object" || value === null) return other;
    const keys = [...Object.keys(value), "unknown_field"];
    return { ...value, [keys[at % keys.length] ?? "unknown_field"]: other };
  });

interface Body {
  type: string | undefined;
  body: string | Buffer | undefined;
}

const partNames = [
  "name",
  "file",
  "zip_file",
  "dest_path",
  "extensions[0][name]",
  "extensions[0][zip_file]",
  "extensions[][name]",
  "extensions.zip_file",
  "files[0][file]",
  "files[0][dest_path]",
  "entrypoint_rel_path",
  "version",
  "env_vars[A]",
  "source",
  "__proto__",
];
const partHead = fc.constantFrom("", '; filename="a.zip"', '; filename="../a"', "; filename=", '; name="b"');
const partBody = fc.constantFrom(
  "",
  "a",
  "/tmp/of-the-form",
  "/../..",
  "PK\u0003\u0004",
  "{}",
  "a".repeat(3000),
);

/** Multipart bodies with fields of some operation, in any order, complete or truncated. */
const forms: fc.Arbitrary<Body> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...partNames), partHead, partBody), { maxLength: 4 }),
    fc.constantFrom("--x--\r\n", "--x--", "", "--x\r\n"),
  )
  .map(([parts, end]) => ({
    type: "multipart/form-data; boundary=x",
    body: `${parts
      .map(
        ([name, head, body]) =>
          `--x\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${body}\r\n`,
      )
      .join("")}${end}`,
  }));

export function bodiesOf({ id, body }: Operation): fc.Arbitrary<Body> {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
  const types = fc.constantFrom(
    "application/json",
    "text/plain",
    "application/octet-stream",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "",
  );
  const garbage = fc.record({ type: types, body: fc.oneof(bytes, fc.json(), fc.constant("--x--\r\n")) });
  const absent = fc.constant<Body>({ type: undefined, body: undefined });
  switch (body?.kind) {
    case "json": {
      const asJson = (value: unknown): Body => ({
        type: "application/json",
        body: JSON.stringify(value),
      });
      const fits = valuesOf(body.schema).map((value) =>
        id in boundedBodies ? { ...Object(value), ...boundedBodies[id] } : value,
      );
      // One field of its own beside what leads deep.
      const deep = fc.tuple(fits, fc.nat(20)).map(([value, at]) => {
        const entries = Object.entries(Object(value));
        const entry = entries[at % Math.max(1, entries.length)];
        return { ...Object.fromEntries(entry ? [entry] : []), ...deepBodies[id], ...boundedBodies[id] };
      });
      return fc.oneof(
        { weight: 3, arbitrary: fits.map(asJson) },
        { weight: 4, arbitrary: deep.map(asJson) },
        { weight: 4, arbitrary: withOneFieldReplaced(fc.oneof(fits, deep)).map(asJson) },
        { weight: 1, arbitrary: fc.jsonValue().map(asJson) },
        { weight: 1, arbitrary: garbage },
        { weight: 1, arbitrary: absent },
      );
    }
    case undefined:
      return fc.oneof({ weight: 6, arbitrary: absent }, { weight: 1, arbitrary: garbage });
    case "multipart":
      return fc.oneof({ weight: 6, arbitrary: forms }, { weight: 2, arbitrary: garbage }, absent);
    case "bytes":
      return fc.oneof({ weight: 6, arbitrary: garbage }, { weight: 1, arbitrary: absent });
  }
}

/** The most of what would take long. */
const safeMaximums: Readonly<Record<string, number>> = {
  acquire_timeout_seconds: 0,
  timeout_sec: 1,
  delay: 2,
  duration: 2,
  duration_ms: 2,
  step_delay_ms: 1,
  steps_per_segment: 3,
};

function limitValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 40).map(limitValues);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const most = safeMaximums[key];
      if (most !== undefined && typeof inner === "number" && inner > most) return [key, most];
      // The only command that is executed.
      return [key, key === "command" && typeof inner === "string" ? "echo" : limitValues(inner)];
    }),
  );
}

/** What fits may also wait for an hour or run anything: here little waits and nothing is run but `echo`. */
export function limitBody(operation: Operation, body: Body): Body {
  if (operation.body?.kind !== "json") return body;
  let given: unknown;
  try {
    // Without bytes it is absent.
    given = JSON.parse(String(body.body ?? "") || "{}");
  } catch {
    return body;
  }
  const waits = operation.id === "acquireBrowser" && typeof given === "object" && !Array.isArray(given);
  if (body.body === undefined && !waits) return body;
  const limited = limitValues(waits ? Object.assign({ acquire_timeout_seconds: 0 }, given) : given);
  return { type: body.type ?? "application/json", body: JSON.stringify(limited) };
}

/** Statuses beyond the declared ones: general request faults, and limits. */
const commonErrors = [400, 404, 413, 414, 415, 429];

/** Tests of every operation, in the file that calls this. */
export function describeHttpFuzz({ seed, each, casesPerSlowOperation }: Fuzz): void {
  beforeAll(start);
  afterAll(stop);
  test.each(inOrder)("$id answers whatever comes as its contract says", (operation) =>
    sendRandomRequests(operation, {
      seed,
      numRuns: slow.includes(operation.id) ? casesPerSlowOperation : each,
    }),
  );
}

async function sendRandomRequests(
  operation: Operation,
  runs: { seed: number; numRuns: number },
): Promise<void> {
  const streams = Object.values(operation.answers).some((answer) => answer?.kind === "events");
  await fc.assert(
    fc.asyncProperty(
      paramsOf(operation),
      queriesOf(operation),
      bodiesOf(operation).map((body) => limitBody(operation, body)),
      async (params, query, { type, body }) => {
        const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
          const choice = params[name];
          if (typeof choice === "string") return encodeURIComponent(choice);
          const values = known.get(`${nounOf(operation)}/${name}`) ?? [
            "3f6d1c1e-6a53-4a52-8f6f-0d8f1d0c7a11",
          ];
          return encodeURIComponent(values[(choice?.at ?? 0) % values.length] ?? "x");
        });
        const question: RawRequest = {
          method: operation.method,
          path: query === "" ? path : `${path}?${query}`,
          headers: {
            authorization: `Bearer ${service.bearer}`,
            ...(type === undefined ? {} : { "content-type": type }),
          },
          body,
          headOnly: streams,
        };
        const answer = await sendRawRequest(service.url, question, agent);
        if (answer.status >= 400) {
          expectErrorAnswer(answer, [...commonErrors, ...operation.errors]);
          return;
        }
        expectAnswer(operation, answer);
        if (answer.headers.get("content-type")?.startsWith("application/json"))
          learnFrom(nounOf(operation), JSON.parse(answer.body));
      },
    ),
    runs,
  );
}
