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

it.each([
  ["OIDC_ISSUER", "", /^OIDC_ISSUER is not set/],
  ["OIDC_ISSUER", "http://login.example.com", /^OIDC_ISSUER must use https/],
  ["OIDC_CLIENT_ID", "", /^OIDC_CLIENT_ID is not set/],
  ["OIDC_CLIENT_SECRET", "", /^OIDC_CLIENT_SECRET is not set/],
  ["OIDC_CLIENT_SECRET_FILE", "/nowhere", /are both set; keep one$/],
  ["OIDC_ROLES", "", /^OIDC_ROLES must be pairs/],
  ["OIDC_ROLES", "ops=king", /^OIDC_ROLES must be pairs/],
  ["OIDC_ROLES", "=admin", /^OIDC_ROLES must be pairs/],
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
