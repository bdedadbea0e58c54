import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJsonLine } from "./json-line.ts";
import { readLineParts, withoutLineNumber } from "./line-parts.ts";
import { levelOf } from "./log-level.ts";

/** Source, process and message of a line, as its row shows them. */
function shown(line: string) {
  const parts = readLineParts(line, readJsonLine(line), levelOf(line));
  return [parts?.source, parts?.process, parts?.message ?? line.slice(parts?.prefixChars ?? 0)];
}

const none = undefined;
const lines: readonly (readonly [string, string | undefined, string | undefined, string])[] = [
  [
    "[4120:4133:1121/030859.104120:ERROR:net/ssl_client_socket_impl.cc(970)] handshake failed",
    "ssl_client_socket_impl.cc:970",
    "4120:4133",
    "handshake failed",
  ],
  ['[1:1:1121/030859:INFO:CONSOLE(12)] "x", source: y (12)', "CONSOLE:12", "1:1", '"x", source: y (12)'],
  ["E1121 03:08:59.104120  4120 main.go:12] cannot bind", "main.go:12", "4120", "cannot bind"],
  ["Nov 22 10:00:00 host sshd[812]: Accepted key", "sshd", "812", "Accepted key"],
  ["<34>1 2026-11-22T10:00:00Z host app 71 ID47 - started", "app", "71", "started"],
  ["<34>1 2026-11-22T10:00:00Z host app - - - started", "app", none, "started"],
  ["WARNING:urllib3.connectionpool:Retrying", "urllib3.connectionpool", none, "Retrying"],
  ["2026-11-21T03:08:59.104Z [supervisor] chromium started", "supervisor", none, "chromium started"],
  ["[console:warn] deprecated", "console", none, "deprecated"],
  ["[network:error] Failed to load resource", "network", none, "Failed to load resource"],
  ["2026-11-21 03:08:59 ERROR worker 12 has no proxy", none, none, "worker 12 has no proxy"],
  [
    "2026-11-21 03:08:59,104 INFO spawned: 'chromium' with pid 41",
    none,
    none,
    "spawned: 'chromium' with pid 41",
  ],
  ["2026-11-21T03:08:59.104Z WARN  proxy::dial retrying", "proxy::dial", none, "retrying"],
  ["2026-11-21T03:08:59.104Z  INFO shop::cart: 2 items", "shop::cart", none, "2 items"],
  ["2026-11-21 03:08:59,104 - shop.cart - INFO - 2 items", "shop.cart", none, "2 items"],
  ["03:08:59.104 [main] INFO  com.shop.Cart - 2 items", "com.shop.Cart", "main", "2 items"],
  ["03:08:59.104 [error] upstream closed", none, none, "upstream closed"],
  ["[2026-11-21 03:08:59 +0100] [INFO] listening", none, none, "listening"],
  ["1795400769.953 tick", none, none, "tick"],
  ["FATAL: the database system is shutting down", none, none, "the database system is shutting down"],
  ["error: no such option", none, none, "no such option"],
  ['{"level":"info","time":1795400769953,"msg":"cart loaded","items":2}', none, none, "cart loaded  items=2"],
  [
    '{"ts":1795400769.5,"logger":"shop","pid":41,"message":"a b","url":"/x","why":"no stock"}',
    "shop",
    "41",
    'a b  url=/x  why="no stock"',
  ],
  ['{"severity":"DEFAULT","time":35.2,"msg":"query"}', none, none, "query  severity=DEFAULT  time=35.2"],
  [
    '{"msg":"big","id":12345678901234567890,"at":{"x":[1,2]}}',
    none,
    none,
    'big  id=12345678901234567890  at={"x":[1,2]}',
  ],
  ['2026-11-21T03:08:59Z INFO [agent] {"msg":"go","n":1}', "agent", none, "go  n=1"],
];
const whole = [
  "",
  "plain words",
  "step 12 of 30",
  "[1/4] Building",
  "[50%] done",
  "[click](here) now",
  "TypeError: x is not a function",
  "Error: boom",
  "OK: all good",
  "GET /errors?level=all 200",
  "info desk",
  "https://example.com/ loaded",
  '{"level":"info","step":12}',
  "[my-app:error] boom",
  "LOG: nothing",
  '{"msg":{"deep":1}}',
  "2026-11-21T03:08:59Z",
  "ERROR",
];

describe("readLineParts", () => {
  it.each(lines)("%s", (line, source, process, message) => {
    expect(shown(line)).toEqual([source, process, message]);
  });

  it.each(whole)("takes all of %j as the message", (line) => {
    expect(shown(line)).toEqual([none, none, line]);
  });

  it("never loses text after the prefix, whatever the line", () => {
    const start = fc.constantFrom("", ...lines.map(([line]) => line.slice(0, 40)));
    fc.assert(
      fc.property(start, fc.string(), (before, after) => {
        const line = `${before}${after}`;
        const parts = readLineParts(line, undefined, levelOf(line));
        expect(parts?.prefixChars ?? 0).toBeLessThanOrEqual(line.length);
        if (parts !== undefined) expect(line.slice(parts.prefixChars).trim()).not.toBe("");
      }),
    );
  });

  it("shows every field of a JSON line but its time and level", () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^x[a-z]{1,8}$/), value), (fields) => {
        const line = JSON.stringify({ level: "info", msg: "m", ...fields });
        const message = String(shown(line)[2]);
        for (const name of Object.keys(fields)) expect(message).toContain(`  ${name}=`);
      }),
    );
  });
});

it.each([
  ["socket.cc:970", "socket.cc"],
  ["cart.js:22", "cart.js"],
  ["Main.java:7", "Main.java"],
  ["worker:3", "worker:3"],
  ["10.0.0.1:8080", "10.0.0.1:8080"],
  ["localhost:3000", "localhost:3000"],
])("only a file is without the number of its line: %s", (source, expected) => {
  expect(withoutLineNumber(source)).toBe(expected);
});
