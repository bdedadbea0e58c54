import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { levelOf, logLevels } from "./log-level.ts";

const examples: readonly (readonly [string, string])[] = [
  ['{"time":"…","level":"error","msg":"no proxy"}', "error"],
  ['agent | {"severity":"WARNING","message":"slow"}', "warn"],
  ['{"level":30,"msg":"listening"}', "info"],
  ['{"level":60}', "fatal"],
  ['{"level": 20}', "debug"],
  ['{"msg":"\\"level\\":\\"error\\"","level":"info"}', "info"],
  ["[4120:4133:1121/030859.104120:ERROR:ssl_client_socket_impl.cc(970)] handshake failed", "error"],
  ["[4120:4133:1121/030859:WARNING:gpu.cc(1)] slow", "warn"],
  ['[1:1:1121/030859.104120:INFO:CONSOLE(12)] "error in a page", source: x (12)', "info"],
  ["[1:1:1121/030859.104120:VERBOSE:x.cc(1)] y", "debug"],
  ["[console:warn] deprecated", "warn"],
  ["[console.error] boom", "error"],
  ["[network:error] Failed to load resource", "error"],
  ["2026-11-22T10:00:00Z [network:error] Failed to load resource", "error"],
  ["2026-11-22 10:00:00 ERROR cannot write [access.log]", "error"],
  ['ts=2026-11-21T03:08:59Z level=debug msg="dial"', "debug"],
  ["E1121 03:08:59.104120  4120 main.go:12] cannot bind", "error"],
  ["W1121 03:08:59.104120  4120 main.go:12] slow", "warn"],
  ["2026-11-21 03:08:59,104 INFO spawned: 'chromium' with pid 41", "info"],
  ["2026-11-21T03:08:59.104Z WARN  proxy::dial retrying", "warn"],
  ["03:08:59.104 [error] upstream closed", "error"],
  ["<DEBUG> tick", "debug"],
  ["\u001b[31mERROR\u001b[0m no such page", "error"],
  ["\u001b[31mER\u001b[1mROR\u001b[0m no such page", "error"],
  ["\u001b]0;title\u0007WA\u001b]0;\u0007RN slow", "warn"],
  ["\u001b[33mW1121 03:08:59.104120  4120 main.go:12] slow", "warn"],
  ["  E1121 03:08:59.104120  4120 main.go:12] cannot bind", "error"],
  ["\u001b[31mE\u001b[0m1121 03:08:59.104120  4120 main.go:12] x", "error"],
  ["error: no such option", "error"],
  ["Warning: something is off", "warn"],
  ["  TRACE enter", "trace"],
  ["FATAL: the database system is shutting down", "fatal"],
  ["Uncaught TypeError: x is not a function", "error"],
  ["TypeError: x is not a function", "error"],
  ["Traceback (most recent call last):", "error"],
];
const silent = [
  "",
  "0 errors, 3 warnings",
  "loaded the error page in 12 ms",
  "    at ErrorBoundary (app.tsx:12)",
  "GET /errors?level=all 200",
  "information desk",
  "Errors are shown below",
  '{"level":{"deep":"error"}}',
  '{"level":5}',
  "tick 12",
  "reading [nginx.error]",
  "set [config:error] to none",
];

describe("levelOf", () => {
  it.each(examples)("%s", (line, level) => {
    expect(levelOf(line)).toBe(level);
  });
  it.each(silent)("none: %s", (line) => {
    expect(levelOf(line)).toBe("none");
  });
  it("finds the level word anywhere in the head of a line", () => {
    const word = fc.constantFrom(
      ..."fatal panic emerg alert crit critical error err severe warn warning info notice debug trace".split(
        " ",
      ),
    );
    const cased = fc.tuple(word, fc.boolean()).map(([text, loud]) => (loud ? text.toUpperCase() : text));
    const before = fc.string({ maxLength: 100 }).filter((text) => levelOf(text) === "none");
    fc.assert(
      fc.property(before, cased, (start, label) => {
        expect(levelOf(`${start} [${label}] done`)).not.toBe("none");
      }),
    );
  });
  it("returns a level for any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (line) => logLevels.includes(levelOf(line))));
  });
});
