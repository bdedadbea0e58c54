// As many requests as the catalogue of threats names; the gate sends a fifth of them.
import { it } from "vitest";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { expectOwnNonces, expectTemplatePaths } from "../support/repeated-requests.ts";

const faulty = await faultyDashboardForTests({
  token: "front-tests-token-1",
  variables: { RECORDER: "off" },
});

it.each(["/sign-in", "/nothing-here"])(
  "%s carries a nonce of its own on every script, another one in each of 500 loads (T25)",
  (path) => expectOwnNonces(faulty, path, 500),
);

it("5,000 ids never leave the path template (T06)", () => expectTemplatePaths(faulty, 5_000));
