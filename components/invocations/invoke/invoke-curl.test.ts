import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curlOf, shellWord } from "./invoke-curl.ts";
import { previewOf, recentPayloads } from "./invoke-payloads.ts";

describe("shellWord", () => {
  it.each([
    "",
    "plain",
    "it's",
    "'",
    "''''",
    "$HOME `id` $(id) \\ \\' \" ! * ~ # & ; | <>",
    "line\nline\ttab",
    "-n",
    "ünïcödé 🧭",
    "%s\\n",
  ])("passes the shell unchanged: %j", (text) => {
    expect(execFileSync("sh", ["-c", `printf %s ${shellWord(text)}`], { encoding: "utf8" })).toBe(text);
  });
});

describe("curlOf", () => {
  const body = {
    app_name: "shop",
    version: "latest",
    action_name: "search",
    payload: `{"q":"it's $5 \\"ok\\"\\n"}`,
    async: true,
  };

  it("is a command that contains the request, with the token from the environment", () => {
    const command = curlOf("https://api.example.com/v1/", body);
    const printArguments = command.replace(/^curl/, `printf '%s\\0'`);
    const args = execFileSync("sh", ["-c", `TOKEN=from-env; ${printArguments}`], { encoding: "utf8" })
      .split("\0")
      .slice(0, -1);
    expect(args.slice(0, 8)).toEqual([
      "-sS",
      "-X",
      "POST",
      "https://api.example.com/v1/invocations",
      "-H",
      "Authorization: Bearer from-env",
      "-H",
      "Content-Type: application/json",
    ]);
    expect(args[8]).toBe("--data-raw");
    expect(JSON.parse(args[9] ?? "")).toEqual(body);
    expect(command).toContain('"Authorization: Bearer $TOKEN"');
  });
});

describe("recentPayloads", () => {
  it("returns the newest invocation of each distinct payload, with a count", () => {
    const invocations = [
      { id: "1", payload: "{}" },
      { id: "2", payload: null },
      { id: "3", payload: '{"a":1}' },
      { id: "4", payload: "{}" },
      { id: "5", payload: "" },
    ];
    expect(
      recentPayloads(invocations).map(({ payload, invocation, times }) => [payload, invocation.id, times]),
    ).toEqual([
      ["{}", "1", 2],
      ['{"a":1}', "3", 1],
    ]);
  });
  it("previews on one line", () => {
    expect(previewOf('{\n  "a": 1\n}')).toBe('{ "a": 1 }');
    expect(previewOf(`"${"x".repeat(500)}"`)).toHaveLength(81);
  });
});
