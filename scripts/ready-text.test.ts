import { expect, test } from "vitest";
import { readyText } from "./ready-text.mjs";
import { readSettings } from "./start-settings.mjs";

const service = "http://127.0.0.1:4600   (data in /repo/.data/service)";
const textFor = (env: Record<string, string>, ready: object, password?: string) =>
  readyText(readSettings(env, "/repo"), {
    ready: { type: "ready", url: "http://127.0.0.1:3000", username: "ada", ...ready },
    service,
    password,
  });

test.each([
  [{}, { passwordCreated: "made-there" }, undefined, /Password +made-there {3}\(shown only once\)/],
  [{}, {}, "made-here", /Password +made-here {3}\(shown only once\)/],
  [{}, {}, undefined, /Password +generated and shown on the first start/],
  [{ ADMIN_PASSWORD: "given-here" }, {}, undefined, /Password +the one in ADMIN_PASSWORD/],
  [{ SIGN_IN_PASSWORD: "off" }, {}, undefined, /Password +none: SIGN_IN_PASSWORD is off/],
  [{}, { isMissing: true }, undefined, /Password +none: there is no account ada/],
])("says with %j and %j how to sign in", (env, ready, password, expected) => {
  const text = textFor(env, ready, password);
  expect(text).toMatch(expected);
  expect(text).toMatch(/User name +ada\n/);
  expect(text).not.toContain("given-here");
});

test("has the addresses and the folders", () => {
  const text = textFor({ PUBLIC_URL: "https://fleet.example.com" }, {});
  expect(text).toMatch(/Address +https:\/\/fleet\.example\.com\n/);
  expect(text).toMatch(/Data +\/repo\/\.data\n/);
  expect(text).toContain(`Service    ${service}`);
});
