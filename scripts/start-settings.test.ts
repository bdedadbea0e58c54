import { afterEach, describe, expect, test, vi } from "vitest";
import { readConfiguration } from "../lib/server/kernel/env.ts";
import { deadlines } from "../lib/server/kernel/paces.ts";
import { dashboardEnv, localUrl, readSettings, serviceEnv, UPDATE_TIMEOUT_MS } from "./start-settings.mjs";

afterEach(() => vi.restoreAllMocks());

test("the dashboard is waited for while it brings its database up to date", () => {
  expect(UPDATE_TIMEOUT_MS).toBeGreaterThan(deadlines.store.migrationMs);
});

describe("readSettings", () => {
  test("defaults: both programs on loopback, data in the repository", () => {
    expect(readSettings({}, "/repo")).toEqual({
      dashboard: { host: "127.0.0.1", port: 3000 },
      dataDir: "/repo/.data",
      databaseUrl: undefined,
      adminPassword: undefined,
      publicUrl: undefined,
      passwords: true,
      service: { host: "127.0.0.1", port: 4600, dataDir: "/repo/.data/service", tokens: undefined },
    });
  });

  test("an empty variable counts as unset; relative folders start at the repository", () => {
    const settings = readSettings({ PORT: "", DATA_DIR: "here", SERVICE_DATA_DIR: "/there" }, "/repo");
    expect(settings).toMatchObject({ dashboard: { port: 3000 }, dataDir: "/repo/here" });
    expect(settings.service?.dataDir).toBe("/there");
  });

  test("an argument is refused with how settings are given", () => {
    expect(() => readSettings({}, "/repo", ["--port", "4000"])).toThrow(
      "npm start takes no arguments (--port). Settings are environment variables, as in PORT=4000 npm start; README.md has all.",
    );
  });

  test("with API_BASE_URL no service is started", () => {
    expect(readSettings({ API_BASE_URL: "https://api.example.com" }, "/repo").service).toBeUndefined();
  });

  test.each([
    [{ PORT: "http" }, /^PORT: expected a whole number/],
    [{ PORT: "70000" }, /^PORT:/],
    [{ SERVICE_PORT: "-1" }, /^SERVICE_PORT:/],
    [{ PORT: "4600" }, /both 4600/],
    [{ PORT: "0", PUBLIC_URL: "https://fleet.example.com" }, /PUBLIC_URL needs a PORT/],
  ])("rejects %j with the variable's name", (env, message) => {
    expect(() => readSettings(env, "/repo")).toThrow(message);
  });

  test.each([
    ["127.0.0.1", "http://127.0.0.1:80"],
    ["0.0.0.0", "http://127.0.0.1:80"],
    ["::", "http://[::1]:80"],
    ["fleet.local", "http://fleet.local:80"],
  ])("a listener on %s is reached at %s", (host, url) => {
    expect(localUrl({ host, port: 80 })).toBe(url);
  });
});

