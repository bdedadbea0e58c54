import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { resolveZone } from "../../format/time-zone.ts";
import { BadEnvironment, readApiToken, readConfiguration, readTestSpeedup, settle } from "./env.ts";

const good = { API_BASE_URL: "http://127.0.0.1:4600/", API_TOKEN: "a-token-of-tests" };

function faultsOf(variables: Record<string, string>): readonly string[] {
  try {
    readConfiguration(variables);
    return [];
  } catch (error) {
    if (error instanceof BadEnvironment) return error.lines;
    throw error;
  }
}

describe("the environment", () => {
  it("has a default for everything but the upstream", () => {
    expect(readConfiguration({ ...good, PORT: "", HOST: "" })).toMatchObject({
      apiBaseUrl: "http://127.0.0.1:4600",
      port: 3000,
      host: "127.0.0.1",
      publicUrl: undefined,
      trustedProxies: "",
      adminUsername: "admin",
      environment: { name: "local", color: "gray" },
      retention: { rawHours: 48, days: 30, maxMb: 4096 },
      auditDays: 365,
      auditKey: undefined,
      recorderRequestsPerMinute: 240,
      webhooks: { loopback: false },
      evidence: {
        logs: "failed",
        network: "failed",
        pictures: "off",
        video: "off",
        days: 7,
        max_mb: 4096,
        session_mb: 32,
        streams: 100,
        exceptions: [],
      },
    });
  });

  it("names what in TRUSTED_PROXIES is no address (T23)", () => {
    expect(readConfiguration({ ...good, TRUSTED_PROXIES: "10.0.0.0/8,::1" }).trustedProxies).toBe(
      "10.0.0.0/8,::1",
    );
    expect(faultsOf({ ...good, TRUSTED_PROXIES: "10.0.0.0/8,nginx" })).toEqual([
      expect.stringMatching(/^TRUSTED_PROXIES must be .*"nginx" is neither$/),
    ]);
  });

  it("has a rule for each kind of evidence", () => {
    const rules = { KEEP_LOGS: "all", KEEP_NETWORK: "off", KEEP_PICTURES: "failed" };
    expect(readConfiguration({ ...good, ...rules, KEEP_VIDEO: "all" }).evidence).toMatchObject({
      logs: "all",
      network: "off",
      pictures: "failed",
      video: "all",
    });
    const keptOf = (variables: Record<string, string>) =>
      readConfiguration({ ...good, ...variables }).evidence;
    for (const logs of ["all", "off"])
      expect(keptOf({ KEEP_LOGS: logs })).toMatchObject({ logs, network: logs, pictures: "off" });
    for (const name of Object.keys(rules))
      expect(faultsOf({ ...good, [name]: "some" })).toEqual([`${name} must be all, failed or off`]);
    for (const value of ["some", "failed"])
      expect(faultsOf({ ...good, KEEP_VIDEO: value })).toEqual(["KEEP_VIDEO must be all or off"]);
  });

  it("accepts whole numbers within bounds for the retention", () => {
    const retention = { RETENTION_RAW_HOURS: "1", RETENTION_DAYS: "7", RETENTION_MAX_MB: "64" };
    expect(readConfiguration({ ...good, ...retention }).retention).toEqual({
      rawHours: 1,
      days: 7,
      maxMb: 64,
    });
    for (const [name, value] of [
      ["RETENTION_RAW_HOURS", "0"],
      ["RETENTION_DAYS", "1.5"],
      ["RETENTION_MAX_MB", "63"],
    ] as const)
      expect(faultsOf({ ...good, [name]: value })).toEqual([
        expect.stringMatching(`^${name} must be a whole`),
      ]);
  });

  it("lets a replica record unless RECORDER is off", () => {
    expect(readConfiguration(good).records).toBe(true);
    expect(readConfiguration({ ...good, RECORDER: "off" }).records).toBe(false);
    expect(faultsOf({ ...good, RECORDER: "never" })).toEqual(["RECORDER must be on or off"]);
  });

  it("takes times in logs without a zone as UTC, of an API on this machine as this machine's", () => {
    const remote = { ...good, API_BASE_URL: "https://api.example.com" };
    const local = resolveZone("local");
    expect(readConfiguration(remote).logTimeZone).toBe("UTC");
    expect(readConfiguration(good).logTimeZone).toBe(local);
    expect(readConfiguration({ ...remote, LOG_TIME_ZONE: "local" }).logTimeZone).toBe(local);
    expect(readConfiguration({ ...good, LOG_TIME_ZONE: "Asia/Tokyo" }).logTimeZone).toBe("Asia/Tokyo");
    expect(faultsOf({ ...good, LOG_TIME_ZONE: "Mars/Olympus" })).toEqual([
      "LOG_TIME_ZONE must be UTC, local or a name such as Europe/Berlin",
    ]);
  });

  it("bounds the requests that recording may send to the API", () => {
    const variablesOf = (text: string) => ({ ...good, RECORDER_REQUESTS_PER_MINUTE: text });
    expect(readConfiguration(variablesOf("6000")).recorderRequestsPerMinute).toBe(6_000);
    for (const text of ["0", "19", "60001", "many"])
      expect(faultsOf(variablesOf(text))).toEqual([
        "RECORDER_REQUESTS_PER_MINUTE must be a whole number from 20 to 60000",
      ]);
  });

  it("takes the key of the audit from a variable or a file", () => {
    const auditKey = "an-audit-key-of-thirty-two-characters";
    const folder = mkdtempSync(join(tmpdir(), "fleetdeck-env-"));
    const file = join(folder, "audit-key");
    writeFileSync(file, `${auditKey}\n`);
    for (const given of [{ AUDIT_KEY: auditKey }, { AUDIT_KEY_FILE: file }])
      expect(readConfiguration({ ...good, ...given }).auditKey).toBe(auditKey);
    rmSync(folder, { recursive: true });
    expect(faultsOf({ ...good, AUDIT_KEY_FILE: file })).toEqual([
      expect.stringMatching(/^AUDIT_KEY_FILE cannot be read/),
    ]);
    expect(faultsOf({ ...good, AUDIT_KEY: "short" })).toEqual([
      expect.stringMatching(/^AUDIT_KEY must have/),
    ]);
    expect(faultsOf({ ...good, AUDIT_DAYS: "0" })).toEqual([expect.stringMatching(/^AUDIT_DAYS must be/)]);
  });

  it("runs at normal speed unless TEST_SPEEDUP is set", () => {
    const variablesOf = (text: string) => ({ ...good, TEST_SPEEDUP: text });
    expect([readConfiguration(good).testSpeedup, readTestSpeedup(good)]).toEqual([1, 1]);
    expect([readConfiguration(variablesOf("")).testSpeedup, readTestSpeedup(variablesOf(""))]).toEqual([
      1, 1,
    ]);
    for (const text of ["1", "10", "100"])
      expect([readConfiguration(variablesOf(text)).testSpeedup, readTestSpeedup(variablesOf(text))]).toEqual([
        Number(text),
        Number(text),
      ]);
    for (const text of ["0", "101", "2.5", "-1", "fast"]) {
      expect(faultsOf(variablesOf(text))).toEqual(["TEST_SPEEDUP must be a whole number from 1 to 100"]);
      expect(readTestSpeedup(variablesOf(text))).toBe(1);
    }
  });

  it.each([
    ["API_BASE_URL", "file:///etc/passwd"],
    ["API_BASE_URL", "http://user:hunter2secret@127.0.0.1"],
    ["API_BASE_URL", "http://169.254.169.254"],
    ["API_BASE_URL", "https://169.254.169.254/latest"],
    ["API_BASE_URL", "http://api.example.com"],
    ["API_BASE_URL", "https://api.example.com/?x=1"],
    ["API_BASE_URL", ""],
    ["API_PLAIN_HTTP", "yes"],
    ["PORT", "http"],
    ["PORT", "70000"],
    ["PUBLIC_URL", "http://fleet.example.com"],
    ["PUBLIC_URL", "https://fleet.example.com/?path"],
    ["PUBLIC_URL", "https://fleet.example.com/a%20path"],
    ["PUBLIC_URL", "https://fleet.example.com//path"],
    ["NEXTAUTH_SECRET", "tooshort-secret"],
    ["DATABASE_URL", "mysql://u:hunter2secret@h/d"],
    ["ADMIN_PASSWORD", "short"],
    ["ENVIRONMENT_COLOR", "pink"],
  ])("refuses %s=%s with the variable's name and without secrets (T04)", (name, value) => {
    const lines = faultsOf({ ...good, [name]: value });
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
    if (/SECRET|PASSWORD|DATABASE/.test(name)) expect(lines[0]).not.toContain(value);
    expect(lines[0]).not.toContain("hunter2secret");
  });

  it.each(["short", "with a space inside"])("refuses the token %j without repeating it (T04)", (token) => {
    let lines: readonly string[] = [];
    try {
      readApiToken({ ...good, API_TOKEN: token });
    } catch (error) {
      if (!(error instanceof BadEnvironment)) throw error;
      lines = error.lines;
    }
    expect(lines).toEqual([expect.stringMatching(/^API_TOKEN /)]);
    expect(lines[0]).not.toContain(token);
  });

  it("names every bad variable at once, never the value of a secret", () => {
    const lines = faultsOf({
      API_BASE_URL: "x",
      API_TOKEN: "hunter2 hunter2",
      PORT: "x",
      NEXTAUTH_SECRET: "hunter2",
    });
    expect(lines.map((line) => line.split(" ", 1)[0])).toEqual([
      "API_BASE_URL",
      "PORT",
      "NEXTAUTH_SECRET",
      "API_TOKEN",
    ]);
    expect(lines.join()).not.toContain("hunter2");
  });

  it("takes an API by http on another host only with API_PLAIN_HTTP", () => {
    const inCluster = { ...good, API_BASE_URL: "http://service:4600" };
    expect(faultsOf(inCluster)).toEqual([expect.stringMatching(/^API_BASE_URL /)]);
    expect(readConfiguration({ ...inCluster, API_PLAIN_HTTP: "allow" }).apiBaseUrl).toBe(
      "http://service:4600",
    );
  });

  it("accepts the token from one place only", () => {
    expect(readApiToken(good)).toBe("a-token-of-tests");
    expect(() => readApiToken({ ...good, API_TOKEN_FILE: "/x" })).toThrow(/keep one/);
    expect(() => readApiToken({})).toThrow(/API_TOKEN is not set/);
  });

  it("lists the loopback names as origins only without PUBLIC_URL", () => {
    const bound = { port: 3100, sessionSecret: "s".repeat(32), development: false };
    expect(settle(readConfiguration(good), bound).origins).toEqual([
      "http://127.0.0.1:3100",
      "http://localhost:3100",
      "http://[::1]:3100",
    ]);
    expect(settle(readConfiguration({ ...good, HOST: "0.0.0.0" }), bound).publicUrl).toBe(
      "http://localhost:3100",
    );
    const open = readConfiguration({ ...good, PUBLIC_URL: "https://fleet.example/" });
    expect(settle(open, bound)).toMatchObject({
      publicUrl: "https://fleet.example",
      basePath: "",
      origins: ["https://fleet.example"],
    });
  });

  it("serves below the path of PUBLIC_URL", () => {
    const bound = { port: 3100, sessionSecret: "s".repeat(32), development: false };
    const below = readConfiguration({ ...good, PUBLIC_URL: "https://tools.example/ops/fleet-1/" });
    expect(settle(below, bound)).toMatchObject({
      publicUrl: "https://tools.example/ops/fleet-1",
      basePath: "/ops/fleet-1",
      origins: ["https://tools.example"],
    });
    settle(readConfiguration(good), bound);
  });
});
