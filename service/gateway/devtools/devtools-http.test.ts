import { expect, test } from "vitest";
import { readDevToolsUrl, targetOfPath } from "./devtools-http.ts";

const read = (path: string) => readDevToolsUrl(new URL(`http://service${path}`));

test.each([
  ["/browser/cdp?jwt=a.b.c", "a.b.c", ""],
  ["/browser/cdp/json/version?jwt=a.b.c", "a.b.c", "/json/version"],
  ["/json/list/?jwt=a.b.c", "a.b.c", "/json/list/"],
  ["/json", null, "/json"],
  ["/browser/cdp/a.b-_.c", "a.b-_.c", ""],
  ["/browser/cdp/a.b.c/json/version", "a.b.c", "/json/version"],
  ["/browser/cdp/a.b.c/devtools/page/ABC?jwt=d.e.f", "a.b.c", "/devtools/page/ABC"],
  ["/browser/cdp/devtools/browser/x?jwt=a.b.c", "a.b.c", "/devtools/browser/x"],
])("%s has the jwt %s and the rest %j", (path, jwt, rest) => {
  expect(read(path)).toEqual({ jwt, rest });
});

test.each(["/", "//browser/cdp", "/browser/cdpx", "/jsonx", "/browser/remote?jwt=a.b.c"])(
  "%s is no address of DevTools",
  (path) => {
    expect(read(path)).toBeUndefined();
  },
);

test.each([
  ["", null],
  ["/", null],
  ["/devtools/browser/any", null],
  ["/devtools/page/0AF3", "0AF3"],
  ["/devtools/page/../x", undefined],
  ["/json/version", undefined],
])("a WebSocket at %j is that of %s", (rest, target) => {
  expect(targetOfPath(rest)).toBe(target);
});
