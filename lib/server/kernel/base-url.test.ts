import { describe, expect, it } from "vitest";
import { baseUrlFault } from "./base-url.ts";

describe("an upstream address (T04)", () => {
  it.each([
    "https://api.example.com",
    "https://api.example.com/v1/",
    "http://127.0.0.1:4600",
    "http://localhost:1",
    "http://[::1]:1",
    "https://cafe90.example",
    "https://feature.example",
  ])("%s may be used", (text) => expect(baseUrlFault(text)).toBeUndefined());

  it.each([
    "",
    "api.example.com",
    "file:///etc/passwd",
    "ftp://a",
    "http://u:p@127.0.0.1",
    "https://u@a",
    "https://:p@a",
    "https://a/?q",
    "https://a/?",
    "https://a/#",
    "http://example.com",
    "http://127.0.0.1.evil.example",
    "https://169.254.169.254",
    "https://100.100.100.200",
    "https://192.0.0.192",
    "http://10.0.0.1",
    "http://128.0.0.1",
    "https://[fe80::1]",
    "https://[febf::1]",
    "https://[fd00:ec2::254]",
    "https://[::ffff:169.254.169.254]",
    "https://metadata.google.internal",
    "https://metadata.google.internal.",
    "http://0xA9FEA9FE",
    "https://2852039166",
  ])("%j may not", (text) => expect(baseUrlFault(text)).toMatch(/^must /));

  it("may be http to another host only where that is allowed, and still none of those of metadata", () => {
    expect(baseUrlFault("http://service:4600", { plainHttp: true })).toBeUndefined();
    expect(baseUrlFault("http://service:4600")).toContain("API_PLAIN_HTTP=allow");
    expect(baseUrlFault("http://169.254.169.254", { plainHttp: true })).toMatch(/^must /);
  });
});
