import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instancePathFault } from "../../bff/instance-path.ts";
import { liveQuery, logTopic } from "../../bff/live.ts";
import { parseRequestedTopics } from "./requested-topics.ts";

const file = logTopic({ sessionId: "abc", log: { source: "path", path: "/var/log/a b:c%.log" } });
const process = logTopic({ sessionId: "abc", log: { source: "supervisor", process: "chromium" } });
const read = (pairs: [string, string][]) => parseRequestedTopics(new URLSearchParams(pairs));

test("reads topics with and without a cursor", () => {
  expect(
    read([
      ["topic", "fleet"],
      ["topic", `${file}@e1:42`],
      ["topic", process],
    ]),
  ).toEqual([
    { topic: "fleet", cursor: undefined },
    { topic: file, cursor: { epoch: "e1", id: 42 } },
    { topic: process, cursor: undefined },
  ]);
});

/** Values grouped by name in the order of their first, as the framework's own URL does it. */
function grouped(query: URLSearchParams): URLSearchParams {
  const names = [...new Set(query.keys())];
  return new URLSearchParams(names.flatMap((name) => query.getAll(name).map((value) => [name, value])));
}

test("parses the query that the browser builds", () => {
  const name = fc.oneof(
    fc
      .string({ minLength: 1, maxLength: 20 })
      .map((text) => `/${text.replace(/\p{Cc}|\p{Cs}/gu, "")}`)
      .filter((path) => instancePathFault(path) === undefined),
    fc.constantFrom("/var/log/a b:c%.log", "/x@e:1", "/ü@@"),
  );
  const request = fc.record({
    topic: fc.oneof(
      name.map((path) => logTopic({ sessionId: "abc", log: { source: "path", path } })),
      fc.stringMatching(/^[a-z0-9]{1,24}$/).map((invocationId) => logTopic({ invocationId })),
    ),
    cursor: fc.option(fc.record({ epoch: fc.stringMatching(/^[a-z0-9]{1,32}$/), id: fc.nat() }), {
      nil: undefined,
    }),
  });
  const requests = fc.uniqueArray(request, { minLength: 1, maxLength: 24, selector: ({ topic }) => topic });
  fc.assert(
    fc.property(requests, fc.nat(24), (logs, at) => {
      const topics = logs.slice(0, 23);
      topics.splice(at, 0, { topic: "fleet", cursor: undefined });
      const query = new URLSearchParams(liveQuery(topics).toString());
      expect(parseRequestedTopics(query)).toEqual(topics);
      expect(parseRequestedTopics(grouped(query))).toEqual(topics);
    }),
  );
});

describe("T37 rejects invalid queries and names the parameter", () => {
  const cases: [string, [string, string][]][] = [
    ["nothing", []],
    [
      "an unknown key",
      [
        ["topic", "fleet"],
        ["limit", "1"],
      ],
    ],
    [
      "a cursor of its own",
      [
        ["topic", process],
        ["cursor", "e:1"],
      ],
    ],
    ["two cursors", [["topic", `${process}@e:1@e:2`]]],
    ["a cursor for the fleet", [["topic", "fleet@e:1"]]],
    [
      "a topic twice",
      [
        ["topic", process],
        ["topic", `${process}@e:1`],
      ],
    ],
    [
      "too many",
      Array.from({ length: 25 }, (_, index): [string, string] => ["topic", `logs:a:supervisor:p${index}`]),
    ],
    ["a bad cursor", [["topic", `${process}@e:-1`]]],
    ["an empty cursor", [["topic", `${process}@`]]],
    ["a stray percent sign", [["topic", "logs:abc:path:%zz"]]],
    ["a relative path", [["topic", "logs:abc:path:etc"]]],
    ["a path out of a folder", [["topic", "logs:abc:path:%2Ftmp%2F..%2Fhome%2Fkey"]]],
    ["a path with two slashes", [["topic", "logs:abc:path:%2Ftmp%2F%2Fkey"]]],
    ["a path of 4,097 bytes", [["topic", `logs:abc:path:%2F${"a".repeat(4096)}`]]],
    ["a control character", [["topic", "logs:abc:path:%2Fa%0d%0ab"]]],
    ["a session id with encoded path segments", [["topic", "logs:..%2f..%2fproxies:supervisor:x"]]],
    ["dots as a session", [["topic", "logs:..:supervisor:x"]]],
    ["dots as an invocation", [["topic", "invocation:.."]]],
    ["an invocation id with an encoded path segment", [["topic", "invocation:a%2fb"]]],
    ["another kind", [["topic", "audit"]]],
  ];
  test.each(cases)("%s", (_, pairs) => {
    expect(() => read(pairs)).toThrow(/^query\./);
  });
});

test("accepts session ids of up to 128 characters and up to 24 topics", () => {
  const ids = ["a", "x".repeat(128), "A.b_c~d-9", "..."];
  const topics = ids.map((sessionId) => logTopic({ sessionId, log: { source: "supervisor", process: "p" } }));
  expect(read(topics.map((topic) => ["topic", topic])).map(({ topic }) => topic)).toEqual(topics);
  for (const sessionId of [".", "..", "x".repeat(129), "a b", "a/b", ""]) {
    const topic = logTopic({ sessionId, log: { source: "supervisor", process: "p" } });
    expect(() => read([["topic", topic]])).toThrow("query.topic");
  }
  const many = Array.from({ length: 24 }, (_, index): [string, string] => [
    "topic",
    `logs:a:supervisor:p${index}`,
  ]);
  expect(read(many)).toHaveLength(24);
});

const faults: [string, [string, string][]][] = [
  ["query.limit", [["limit", "1"]]],
  [`query.${"x".repeat(64)}`, [["x".repeat(99), "1"]]],
  ["query.topic", []],
  ["query.topic", [["topic", "audit"]]],
  ["query.cursor", [["cursor", "e:1"]]],
  [
    "query.cursor",
    [
      ["topic", "fleet"],
      ["cursor", "e:1"],
    ],
  ],
];
test.each(faults)("a fault at %s is in the query %j", (path, pairs) => {
  const issue = expect.objectContaining({ path, message: expect.stringMatching(/./) });
  const fault = expect.objectContaining({ issues: [issue] });
  expect(() => read(pairs)).toThrow(fault);
});
