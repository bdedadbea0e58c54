import { describe, expect, it } from "vitest";
import { pageAtAddress } from "./palette-address.ts";

const root = { origin: "http://127.0.0.1:3000", basePath: "" };
const below = { origin: "https://tools.example", basePath: "/ops" };
const id = "htzv5orfit78e1m2biiifpbv";
const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhYmMifQ.c2lnbmF0dXJl";

describe("pageAtAddress", () => {
  it.each([
    ["http://127.0.0.1:3000/invocations?status=failed", root],
    [" /invocations?status=failed\n", root],
    ["https://tools.example/ops/invocations?status=failed", below],
    ["/ops/invocations?status=failed", below],
    ["/invocations?status=failed", below],
    ["http://127.0.0.1:3000/invocations/?status=failed#", root],
  ])("leads %j to its page with its filters", (text, at) => {
    expect(pageAtAddress(text, at)).toEqual({
      label: "Open Invocations",
      id: "status: failed",
      href: "/invocations?status=failed",
    });
  });

  it("says every filter once, in plain words", () => {
    const page = pageAtAddress("/invocations?status=failed&status=queued&app_name=shop%20eu&version=", root);
    expect(page).toEqual({
      label: "Open Invocations",
      id: "status: failed, queued; app name: shop eu",
      href: "/invocations?status=failed&status=queued&app_name=shop+eu",
    });
  });

  it.each([
    ["http://127.0.0.1:3000", "Open Overview", "/"],
    ["https://tools.example/ops", "Open Overview", "/"],
    ["http://127.0.0.1:3000/?range=day", "Open Overview", "/?range=day"],
    ["/invocations/new", "Open Invoke", "/invocations/new"],
    [`/proxies?open=${id}`, "Open Proxies", `/proxies?open=${id}`],
    ["/settings#recorder", "Open Settings: Recorder", "/settings#recorder"],
    ["/settings#elsewhere", "Open Settings", "/settings"],
    ["/search?q=token+expired", "Open Search", "/search?q=token+expired"],
  ])("leads %j to %s", (text, label, href) => {
    const at = text.startsWith(below.origin) ? below : root;
    expect(pageAtAddress(text, at)).toMatchObject({ label, href });
  });

  it("removes tokens", () => {
    const text = `/invocations?status=failed&app_name=${jwt}&token=abc&action_name=jwt%3Dabc#${jwt}`;
    expect(pageAtAddress(text, root)?.href).toBe("/invocations?status=failed");
  });

  it.each([
    ["of another host", "http://127.0.0.1:4600/invocations?status=failed", root],
    ["of another protocol", "https://127.0.0.1:3000/invocations", root],
    ["beside the path that it is served below", "https://tools.example/invocations", below],
    ["beside the path that begins alike", "https://tools.example/opsinvocations", below],
    ["without a page", "/elsewhere?status=failed", root],
    ["of one resource", `/invocations/${id}`, root],
    ["of the API", "http://127.0.0.1:3000/api/invocations?status=failed", root],
    ["of a host", "//127.0.0.1:3000/invocations", root],
    ["in a sentence", "see /invocations?status=failed", root],
    ["that is broken", "http://127.0.0.1:3000:x/invocations", root],
    ["that is a slash alone", "/", root],
    ["that is too long", `/invocations?q=${"a".repeat(5000)}`, root],
    ["that has no path", "invocations?status=failed", root],
  ])("leaves an address %s as it is", (_, text, at) => {
    expect(pageAtAddress(text, at)).toBeUndefined();
  });
});
