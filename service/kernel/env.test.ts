import { expect, test } from "vitest";
import { BadEnvironment, readEnv } from "./env.ts";
import { pacesAt, standardPaces } from "./paces.ts";

test("a service without variables has samples, no traffic, and its standard paces", () => {
  expect(readEnv({})).toMatchObject({ samples: true, traffic: false, paces: standardPaces });
});

test("SERVICE_SAMPLES is on or off", () => {
  expect(readEnv({ SERVICE_SAMPLES: "off" }).samples).toBe(false);
  expect(() => readEnv({ SERVICE_SAMPLES: "no" })).toThrow("SERVICE_SAMPLES: expected on or off");
});

test("SERVICE_NETWORK is host or isolated", () => {
  expect(readEnv({}).network).toBe("host");
  expect(readEnv({ SERVICE_NETWORK: "isolated" }).network).toBe("isolated");
  expect(() => readEnv({ SERVICE_NETWORK: "none" })).toThrow("SERVICE_NETWORK: expected host or isolated");
});

test("SERVICE_DATABASE_URL is an address of PostgreSQL, and needs a token that all services have", () => {
  const url = "postgres://fleet:secret@db.example.com/fleet";
  const token = "a-token-of-all-services";
  expect(readEnv({}).databaseUrl).toBeUndefined();
  expect(readEnv({ SERVICE_DATABASE_URL: url, SERVICE_TOKEN: token }).databaseUrl).toBe(url);
  expect(() => readEnv({ SERVICE_DATABASE_URL: url })).toThrow("SERVICE_TOKEN: with SERVICE_DATABASE_URL");
  expect(() => readEnv({ SERVICE_DATABASE_URL: url, SERVICE_TOKEN: token, SERVICE_PORT: "0" })).toThrow(
    "SERVICE_PORT: with SERVICE_DATABASE_URL",
  );
  const bad = { SERVICE_DATABASE_URL: "mysql://fleet:secret@db", SERVICE_TOKEN: token };
  expect(() => readEnv(bad)).toThrow("SERVICE_DATABASE_URL: expected postgres://");
  expect(() => readEnv(bad)).not.toThrow("secret");
});

test("SERVICE_RECORD_DAYS is a whole number of days from 1 on, a year unless set", () => {
  expect(readEnv({}).recordDays).toBe(365);
  expect(readEnv({ SERVICE_RECORD_DAYS: "30" }).recordDays).toBe(30);
  // Less than those of recordings and telemetry, too.
  expect(readEnv({ SERVICE_RECORD_DAYS: "1" }).recordDays).toBe(1);
  for (const bad of ["0", "3651", "1.5"])
    expect(() => readEnv({ SERVICE_RECORD_DAYS: bad })).toThrow(
      "SERVICE_RECORD_DAYS: expected a whole number",
    );
});

test("the public address has no path, and no slash at its end", () => {
  const url = "https://browsers.example.com";
  expect(readEnv({ SERVICE_PUBLIC_URL: `${url}/` }).publicUrl).toBe(url);
  expect(readEnv({}).publicUrl).toBeUndefined();
  for (const bad of ["browsers.example.com", `${url}/api`, "https://user@host"])
    expect(() => readEnv({ SERVICE_PUBLIC_URL: bad })).toThrow("SERVICE_PUBLIC_URL: expected an address");
});

test("a node needs the database of its service and no token; only a service with nodes has no browsers", () => {
  const database = { SERVICE_DATABASE_URL: "postgres://fleet@db.example.com/fleet" };
  const node = readEnv({ ...database, SERVICE_ROLE: "node", SERVICE_DRAIN_SECONDS: "600" });
  expect([node.role, node.drainSeconds, node.tokens]).toEqual(["node", 600, []]);
  expect(readEnv({})).toMatchObject({ role: "service", drainSeconds: 0 });
  expect(() => readEnv({ SERVICE_ROLE: "node" })).toThrow("SERVICE_DATABASE_URL: a node needs");
  expect(() => readEnv({ SERVICE_ROLE: "leader" })).toThrow("SERVICE_ROLE: expected service or node");
  const without = { SERVICE_MAX_BROWSERS: "0" };
  expect(() => readEnv(without)).toThrow("SERVICE_MAX_BROWSERS: 0 is for a service with nodes");
  expect(readEnv({ ...database, ...without, SERVICE_TOKEN: "a-token-of-all-services" }).maxBrowsers).toBe(0);
});

test("TEST_SPEEDUP divides the intervals and is a whole number from 1 to 100", () => {
  expect(readEnv({ TEST_SPEEDUP: "10" }).paces).toEqual(pacesAt(10));
  for (const bad of ["0", "101", "1.5", "-1", "fast"]) {
    expect(() => readEnv({ TEST_SPEEDUP: bad })).toThrow(BadEnvironment);
    expect(() => readEnv({ TEST_SPEEDUP: bad })).toThrow(
      "TEST_SPEEDUP: expected a whole number from 1 to 100. Correct or unset it, then start again.",
    );
  }
});
