import { describe, expect, it } from "vitest";
import { checkTarget, type Resolve, readTarget, TargetRefused } from "./webhook-target.ts";

const strict = { loopback: false };
const open = { loopback: true };
const to =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses;

describe("a webhook's address (SSRF)", () => {
  it.each([
    ["plain http", "http://hooks.example.com/x"],
    ["another scheme", "ftp://hooks.example.com/x"],
    ["a file", "file:///etc/passwd"],
    ["a user name", "https://me@hooks.example.com/"],
    ["a password", "https://me:secret@hooks.example.com/"],
    ["a fragment", "https://hooks.example.com/#x"],
    ["no address at all", "hooks.example.com"],
    ["loopback", "https://127.0.0.1/"],
    ["loopback as one number", "https://2130706433/"],
    ["loopback in octal", "https://0177.0.0.1/"],
    ["loopback, short", "https://127.1/"],
    ["metadata", "https://169.254.169.254/latest/meta-data"],
    ["a mapped address", "https://[::ffff:10.0.0.1]/"],
    ["IPv6 loopback", "https://[::1]/"],
    ["a unique local address", "https://[fd00::1]/"],
    ["zero", "https://0/"],
  ])("%s is refused by its text alone", (_, text) => {
    expect(() => readTarget(text, strict)).toThrow(TargetRefused);
  });

  it("a name is refused when any of its addresses is not public", async () => {
    const url = "https://hooks.example.com/x";
    await expect(checkTarget(url, strict, to("1.1.1.1", "10.0.0.1"))).rejects.toThrow(TargetRefused);
    await expect(checkTarget(url, strict, to("::1"))).rejects.toThrow(TargetRefused);
    await expect(checkTarget(url, strict, to())).rejects.toThrow(TargetRefused);
    await expect(
      checkTarget(url, strict, async () => Promise.reject(new Error("ENOTFOUND"))),
    ).rejects.toThrow("cannot be found");
    expect((await checkTarget(url, strict, to("1.1.1.1"))).href).toBe(url);
  });

  it("loopback, and plain http there, only with the option", async () => {
    expect(readTarget("http://127.0.0.1:9/x", open).host).toBe("127.0.0.1:9");
    expect(readTarget("http://localhost:9/x", open).port).toBe("9");
    expect(() => readTarget("http://hooks.example.com/", open)).toThrow("https://");
    expect(() => readTarget("http://10.0.0.1/", open)).toThrow(TargetRefused);
    await expect(checkTarget("https://hooks.example.com/", open, to("10.0.0.1"))).rejects.toThrow(
      TargetRefused,
    );
  });
});