describe("environment of each program", () => {
  const env = {
    ADMIN_PASSWORD: "pw",
    NEXTAUTH_SECRET: "s",
    OIDC_CLIENT_SECRET: "s",
    API_TOKEN: "t",
    DATABASE_URL: "d",
    SERVICE_TOKEN: "k",
  };
  const service = { host: "127.0.0.1", port: 4600, dataDir: "/d/service", tokens: undefined };
  const settings = { ...readSettings({}, "/repo"), service };

  test("the service gets its token and data, and none of the dashboard's secrets", () => {
    const passed = serviceEnv({ ...env, SERVICE_TOKEN: undefined }, settings, "made");
    expect(passed).toMatchObject({
      SERVICE_TOKEN: "made",
      SERVICE_DATA_DIR: "/d/service",
      SERVICE_TRAFFIC: "on",
    });
    for (const name of [
      "ADMIN_PASSWORD",
      "OIDC_CLIENT_SECRET",
      "NEXTAUTH_SECRET",
      "API_TOKEN",
      "DATABASE_URL",
    ]) {
      expect(passed).not.toHaveProperty(name);
    }
    const listed = { ...settings, service: { ...service, tokens: "a,b:read" } };
    expect(serviceEnv({ SERVICE_TRAFFIC: "off" }, listed, "a")).toMatchObject({
      SERVICE_TRAFFIC: "off",
      SERVICE_TOKEN: "a,b:read",
    });
  });

  test("the dashboard gets one source of its token, and not the service's list", () => {
    const settings = readSettings({}, "/repo");
    const upstream = { url: "http://127.0.0.1:4600", tokenFile: "/d/service-token" };
    const passed = dashboardEnv(env, settings, { upstream, adminPassword: "made" });
    expect(passed).toMatchObject({
      API_BASE_URL: upstream.url,
      API_TOKEN_FILE: upstream.tokenFile,
      ADMIN_PASSWORD: "made",
      DATA_DIR: "/repo/.data",
      KEEP_LOGS: "all",
      KEEP_PICTURES: "all",
    });
    // The network follows the logs.
    for (const name of ["KEEP_NETWORK", "KEEP_VIDEO"]) expect(passed).not.toHaveProperty(name);
    const given = { KEEP_LOGS: "off", KEEP_NETWORK: "failed", KEEP_PICTURES: "off" };
    expect(dashboardEnv({ ...env, ...given }, settings, { upstream })).toMatchObject(given);
    expect(passed).not.toHaveProperty("API_TOKEN");
    expect(passed).not.toHaveProperty("SERVICE_TOKEN");
    const tokenFile = { ...env, API_TOKEN_FILE: "/of/another" };
    const checked = dashboardEnv(tokenFile, settings, {
      upstream: { url: upstream.url, token: "not-stored" },
    });
    expect(checked).toMatchObject({ API_TOKEN: "not-stored" });
    expect(checked).not.toHaveProperty("API_TOKEN_FILE");
    expect(dashboardEnv(env, settings, {})).toMatchObject({ API_TOKEN: "t", ADMIN_PASSWORD: "pw" });
  });

  test.each(["127.0.0.1", "192.168.1.5", "::", "fd00::5", "fleet.local"])(
    "the dashboard accepts the address of a local service that listens on %s",
    (host) => {
      const options = new Intl.DateTimeFormat("en", { timeZone: "Asia/Tokyo" }).resolvedOptions();
      vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue(options);
      const upstream = { url: localUrl({ host, port: 4600 }), token: "a-token-of-tests" };
      const passed = dashboardEnv({ SERVICE_HOST: host }, readSettings({}, "/repo"), { upstream });
      const { apiBaseUrl, logTimeZone } = readConfiguration(passed);
      expect({ apiBaseUrl, logTimeZone }).toEqual({ apiBaseUrl: upstream.url, logTimeZone: "Asia/Tokyo" });
    },
  );

  test.each(["Etc/Unknown", "GMT-05:00"])(
    "a zone of this machine that has no known name, %s, does not stop the dashboard",
    (timeZone) => {
      const options = new Intl.DateTimeFormat("en", { timeZone: "UTC" }).resolvedOptions();
      vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ ...options, timeZone });
      const upstream = { url: "http://127.0.0.1:4600", token: "a-token-of-tests" };
      const passed = dashboardEnv({}, readSettings({}, "/repo"), { upstream });
      expect(readConfiguration(passed).logTimeZone).toBe("UTC");
    },
  );

  test("the address of another API is not allowed over plain http by npm start", () => {
    const given = { API_BASE_URL: "http://192.168.1.5:4600", API_TOKEN: "a-token-of-tests" };
    const passed = dashboardEnv(given, readSettings(given, "/repo"), {});
    expect(() => readConfiguration(passed)).toThrow(/API_BASE_URL must use https/);
  });
});
