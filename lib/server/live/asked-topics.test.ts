import { describe, expect, test } from "vitest";
import { liveQuery, logTopic } from "../../bff/live.ts";
import { readAskedTopics } from "./asked-topics.ts";

const file = logTopic({ sessionId: "abc", log: { source: "path", path: "/var/log/a b:c%.log" } });
const process = logTopic({ sessionId: "abc", log: { source: "supervisor", process: "chromium" } });
const read = (pairs: [string, string][]) => readAskedTopics(new URLSearchParams(pairs));

test("reads topics with and without a cursor", () => {
  expect(
    read([
      ["topic", "fleet"],
      ["topic", file],
      ["cursor", "e1:42"],
      ["topic", process],
    ]),
  ).toEqual([
    { topic: "fleet", cursor: undefined },
    { topic: file, cursor: { epoch: "e1", id: 42 } },
    { topic: process, cursor: undefined },
  ]);
});

test("reads what the browser writes", () => {
  const asked = [
    { topic: file, cursor: { epoch: "e1", id: 7 } },
    { topic: "fleet", cursor: undefined },
    { topic: process, cursor: { epoch: "0af3", id: 1 } },
  ];
  expect(readAskedTopics(new URLSearchParams(liveQuery(asked).toString()))).toEqual(asked);
});

describe("T37 refuses everything else, naming the place", () => {
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
      "a cursor before any topic",
      [
        ["cursor", "e:1"],
        ["topic", process],
      ],
    ],
    [
      "two cursors",
      [
        ["topic", process],
        ["cursor", "e:1"],
        ["cursor", "e:2"],
      ],
    ],
    [
      "a cursor for the fleet",
      [
        ["topic", "fleet"],
        ["cursor", "e:1"],
      ],
    ],
    [
      "a topic twice",
      [
        ["topic", process],
        ["topic", process],
      ],
    ],
    [
      "too many",
      Array.from({ length: 25 }, (_, index): [string, string] => ["topic", `logs:a:supervisor:p${index}`]),
    ],
    [
      "a bad cursor",
      [
        ["topic", process],
        ["cursor", "e:-1"],
      ],
    ],
    ["a stray percent sign", [["topic", "logs:abc:path:%zz"]]],
    ["a relative path", [["topic", "logs:abc:path:etc"]]],
    ["a control character", [["topic", "logs:abc:path:%2Fa%0d%0ab"]]],
    ["a session that is a way out", [["topic", "logs:..%2f..%2fproxies:supervisor:x"]]],
    ["dots as a session", [["topic", "logs:..:supervisor:x"]]],
    ["another kind", [["topic", "audit"]]],
  ];
  test.each(cases)("%s", (_, pairs) => {
    expect(() => read(pairs)).toThrow(/^query\./);
  });
});
