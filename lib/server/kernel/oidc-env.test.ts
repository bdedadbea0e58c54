import { expect, it } from "vitest";
import { readSignInSettings } from "./oidc-env.ts";

const good = {
  OIDC_ISSUER: "https://login.example.com/realm/",
  OIDC_CLIENT_ID: "fleetdeck",
  OIDC_CLIENT_SECRET: "a-secret-of-tests",
  OIDC_ROLES: "ops-admins=admin,ops=operator,*=viewer",
};
const faultsOf = (variables: Record<string, string>) => readSignInSettings(variables).faults;

it("passwords alone are the default", () => {
  expect(readSignInSettings({})).toEqual({ settings: { password: true, oidc: undefined }, faults: [] });
});

it("reads the provider with its roles", () => {
  const roles = "ops-admins=admin,ops=operator,*=viewer";
  const { settings, faults } = readSignInSettings({ ...good, OIDC_ROLES: roles, SIGN_IN_PASSWORD: "off" });
  expect(faults).toEqual([]);
  expect(settings).toEqual({
    password: false,
    oidc: {
      issuer: "https://login.example.com/realm",
      clientId: "fleetdeck",
      clientSecret: "a-secret-of-tests",
      scopes: "openid profile",
      groupsClaim: "groups",
      roles: [
        ["ops-admins", "admin"],
        ["ops", "operator"],
        ["*", "viewer"],
      ],
      name: "single sign-on",
    },
  });
});

it("groups whose names have commas are given as JSON", () => {
  const names = { "cn=ops-admins,ou=it,dc=example": "admin", 'the "night" shift': "operator", "*": "viewer" };
  const { settings, faults } = readSignInSettings({ ...good, OIDC_ROLES: ` ${JSON.stringify(names)}` });
  expect(faults).toEqual([]);
  expect(settings.oidc?.roles).toEqual(Object.entries(names));
});

it("a name with an equals sign, but no comma, needs no JSON", () => {
  const { settings } = readSignInSettings({ ...good, OIDC_ROLES: "cn=ops=operator" });
  expect(settings.oidc?.roles).toEqual([["cn=ops", "operator"]]);
});

it.each([
  ["OIDC_ISSUER", "", /^OIDC_ISSUER is not set/],
  ["OIDC_ISSUER", "http://login.example.com", /^OIDC_ISSUER must use https/],
  ["OIDC_CLIENT_ID", "", /^OIDC_CLIENT_ID is not set/],
  ["OIDC_CLIENT_SECRET", "", /^OIDC_CLIENT_SECRET is not set/],
  ["OIDC_CLIENT_SECRET_FILE", "/nowhere", /are both set; keep one$/],
  ["OIDC_ROLES", "", /^OIDC_ROLES must be pairs/],
  ["OIDC_ROLES", "ops=king", /^OIDC_ROLES must be pairs/],
  ["OIDC_ROLES", "=admin", /^OIDC_ROLES must be pairs/],
  ["OIDC_ROLES", "cn=ops,ou=it=admin", /where a group has a comma, they are JSON such as \{/],
  ["OIDC_ROLES", '{"cn=ops,ou=it":"admin"', /JSON such as/],
  ["OIDC_ROLES", '{"ops":"king"}', /JSON such as/],
  ["OIDC_ROLES", '{" ":"admin"}', /JSON such as/],
  ["OIDC_ROLES", "{}", /JSON such as/],
  ["SIGN_IN_PASSWORD", "no", /^SIGN_IN_PASSWORD must be on or off/],
])("%s=%s is refused, and the line never has the secret", (name, value, line) => {
  const faults = faultsOf({ ...good, OIDC_ROLES: "*=viewer", [name]: value });
  expect(faults).toEqual([expect.stringMatching(line)]);
  expect(faults.join()).not.toContain("a-secret-of-tests");
});

it("without passwords someone has to be able to sign in, and to become an admin", () => {
  expect(faultsOf({ SIGN_IN_PASSWORD: "off" })).toEqual([expect.stringContaining("nobody could sign in")]);
  expect(faultsOf({ ...good, OIDC_ROLES: "*=viewer", SIGN_IN_PASSWORD: "off" })).toEqual([
    expect.stringContaining("gives no group the admin role"),
  ]);
});

it("a file holds the secret", () => {
  const { OIDC_CLIENT_SECRET: _, ...rest } = good;
  expect(faultsOf({ ...rest, OIDC_ROLES: "*=viewer", OIDC_CLIENT_SECRET_FILE: "/nowhere" })).toEqual([
    "OIDC_CLIENT_SECRET_FILE cannot be read; check the path and its permissions",
  ]);
});
